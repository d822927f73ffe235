import FlagFormats
import FlagModel
import QueryPlanning
import Terminal

/// Writes results to one output in one format.
final class RecordOutput {
  let sink: Output
  private let format: OutputFormat
  private let style: OutputStyle
  private var isFirst = true
  private let session: Session
  private let tellsRows: Bool
  private var rows: Int64 = 0

  /// - Parameter tellsRows: true to report the number of rows to the session.
  init(
    _ output: Output, format: OutputFormat, style: OutputStyle, of session: Session,
    tellsRows: Bool
  ) {
    sink = output
    self.tellsRows = tellsRows
    self.session = session
    self.format = format
    self.style = style
    output.willPassOn = { session.act() }
  }

  /// Writes a result. Results are separated by an empty line, except in JSON.
  func write(
    _ columns: [OutputColumn],
    _ body: (_ write: @escaping (StoredRow) throws -> Void) throws -> Void
  ) throws {
    try frame(columns) { writer, _ in
      try body { [self] row in
        rows += 1
        try sink.append { writer.write(row, into: &$0) }
      }
    }
  }

  /// Writes a result of which several threads write the records.
  /// - Parameter body: passes all records, written by parts, to its second argument.
  func writeParts(
    _ columns: [OutputColumn],
    _ body: (
      _ makePart: @escaping @Sendable () -> RecordBytes,
      _ pass: (_ records: [UInt8], _ count: Int64) throws -> Void
    ) throws -> Void
  ) throws {
    let (format, style) = (format, style)
    try frame(columns) { writer, columns in
      let makePart: @Sendable () -> RecordBytes = {
        makeWriter(format: format, columns: columns, style: style, isPart: true).write
      }
      try body(makePart) { [self] records, count in
        rows += count
        try sink.append { writer.append(part: records, to: &$0) }
      }
    }
  }

  /// Writes the beginning and the end of a result, and its records between them.
  private func frame(
    _ columns: [OutputColumn],
    _ body: (_ writer: any RecordWriter, _ columns: [OutputColumn]) throws -> Void
  ) throws {
    let isJSON = format == .json || format == .ndjson
    if !isFirst, !isJSON { try sink.append { $0.append(style.recordEnd.rawValue) } }
    isFirst = false
    let columns = isJSON ? unique(columns) : columns
    let writer = makeWriter(format: format, columns: columns, style: style)
    try sink.append { writer.begin(into: &$0) }
    try body(writer, columns)
    try sink.append { writer.end(into: &$0) }
  }

  func finish() throws {
    try sink.finish()
    if tellsRows { session.noteRows(rows) }
  }

  /// Makes column names unique by numbers, as SQLite does. JSON readers would drop duplicates.
  private func unique(_ columns: [OutputColumn]) -> [OutputColumn] {
    var taken: Set<[UInt8]> = []
    var counts: [[UInt8]: Int] = [:]
    return columns.map { column in
      var name = column.name
      while !taken.insert(Array(name.utf8)).inserted {
        counts[Array(column.name.utf8), default: 0] += 1
        name = "\(column.name):\(counts[Array(column.name.utf8), default: 0])"
      }
      return OutputColumn(name: name, type: column.type)
    }
  }
}
