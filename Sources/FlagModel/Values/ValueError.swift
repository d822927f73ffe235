package import PlainText

/// Why a value was not taken: lower case, what was expected and what was found. It does not say
/// where; whoever knows the file, the line or the attribute puts that before the message.
package struct ValueError: Error, Hashable, Sendable {
  package let message: String
  /// The repair, where there is one.
  package let hint: Hint?

  package init(_ message: String, hint: Hint? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension ValueError {
  static func expected(_ what: String, found text: some StringProtocol, hint: Hint? = nil)
    -> ValueError
  {
    ValueError("expected \(what), found \(quoted(text))", hint: hint)
  }

  /// A text between single quotes as errors show it: cut when long, control characters escaped.
  package static func quoted(_ text: some StringProtocol) -> String {
    if text.isEmpty { return "an empty text" }
    let limit = 60
    let shown = text.unicodeScalars.prefix(limit)
    let isCut = shown.endIndex != text.unicodeScalars.endIndex
    return "'" + shown.map(escaped).joined() + (isCut ? "…'" : "'")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      scalar.escaped(asASCII: true)
    default: String(scalar)
    }
  }
}
