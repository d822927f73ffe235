internal import CSQLite
internal import Platform

/// An error of SQLite.
package struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code.
  package let code: Int32
  package let message: String
  package let sql: String?
  /// The outcome of the transaction, if it had to be found out.
  package internal(set) var outcome: WriteOutcome?

  init(code: Int32, message: String, sql: String? = nil) {
    (self.code, self.message, self.sql) = (code, message, sql)
  }

  /// Takes the error of the call that has just failed. For a file that cannot be opened, the system
  /// knows the reason, and SQLite does not.
  init(of handle: OpaquePointer, sql: String? = nil) {
    let code = sqlite3_extended_errcode(handle)
    let cause = SystemError(code: sqlite3_system_errno(handle))
    let isTold = code & 0xff == SQLITE_CANTOPEN && cause.code != 0
    self.init(
      code: code, message: isTold ? cause.message : String(cString: sqlite3_errmsg(handle)),
      sql: sql)
  }

  /// A signal asked to stop where SQLite itself did not notice.
  static let interrupted = SQLiteError(code: SQLITE_INTERRUPT, message: "interrupted")

  /// The file was removed or replaced before SQLite noticed.
  static let moved = SQLiteError(code: flagdb_readonly_moved, message: "the file was moved")

  /// The lock could not be let go, or the folder not be brought to the disk: what SQLite does when
  /// the journal is gone, and so when all is kept.
  var isAfterCommit: Bool {
    [flagdb_ioerr_unlock, flagdb_ioerr_read_lock, flagdb_ioerr_dir_fsync].contains(code)
  }
  /// A power failure could bring the journal back.
  var isOfFolder: Bool { code == flagdb_ioerr_dir_fsync }

  /// The code without its extension: `SQLITE_BUSY`, `SQLITE_CONSTRAINT`.
  var primaryCode: Int32 { code & 0xff }

  var isInterrupt: Bool { primaryCode == SQLITE_INTERRUPT }
  var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }
  var isReadOnly: Bool { primaryCode == SQLITE_READONLY }
  var isUniqueViolation: Bool {
    code == flagdb_constraint_unique || code == flagdb_constraint_primary_key
  }
  var isMissingValue: Bool { code == flagdb_constraint_not_null }
  var isCheckViolation: Bool { code == flagdb_constraint_check }
  /// A value of another type than the column's, for which no statement is undone.
  var isOfWrongType: Bool { code == flagdb_constraint_datatype }
  /// A calculation whose result cannot be stored; the message says why.
  var isFailedCalculation: Bool { code == flagdb_constraint_function }
  var isForeignKeyViolation: Bool {
    code == flagdb_constraint_foreign_key || code == flagdb_constraint_trigger
  }
  /// SQLite's own words, which triggers of ours use as well.
  var isBrokenReference: Bool { message == "FOREIGN KEY constraint failed" }
  package var isConstraintViolation: Bool { primaryCode == SQLITE_CONSTRAINT }
  var isCorruption: Bool { primaryCode == SQLITE_CORRUPT }
  var isNoDatabase: Bool { primaryCode == SQLITE_NOTADB }
  /// A full disk often shows only as a failed write.
  package var isFull: Bool {
    primaryCode == SQLITE_FULL || primaryCode == SQLITE_IOERR && !isUnreadable
  }
  package var isUnreadable: Bool {
    code == flagdb_ioerr_read || code == flagdb_ioerr_short_read || isUnopenable
  }
  var isUnopenable: Bool { primaryCode == SQLITE_CANTOPEN }
  /// A journal that was of use cannot be removed.
  var isUndeletable: Bool { code == flagdb_ioerr_delete }
  var isOutOfMemory: Bool { primaryCode == SQLITE_NOMEM }
  /// A statement has too many operators in a row, or too many brackets.
  var isTooDeep: Bool {
    primaryCode == SQLITE_ERROR
      && (message.hasPrefix("Expression tree is too large") || message == "parser stack overflow")
  }
  /// The sum of whole numbers left the 64 bits.
  var isOverflow: Bool { primaryCode == SQLITE_ERROR && message == "integer overflow" }
  /// The schema calls what no file's schema is trusted with.
  var isUntrusted: Bool { message.contains("unsafe use of ") }
  /// The file was removed or replaced since it was opened.
  package var isMoved: Bool { code == flagdb_readonly_moved }
  /// A column or an index of the file is in an order that SQLite does not have.
  var isUnknownCollation: Bool {
    primaryCode == SQLITE_ERROR && message.hasPrefix("no such collation sequence")
  }
  /// A statement names a table or column that the file does not have.
  var isUnknownName: Bool {
    primaryCode == SQLITE_ERROR
      && (message.hasPrefix("no such ") || message.contains(" has no column named "))
  }
  /// The schema of a file names what only the program that made it has, or nobody. SQLite puts the
  /// database before the name of a table that is looked for in a schema.
  var isOfAnotherProgram: Bool {
    let isName = isUnknownName && !message.contains("column")
    return isName
      && (!message.hasPrefix("no such table: ") || message.hasPrefix("no such table: main."))
  }
  /// A virtual table does not let its records be changed.
  var isOfReadOnlyTable: Bool {
    primaryCode == SQLITE_ERROR && message.contains(" may not be modified")
  }
  /// A foreign key refers to columns that are not unique.
  var isForeignKeyMismatch: Bool {
    primaryCode == SQLITE_ERROR && message.hasPrefix("foreign key mismatch")
  }
}
