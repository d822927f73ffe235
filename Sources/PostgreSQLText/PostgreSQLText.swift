import FlagModel
import SQLText

/// Texts: parts of them, tests, and comparisons that ignore differences.
extension PostgreSQLDialect {
  func ofText(_ function: TextFunction, _ arguments: [SQLText]) -> SQLText {
    let text = arguments[0]
    switch function {
    case .length: return "char_length(\(text))::bigint"
    case .lowercased: return lowercased(text)
    case .uppercased: return inLetters("upper", text)
    case .prefix:
      let separator = arguments[1]
      if case .integer? = separator.constant { return "left(\(text), \(separator)::int)" }
      return "left(\(text), strpos(substring(\(text) FROM 2) || \(separator), \(separator)))"
    case .part: return part(arguments[2], of: text, between: arguments[1])
    }
  }

  /// The text in lower case, letter by letter. The server would make a final `Σ` another letter than the others.
  private func lowercased(_ text: SQLText) -> SQLText {
    inLetters("lower", "translate(\(text), 'Σ', 'σ')")
  }

  /// Applies a function with the letters of all languages, whatever collation the database has. The
  /// result is compared by its bytes.
  ///
  /// Citus passes on only the outermost COLLATE. On its worker nodes, the whole text has this
  /// collation; equality of texts is still by bytes.
  private func inLetters(_ function: StaticString, _ text: SQLText) -> SQLText {
    // COLLATE binds tighter than `||`.
    let text: SQLText = text.joinsTexts ? "(\(text))" : text
    guard isOfMachines else {
      return "(\(keyword: function)(\(text) COLLATE \"und-x-icu\") COLLATE \"C\")"
    }
    let isInLetters = text.calls { call in
      switch call {
      case .ofText(.lowercased), .ofText(.uppercased): true
      case .folded(let options): options.ignoresCase
      default: false
      }
    }
    if isInLetters { return "\(keyword: function)(\(text))" }
    return "\(keyword: function)(\(text) COLLATE \"und-x-icu\")"
  }

  /// True if Citus distributes some of the tables.
  private var isOfMachines: Bool { spreads.others != nil }

  /// A part of a text. The server finds no parts in an empty text, but there is one.
  private func part(_ number: SQLText, of text: SQLText, between separator: SQLText) -> SQLText {
    if isOfMachines { return partOfMachines(number, of: text, between: separator) }
    let parts: SQLText =
      "(CASE WHEN \(text) = '' THEN ARRAY[''] ELSE string_to_array(\(text), \(separator)) END)"
    let last: SQLText = "CASE WHEN \(number) < 0 THEN cardinality(\(parts)) + 1 ELSE 0 END"
    return "\(parts)[(\(last) + \(number))::int]"
  }

  /// The same without an array, because an array element in an UPDATE crashes the coordinator of
  /// Citus 13.2.
  private func partOfMachines(
    _ number: SQLText, of text: SQLText, between separator: SQLText
  ) -> SQLText {
    let separators: SQLText = """
      (char_length(\(text)) - char_length(replace(\(text), \(separator), ''))) \
      / nullif(char_length(\(separator)), 0)
      """
    let count: SQLText = "(coalesce(\(separators), 0) + 1)"
    let place: SQLText = "(CASE WHEN \(number) < 0 THEN \(count) + 1 ELSE 0 END + \(number))"
    return """
      CASE WHEN \(place) BETWEEN 1 AND \(count) \
      THEN split_part(\(text), \(separator), \(place)::int) END
      """
  }

  /// Folds a text like `foldedText`: to lower, upper and lower case again. Without accents,
  /// combining marks are removed after decomposition.
  func folded(_ text: SQLText, _ options: TextOptions) -> SQLText {
    let plain: SQLText =
      if options.ignoresAccents {
        "regexp_replace(normalize(\(text), NFD), \(Self.constant("[\(Self.marks)]")), '', 'g')"
      } else {
        text
      }
    guard options.ignoresCase else { return plain }
    let lower = inLetters("lower", plain)
    // The result gets lower and upper case again, with the collation of the first call.
    if isOfMachines { return "lower(translate(upper(\(lower)), 'Σ', 'σ'))" }
    return lowercased(ofText(.uppercased, [lower]))
  }

