internal import CSQLite
import Engines
import FlagModel

extension SQLiteConnection {
  func noteReads(in notes: ReadNotes?) {
    readNotes = notes
    guard let notes else {
      sqlite3_set_authorizer(handle, nil, nil)
      return
    }
    sqlite3_set_authorizer(
      handle,
      { notes, action, table, _, _, _ in
        if action == SQLITE_READ, let notes, let table {
          Unmanaged<ReadNotes>.fromOpaque(notes).takeUnretainedValue().note(table)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(notes).toOpaque())
  }

  func guarded<Result>(
    by rights: SQLRights, _ body: (any SQLGuard) throws -> Result
  ) rethrows -> Result {
    let guardian = SQLiteGuard(rights, notes: readNotes)
    let context = Unmanaged.passUnretained(guardian).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, _, within in
        guard let context else { return SQLITE_DENY }
        let guardian = Unmanaged<SQLiteGuard>.fromOpaque(context).takeUnretainedValue()
        let isAllowed = guardian.allows(action, first, second, isWithin: within != nil)
        if isAllowed { return SQLITE_OK }
        return SQLITE_DENY
      }, context)
    defer { noteReads(in: readNotes) }
    return try withExtendedLifetime(guardian) {
      try forbiddingLongValues { try body(guardian) }
    }
  }

  func prepareFirst(
    of text: UnsafeBufferPointer<CChar>
  ) throws(EngineError) -> (statement: (any Statement)?, length: Int) {
    var prepared: OpaquePointer?
    var rest: UnsafePointer<CChar>?
    // If the count includes the NUL, SQLite does not copy the text.
    let count = Int32(truncatingIfNeeded: text.count)
    guard sqlite3_prepare_v3(handle, text.baseAddress, count, 0, &prepared, &rest) == SQLITE_OK
    else {
      var error = failure()
      let offset = sqlite3_error_offset(handle)
      if offset >= 0 { error.offset = Int(offset) }
      throw error
    }
    let length = rest.flatMap { rest in text.baseAddress.map { rest - $0 } } ?? text.count
    return (prepared.map { SQLiteStatement($0, of: self) }, length)
  }

  func isOneStatement(_ sql: String) -> Bool {
    let bytes = Array(sql.utf8)
    return bytes.indices.allSatisfy { index in
      guard bytes[index] == UInt8(ascii: ";") else { return true }
      let isEnd = sqlite3_complete(String(decoding: bytes[...index], as: UTF8.self)) != 0
      return !isEnd || bytes[(index + 1)...].allSatisfy { $0 <= UInt8(ascii: " ") }
    }
  }
}

extension SQLiteStatement {
  var onlyReads: Bool { sqlite3_stmt_readonly(handle) != 0 || sqlite3_stmt_isexplain(handle) != 0 }

  var parameters: [String?] {
    (0..<sqlite3_bind_parameter_count(handle)).map { index in
      sqlite3_bind_parameter_name(handle, index + 1).map { String(cString: $0) }
    }
  }

  func origin(at index: Int) -> (table: Name, column: Name)? {
    guard let table = flagdb_column_table(handle, Int32(index)),
      let column = flagdb_column_origin(handle, Int32(index))
    else { return nil }
    return (Name(String(cString: table)), Name(String(cString: column)))
  }
}
