import FlagFormats
import FlagModel
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
    let isJSON = format == .json || format == .ndjson
    if !isFirst, !isJSON { try sink.append { $0.append(style.recordEnd.rawValue) } }
    isFirst = false
    let writer = makeWriter(
      format: format, columns: isJSON ? unique(columns) : columns, style: style)
    try sink.append { writer.begin(into: &$0) }
    try body { [self] row in
      rows += 1
      try sink.append { writer.write(row, into: &$0) }
    }
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
