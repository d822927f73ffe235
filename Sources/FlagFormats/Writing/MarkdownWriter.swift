import FlagModel

/// Writes a table in GitHub's Markdown. Characters that would end a cell or mean markup are
/// escaped, and a line break becomes `<br>`.
final class MarkdownWriter: RecordWriter {
  private let columns: [OutputColumn]
  private var cells: [CellText]
  private let style: OutputStyle

  init(_ columns: [OutputColumn], _ style: OutputStyle) {
    self.columns = columns
    cells = columns.map { CellText($0, isRaw: style.isRaw) }
    self.style = style
  }

  /// Always writes the header, because Markdown requires one.
  func begin(into bytes: inout [UInt8]) {
    appendRow(columns.map { escaped($0.name) }, to: &bytes)
    appendRow(cells.map { $0.isNumeric == true ? "---:" : "---" }, to: &bytes)
  }

  func write(_ row: StoredRow, into bytes: inout [UInt8]) {
    let texts = cells.indices.map { index in
      if case .null = row.cells[index] { return escaped(style.nullText ?? "") }
      return escaped(cells[index].text(index, of: row))
    }
    appendRow(texts, to: &bytes)
  }

  private func appendRow(_ texts: [String], to bytes: inout [UInt8]) {
    bytes += "|".utf8
    for text in texts { bytes += " \(text) |".utf8 }
    bytes.append(style.recordEnd.rawValue)
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "|", "*", "`", "[": result += "\\\(scalar)"
      case "<": result += "&lt;"
      case "&": result += "&amp;"
      case "\n": result += "<br>"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return visible(result)
  }
}
