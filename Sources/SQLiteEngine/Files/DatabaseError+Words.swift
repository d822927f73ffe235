package import Engines
internal import FlagModel
internal import Platform

extension DatabaseError {
  /// Converts an error of SQLite to a message for the user of the file.
  package init(_ error: EngineError, path: String, patience: Duration) {
    self =
      DatabaseError(ofTransaction: error, path: path, patience: patience)
      ?? DatabaseError(ofFile: error, path: path)
      ?? DatabaseError(ofSchema: error, path: path)
      ?? DatabaseError(ofLimit: error, path: path)
      ?? DatabaseError(.failed, error.message, outcome: error.outcome, cause: error)
  }

  /// The error for a transaction that did not run to its end; nil for any other error.
  private init?(ofTransaction error: EngineError, path: String, patience: Duration) {
    if error.outcome == .unknown {
      self.init(
        .failed, "'\(path)': \(error.message)",
        hint: "look at '\(path)' before you run the command again", outcome: .unknown,
        cause: error)
    } else if error.isBusy {
      let seconds = patience.formattedSeconds
      self.init(
        .blocked, "'\(path)' is locked by another program, after \(seconds) seconds of waiting",
        hint: "find out which with 'fuser \(path)', or try again", cause: error)
    } else if error.isInterrupt {
      self.init(.interrupted, "interrupted", outcome: .unchanged, cause: error)
    } else {
      return nil
    }
  }

  /// The error for a file that cannot be used; nil for any other error.
  private init?(ofFile error: EngineError, path: String) {
    if error.isMoved {
      self.init(
        .unusableFile, "'\(path)' was removed or replaced meanwhile", outcome: .unchanged,
        cause: error)
    } else if error.kind == .noDatabase {
      self.init(.notADatabase, "'\(path)' is not a database", cause: error)
    } else if error.isCorruption {
      self.init(
        .damaged, "'\(path)' is damaged: \(error.message)",
        hint: "restore a backup, or try 'sqlite3 \(path) .recover'", cause: error)
    } else if error.isReadOnly || error.kind == .undeletable {
      let reason = DatabaseFile(name: path).obstacle?.message ?? error.message
      self.init(
        .unusableFile, "'\(path)' cannot be written: \(reason)", outcome: error.outcome,
        cause: error)
    } else if error.isUnopenable, let obstacle = DatabaseFile(name: path).obstacle {
      self.init(.unusableFile, "'\(path)' cannot be opened: \(obstacle.message)", cause: error)
    } else if error.isUnreadable {
      self.init(.unusableFile, "'\(path)' cannot be read: \(error.message)", cause: error)
    } else {
      return nil
    }
  }

  /// The error for a schema that SQLite or the model does not understand; nil for any other error.
  private init?(ofSchema error: EngineError, path: String) {
    if error.isUntrusted {
      self.init(
        .refused,
        "the schema of '\(path)' calls functions that flagdb does not trust: \(error.message)",
        cause: error)
    } else if error.isUnknownOrder {
      self.init(
        .failed, "'\(path)' uses an unknown collation: \(error.message)",
        hint: "'flagdb copy \(path) NEW.db' makes a database without it", cause: error)
    } else if error.unknownName != nil {
      self.init(
        .damaged, "the tables of '\(path)' do not match its model: \(error.message)",
        hint: "see \(quotedCommand("flagdb", "check", path))", cause: error)
    } else {
      return nil
    }
  }

  /// The error for a limit of the machine or of SQLite; nil for any other error.
  private init?(ofLimit error: EngineError, path: String) {
    if error.isFull {
      self.init(
        .failed, "'\(path)': \(error.message)",
        hint: "check if the disk is full, or the disk of temporary files (TMPDIR)",
        outcome: .unchanged, cause: error)
    } else if error.kind == .outOfMemory {
      self.init(.outOfMemory, outOfMemory, cause: error)
    } else if error.isTooDeep {
      self.init(
        .failed, "the predicate is deeper than SQLite can read",
        hint: "it takes 1,000 operators in a row, and half of them in --exists and in closures",
        cause: error)
    } else if error.isOverflow {
      self.init(.failed, "the result of sum() or abs() does not fit in 64 bits", cause: error)
    } else {
      return nil
    }
  }

  /// The error for a change that triggers or foreign keys of a foreign database refuse; nil for any
  /// other error.
  init?(inForeignFile error: EngineError) {
    if error.isOfReadOnlyTable {
      self.init(.refused, "this table is read-only: \(error.message)", cause: error)
    } else if error.isForeignKeyMismatch {
      self.init(.refused, "a foreign key of the file does not work: \(error.message)", cause: error)
    } else if error.isBrokenReference {
      self.init(
        .refused, "a foreign key would refer to a missing record", outcome: .unchanged, cause: error
      )
    } else if error.isOfAnotherProgram {
      self.init(
        .refused,
        "the file's own triggers, views or foreign keys do not work here: \(error.message)",
        hint: "they may need the program that made the file", cause: error)
    } else {
      return nil
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
