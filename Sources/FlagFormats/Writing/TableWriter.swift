import FlagModel

/// Writes a table for people. The first records determine the widths; later ones are written
/// immediately, so memory stays constant. If the columns do not fit the terminal, each record is
/// written as lines.
final class TableWriter: RecordWriter {
  private enum Stage {
    case sampling([StoredRow])
    case table(TableLayout)
    case lines(LineWriter)
  }

  private let columns: [OutputColumn]
  private var cells: [CellText]
  /// The short texts for the flags of each column; nil for other columns.
  private let flagTexts: [FlagTexts?]
  private let style: OutputStyle
  private var stage = Stage.sampling([])
  private static let sampleCount = 500

  init(_ columns: [OutputColumn], _ style: OutputStyle) {
    self.columns = columns
    cells = columns.map { CellText($0, isRaw: style.isRaw) }
    self.style = style
    flagTexts = columns.map { column in
      if case .flags(let set)? = column.type { FlagTexts(set, style) } else { nil }
    }
  }

  func write(_ row: StoredRow, into bytes: inout [UInt8]) {
    switch stage {
    case .sampling(var rows):
      stage = .sampling([])  // so that the rows are not copied
      rows.append(row)
      stage = .sampling(rows)
      if rows.count == Self.sampleCount { layOut(rows, into: &bytes) }
    case .table(let layout):
      layout.appendRow(shown(row), to: &bytes)
    case .lines(let writer): writer.write(row, into: &bytes)
    }
  }

  func end(into bytes: inout [UInt8]) {
    if case .sampling(let rows) = stage { layOut(rows, into: &bytes) }
  }

  /// Determines the widths from the first records, and writes these.
  private func layOut(_ rows: [StoredRow], into bytes: inout [UInt8]) {
    let texts = rows.map { shown($0) }
    let names = columns.map { visible($0.name) }
    let alignments = columns.indices.map { alignment(of: $0, in: rows) }
    let contents = zip(columns, alignments).map {
      ColumnFit.Content($0, isRaw: style.isRaw, looksNumeric: $1 == .right)
    }
    guard
      let layout = TableLayout(
        names: names, contents: contents, alignments: alignments, sample: texts, style: style)
    else {
      let writer = LineWriter(columns, style)
      for row in rows { writer.write(row, into: &bytes) }
      stage = .lines(writer)
      return
    }
    if style.showsHeader { layout.appendHeader(names, to: &bytes) }
    for row in texts { layout.appendRow(row, to: &bytes) }
    stage = .table(layout)
  }

  /// The cells of a row; nil for NULL.
  private func shown(_ row: StoredRow) -> [TableCell?] {
    cells.indices.map { index in
      if row.cells[index] == .null { return nil }
      let text = cells[index].visibleText(index, of: row)
      guard !style.isRaw, case .flags(let set)? = columns[index].type,
        case .integer(let stored) = row.cells[index], let texts = flagTexts[index]
      else { return TableCell(text: text) }
      return TableCell(text: text, flags: (texts, set.mask(stored: stored)))
    }
  }

  /// Numbers are right-aligned. Without a known type, all values must be numbers.
  private func alignment(of index: Int, in rows: [StoredRow]) -> TextAlignment {
    if let isNumeric = cells[index].isNumeric { return isNumeric ? .right : .left }
    var hasNumbers = false
    for row in rows {
      switch row.cells[index] {
      case .integer, .real: hasNumbers = true
      case .text, .blob: return .left
      case .null: continue
      }
    }
    return hasNumbers ? .right : .left
  }
}
