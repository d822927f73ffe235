/// A copy of an earlier record, for an error of the database.
package struct PastRecord: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var file: String?
  private var line = 1
  /// The bytes before it on its line.
  private var indentation = 0

  package init() {}

  /// Replaces the copy by the current record, in the same memory.
  package mutating func keep(_ reader: RecordReader) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: reader.record)
    file = reader.file
    line = reader.line
    indentation = reader.indentation
  }

  /// The error for a column's field. The record is scanned again to find the place.
  func error(
    _ problem: InputProblem, inColumn column: Int?, of reader: RecordReader
  ) -> InputError {
    let place = place(ofColumn: column, of: reader)
    return InputError(
      problem: problem, file: file, line: line + place.line - 1,
      column: place.column + (place.line == 1 ? indentation : 0))
  }

  private func place(ofColumn column: Int?, of reader: RecordReader) -> (line: Int, column: Int) {
    var style = reader.style
    style.format = reader.isJSON ? .ndjson : reader.format
    style.columnNames = reader.columns
    style.chunk = bytes.count + 1
    guard let column, let again = try? RecordReader(MemorySource(bytes), named: nil, style),
      (try? again.next()) == true
    else { return (1, 1) }
    // JSON columns are numbered in the order of their arrival.
    let name = reader.columns[column]
    return again.place(ofColumn: reader.isJSON ? again.columns.firstIndex(of: name) : column)
  }
}
