import CSQLite
import Columns
import Foundation
import SQLitePages
import TestSupport
import Testing

/// A database that statements of a test make, and that SQLite and the reader of pages both read.
final class Written {
  private let scratch = ScratchFolder()
  private var handle: OpaquePointer?
  private var path: String { scratch / "pages.db" }

  /// - Parameter reserved: the bytes at the end of each page that b-trees leave free.
  init(_ sql: String..., pageSize: Int = 4096, reserved: Int32 = 0) throws {
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    var bytes = reserved
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes)
    try run("PRAGMA page_size = \(pageSize)")
    for statement in sql { try run(statement) }
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  func run(_ sql: String) throws {
    if sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK {
      throw Refusal(words: String(cString: sqlite3_errmsg(handle)) + ": " + sql)
    }
  }

  struct Refusal: Error {
    let words: String
  }

  var bytes: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
  }

  var file: PageFile {
    get throws { try PageFile(MemoryPages(bytes)) }
  }

  /// The rows of a query as SQLite reads them.
  func rows(_ sql: String) throws -> [[ColumnValue]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Refusal(words: String(cString: sqlite3_errmsg(handle)) + ": " + sql)
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[ColumnValue]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) })
    }
    return rows
  }

  private static func value(_ statement: OpaquePointer?, _ index: Int32) -> ColumnValue {
    let bytes = {
      let start = sqlite3_column_blob(statement, index)
      return [UInt8](
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    }
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT: return .text(bytes())
    case SQLITE_BLOB: return .blob(bytes())
    default: return .null
    }
  }

  func root(of name: String) throws -> UInt32 {
    guard
      case .integer(let root)? =
        try rows("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'").first?.first
    else { return 0 }
    return UInt32(root)
  }

  /// The rows of a table as its pages have them.
  func scan(
    _ table: String, _ columns: [StoredColumn], hasRowNumbers: Bool = true
  ) throws -> [[ColumnValue]] {
    try Self.scan(file, root(of: table), columns, hasRowNumbers: hasRowNumbers)
  }

  static func scan(
    _ file: PageFile, _ root: UInt32, _ columns: [StoredColumn], hasRowNumbers: Bool = true
  ) throws -> [[ColumnValue]] {
    var rows: [[ColumnValue]] = []
    let scan = TableScan(file, root: root, columns: columns, hasRowNumbers: hasRowNumbers)
    try scan.pass { batch in
      for row in 0..<batch.count { rows.append(batch.values(at: row)) }
    }
    return rows
  }

  func counts(
    _ index: String, where wants: ((Int64?, Int64?) -> Bool)? = nil
  ) throws -> ColumnCounts {
    var counts = ColumnCounts()
    try IndexCount.count(root(of: index), in: file, where: wants, into: &counts) {}
    return counts
  }
}

/// A file in memory, as somebody changed it.
struct MemoryPages: PageBytes {
  let all: [UInt8]

  init(_ all: [UInt8]) { self.all = all }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard offset >= 0, Int(offset) + buffer.count <= all.count else { return false }
    buffer.copyBytes(from: all[Int(offset)..<Int(offset) + buffer.count])
    return true
  }

  var size: Int64 { Int64(all.count) }
}
