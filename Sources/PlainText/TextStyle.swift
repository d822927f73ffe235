/// The style of text on a terminal. It has no effect on uncoloured output.
package struct TextStyle: Hashable, Sendable {
  /// The parameters of the escape sequence, `1;31`.
  private let parameters: String

  package static let bold = TextStyle(parameters: "1")
  package static let dim = TextStyle(parameters: "2")
  package static let yellow = TextStyle(parameters: "33")
  package static let magenta = TextStyle(parameters: "35")
  package static let cyan = TextStyle(parameters: "36")

  /// The text with escape sequences that set and reset the style.
  package func applied(to text: String) -> String {
    text.isEmpty ? "" : "\u{1b}[\(parameters)m\(text)\u{1b}[0m"
  }
}
