package import Engines
import FlagModel
internal import Platform
import SQLText

/// Opens a file for reading wherever it lies, and whoever made it. SQLite alone would write beside
/// it, change it, or pass over a part of it, where the file keeps a write-ahead log or the program
/// that wrote it was killed.
/// See Documentation/Decisions/files-are-copied-where-reading-would-change-them.md.
package final class FileReader: DatabasePlace {
  package let file: DatabaseFile
  package let patience: Duration
  /// True if a file whose writer was killed may be repaired, or copied.
  private let repairs: Bool
  package private(set) var isForeign = true
  /// True if a foreign database is open for writing.
  private(set) var changesForeign = false
  /// Tells that a copy is read, and why; nil if it is the file.
  package private(set) var note: String?
  /// Keeps programs of Turso out as long as the file may be written.
  private var tursoLock: ByteLock?
  /// The copy that is read, and the state of the file when it was made.
  private var kept: (connection: SQLiteConnection, state: FileState)?

  package init(file: DatabaseFile, patience: Duration, repairs: Bool) {
    self.file = file
    self.patience = patience
    self.repairs = repairs
  }

  /// The reader of a temporary database, of which the file is only the origin.
  package init(ofRecordsIn file: DatabaseFile) {
    self.file = file
    patience = .zero
    repairs = false
    isForeign = false
  }

  /// True if a copy is read, and nobody has written the file since it was made.
  package var hasCurrentCopy: Bool { kept.map { $0.state == FileState(file) } ?? false }

  package func requireThere(forWriting: Bool) throws(DatabaseError) {
    try file.requireExisting()
    if forWriting { try file.requireWritable() }
  }

  package func open() throws -> any Connection {
    let connection = try opened()
    if isForeign { connection.addExternalData(of: file.path) }
    return connection
  }

  private func opened() throws -> SQLiteConnection {
    if let kept, hasCurrentCopy { return kept.connection }
    let (isAtRest, state) = (file.isAtRest, RestingFile(file))
    let connection = try SQLiteConnection(path: file.path, .reading, patience: patience)
    try look(at: connection)
    limit(connection)
    let keepsLog = connection.keepsLog || file.hasContent("-wal")
    if keepsLog, isAtRest {
      // SQLite makes a log and its index even for those who only read.
      guard mayWrite else {
        return try reading(SQLiteConnection(unlocked: file.uri, since: state, patience: patience))
      }
      connection.leavesNoLog = true
    } else if keepsLog, !mayWrite {
      // To find what the log holds SQLite would make an index beside it.
      guard file.isThere("-shm") else { return try copy(of: connection) }
      // Where nobody has the file open SQLite would make its index anew.
      if let reader = try? reading(
        SQLiteConnection(leavingIndexOf: file.uriLeavingIndex, patience: patience))
      {
        return reader
      }
    }
    do {
      return try repairing(true) { try reading(connection) }
    } catch let error as EngineError where repairs && error.needsWriter {
      return try copy(of: connection)
    }
  }

  package func openForWriting(
    _ requireChangeable: (any Connection) throws -> Void
  ) throws -> any Connection {
    try look(at: SQLiteConnection(path: file.path, .reading, patience: patience))
    if isForeign {
      // The error for a file that cannot be read comes first.
      let reader = try opened()
      note = nil
      kept = nil
      try requireChangeable(reader)
    }
    changesForeign = isForeign
    tursoLock = try lockedForTurso()
    let writer = try SQLiteConnection(
      path: file.path, .writing, patience: patience, isUsual: isForeign)
    writer.forbidLongValues()
    if isForeign { writer.addExternalData(of: file.path) }
    return writer
  }

  /// The ending of the file by which programs of Turso share a database. All that have the database open
  /// hold a lock on its first byte; the file stays when they have ended.
  private static let endingOfTurso = "-tshm"

  private var isSharedByTurso: Bool {
    tursoLock == nil && ByteLock.isTaken(at: file.path + Self.endingOfTurso)
  }

  /// The lock that lets programs of Turso wait: what SQLite writes beside them is lost, since they keep what
  /// the log holds for themselves. Throws if one has the file open, or if that is not known.
  private func lockedForTurso() throws(DatabaseError) -> ByteLock? {
    if let tursoLock { return tursoLock }
    let name = file.name + Self.endingOfTurso
    do throws(SystemError) {
      return try ByteLock(at: file.path + Self.endingOfTurso)
    } catch {
      guard error.code == EAGAIN else {
        throw DatabaseError(
          .blocked,
          "'\(name)' cannot be locked, so that Turso may have '\(file.name)' open: "
            + error.message,
          hint: "remove '\(name)' if no program of Turso has the database open", outcome: .unchanged
        )
      }
      throw DatabaseError(
        .blocked,
        "'\(file.name)' is open in Turso, which would lose what another program writes",
        hint: "close it there first", outcome: .unchanged)
    }
  }

  /// A file that is there is never taken for an empty one: a draft makes new ones.
  package func openEmpty() throws -> any Connection {
    throw DatabaseError(.exists, "'\(file.name)' exists already", outcome: .unchanged)
  }

  package func openAgain(
    forWriting: Bool, patience: Duration
  ) throws -> any Connection {
    if forWriting { tursoLock = try lockedForTurso() }
    return try SQLiteConnection(
      path: file.path, forWriting ? .writing : .reading, patience: patience)
  }

  package func explained(
    _ error: EngineError, named name: String, after patience: Duration
  ) -> DatabaseError {
    DatabaseError(error, path: name, patience: patience)
  }

  package func refusal(of error: EngineError) -> DatabaseError? {
    changesForeign ? DatabaseError(ofOthers: error) : nil
  }

  private func look(at connection: SQLiteConnection) throws(DatabaseError) {
    let header = connection.header
    if !header.bytes.isEmpty, !header.isSQLite { throw header.refusal(of: file.name) }
    if header.isOfTurso { throw header.refusalOfTurso(named: file.name) }
    isForeign = !header.isMarked
  }

  /// Guards against what a file may hold. The mark that makes it ours is a claim that every file can make.
  private func limit(_ connection: SQLiteConnection) {
    connection.forbidLongValues()
    if isForeign { connection.guardAgainstOthers() }
  }

  /// True if reading may change the file and what lies beside it. Files of others stay as they are.
  private var mayWrite: Bool { !isForeign && file.obstacle == nil && !isSharedByTurso }

  /// Other writers may be killed meanwhile. Whoever opened the file for writing brings it to order
  /// without knowing.
  package func repairing<Result>(_ isReader: Bool, _ body: () throws -> Result) throws -> Result {
    for _ in 0..<(isReader && repairs ? Self.mostRepairs : 0) {
      do {
        return try body()
      } catch let error as EngineError where error.isReadOnly && error.needsWriter {
        if !mayWrite { throw error }
      }
      // What was left unfinished is undone or finished by whoever opens the file for writing.
      _ = try reading(SQLiteConnection(path: file.path, .writing, patience: patience))
    }
    return try body()
  }

  /// More kills in a row than anybody makes.
  private static let mostRepairs = 20

  /// The connection, when it has read something.
  private func reading(_ connection: SQLiteConnection) throws(EngineError) -> SQLiteConnection {
    limit(connection)
    _ = try connection.version()
    return connection
  }

  // MARK: Copies

  /// Copies the file with its log or journal to a place where these can be taken in, and reads it
  /// there. Nothing of the copy is left, however the program ends: it has no name any more.
  private func copy(of connection: SQLiteConnection) throws -> SQLiteConnection {
    do {
      let folder = try PrivateFolder()
      let state = try copyFiles(of: connection, to: folder)
      let copy = DatabaseFile(name: folder.path(of: PrivateFolder.nameOfCopies))
      let writer = try SQLiteConnection(
        path: copy.path, .writing, patience: patience, isUsual: isForeign)
      try writer.forgoSafety()
      try writer.takeInWholeLog()
      let reader = try reading(SQLiteConnection(unlocked: copy.uri, since: nil, patience: patience))
      folder.remove()
      let reason =
        file.hasContent("-wal")
        ? "its last changes are still in '\(file.name)-wal'" : "a killed program left it unfinished"
      kept = (reader, state)
      note = "a copy of '\(file.name)' is read, since \(reason)"
      return reader
    } catch let error as SystemError {
      throw refusal(error)
    }
  }

  /// Copies until nobody has written meanwhile; the state of what was copied.
  private func copyFiles(
    of connection: SQLiteConnection, to folder: PrivateFolder
  ) throws -> FileState {
    for _ in 0..<Self.mostCopies {
      let state = FileState(file)
      for ending in ["-wal", "-journal"] {
        try folder.copyUnlockedFile(at: file.path + ending, as: PrivateFolder.nameOfCopies + ending)
      }
      try connection.copyBytes(to: folder, as: PrivateFolder.nameOfCopies)
      if FileState(file) == state { return state }
    }
    throw DatabaseError(
      .blocked, "'\(file.name)' is changed by another program all the time",
      hint: "run the command again when that has ended")
  }

  /// As often as a program may write while it is copied.
  private static let mostCopies = 5

  private func refusal(_ error: SystemError) -> DatabaseError {
    if error.isInterruption { return DatabaseError(.interrupted, "interrupted") }
    return DatabaseError(
      .unusableFile,
      "'\(file.name)' can only be read from a copy, which cannot be made: \(error.message)",
      hint: "set TMPDIR to a folder with room for \(size(of: ["", "-wal", "-journal"])) bytes")
  }

  private func size(of endings: [String]) -> Int64 {
    endings.reduce(0) { $0 + (file.size($1) ?? 0) }
  }
}

