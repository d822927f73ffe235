package import Engines
internal import Platform

/// A database that is being made. It has a name of its own beside the one that it will have, which
/// it gets when it is whole: whoever is killed in the middle leaves nothing that stands in the way.
package struct DatabaseDraft {
  /// The file of the new database.
  package let file: DatabaseFile
  private let target: DatabaseFile
  private let names: [DraftName]
  private let folder: DraftFolder
  /// True if another program made its tables.
  private let isForeign: Bool
  private static let endings = [""] + databaseCompanions

  /// Begins one; what is there already is never touched. The permissions are those that all files
  /// have of which it is a copy, if there are any, but who makes it may write it.
  package init(
    of target: DatabaseFile, like sources: [DatabaseFile] = [], isForeign: Bool = false
  ) throws(DatabaseError) {
    try Self.requireFree(target)
    let modes = sources.compactMap { source in
      var info = stat()
      return stat(source.path, &info) == 0 ? info.st_mode & 0o777 : nil
    }
    let mode = modes.isEmpty ? 0o644 : modes.reduce(0o777, &) | 0o600
    self.target = target
    self.isForeign = isForeign
    let path = Platform.folder(of: target.path)
    Self.removeAbandoned(of: target, inFolder: path)
    folder = DraftFolder(path)
    let mark = folder.isMarked ? DraftMark.new() : "\(getpid())"
    file = DatabaseFile(name: "\(target.name)\(Self.middle)\(mark)")
    // The names come before the file, so that no signal can come between the two.
    let names = Self.endings.map { [file] in DraftName(file.path + $0) }
    let descriptor = open(file.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      throw DatabaseError(
        .unusableFile, "'\(target.name)' cannot be created: \(SystemError.last.message)")
    }
    self.names = names
    close(descriptor)
  }

  /// Stands in the name between that of the database and the mark.
  private static let middle = ".new-"

  /// Removes what killed programs have left of the same database.
  private static func removeAbandoned(of target: DatabaseFile, inFolder path: String) {
    let beginning = target.path.split(separator: "/").last.map { "\($0)\(middle)" } ?? middle
    removeAbandonedDrafts(inFolder: path) { name in
      endings.contains { DraftMark.isIn(name, after: beginning, before: $0) }
    }
  }

  /// Makes a database that no file keeps, and that ends with the connection.
  package static func temporary() throws(EngineError) -> any Connection {
    try SQLiteConnection.temporary()
  }

  /// Opens it to be filled.
  package func connection(keepingLog: Bool, patience: Duration) throws(EngineError)
    -> any Connection
  {
    let connection = try connect(patience: patience)
    // The mode is kept in the file, and cannot change within a transaction.
    if keepingLog { try connection.keepLog() }
    return connection
  }

  /// Throws unless the name is one for a new database.
  package static func requireFree(_ target: DatabaseFile) throws(DatabaseError) {
    try target.requireName()
    var info = stat()
    if lstat(target.path, &info) == 0 { throw exists(target) }
    if let owner = target.ownerOfName {
      throw DatabaseError(
        .unusableFile, "'\(target.name)' is a name for a file that belongs to '\(owner)'")
    }
  }

  /// Gives it its name, unless something has got that meanwhile, and the name to the disk. Whatever
  /// fails, the name is free again. No connection to the draft may be open.
  package func publish() throws {
    defer { remove() }
    try takeInLog()
    try Interruption.beginKeeping()
    var isKept = false
    defer { Interruption.endKeeping(isKept: isKept) }
    try takeName()
    do throws(SystemError) {
      try syncFolder(of: target.path)
    } catch {
      let isGone = unlink(target.path) == 0
      throw DatabaseError(
        .unusableFile, "the folder of '\(target.name)' cannot be written: \(error.message)",
        outcome: isGone ? .unchanged : .unknown)
    }
    isKept = true
  }

  /// Of others SQLite may open no file whose schema is not trusted.
  private func connect(patience: Duration) throws(EngineError) -> SQLiteConnection {
    try SQLiteConnection(path: file.path, .writing, patience: patience, isUsual: isForeign)
  }

  /// Makes sure that all of the content is in the file itself: its log does not get the name.
  private func takeInLog() throws {
    try connect(patience: .zero).takeInWholeLog()
    for ending in ["-wal", "-journal"] where file.hasContent(ending) {
      throw DatabaseError(
        .unusableFile, "'\(target.name)' cannot be created: '\(file.name)\(ending)' stays behind",
        outcome: .unchanged)
    }
  }

  private func takeName() throws(DatabaseError) {
    if link(file.path, target.path) == 0 { return }
    let error = SystemError.last
    if error.code == EEXIST { throw Self.exists(target) }
    // Some file systems have no links; there the name is taken first, and then replaced.
    let descriptor = open(target.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
    if descriptor < 0, errno == EEXIST { throw Self.exists(target) }
    if descriptor >= 0 { close(descriptor) }
    if descriptor >= 0, rename(file.path, target.path) == 0 { return }
    if descriptor >= 0 { unlink(target.path) }
    throw DatabaseError(
      .unusableFile, "'\(target.name)' cannot be created: \(error.message)", outcome: .unchanged)
  }

  /// Takes away what was made, its journals too.
  package func remove() {
    for ending in [""] + databaseCompanions { unlink(file.path + ending) }
  }

  private static func exists(_ file: DatabaseFile) -> DatabaseError {
    DatabaseError(.exists, "'\(file.name)' exists already", outcome: .unchanged)
  }
}
