import FlagModel
import PlainText
import RegularExpressions

/// Texts: parts of them, tests, and what does not count when they are compared.
extension PostgreSQLDialect {
  func ofText(_ function: TextFunction, _ arguments: [SQLText]) -> SQLText {
    let text = arguments[0]
    switch function {
    case .length: return "char_length(\(text))::bigint"
    case .lowercased: return inLetters("lower", text)
    case .uppercased: return inLetters("upper", text)
    case .prefix:
      let separator = arguments[1]
      if case .integer? = separator.constant { return "left(\(text), \(separator)::int)" }
      return "left(\(text), strpos(substring(\(text) FROM 2) || \(separator), \(separator)))"
    case .part: return part(arguments[2], of: text, between: arguments[1])
    }
  }

  /// The letters of all languages, whichever the database knows, in a text that is compared by its bytes.
  ///
  /// Citus passes on the outermost COLLATE alone. Its machines get one, which the whole text has then: texts are equal
  /// by their bytes all the same.
  private func inLetters(_ function: StaticString, _ text: SQLText) -> SQLText {
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
    return isInLetters
      ? "\(keyword: function)(\(text))" : "\(keyword: function)(\(text) COLLATE \"und-x-icu\")"
  }

  /// True if Citus keeps some of the tables on other machines.
  private var isOfMachines: Bool { spreads.others != nil }

  /// The server finds no parts in an empty text, where there is one.
  private func part(_ number: SQLText, of text: SQLText, between separator: SQLText) -> SQLText {
    if isOfMachines { return partOfMachines(number, of: text, between: separator) }
    let parts: SQLText =
      "(CASE WHEN \(text) = '' THEN ARRAY[''] ELSE string_to_array(\(text), \(separator)) END)"
    let last: SQLText = "CASE WHEN \(number) < 0 THEN cardinality(\(parts)) + 1 ELSE 0 END"
    return "\(parts)[(\(last) + \(number))::int]"
  }

  /// The same without an array: an element of one in an UPDATE ends the coordinator of Citus 13.2.
  private func partOfMachines(
    _ number: SQLText, of text: SQLText, between separator: SQLText
  ) -> SQLText {
    let separators: SQLText = """
      (char_length(\(text)) - char_length(replace(\(text), \(separator), ''))) \
      / nullif(char_length(\(separator)), 0)
      """
    let count: SQLText = "(coalesce(\(separators), 0) + 1)"
    let place: SQLText =
      "(CASE WHEN \(number) < 0 THEN \(count) + 1 ELSE 0 END + \(number))"
    return """
      CASE WHEN \(place) BETWEEN 1 AND \(count) \
      THEN split_part(\(text), \(separator), \(place)::int) END
      """
  }

  /// As `foldedText` does it: down, up and down again; accents are what follows a letter once it is
  /// taken apart.
  func folded(_ text: SQLText, _ options: TextOptions) -> SQLText {
    let plain: SQLText =
      options.ignoresAccents
      ? "regexp_replace(normalize(\(text), NFD), '[\(keyword: Self.marks)]', '', 'g')" : text
    guard options.ignoresCase else { return plain }
    let lower = ofText(.lowercased, [plain])
    // Each letter is asked for once more, in the letters of the first call.
    if isOfMachines { return "lower(upper(\(lower)))" }
    return ofText(.lowercased, [ofText(.uppercased, [lower])])
  }

  /// The marks of Latin, Greek, Cyrillic, Hebrew and Arabic that take no room of their own.
  private static let marks: StaticString = """
    \\u0300-\\u036F\\u0483-\\u0487\\u0591-\\u05BD\\u05BF\\u05C1\\u05C2\\u064B-\\u065F\\u0670\
    \\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20F0\\uFE20-\\uFE2F
    """

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
      return """
        \(text) LIKE regexp_replace(regexp_replace(regexp_replace(\(other), '([%_])', '\\\\\\1', \
        'g'), '(?<!\\\\)\\*', '%', 'g'), '(?<!\\\\)[?]', '_', 'g')
        """
    case .matches: return matches(text, other, options)
    }
  }

  /// The pattern is read here, and written as the server reads it; it cannot read one of a column so.
  private func matches(_ text: SQLText, _ pattern: SQLText, _ options: TextOptions) -> SQLText {
    let accents = TextOptions(ignoresAccents: options.ignoresAccents)
    let subject = folded(text, accents)
    guard case .text(let source)? = pattern.constant else {
      return
        "\(failure("PostgreSQL matches only a pattern that is written in the predicate", "''")) = 0"
    }
    let own = options.ignoresAccents ? foldedText(source, case: false, accents: true) : source
    guard let known = try? ServerPattern(own, ignoringCase: options.ignoresCase) else {
      return "\(failure("the pattern is not a regular expression", "''")) = 0"
    }
    return "\(subject) ~ \(.text(known.text))"
  }
}
