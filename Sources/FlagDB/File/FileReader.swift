internal import Platform
import SQLText

/// Opens a file for reading wherever it lies. SQLite alone cannot do it in a place where nothing
/// may be written, where the file keeps a write-ahead log or the one who wrote it was killed.
struct FileReader {
  let file: DatabaseFile
  let patience: Duration
  /// True if a file whose writer was killed may be repaired.
  var repairs = true

  func open() throws -> Connection {
    let obstacle = file.obstacle
    let isAtRest = file.isAtRest
    let stamp = FileStamp(at: file.path)
    let connection = try Connection(path: file.path, .reading, patience: patience)
    if isAtRest, connection.keepsLog {
      // SQLite makes a log and its index even for those who only read.
      if obstacle != nil {
        return try reading(Connection(unlocked: file.uri, since: stamp, patience: patience))
      }
      connection.leavesNoLog = true
    }
    return try repairing { try reading(connection) }
  }

  /// Runs what begins to read the file, and runs it again where a writer was killed and somebody who
  /// may write has to bring the file to order. Other writers may be killed meanwhile. Whoever opened
  /// the file for writing does it without knowing.
  func repairing<Result>(_ isReader: Bool = true, _ body: () throws -> Result) throws -> Result {
    for _ in 0..<(isReader ? Self.mostRepairs : 0) {
      do {
        return try body()
      } catch let error as SQLiteError where repairs && (error.isReadOnly || error.isUnopenable) {
        if let obstacle = file.obstacle { throw refusal(obstacle, error) }
        guard error.isReadOnly, !error.isMoved else { throw error }
      }
      // What was left unfinished is undone or finished by whoever opens the file for writing.
      _ = try reading(Connection(path: file.path, .writing, patience: patience))
    }
    return try body()
  }

  /// More kills in a row than anybody makes.
  private static let mostRepairs = 20

  /// The connection, when it has read something.
  private func reading(_ connection: Connection) throws(SQLiteError) -> Connection {
    _ = try connection.value("PRAGMA schema_version")
    return connection
  }

  private func refusal(_ obstacle: Obstacle, _ error: SQLiteError) -> any Error {
    let name = file.name
    let (companion, problem): (String, String)
    if file.hasContent("-journal") {
      companion = "\(name)-journal"
      problem = "a killed program left it unfinished, which cannot be mended here"
    } else if file.hasContent("-wal") {
      companion = "\(name)-wal"
      problem = "its last changes are in '\(companion)', which cannot be taken in here"
    } else {
      return error
    }
    return DatabaseError(
      .unusableFile, "'\(name)' cannot be read: \(problem): \(obstacle.reason)",
      hint: "copy '\(name)' and '\(companion)' to a folder of yours, and read the copy",
      cause: error)
  }
}

/// A reason why a database cannot be written.
enum Obstacle {
  case file(reason: String)
  /// No journal can be made there.
  case folder(reason: String)

  var reason: String {
    switch self {
    case .file(let reason), .folder(let reason): reason
    }
  }

  var message: String {
    switch self {
    case .file(let reason): reason
    case .folder(let reason): "no journal may be made in its folder: \(reason)"
    }
  }
}

extension DatabaseFile {
  /// Why the file cannot be written, if it cannot.
  var obstacle: Obstacle? {
    if access(path, W_OK) != 0 { return .file(reason: SystemError.last.message) }
    if access(folder(of: path), W_OK) != 0 { return .folder(reason: SystemError.last.message) }
    return nil
  }

  /// The name by which SQLite takes the file for one that nobody changes.
  fileprivate var uri: String {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/".utf8)
    let encoded = path.utf8.flatMap { byte in
      plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    let host = path.hasPrefix("/") ? "//" : ""
    return "file:\(host)\(String(decoding: encoded, as: UTF8.self))?immutable=1"
  }

  /// True if all that was written is in the file itself, and nobody has it open to write more.
  fileprivate var isAtRest: Bool {
    if hasContent("-journal") || hasContent("-wal") { return false }
    return !isThere("-wal") || !isThere("-shm")
  }

  func hasContent(_ ending: String) -> Bool { size(ending) ?? 0 > 0 }

  private func isThere(_ ending: String) -> Bool { size(ending) != nil }

  private func size(_ ending: String) -> Int64? {
    var info = stat()
    return stat(path + ending, &info) == 0 ? Int64(info.st_size) : nil
  }
}
