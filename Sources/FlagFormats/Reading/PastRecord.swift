/// A record that a reader has left behind, kept for when the database refuses it.
package struct PastRecord: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var file: String?
  private var line = 1
  /// The bytes before it in its line.
  private var indentation = 0

  package init() {}

  /// Takes the place of the one before, in its memory.
  package mutating func keep(_ reader: RecordReader) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: reader.record)
    file = reader.file
    line = reader.line
    indentation = reader.indentation
  }

  /// The mistake in the record's field of a column. To find its place, the record is read again.
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
    // The keys of JSON are numbered as they come.
    let name = reader.columns[column]
    return again.place(
      ofColumn: reader.isJSON ? again.columns.firstIndex(of: name) : column)
  }
}