/// The state of a file and of what SQLite keeps beside it.
private struct FileState: Equatable {
  private let stamps: [FileStamp?]

  init(_ file: DatabaseFile) {
    stamps = ["", "-wal", "-journal"].map { FileStamp(at: file.path + $0) }
  }
}

/// A file that is read without locks, as it was before.
struct RestingFile {
  private let path: String
  private let stamp: FileStamp?

  init(_ file: DatabaseFile) {
    path = file.path
    stamp = FileStamp(at: path)
  }

  /// True if nobody has written since.
  var isUnchanged: Bool {
    FileStamp(at: path) == stamp && !DatabaseFile(name: path).hasContent("-wal")
  }
}

/// A reason why a database cannot be written.
enum Obstacle {
  case file(reason: String)
  /// No journal can be made there.
  case folder(reason: String)

  var message: String {
    switch self {
    case .file(let reason): reason
    case .folder(let reason): "no journal may be made in its folder: \(reason)"
    }
  }
}

extension EngineError {
  /// True if the file cannot be read before somebody who may write has brought it to order.
  fileprivate var needsWriter: Bool { (isReadOnly || isUnopenable) && !isMoved }
}

extension DatabaseFile {
  /// Why the file cannot be written, if it cannot.
  var obstacle: Obstacle? {
    if access(path, W_OK) != 0 { return .file(reason: SystemError.last.message) }
    if access(folder(of: path), W_OK) != 0 { return .folder(reason: SystemError.last.message) }
    return nil
  }

  /// The name by which SQLite takes the file for one that nobody changes.
  /// See Documentation/Decisions/files-are-read-without-locks-where-nothing-can-be-written.md.
  fileprivate var uri: String { uri(with: "immutable=1") }

  /// The name by which SQLite only reads the index of the log.
  fileprivate var uriLeavingIndex: String { uri(with: "readonly_shm=1") }

  private func uri(with parameter: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/".utf8)
    let encoded = path.utf8.flatMap { byte in
      plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    let host = path.hasPrefix("/") ? "//" : ""
    return "file:\(host)\(String(decoding: encoded, as: UTF8.self))?\(parameter)"
  }

  /// True if all that was written is in the file itself, and nobody has it open to write more.
  fileprivate var isAtRest: Bool {
    if hasContent("-journal") || hasContent("-wal") { return false }
    return size("-wal") == nil || size("-shm") == nil
  }

  package func hasContent(_ ending: String) -> Bool { size(ending) ?? 0 > 0 }

  fileprivate func isThere(_ ending: String) -> Bool { size(ending) != nil }

  func size(_ ending: String) -> Int64? {
    var info = stat()
    return stat(path + ending, &info) == 0 ? Int64(info.st_size) : nil
  }
}
