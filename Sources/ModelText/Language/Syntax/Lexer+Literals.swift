import FlagModel

/// Strings and regular expressions.
extension Lexer {
  /// `#"…"#`, `#/…/#`, or the `#` of `#if`.
  mutating func lexPounds() -> Token.Kind {
    var pounds = 0
    while byte(pounds) == UInt8(ascii: "#"), at + pounds < bytes.count { pounds += 1 }
    switch byte(pounds) {
    case UInt8(ascii: "\""):
      at += pounds
      lexString(pounds: pounds)
      return .string
    case UInt8(ascii: "/"):
      lexExtendedRegex(pounds: pounds)
      return .regex
    default:
      // Skips all of them at once, because counting them again for each would take quadratic time.
      at += pounds
      return .symbol
    }
  }

  /// A string around the current position.
  private struct OpenString {
    let pounds: Int
    let isMultiline: Bool
    /// The number of open brackets in an interpolation; 0 in the text itself.
    var brackets = 0
  }

  /// Skips a string whose `#` signs have been read. The open strings are in an array, so that
  /// nested interpolations need no recursion.
  mutating func lexString(pounds: Int) {
    let start = at - pounds
    var open = [openString(pounds: pounds)]
    while let string = open.last {
      guard at < bytes.count else {
        report("the string is never closed", start..<min(start + 1 + pounds, bytes.count))
        return
      }
      if string.brackets > 0 {
        lexInterpolation(&open)
      } else if Characters.isNewline(byte()), !string.isMultiline {
        report("expected '\"' at the end of the string", start..<at)
        return
      } else {
        lexStringText(&open, string)
      }
    }
  }

  private mutating func openString(pounds: Int) -> OpenString {
    let isMultiline = isAt("\"\"\"")
    at += isMultiline ? 3 : 1
    return OpenString(pounds: pounds, isMultiline: isMultiline)
  }

  private mutating func lexStringText(_ open: inout [OpenString], _ string: OpenString) {
    switch byte() {
    case UInt8(ascii: "\\") where hasPounds(string.pounds, after: 1):
      let escaped = byte(1 + string.pounds)
      if escaped == UInt8(ascii: "(") { open[open.count - 1].brackets = 1 }
      at += 1 + string.pounds
      if !Characters.isNewline(escaped) { at += 1 }
      at = min(at, bytes.count)
    case UInt8(ascii: "\"") where !string.isMultiline && hasPounds(string.pounds, after: 1):
      at += 1 + string.pounds
      open.removeLast()
    case UInt8(ascii: "\"") where isAt("\"\"\"") && hasPounds(string.pounds, after: 3):
      at += 3 + string.pounds
      open.removeLast()
    default:
      at += 1
    }
  }

  private mutating func lexInterpolation(_ open: inout [OpenString]) {
    switch byte() {
    case UInt8(ascii: "("):
      open[open.count - 1].brackets += 1
      at += 1
    case UInt8(ascii: ")"):
      open[open.count - 1].brackets -= 1
      at += 1
    case UInt8(ascii: "\""):
      open.append(openString(pounds: 0))
    case UInt8(ascii: "#"):
      var pounds = 0
      while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
      at += pounds
      if byte() == UInt8(ascii: "\"") { open.append(openString(pounds: pounds)) }
    case UInt8(ascii: "/") where isAt("/*"):
      skipBlockComment()
    default:
      at += 1
    }
  }

  private func hasPounds(_ count: Int, after ahead: Int) -> Bool {
    guard at + ahead + count <= bytes.count else { return false }
    return bytes[at + ahead..<at + ahead + count].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  // MARK: Regular expressions

  /// True if an operand is expected, so that `/` begins a regular expression.
  var isRegexPosition: Bool {
    guard let last = lastToken, byte(1) != UInt8(ascii: " "), byte(1) != UInt8(ascii: "\t") else {
      return lastToken == nil
    }
    switch last.kind {
    case .symbol: return !")]}.?!\\>".utf8.contains(last.first)
    case .identifier:
      let word = source.text(last.range)
      return word == "return" || word == "in" || word == "case"
    default: return false
    }
  }

  /// Skips `/…/` if it ends on this line.
  mutating func acceptBareRegex() -> Bool {
    var end = at + 1
    var brackets = 0
    var isInClass = false
    while end < bytes.count, !Characters.isNewline(bytes[end]) {
      switch bytes[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: brackets += 1
      case UInt8(ascii: ")") where !isInClass:
        brackets -= 1
        if brackets < 0 { return false }
      case UInt8(ascii: "/"):
        if end == at + 1 { return false }
        at = end + 1
        return true
      default: break
      }
      end += 1
    }
    return false
  }

  /// Skips `#/…/#`, which may span several lines if a line break follows its opening.
  private mutating func lexExtendedRegex(pounds: Int) {
    let start = at
    at += pounds + 1
    let isMultiline = Characters.isNewline(byte())
    while at < bytes.count, isMultiline || !Characters.isNewline(byte()) {
      if byte() == UInt8(ascii: "\\") {
        at = min(at + 2, bytes.count)
      } else if byte() == UInt8(ascii: "/"), hasPounds(pounds, after: 1) {
        at += pounds + 1
        return
      } else {
        at += 1
      }
    }
    report("the regular expression is never closed", start..<start + pounds + 1)
  }
}
