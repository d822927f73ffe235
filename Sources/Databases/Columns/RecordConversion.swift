import Columns
package import FlagModel
package import Queries

/// Writes a record as bytes. Each thread makes one for itself, since it may cache texts.
package typealias RecordBytes = (_ row: StoredRow, _ bytes: inout [UInt8]) -> Void

/// Turns columns of a table into the records of a format.
struct RecordConversion: BatchConversion {
  private let condition: ColumnCondition?
  private let write: RecordBytes
  private var row = StoredRow()

  init(_ scan: RecordScan, _ write: @escaping RecordBytes) {
    condition = scan.condition
    self.write = write
    row.cells = Array(repeating: .null, count: scan.shown)
  }

  mutating func convert(
    _ batch: ColumnBatch, into records: inout ConvertedRecords
  ) throws(ColumnRefusal) {
    for index in try batch.rows(where: condition) {
      row.fill(from: batch, at: Int(index))
      write(row, &records.bytes)
      records.count += 1
    }
  }
}

extension StoredRow {
  /// Replaces the values of all cells by those of the first columns.
  fileprivate mutating func fill(from batch: ColumnBatch, at index: Int) {
    bytes.removeAll(keepingCapacity: true)
    for column in cells.indices {
      let word = batch.columns[column].words[index]
      switch batch.columns[column].kinds[index] {
      case ColumnBatch.Kind.integer: cells[column] = .integer(word)
      case ColumnBatch.Kind.real:
        cells[column] = .real(Double(bitPattern: UInt64(bitPattern: word)))
      case ColumnBatch.Kind.text: cells[column] = .text(append(batch.text(word)))
      case ColumnBatch.Kind.blob: cells[column] = .blob(append(batch.text(word)))
      default: cells[column] = .null
      }
    }
  }

  private mutating func append(_ text: UnsafeRawBufferPointer) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return start..<bytes.count
  }
}

extension Database {
  /// Passes the records of a query as bytes to the body, in their order. Large tables are read
  /// from pages on several threads, and others by SQL. Call it within `read`.
  /// - Parameter makeBytes: called on each thread.
  package func convert(
    _ query: Query, by makeBytes: @escaping @Sendable () -> RecordBytes,
    to body: (_ records: [UInt8], _ count: Int64) throws -> Void
  ) throws {
    var passed: Int64 = 0
    func pass(_ records: ConvertedRecords) throws {
      try body(records.bytes, records.count)
      passed += records.count
    }
    if case .success(let plan)? = try PagePlanner(self).recordPlan(of: query),
      case .records(let scan) = plan.answer
    {
      let isComplete = try translated {
        do {
          try plan.source.convert(
            sharing, by: { RecordConversion(scan, makeBytes()) }, to: pass)
          return true
        } catch is ColumnRefusal {
          return false
        }
      }
      if isComplete { return }
    }
    try convertBySQL(query, from: passed, makeBytes(), to: pass)
  }
}

extension Database {
  /// The number of bytes that are passed on at once.
  private static let convertedSize = 1 << 16

  /// - Parameter first: the number of records that were already passed.
  private func convertBySQL(
    _ query: Query, from first: Int64, _ write: RecordBytes,
    to body: (ConvertedRecords) throws -> Void
  ) throws {
    let rows = try rows(query)
    for _ in 0..<first where try !rows.next() { return }
    var records = ConvertedRecords()
    try rows.pass { row in
      write(row, &records.bytes)
      records.count += 1
      if records.bytes.count >= Self.convertedSize {
        try body(records)
        records = ConvertedRecords()
      }
    }
    try body(records)
  }
}
