package import Engines
package import FlagModel
internal import Platform
package import SQLText

/// Opens a file in any folder and of any owner. With a write-ahead log or after a killed
/// writer, SQLite alone would write to the folder, change the file, or ignore a part of its
/// content.
/// See Documentation/Decisions/files-are-copied-where-reading-would-change-them.md.
package final class SQLitePlace: DatabasePlace {
  package let file: DatabaseFile
  /// The time limit for locks of other programs, which is shorter while a foreign file is read.
  package private(set) var patience: Duration
  /// True if a file whose writer was killed may be repaired or copied.
  private let repairs: Bool
  package private(set) var isForeign = true
  /// True if a foreign database is open for writing.
  private(set) var changesForeign = false
  /// A note that a copy is read, and why; nil if the file itself is read.
  package private(set) var note: String?
  /// Excludes Turso while the file may be written.
  private var tursoLock: ByteLock?
  /// The copy that is read, and the state of the file at that time.
  private var kept: (connection: SQLiteConnection, state: FileState)?

  package init(file: DatabaseFile, patience: Duration, repairs: Bool) {
    self.file = file
    self.patience = patience
    self.repairs = repairs
  }

  /// The place of a temporary database whose records come from a file.
  package init(ofRecordsIn file: DatabaseFile) {
    self.file = file
    patience = .zero
    repairs = false
    isForeign = false
  }

  /// True if a copy is read, and the file has not changed since.
  package var hasCurrentCopy: Bool { kept.map { $0.state == FileState(file) } ?? false }

  package func requireThere(forWriting: Bool) throws(DatabaseError) {
    try file.requireExisting()
    if forWriting { try file.requireWritable() }
  }

  package func open(
    asking questions: [SQLText], about table: Name? = nil,
    isNamed: (any Connection) -> Bool = { _ in false }
  ) throws -> any Connection {
    let connection = try opened()
    if isForeign { connection.addExternalData(of: file.path) }
    return connection
  }

  private func opened() throws -> SQLiteConnection {
    if let kept, hasCurrentCopy { return kept.connection }
    let isAtRest = file.isAtRest
    let state = RestingFile(file)
    let connection = try SQLiteConnection(path: file.path, .reading, patience: patience)
    try look(at: connection)
    limit(connection)
    let keepsLog = connection.keepsLog || file.hasContent("-wal")
    if keepsLog, isAtRest {
      // SQLite creates a log and its index even for readers.
      guard mayWrite else {
        return try reading(SQLiteConnection(unlocked: file.uri, since: state, patience: patience))
      }
      connection.leavesNoLog = true
    } else if keepsLog, !mayWrite {
      // To read the log, SQLite would create an index file beside it.
      guard file.size("-shm") != nil else { return try copy(of: connection) }
      // If no other program has the file open, SQLite would rebuild its index.
      if let reader = try? reading(
        SQLiteConnection(leavingIndexOf: file.uri(with: "readonly_shm=1"), patience: patience))
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
    asking questions: [SQLText], about table: Name? = nil,
    _ requireChangeable: (any Connection) throws -> Void
  ) throws -> any Connection {
    try look(at: SQLiteConnection(path: file.path, .reading, patience: patience))
    let patience = self.patience
    if isForeign {
      // An error from an unreadable file takes precedence.
      let reader = try opened()
      note = nil
      kept = nil
      try requireChangeable(reader)
      self.patience = patience
    }
    changesForeign = isForeign
    tursoLock = try lockedForTurso()
    let writer = try SQLiteConnection(
      path: file.path, .writing, patience: patience, isUsual: isForeign)
    writer.forbidLongValues()
    if isForeign { writer.addExternalData(of: file.path) }
    return writer
  }

  /// The suffix of the file with which Turso shares a database. Every process that has the database
  /// open holds a lock on the first byte. The file remains when they have ended.
  private static let endingOfTurso = "-tshm"

  private var isSharedByTurso: Bool {
    tursoLock == nil && ByteLock.isTaken(at: file.path + Self.endingOfTurso)
  }

  /// Locks out Turso, which keeps the log in memory, so that writes of SQLite would be lost. Throws
  /// if a Turso process has the file open, or if that is unknown.
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

  /// Throws, because a draft creates new files and an existing file is never treated as empty.
  package func openEmpty() throws -> any Connection {
    throw DatabaseError(.exists, "'\(file.name)' exists already", outcome: .unchanged)
  }

  package func openAgain(forWriting: Bool, patience: Duration) throws -> any Connection {
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
    changesForeign ? DatabaseError(inForeignFile: error) : nil
  }

  private func look(at connection: SQLiteConnection) throws(DatabaseError) {
    let header = connection.header
    if !header.bytes.isEmpty, !header.isSQLite { throw header.refusal(of: file.name) }
    if header.isOfTurso { throw header.refusalOfTurso(named: file.name) }
    isForeign = !header.isMarked
  }

  /// Applies the limits against malicious content. Even a file with flagdb's mark may be forged.
  private func limit(_ connection: SQLiteConnection) {
    connection.forbidLongValues()
    if isForeign {
      connection.guardAgainstOthers()
      patience = connection.patience
    }
  }

  /// True if reading may change the file and its companions. Foreign databases never change.
  private var mayWrite: Bool { !isForeign && file.obstacle == nil && !isSharedByTurso }

  /// Repairs a file whose writer was killed during the body, and runs the body again.
  package func repairing<Result>(_ isReader: Bool, _ body: () throws -> Result) throws -> Result {
    for _ in 0..<(isReader && repairs ? Self.mostRepairs : 0) {
      do {
        return try body()
      } catch let error as EngineError where error.isReadOnly && error.needsWriter {
        if !mayWrite { throw error }
      }
      // Opening for writing completes or rolls back the unfinished transaction.
      _ = try reading(SQLiteConnection(path: file.path, .writing, patience: patience))
    }
    return try body()
  }

  /// The maximum number of repairs in a row.
  private static let mostRepairs = 20

  /// The connection, after a first successful read.
  private func reading(_ connection: SQLiteConnection) throws(EngineError) -> SQLiteConnection {
    limit(connection)
    _ = try connection.version()
    return connection
  }

  // MARK: Copies

  /// Copies the file with its log or journal to a private folder, and reads the copy there. The
  /// copy is unlinked, so that nothing remains when the process ends.
  private func copy(of connection: SQLiteConnection) throws -> SQLiteConnection {
    let folder: PrivateFolder
    do {
      folder = try PrivateFolder()
    } catch {
      throw refusal(error, isOfFolder: true)
    }
    do {
      let state = try copyFiles(of: connection, to: folder)
      let copy = DatabaseFile(name: folder.path(of: PrivateFolder.nameOfCopies))
      let writer = try SQLiteConnection(
        path: copy.path, .writing, patience: patience, isUsual: isForeign)
      try writer.forgoSafety()
      try writer.takeInWholeLog()
      let reader = try reading(SQLiteConnection(unlocked: copy.uri, since: nil, patience: patience))
      folder.remove()
      let reason =
        if file.hasContent("-wal") {
          "its last changes are still in '\(file.name)-wal'"
        } else {
          "a killed program left it unfinished"
        }
      kept = (reader, state)
      note = "a copy of '\(file.name)' is read, since \(reason)"
      return reader
    } catch let error as SystemError {
      throw refusal(error)
    }
  }

  /// Copies until no other program has written meanwhile. Returns the state of the copied file.
  private func copyFiles(
    of connection: SQLiteConnection, to folder: PrivateFolder
  ) throws -> FileState {
    for _ in 0..<Self.mostCopies {
      let state = FileState(file)
      for ending in ["-wal", "-journal"] {
        try file.requireReadable(ending)
        try folder.copyUnlockedFile(at: file.path + ending, as: PrivateFolder.nameOfCopies + ending)
      }
      try connection.copyBytes(to: folder, as: PrivateFolder.nameOfCopies)
      if FileState(file) == state { return state }
    }
    throw DatabaseError(
      .blocked, "'\(file.name)' is changed by another program all the time",
      hint: "run the command again when that has ended")
  }

  /// The maximum number of attempts to copy while another program writes.
  private static let mostCopies = 5

  private func refusal(_ error: SystemError, isOfFolder: Bool = false) -> DatabaseError {
    if error.isInterruption { return DatabaseError(.interrupted, "interrupted") }
    let needsFolder = isOfFolder || [ENOSPC, EDQUOT, EFBIG, EROFS].contains(error.code)
    var hint: Hint?
    if needsFolder {
      let bytes = size(of: ["", "-wal", "-journal"])
      hint = "set TMPDIR to a folder with room for \(bytes) bytes"
    }
    return DatabaseError(
      .unusableFile,
      "'\(file.name)' can only be read from a copy, which cannot be made: \(error.message)",
      hint: hint)
  }

  private func size(of endings: [String]) -> Int64 {
    endings.reduce(0) { $0 + (file.size($1) ?? 0) }
  }
}

/// The state of a file and of its companions.
private struct FileState: Equatable {
  private let stamps: [FileStamp?]

  init(_ file: DatabaseFile) {
    stamps = ["", "-wal", "-journal"].map { FileStamp(at: file.path + $0) }
  }
}

/// A file that is read without locks, and its state at that time.
struct RestingFile {
  private let path: String
  private let stamp: FileStamp?

  init(_ file: DatabaseFile) {
    path = file.path
    stamp = FileStamp(at: path)
  }

  /// True if no program has written since.
  var isUnchanged: Bool {
    FileStamp(at: path) == stamp && !DatabaseFile(name: path).hasContent("-wal")
  }
}

/// The reason why a database cannot be written.
enum Obstacle {
  case file(reason: String)
  /// The folder does not allow a journal.
  case folder(reason: String)

  var message: String {
    switch self {
    case .file(let reason): reason
    case .folder(let reason): "no journal may be made in its folder: \(reason)"
    }
  }
}

extension EngineError {
  /// True if only a connection with write access can make the file readable.
  fileprivate var needsWriter: Bool { (isReadOnly || isUnopenable) && !isMoved }
}

extension DatabaseFile {
  /// The reason why the file cannot be written; nil if it can.
  var obstacle: Obstacle? {
    if access(path, W_OK) != 0 { return .file(reason: SystemError.last.message) }
    if access(folder(of: path), W_OK) != 0 { return .folder(reason: SystemError.last.message) }
    return nil
  }

  /// The URI that makes SQLite treat the file as immutable.
  /// See Documentation/Decisions/files-are-read-without-locks-where-nothing-can-be-written.md.
  fileprivate var uri: String { uri(with: "immutable=1") }

  func uri(with parameter: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/".utf8)
    let encoded = path.utf8.flatMap { byte in
      plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    let host = path.hasPrefix("/") ? "//" : ""
    return "file:\(host)\(String(decoding: encoded, as: UTF8.self))?\(parameter)"
  }

  /// True if the file has all committed data, and no program has it open for writing.
  fileprivate var isAtRest: Bool {
    if hasContent("-journal") || hasContent("-wal") { return false }
    return size("-wal") == nil || size("-shm") == nil
  }

  package func hasContent(_ ending: String) -> Bool { size(ending) ?? 0 > 0 }

  func size(_ ending: String) -> Int64? {
    var info = stat()
    if stat(path + ending, &info) == 0 { return Int64(info.st_size) }
    return nil
  }
}
