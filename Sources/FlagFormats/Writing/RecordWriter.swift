package import FlagModel

/// Writes records in one format. It appends bytes to a buffer, which the caller may empty at any
/// time, because appended bytes are final.
package protocol RecordWriter: AnyObject {
  func begin(into bytes: inout [UInt8])
  /// Writes a row, which has a cell for each column.
  func write(_ row: StoredRow, into bytes: inout [UInt8])
  func end(into bytes: inout [UInt8])
  /// Appends records that a part of the writer has written. The parts come in the order of the records.
  func append(part records: [UInt8], to bytes: inout [UInt8])
}

extension RecordWriter {
  package func begin(into bytes: inout [UInt8]) {}
  package func end(into bytes: inout [UInt8]) {}

  package func append(part records: [UInt8], to bytes: inout [UInt8]) { bytes += records }
}

extension OutputFormat {
  /// True if parts of the writer can write the records, because no record depends on another one.
  package var hasParts: Bool {
    switch self {
    case .csv, .tsv, .json, .ndjson: true
    case .table, .line, .markdown, .names: false
    }
  }
}

/// - Parameter isPart: true for a writer of some records between others.
package func makeWriter(
  format: OutputFormat, columns: [OutputColumn], style: OutputStyle = OutputStyle(),
  isPart: Bool = false
) -> any RecordWriter {
  switch format {
  case .table: TableWriter(columns, style)
  case .csv: DelimitedWriter(columns, style, .csv)
  case .tsv: DelimitedWriter(columns, style, .tsv)
  case .json: JSONWriter(columns, style, isLines: false, isPart: isPart)
  case .ndjson: JSONWriter(columns, style, isLines: true)
  case .line: LineWriter(columns, style)
  case .markdown: MarkdownWriter(columns, style)
  case .names: NamesWriter(columns, style)
  }
}
