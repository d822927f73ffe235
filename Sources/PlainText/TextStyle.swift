/// How a stretch of text looks on a terminal: a small value that is applied where colour is wanted
/// and passed over where not.
public struct TextStyle: Hashable, Sendable {
  /// The parameters of the escape sequence, `1;31`.
  private let parameters: String

  public static let bold = TextStyle(parameters: "1")
  public static let dim = TextStyle(parameters: "2")
  public static let underlined = TextStyle(parameters: "4")
  public static let red = TextStyle(parameters: "31")
  public static let green = TextStyle(parameters: "32")
  public static let yellow = TextStyle(parameters: "33")
  public static let blue = TextStyle(parameters: "34")
  public static let magenta = TextStyle(parameters: "35")
  public static let cyan = TextStyle(parameters: "36")

  /// Both at once: `.bold + .red`.
  public static func + (a: TextStyle, b: TextStyle) -> TextStyle {
    TextStyle(parameters: a.parameters + ";" + b.parameters)
  }

  /// The text in this style, and after it as before.
  public func applied(to text: String) -> String {
    text.isEmpty ? "" : "\u{1b}[\(parameters)m\(text)\u{1b}[0m"
  }
}
