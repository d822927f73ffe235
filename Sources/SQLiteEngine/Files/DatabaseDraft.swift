package import Engines
internal import Platform

/// A database under construction. It has a temporary name beside its final name, which it gets when
/// it is complete. So a killed process leaves nothing at the final name.
package struct DatabaseDraft {
  /// The temporary file.
  package let file: DatabaseFile
  private let target: DatabaseFile
  private let names: [DraftName]
  private let folder: DraftFolder
  /// True if another program created its tables.
  private let isForeign: Bool
  private static let endings = [""] + databaseCompanions

  /// Begins a new database, and never touches an existing file. It gets the permissions that all
  /// source files have, and its owner may always write it.
  package init(
    of target: DatabaseFile, like sources: [DatabaseFile] = [], isForeign: Bool = false
  ) throws(DatabaseError) {
    try Self.requireFree(target)
    let modes = sources.compactMap { source in
      var info = stat()
      if stat(source.path, &info) == 0 { return info.st_mode & 0o777 }
      return nil
    }
    let mode = modes.isEmpty ? 0o644 : modes.reduce(0o777, &) | 0o600
    self.target = target
    self.isForeign = isForeign
    let path = Platform.folder(of: target.path)
    Self.removeAbandoned(of: target, inFolder: path)
    folder = DraftFolder(path)
    let mark = folder.isMarked ? DraftMark.new() : "\(getpid())"
    file = DatabaseFile(name: "\(target.name)\(Self.middle)\(mark)")
    // The names are registered before the file exists, so that a signal between the two leaves no
    // file.
    let names = Self.endings.map { [file] in DraftName(file.path + $0) }
    let descriptor = open(file.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      throw DatabaseError(
        .unusableFile, "'\(target.name)' cannot be created: \(SystemError.last.message)")
    }
    self.names = names
    close(descriptor)
  }

  /// The part of the name between the final name and the suffix.
  private static let middle = ".new-"

  /// Removes unfinished drafts of the same database that killed processes left.
  private static func removeAbandoned(of target: DatabaseFile, inFolder path: String) {
    let beginning = target.path.split(separator: "/").last.map { "\($0)\(middle)" } ?? middle
    removeAbandonedDrafts(inFolder: path) { name in
      endings.contains { DraftMark.isIn(name, after: beginning, before: $0) }
    }
  }

  /// Creates a temporary database, which ends with the connection.
  package static func temporary() throws(EngineError) -> any Connection {
    try SQLiteConnection.temporary()
  }

  /// Creates a database in memory, which ends with the connection.
  package static func inMemory() throws(EngineError) -> any Connection {
    try SQLiteConnection.inMemory()
  }

  /// Opens the draft to fill it.
  package func connection(keepingLog: Bool, patience: Duration) throws(EngineError)
    -> any Connection
  {
    let connection = try connect(patience: patience)
    // The file stores this mode, which cannot change within a transaction.
    if keepingLog { try connection.keepLog() }
    return connection
  }

  /// Throws unless the path is free for a new database.
  package static func requireFree(_ target: DatabaseFile) throws(DatabaseError) {
    try target.requireName()
    var info = stat()
    if lstat(target.path, &info) == 0 { throw exists(target) }
    if let owner = target.ownerOfName {
      throw DatabaseError(
        .unusableFile, "'\(target.name)' is a name for a file that belongs to '\(owner)'")
    }
  }

  /// Gives the draft its final name, unless that is taken by now, and syncs the folder. After an
  /// error, the name is free again. No connection to the draft may be open.
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

  /// A draft of a foreign database needs a trusted schema, because SQLite may refuse to open it
  /// otherwise.
  private func connect(patience: Duration) throws(EngineError) -> SQLiteConnection {
    try SQLiteConnection(path: file.path, .writing, patience: patience, isUsual: isForeign)
  }

  /// Makes a checkpoint, because the log of the draft is not renamed.
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
    // Without support for hard links, the name is reserved first and then replaced.
    let descriptor = open(target.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
    if descriptor < 0, errno == EEXIST { throw Self.exists(target) }
    if descriptor >= 0 { close(descriptor) }
    if descriptor >= 0, rename(file.path, target.path) == 0 { return }
    if descriptor >= 0 { unlink(target.path) }
    throw DatabaseError(
      .unusableFile, "'\(target.name)' cannot be created: \(error.message)", outcome: .unchanged)
  }

  /// Removes the draft with its journals.
  package func remove() { for ending in [""] + databaseCompanions { unlink(file.path + ending) } }

  private static func exists(_ file: DatabaseFile) -> DatabaseError {
    DatabaseError(.exists, "'\(file.name)' exists already", outcome: .unchanged)
  }
}
