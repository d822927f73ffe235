import PlainText

/// Collects the lines of a plot.
struct TextLines {
  let style: TextPlotStyle
  private(set) var text = ""

  init(_ style: TextPlotStyle) { self.style = style }

  /// Adds a line, without trailing spaces.
  mutating func add(_ pieces: [TextPiece], indent: Int = 2) {
    var spaces = indent
    for piece in pieces {
      let missing = max(0, piece.width - displayWidth(of: piece.text))
      if piece.alignment == .right { spaces += missing }
      if !piece.text.isEmpty {
        text += String(repeating: " ", count: spaces) + style.styled(piece.text, piece.style)
        spaces = 0
      }
      if piece.alignment == .left { spaces += missing }
      spaces += piece.gap
    }
    text += "\n"
  }

  /// Adds running text, wrapped at the width.
  mutating func addProse(_ prose: String, _ textStyle: TextStyle? = nil, indent: Int = 2) {
    for line in wrapped(prose, to: style.width - indent) {
      add([TextPiece(text: line, style: textStyle)], indent: indent)
    }
  }

  mutating func addBlank() { text += "\n" }
}

/// A text in a column of a line.
struct TextPiece {
  var text: String
  var width = 0
  var alignment = TextAlignment.left
  var style: TextStyle?
  /// The spaces after it.
  var gap = 2

  static func right(_ text: String, _ width: Int, _ style: TextStyle? = nil) -> TextPiece {
    TextPiece(text: text, width: width, alignment: .right, style: style)
  }
}
