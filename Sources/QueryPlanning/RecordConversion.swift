package import Columns
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
    let rows = try batch.rows(where: condition)
    if rows.isEmpty { return }
    // One copy for the batch takes less time than one for each text.
    row.bytes.removeAll(keepingCapacity: true)
    row.bytes.append(contentsOf: batch.bytes)
    let columns = batch.columns
    for index in rows {
      row.fill(from: columns, at: Int(index))
      write(row, &records.bytes)
      records.count += 1
    }
  }
}

extension StoredRow {
  /// Replaces the values of all cells by those of the first columns. The texts are in the bytes already.
  fileprivate mutating func fill(from columns: ColumnBatch.Columns, at index: Int) {
    for column in cells.indices {
      let word = columns[column].words[index]
      switch columns[column].kinds[index] {
      case .null: cells[column] = .null
      case .integer: cells[column] = .integer(word)
      case .real: cells[column] = .real(Double(bitPattern: UInt64(bitPattern: word)))
      case .text: cells[column] = .text(place(of: word))
      case .blob: cells[column] = .blob(place(of: word))
      }
    }
  }

  private func place(of word: Int64) -> Range<Int> {
    let place = ColumnBatch.place(of: word)
    return place.clamped(to: 0..<bytes.count)
  }
}

extension PagePlanner {
  /// Passes the records of a query as bytes to the body, in their order, from pages that several
  /// threads read. Returns false if SQL must read the records, or the rest of them.
  /// - Parameter makeBytes: called on each thread.
  package func convert(
    _ query: Query, by makeBytes: @escaping @Sendable () -> RecordBytes,
    to body: (ConvertedRecords) throws -> Void
  ) throws -> Bool {
    guard case .success(let plan)? = try recordPlan(of: query),
      case .records(let scan) = plan.answer
    else { return false }
    do {
      try plan.source.convert(sharing, by: { RecordConversion(scan, makeBytes()) }, to: body)
      return true
    } catch is ColumnRefusal {
      return false
    }
  }
}
