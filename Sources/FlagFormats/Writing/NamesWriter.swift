import FlagModel

/// Writes the values of each record separated by tabs, without a header and without escapes: for
/// `$(…)`, `read` and, with NUL as the record end, `xargs -0`.
final class NamesWriter: RecordWriter {
  private var cells: [CellText]
  private let style: OutputStyle
  private var line = LineBytes()

  init(_ columns: [OutputColumn], _ style: OutputStyle) {
    cells = columns.map { CellText($0, isRaw: style.isRaw) }
    self.style = style
  }

  func write(_ row: StoredRow, into bytes: inout [UInt8]) {
    line.cut(to: 0)
    for index in cells.indices {
      if index > 0 { line.append(UInt8(ascii: "\t")) }
      let start = line.count
      if case .null = row.cells[index] {
        line.append(text: style.nullText ?? "")
      } else {
        cells[index].append(index, of: row, to: &line) { $0.mend(from: $1) }
      }
      if style.guardsTerminal { line.makeVisible(from: start) }
    }
    line.append(style.recordEnd.rawValue)
    bytes.append(contentsOf: line.bytes)
  }
}
