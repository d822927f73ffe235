import FlagModel

/// Writes each value on its own line after the name of its column, and an empty line between
/// records: for records that are too wide for a table.
final class LineWriter: RecordWriter {
  /// `   code = ` for each column.
  private let labels: [String]
  private var cells: [CellText]
  private let style: OutputStyle
  private var isFirst = true

  init(_ columns: [OutputColumn], _ style: OutputStyle) {
    let names = columns.map { visible($0.name) }
    let width = names.map(displayWidth(of:)).max() ?? 0
    labels = names.map { name in
      var label = padded(name, to: width, .right)
      if style.usesColour { label = TextStyle.bold.applied(to: label) }
      return "\(label) = "
    }
    cells = columns.map { CellText($0, isRaw: style.isRaw) }
    self.style = style
  }

  func write(_ row: StoredRow, into bytes: inout [UInt8]) {
    if !isFirst, style.recordEnd == .newline { bytes.append(UInt8(ascii: "\n")) }
    isFirst = false
    for index in cells.indices {
      bytes += labels[index].utf8
      if case .null = row.cells[index] {
        bytes += style.shownNull.utf8
      } else {
        bytes += cells[index].visibleText(index, of: row).utf8
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    if style.recordEnd == .nul { bytes.append(0) }
  }
}

extension OutputStyle {
  /// The text for NULL in tables and lines: empty, unless the user gave one.
  var shownNull: String {
    let text = visible(nullText ?? "")
    if usesColour { return TextStyle.dim.applied(to: text) }
    return text
  }
}
