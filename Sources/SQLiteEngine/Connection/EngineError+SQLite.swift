internal import CSQLite
import Engines
internal import Platform

// Converts SQLite's codes and messages, which no other file parses.

extension EngineError {
  /// - Parameter code: the extended result code.
  init(code: Int32, message: String, sql: String? = nil) {
    self.init(Kind(code: code, message), message, sql: sql, code: Code(engine: "sqlite", "\(code)"))
    let broken = "error in "
    if message.hasPrefix(broken) { object = String(message.dropFirst(broken.count)) }
  }

  /// The error of the call that has just failed. If a file cannot be opened, SQLite does not know
  /// the reason, so it comes from the system.
  init(of handle: OpaquePointer, sql: String? = nil) {
    let code = sqlite3_extended_errcode(handle)
    let cause = SystemError(code: sqlite3_system_errno(handle))
    var message = String(cString: sqlite3_errmsg(handle))
    if code & 0xff == SQLITE_CANTOPEN, cause.code != 0 { message = cause.message }
    self.init(code: code, message: message, sql: sql)
  }

  static var outOfMemory: EngineError { EngineError(code: SQLITE_NOMEM, message: "out of memory") }
}

extension EngineError.Kind {
  fileprivate init(code: Int32, _ message: String) {
    self =
      switch code & 0xff {
      case SQLITE_INTERRUPT: .interrupted
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_READONLY: code == flagdb_readonly_moved ? .moved : .readOnly
      case SQLITE_CONSTRAINT: .constraint(.init(code: code, message))
      case SQLITE_ERROR: .statement(.init(message))
      case SQLITE_TOOBIG: .tooLong
      case SQLITE_CORRUPT: .corrupt
      case SQLITE_NOTADB: .noDatabase
      case SQLITE_FULL: .full
      case SQLITE_IOERR: Self(failureOfDisk: code)
      case SQLITE_CANTOPEN: .unopenable
      case SQLITE_NOMEM: .outOfMemory
      default: .other
      }
  }

  private init(failureOfDisk code: Int32) {
    self =
      switch code {
      case flagdb_ioerr_read, flagdb_ioerr_short_read: .unreadable
      case flagdb_ioerr_delete: .undeletable
      default: .full
      }
  }
}

extension EngineError.Constraint {
  fileprivate init(code: Int32, _ message: String) {
    let detail = message.split(separator: ": ", maxSplits: 1).dropFirst().first
    let columns = detail?.split(separator: ", ").map(String.init) ?? []
    self =
      switch code {
      case flagdb_constraint_unique, flagdb_constraint_primary_key: .unique(columns)
      case flagdb_constraint_not_null: .missingValue(columns)
      case flagdb_constraint_check: .check(detail.map(String.init))
      case flagdb_constraint_datatype: .wrongType(.init(message))
      case flagdb_constraint_function: .calculation
      case flagdb_constraint_foreign_key: .reference
      // flagdb's triggers raise SQLite's own message for foreign keys.
      case flagdb_constraint_trigger: message == Self.brokenReference ? .reference : .trigger
      default: .other
      }
  }

  private static let brokenReference = "FOREIGN KEY constraint failed"
}

extension EngineError.WrongType {
  /// Parses `cannot store TEXT value in INTEGER column Sample.status`.
  fileprivate init?(_ message: String) {
    let words = message.split(separator: " ", maxSplits: 7)
    let classes: [Substring: EngineError.ValueClass] = [
      "TEXT": .text, "REAL": .real, "INT": .integer, "BLOB": .blob,
    ]
    guard words.count == 8, words[6] == "column", let valueClass = classes[words[2]] else {
      return nil
    }
    self.init(column: String(words[7]), found: valueClass)
  }
}

extension EngineError.Mistake {
  fileprivate init(_ message: String) {
    self =
      if message.contains("unsafe use of ") {
        .untrusted
      } else if message == "integer overflow" {
        .overflow
      } else if message == "incomplete input" {
        .incomplete
      } else if message.contains(" may not be modified") {
        .readOnlyTable
      } else if message.hasPrefix("foreign key mismatch") {
        .foreignKeyMismatch
      } else if message.hasPrefix("no such collation sequence") {
        .unknownOrder
      } else if Self.isTooDeep(message) {
        .tooDeep
      } else if let name = EngineError.UnknownName(message) {
        .unknownName(name)
      } else {
        .other
      }
  }

  private static func isTooDeep(_ message: String) -> Bool {
    message.hasPrefix("Expression tree is too large") || message == "parser stack overflow"
  }
}

extension EngineError.UnknownName {
  /// Parses `no such column: s.marker`, and for a schema `no such table: main.Gone`.
  fileprivate init?(_ message: String) {
    if message.contains(" has no column named ") {
      self.init(.other, nil, isOfSchema: false)
      return
    }
    guard message.hasPrefix("no such ") else { return nil }
    let parts = message.split(separator: ":", maxSplits: 1)
    let name = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : nil
    switch parts[0] {
    case "no such table": self.init(.table, name, isOfSchema: name?.hasPrefix("main.") ?? true)
    case "no such column": self.init(.column, name, isOfSchema: false)
    case "no such function": self.init(.function, name, isOfSchema: true)
    default: self.init(.other, name, isOfSchema: !message.contains("column"))
    }
  }
}
