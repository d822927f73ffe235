import FlagModel

/// The values of each record joined by tabs, without a header and without escapes: what `$(…)`,
/// `read` and, with NUL at the records' ends, `xargs -0` take.
struct NamesWriter: RecordWriter {
  private var cells: [CellText]
  private let style: OutputStyle

  init(_ columns: [OutputColumn], _ style: OutputStyle) {
    cells = columns.map { CellText($0, isRaw: style.isRaw) }
    self.style = style
  }

  mutating func begin(into bytes: inout [UInt8]) {}

  mutating func write(_ row: [Value], into bytes: inout [UInt8]) {
    for index in cells.indices {
      if index > 0 { bytes.append(UInt8(ascii: "\t")) }
      let start = bytes.count
      if row[index] == .null {
        bytes += (style.nullText ?? "").utf8
      } else {
        cells[index].append(row[index], to: &bytes)
      }
      if style.guardsTerminal { bytes.makeVisible(from: start) }
    }
    bytes.append(style.recordEnd.rawValue)
  }

  mutating func end(into bytes: inout [UInt8]) {}
}
