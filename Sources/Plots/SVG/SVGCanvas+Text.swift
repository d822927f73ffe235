import PlainText

// Estimates of text widths. The font of the viewer is unknown, so these are the widths in the
// widest fallback fonts of browsers.

extension SVGCanvas {
  /// A class of the style sheet that changes the font.
  struct Font {
    let style: String
    let size: Double
    let weight: Int
  }

  static let usualFont = Font(style: "", size: 13, weight: 400)
  static let smallFont = Font(style: "small", size: 11, weight: 400)
  static let fonts = [
    smallFont, Font(style: "fact", size: 13, weight: 600),
    Font(style: "heading", size: 17, weight: 600), Font(style: "page", size: 24, weight: 700),
  ]

  /// The font of an element with these classes.
  static func font(of style: String) -> Font {
    fonts.first { style.split(separator: " ").contains($0.style[...]) } ?? usualFont
  }

  /// The greatest possible width of a text.
  static func textWidth(_ text: String, _ font: Font = usualFont) -> Double {
    let hundredths = visible(text).reduce(0) { $0 + advance(of: $1) }
    let width = Double(hundredths) / 100 * font.size
    return font.weight > 400 ? width * 1.12 : width
  }

  static func widest(_ texts: [String], _ font: Font = usualFont) -> Double {
    texts.map { textWidth($0, font) }.max() ?? 0
  }

  /// The room for a name, enough for about 40 letters.
  static let longestLabel = 330.0

  /// A text truncated to a width.
  static func fitted(_ text: String, to width: Double, _ font: Font = usualFont) -> String {
    let text = visible(text)
    if textWidth(text, font) <= width { return text }
    return beginning(of: text, width - textWidth("…", font), font) + "…"
  }

  private static func beginning(of text: String, _ width: Double, _ font: Font) -> String {
    var beginning = text
    while !beginning.isEmpty, textWidth(beginning, font) > width { beginning.removeLast() }
    return beginning
  }

  /// Running text wrapped at a width. A wider word is split.
  static func lines(of text: String, width: Double) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in visible(text).split(separator: " ") {
      let longer = line.isEmpty ? "\(word)" : "\(line) \(word)"
      if textWidth(longer) <= width {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = String(word)
      while textWidth(line) > width {
        lines.append(beginning(of: line, width, usualFont))
        line.removeFirst(lines[lines.count - 1].count)
      }
    }
    return lines + [line]
  }

  /// The width of a character in hundredths of the font size.
  private static func advance(of character: Character) -> Int {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
      return Int(advances[Int(ascii) - 0x20])
    }
    if character == "…" { return 100 }
    // Nine of ten Latin, Greek and Cyrillic letters are narrower, and emoji are this wide.
    return [0, 82, 125][min(2, displayWidth(of: String(character)))]
  }

  /// The greater width in DejaVu Sans and Verdana, for each character from the space to the tilde.
  private static let advances: [UInt8] = [
    36, 41, 46, 84, 64, 108, 78, 28, 46, 46, 64, 84, 37, 46, 37, 46, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 46, 46, 84, 84, 84, 55, 100, 69, 69, 70, 78, 64, 58, 78, 76, 43, 46, 70, 56, 87, 75, 79,
    61, 79, 70, 69, 62, 74, 69, 99, 69, 62, 69, 46, 46, 46, 84, 64, 64, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 35, 60, 28, 98, 64, 62, 64, 64, 43, 53, 40, 64, 60, 82, 60, 60, 53, 64, 46, 64, 84,
  ]
}
