internal import CSQLite
import Engines
import FlagModel

extension Connection {
  /// Runs the body while every statement is prepared only as far as the guard allows.
  func guarded<Result>(by guardian: SQLGuard, _ body: () throws -> Result) rethrows -> Result {
    let context = Unmanaged.passUnretained(guardian).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, _, within in
        guard let context else { return SQLITE_DENY }
        let guardian = Unmanaged<SQLGuard>.fromOpaque(context).takeUnretainedValue()
        let isAllowed = guardian.allows(action, first, second, isWithin: within != nil)
        return isAllowed ? SQLITE_OK : SQLITE_DENY
      }, context)
    defer { sqlite3_set_authorizer(handle, nil, nil) }
    return try withExtendedLifetime(guardian, body)
  }

  /// Prepares the first statement of a text that ends in NUL; none where only blanks and comments
  /// are left. Answers also with the number of bytes that it took.
  func prepareFirst(
    of text: UnsafeBufferPointer<CChar>
  ) throws(EngineError) -> (statement: Statement?, length: Int) {
    var prepared: OpaquePointer?
    var rest: UnsafePointer<CChar>?
    // With the NUL counted SQLite reads the text where it is, however long the rest of it.
    let count = Int32(truncatingIfNeeded: text.count)
    guard sqlite3_prepare_v3(handle, text.baseAddress, count, 0, &prepared, &rest) == SQLITE_OK
    else {
      var error = failure()
      let offset = sqlite3_error_offset(handle)
      if offset >= 0 { error.offset = Int(offset) }
      throw error
    }
    let length = rest.flatMap { rest in text.baseAddress.map { rest - $0 } } ?? text.count
    return (prepared.map { Statement($0, of: self) }, length)
  }

  /// The number of rows that all statements have changed until now.
  var totalChanges: Int64 { sqlite3_total_changes64(handle) }
}

extension Statement {
  /// True if it leaves the file as it is. A statement behind EXPLAIN is not run.
  var onlyReads: Bool { sqlite3_stmt_readonly(handle) != 0 || sqlite3_stmt_isexplain(handle) != 0 }

  /// The parameters as they are written, in the order of their numbers; `?` has no name.
  var parameters: [String?] {
    (0..<sqlite3_bind_parameter_count(handle)).map { index in
      sqlite3_bind_parameter_name(handle, index + 1).map { String(cString: $0) }
    }
  }

  /// The table and column that a column of the answer is, unchanged.
  func origin(at index: Int) -> (table: Name, column: Name)? {
    guard let table = flagdb_column_table(handle, Int32(index)),
      let column = flagdb_column_origin(handle, Int32(index))
    else { return nil }
    return (Name(String(cString: table)), Name(String(cString: column)))
  }
}
