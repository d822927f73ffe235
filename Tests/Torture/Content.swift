import CSQLite

/// The content of a database, as plain SQLite reads it: the same for the same tables, records and
/// journal mode, however they lie in the file.
enum Content: Hashable {
  case sound(UInt64)
  case damaged(String)

  /// Reads a file, which a journal or log beside it brings to order first.
  init(of path: String) {
    var handle: OpaquePointer?
    // A name that begins with a slash is no URI.
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
    defer { sqlite3_close_v2(handle) }
    guard code == SQLITE_OK, let handle else {
      self = .damaged("it cannot be opened")
      return
    }
    var reader = ContentReader(handle)
    self = reader.read()
  }

  var isSound: Bool { if case .sound = self { true } else { false } }
}

private struct ContentReader {
  private let handle: OpaquePointer
  /// FNV-1a over all that was read.
  private var sum: UInt64 = 0xCBF2_9CE4_8422_2325
  private var trouble: String?

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  mutating func read() -> Content {
    let complaints = texts("PRAGMA integrity_check").filter { $0 != "ok" }
    if let complaint = complaints.first { return .damaged(complaint) }
    if let key = texts("PRAGMA foreign_key_check").first {
      return .damaged("no record for a key of \(key)")
    }
    add("PRAGMA journal_mode")
    add("PRAGMA application_id")
    add("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
    for table in texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
      let name = table.split(separator: "\"", omittingEmptySubsequences: false).joined(
        separator: "\"\"")
      add("SELECT * FROM \"\(name)\" ORDER BY rowid")
    }
    if let trouble { return .damaged(trouble) }
    return .sound(sum)
  }

  /// The first column.
  private mutating func texts(_ sql: String) -> [String] {
    var texts: [String] = []
    each(sql) { row in
      texts.append(sqlite3_column_text(row, 0).map { String(cString: $0) } ?? "")
    }
    return texts
  }

  private mutating func add(_ sql: String) {
    var sum = sum
    func mix(_ byte: UInt8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    each(sql) { row in
      for column in 0..<sqlite3_column_count(row) {
        mix(UInt8(truncatingIfNeeded: sqlite3_column_type(row, column)))
        let bytes = sqlite3_column_blob(row, column)
        let count = Int(sqlite3_column_bytes(row, column))
        UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count).forEach(mix)
        mix(0xFF)
      }
      mix(0xFE)
    }
    self.sum = sum
  }

  private mutating func each(_ sql: String, _ body: (OpaquePointer) -> Void) {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      return complain()
    }
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      body(statement)
      code = sqlite3_step(statement)
    }
    if code != SQLITE_DONE { complain() }
  }

  private mutating func complain() {
    if trouble == nil { trouble = String(cString: sqlite3_errmsg(handle)) }
  }
}
