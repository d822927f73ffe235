/// A word of a bash command line, up to the cursor.
struct BashWord {
  /// The quote that is open at the cursor.
  enum Quote: Hashable {
    case none
    /// `'…`
    case single
    /// `"…`
    case double
    /// `$'…`
    case escaping
  }

  /// The word as typed.
  private(set) var raw = ""
  /// The word without quotes, as the command would receive it.
  private(set) var plain = ""
  private(set) var quote = Quote.none
  /// True if bash would expand a part of the word, so that `plain` is unknown.
  private(set) var isExpanded = false
  private var isAfterBackslash = false
  private var isAfterDollar = false

  init(_ raw: String = "") { for scalar in raw.unicodeScalars { append(scalar) } }

  /// True if a blank would end the word.
  var isOutsideQuotes: Bool { quote == .none && !isAfterBackslash }

  /// True if the word ends within a sequence, for example after a backslash.
  var isBroken: Bool { isAfterBackslash || isAfterDollar }

  func ends(with text: String) -> Bool { raw.utf8.suffix(text.utf8.count).elementsEqual(text.utf8) }

  mutating func append(_ scalar: Unicode.Scalar) {
    raw.unicodeScalars.append(scalar)
    if isAfterBackslash { return appendEscaped(scalar) }
    defer { isAfterDollar = scalar == "$" && (quote == .none || quote == .double) }
    switch (quote, scalar) {
    case (.none, "\\"), (.double, "\\"), (.escaping, "\\"): isAfterBackslash = true
    case (.none, "'") where isAfterDollar: open(.escaping)
    case (.none, "\"") where isAfterDollar: open(.double)
    case (.none, "'"): quote = .single
    case (.none, "\""): quote = .double
    case (.single, "'"), (.double, "\""), (.escaping, "'"): quote = .none
    default:
      isExpanded = isExpanded || expands(scalar)
      plain.unicodeScalars.append(scalar)
    }
  }

  /// Opens a quote with a dollar sign, which belongs to the quote.
  private mutating func open(_ quote: Quote) {
    plain.unicodeScalars.removeLast()
    self.quote = quote
  }

  private func expands(_ scalar: Unicode.Scalar) -> Bool {
    guard quote == .none || quote == .double else { return false }
    return scalar == "`" || isAfterDollar && (Self.beginsExpansion(scalar))
  }

  private static func beginsExpansion(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || "0123456789_({[*@#?$!-".unicodeScalars.contains(scalar)
  }

  private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    isAfterBackslash = false
    switch quote {
    case .none, .single: break
    case .double:
      if !"$`\"\\".unicodeScalars.contains(scalar) { plain += "\\" }
    case .escaping:
      isExpanded = isExpanded || !"'\"\\".unicodeScalars.contains(scalar)
    }
    plain.unicodeScalars.append(scalar)
  }

  // MARK: Writing

  /// The text with the escapes that it needs within an open quote.
  static func quoted(_ text: String, in quote: Quote) -> String {
    text.unicodeScalars.map { scalar in
      switch quote {
      case .none where !isPlain(scalar): "\\\(scalar)"
      case .single where scalar == "'": #"'\''"#
      case .escaping where #"'\!"#.unicodeScalars.contains(scalar): "'\\\(scalar)$'"
      case .none, .single, .escaping: "\(scalar)"
      case .double:
        // In double quotes, a backslash before an exclamation mark would stay.
        if scalar == "!" {
          #""\!""#
        } else if "$`\"\\".unicodeScalars.contains(scalar) {
          "\\\(scalar)"
        } else {
          "\(scalar)"
        }
      }
    }.joined()
  }

  /// The quote that closes an open one.
  static func closing(_ quote: Quote) -> String {
    switch quote {
    case .none: ""
    case .single, .escaping: "'"
    case .double: "\""
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: !scalar.isASCII || "_.,/:=+@%-".unicodeScalars.contains(scalar)
    }
  }
}
