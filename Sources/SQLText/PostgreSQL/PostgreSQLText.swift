import FlagModel
import PlainText
import RegularExpressions

/// Texts: parts of them, tests, and what does not count when they are compared.
extension PostgreSQLDialect {
  func ofText(_ function: TextFunction, _ arguments: [SQLText]) -> SQLText {
    let text = arguments[0]
    switch function {
    case .length: return "char_length(\(text))::bigint"
    case .lowercased: return "(lower(\(text) COLLATE \"und-x-icu\") COLLATE \"C\")"
    case .uppercased: return "(upper(\(text) COLLATE \"und-x-icu\") COLLATE \"C\")"
    case .prefix:
      let separator = arguments[1]
      if case .integer? = separator.constant { return "left(\(text), \(separator)::int)" }
      return "left(\(text), strpos(substring(\(text) FROM 2) || \(separator), \(separator)))"
    case .part: return part(arguments[2], of: text, between: arguments[1])
    }
  }

  /// The server finds no parts in an empty text, where there is one.
  private func part(_ number: SQLText, of text: SQLText, between separator: SQLText) -> SQLText {
    let parts: SQLText =
      "(CASE WHEN \(text) = '' THEN ARRAY[''] ELSE string_to_array(\(text), \(separator)) END)"
    let last: SQLText = "CASE WHEN \(number) < 0 THEN cardinality(\(parts)) + 1 ELSE 0 END"
    return "\(parts)[(\(last) + \(number))::int]"
  }

  /// As `foldedText` does it: down, up and down again; accents are what follows a letter once it is
  /// taken apart.
  func folded(_ text: SQLText, _ options: TextOptions) -> SQLText {
    let plain: SQLText =
      options.ignoresAccents
      ? "regexp_replace(normalize(\(text), NFD), '[\(keyword: Self.marks)]', '', 'g')" : text
    guard options.ignoresCase else { return plain }
    let lower = ofText(.lowercased, [plain])
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
      return "\(failure("the pattern is no regular expression", "''")) = 0"
    }
    return "\(subject) ~ \(.text(known.text))"
  }
}
