import PlainText

/// Collects the elements of a picture from top to bottom. They are text, shapes and a style sheet,
/// without scripts, fonts or external resources.
struct SVGCanvas {
  private(set) var body = ""
  /// The height drawn up to now.
  var y = 0.0
  private(set) var width: Double

  /// The left and right margin.
  static let margin = 32.0
  static let usualWidth = 960.0

  init() { width = Self.usualWidth }

  /// Widens the picture to include an x coordinate.
  private mutating func reach(_ x: Double) { width = max(width, x + Self.margin) }

  // MARK: Elements

  enum Anchor: String {
    case start
    case middle
    case end
  }

  /// Draws text. A slanted text rises by half of its width.
  mutating func text(
    _ text: String, x: Double, y: Double, _ style: String = "", anchor: Anchor = .start,
    isSlanted: Bool = false
  ) {
    let width = Self.textWidth(text, Self.font(of: style))
    switch anchor {
    case .start where isSlanted: reach(x + width * 0.87)
    case .start: reach(x + width)
    case .middle: reach(x + width / 2)
    case .end: break
    }
    var attributes = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
    if !style.isEmpty { attributes += " class=\"\(style)\"" }
    if anchor != .start { attributes += " text-anchor=\"\(anchor.rawValue)\"" }
    if isSlanted {
      attributes += " transform=\"rotate(-30 \(Self.number(x)) \(Self.number(y)))\""
    }
    body += "<text \(attributes)>\(Self.escaped(text))</text>\n"
  }

  /// Draws texts of different styles after each other, whatever their widths are.
  mutating func texts(_ texts: [(text: String, style: String, gap: Double)], x: Double, y: Double) {
    body += "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">"
    var gap = 0.0
    var end = x
    for part in texts {
      end += gap + Self.textWidth(part.text, Self.font(of: part.style))
      body += "<tspan class=\"\(part.style)\""
      if gap > 0 { body += " dx=\"\(Self.number(gap))\"" }
      body += ">\(Self.escaped(part.text))</tspan>"
      gap = part.gap
    }
    body += "</text>\n"
    reach(end)
  }

  /// Draws a rectangle. The title is its tooltip.
  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, _ style: String, radius: Double = 0,
    title: String? = nil
  ) {
    reach(x + width)
    var attributes = """
      x="\(Self.number(x))" y="\(Self.number(y))" width="\(Self.number(max(0, width)))" \
      height="\(Self.number(max(0, height)))" class="\(style)"
      """
    if radius > 0 { attributes += " rx=\"\(Self.number(radius))\"" }
    close("rect", attributes, title)
  }

  mutating func circle(x: Double, y: Double, radius: Double, _ style: String) {
    close(
      "circle",
      "cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" class=\"\(style)\"",
      nil)
  }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ style: String) {
    close(
      "line",
      """
      x1="\(Self.number(x1))" y1="\(Self.number(y1))" x2="\(Self.number(x2))" \
      y2="\(Self.number(y2))" class="\(style)"
      """, nil)
  }

  private mutating func close(_ name: String, _ attributes: String, _ title: String?) {
    if let title {
      body += "<\(name) \(attributes)><title>\(Self.escaped(title))</title></\(name)>\n"
    } else {
      body += "<\(name) \(attributes)/>\n"
    }
  }

  // MARK: Text

  /// Adds running text below the drawing.
  mutating func prose(_ text: String, _ style: String) {
    for line in Self.lines(of: text, width: Self.usualWidth - 2 * Self.margin) {
      y += 18
      self.text(line, x: Self.margin, y: y, style)
    }
  }

  /// Escapes text for XML, which cannot represent control characters.
  static func escaped(_ text: String) -> String {
    visible(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The length of a bar. A small count is still visible.
  static func barLength(_ count: Int64, of longest: Double, in room: Double) -> Double {
    if count == 0 { return 0 }
    return max(1.5, room * Double(count) / longest)
  }

  /// A coordinate rounded to a tenth.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    if rest == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest)"
  }
}
