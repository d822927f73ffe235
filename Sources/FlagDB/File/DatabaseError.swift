internal import Platform

/// Why a database could not be opened, read or changed, in words for the one who asked.
public struct DatabaseError: Error, Hashable, Sendable {
  /// What kind of failure it is, for those who must tell them apart.
  public enum Kind: Hashable, Sendable {
    case noSuchFile
    case notADatabase
    case exists
    case unusableFile
    case newerLayout
    case blocked
    case damaged
    case interrupted
    case outOfMemory
    case refused
    case failed
  }

  public let kind: Kind
  public let message: String
  public let hint: String?
  /// What SQLite said and of which statement.
  public let cause: SQLiteError?

  public init(_ kind: Kind, _ message: String, hint: String? = nil, cause: SQLiteError? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
    self.cause = cause
  }
}

extension DatabaseError {
  /// What an error of SQLite means to the user of this file.
  init(_ error: SQLiteError, path: String, patience: Duration) {
    if error.isBusy {
      let seconds = patience.formattedSeconds
      self.init(
        .blocked, "'\(path)' is locked by another program, after \(seconds) seconds of waiting",
        hint: "find out which with 'fuser \(path)', or try again", cause: error)
    } else if error.isInterrupt {
      self.init(.interrupted, "interrupted; nothing was changed", cause: error)
    } else if error.isUntrusted {
      self.init(
        .refused, "the schema of '\(path)' is not trusted with what it calls: \(error.message)",
        cause: error)
    } else if error.isMoved {
      self.init(
        .unusableFile, "'\(path)' was removed or replaced meanwhile; nothing was changed",
        cause: error)
    } else if error.isNoDatabase {
      self.init(.notADatabase, "'\(path)' is no database", cause: error)
    } else if error.isCorruption {
      self.init(
        .damaged, "'\(path)' is damaged: \(error.message)",
        hint: "restore a backup, or try 'sqlite3 \(path) .recover'", cause: error)
    } else if error.isReadOnly || error.isUndeletable {
      let reason = DatabaseFile(name: path).obstacle?.message ?? error.message
      self.init(.unusableFile, "'\(path)' cannot be written: \(reason)", cause: error)
    } else if error.isUnopenable, let obstacle = DatabaseFile(name: path).obstacle {
      self.init(.unusableFile, "'\(path)' cannot be opened: \(obstacle.message)", cause: error)
    } else if error.isUnreadable {
      self.init(.unusableFile, "'\(path)' cannot be read: \(error.message)", cause: error)
    } else if error.isUnknownName {
      self.init(
        .damaged, "the tables of '\(path)' are not as its model says: \(error.message)",
        hint: "see 'flagdb check \(path)'", cause: error)
    } else if error.isFull {
      self.init(
        .failed, "'\(path)': \(error.message); nothing was changed",
        hint: "look whether the disk is full, or the one of temporary files (TMPDIR)", cause: error)
    } else if error.isOutOfMemory {
      self.init(.outOfMemory, outOfMemory, cause: error)
    } else if error.isOverflow {
      self.init(.failed, "the result of sum() or abs() is beyond 64 bits", cause: error)
    } else {
      self.init(.failed, error.message, cause: error)
    }
  }
}

extension Duration {
  /// `5`, `0.2`
  fileprivate var formattedSeconds: String {
    let seconds = self / .seconds(1)
    return Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
  }
}