  /// The ranges of all nonspacing marks, which `foldedText` leaves out, for a regular expression of the server.
  static let marks: String = {
    // The others are variation selectors and tags far behind.
    let scalars = [0x0300...0x1_EFFF, 0xE_0100...0xE_01EF]
    var ranges: [ClosedRange<UInt32>] = []
    for number in scalars.joined() {
      guard let scalar = Unicode.Scalar(UInt32(number)),
        scalar.properties.generalCategory == .nonspacingMark
      else { continue }
      if let last = ranges.last, last.upperBound + 1 == scalar.value {
        ranges[ranges.count - 1] = last.lowerBound...scalar.value
      } else {
        ranges.append(scalar.value...scalar.value)
      }
    }
    var text = ""
    for range in ranges {
      text += escaped(range.lowerBound)
      if range.count > 1 { text += "-" + escaped(range.upperBound) }
    }
    return text
  }()

  /// A character in a regular expression of the server.
  private static func escaped(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    let (sign, width) = digits.count <= 4 ? ("\\u", 4) : ("\\U", 8)
    return sign + String(repeating: "0", count: width - digits.count) + digits
  }

  func test(
    _ test: TextTest, _ options: TextOptions, _ text: SQLText, _ other: SQLText
  ) -> SQLText {
    switch test {
    case .contains: return "strpos(\(text), \(other)) > 0"
    case .beginsWith: return "starts_with(\(text), \(other))"
    case .endsWith: return "right(\(text), char_length(\(other))) = \(other)"
    case .like:
      if case .text(let pattern)? = other.constant {
        return "\(text) LIKE \(.text(LikePattern.like(pattern)))"
      }
      return "\(text) LIKE \(Self.likePattern(other))"
    case .matches: return matches(text, other, options)
    }
  }

  /// The pattern of LIKE for one that only the server knows. See `LikePattern.like`.
  private static func likePattern(_ pattern: SQLText) -> SQLText {
    // A character that no backslash escapes: only whole characters and pairs stand before it.
    let unescaped = #"(?<=^(?:[^\\]|\\.)*)"#
    let replacements = [
      (#"([%_])"#, #"\\\1"#), (#"\\$"#, #"\\\\"#), (#"\*"#, "%"), (#"\?"#, "_"),
    ]
    var like = pattern
    for (character, replacement) in replacements {
      like = """
        regexp_replace(\(like), \(constant(unescaped + character)), \(constant(replacement)), 'g')
        """
    }
    return like
  }

  /// The pattern is parsed here and converted to the notation of the server, which is impossible
  /// for a pattern in a column.
  private func matches(_ text: SQLText, _ pattern: SQLText, _ options: TextOptions) -> SQLText {
    let accents = TextOptions(ignoresAccents: options.ignoresAccents)
    let subject = folded(text, accents)
    guard case .text(let source)? = pattern.constant else {
      return
        "\(failure("PostgreSQL matches only a pattern that is written in the predicate", "''")) = 0"
    }
    let folded =
      if options.ignoresAccents { foldedText(source, case: false, accents: true) } else { source }
    guard let serverPattern = try? ServerPattern(folded, ignoringCase: options.ignoresCase) else {
      return "\(failure("the pattern is not a regular expression", "''")) = 0"
    }
    return "\(subject) ~ \(.text(serverPattern.text))"
  }
}

extension SQLText {
  /// True if it contains a `||`.
  fileprivate var joinsTexts: Bool {
    segments.contains { segment in
      if case .text(let text) = segment { text.contains("||") } else { false }
    }
  }
}
