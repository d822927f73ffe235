package import PlainText

/// The reason why a value was refused, in lower case: the expected and the found value. It does not
/// contain a place; the caller adds the file, the line or the attribute.
package struct ValueError: Error, Hashable, Sendable {
  package let message: String
  /// The repair, if there is one.
  package let hint: Hint?

  package init(_ message: String, hint: Hint? = nil) {
    self.message = message
    self.hint = hint
  }

  static func expected(_ what: String, found text: some StringProtocol, hint: Hint? = nil)
    -> ValueError
  {
    ValueError("expected \(what), found \(quoted(text))", hint: hint)
  }

  /// A text in single quotes for errors: shortened if long, and with escaped control characters.
  package static func quoted(_ text: some StringProtocol) -> String {
    if text.isEmpty { return "an empty text" }
    let limit = 60
    let shown = text.unicodeScalars.prefix(limit)
    let isCut = shown.endIndex != text.unicodeScalars.endIndex
    let end = if isCut { "…'" } else { "'" }
    return "'" + shown.map(escaped).joined() + end
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      scalar.escaped(asASCII: true)
    default: String(scalar)
    }
  }
}
