import PlainText

/// The capabilities of the output device for text plots.
package struct TextPlotStyle: Hashable, Sendable {
  /// The number of columns.
  package let width: Int
  /// True if lines are truncated at the width, as on a terminal. Elsewhere names at the end of a
  /// line are complete, for searching.
  package let cutsLines: Bool
  package let usesColour: Bool
  /// True if Unicode dots, lines and blocks can be used.
  package let usesUnicode: Bool

  package init(width: Int = 80, cutsLines: Bool, usesColour: Bool, usesUnicode: Bool) {
    self.width = max(20, width)
    self.cutsLines = cutsLines
    self.usesColour = usesColour
    self.usesUnicode = usesUnicode
  }

  var ellipsis: String { usesUnicode ? "…" : "..." }
  var dot: String { usesUnicode ? "●" : "o" }
  var noDot: String { usesUnicode ? "·" : "." }
  var horizontal: String { usesUnicode ? "─" : "-" }
  var vertical: String { usesUnicode ? "│" : "|" }
  var corner: String { usesUnicode ? "└" : "`" }

  /// Two characters for a shade from 0 to 4.
  func shade(_ level: Int) -> String {
    let shades =
      if usesUnicode { ["  ", "░░", "▒▒", "▓▓", "██"] } else { ["  ", "..", "::", "++", "##"] }
    return shades[max(0, min(4, level))]
  }

  func styled(_ text: String, _ style: TextStyle?) -> String {
    guard usesColour, let style else { return text }
    return style.applied(to: text)
  }

  /// A bar in eighths of a column, where the full length represents `whole`. A positive value is
  /// always visible.
  func bar(_ part: Int64, of whole: Int64, width: Int) -> String {
    guard whole > 0, part > 0, width > 0 else { return "" }
    let share = min(1, Double(part) / Double(whole))
    if !usesUnicode {
      return String(repeating: "#", count: max(1, Int((share * Double(width)).rounded())))
    }
    let eighths = max(1, Int((share * Double(8 * width)).rounded()))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + partial
  }
}
