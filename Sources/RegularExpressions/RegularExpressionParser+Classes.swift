// Escapes, and classes in brackets.

extension RegularExpressionParser {
  /// The meaning of a backslash with what follows it.
  private enum Escape {
    case scalar(Unicode.Scalar)
    case item(ScalarSet.Item)
    case assertion(RegularExpressionAssertion)
  }

  mutating func parseEscape() throws(RegularExpressionError) -> RegularExpressionNode {
    switch try parseEscaped() {
    case .scalar(let scalar): literal(scalar)
    case .item(let item): .set(ScalarSet([item], ignoringCase: ignoresCase))
    case .assertion(let assertion): .assertion(assertion)
    }
  }

  /// Parses `[…]`.
  mutating func parseClass() throws(RegularExpressionError) -> ScalarSet {
    let start = reader.at
    reader.advance()
    let isNegated = reader.accept("^")
    var items: [ScalarSet.Item] = []
    while reader.next != "]" {
      if reader.next == nil { throw reader.error("expected ']' for this '['", at: start) }
      items.append(try parseClassItem())
    }
    if items.isEmpty {
      throw reader.error("expected something in the class; ']' itself is written '\\]'", at: start)
    }
    reader.advance()
    return ScalarSet(items, isNegated: isNegated, ignoringCase: ignoresCase)
  }

  private mutating func parseClassItem() throws(RegularExpressionError) -> ScalarSet.Item {
    let start = reader.at
    let first = try parseClassEnd()
    if reader.stands("-]") || !reader.stands("-") {
      switch first {
      case .scalar(let scalar): return .range(scalar...scalar)
      case .item(let item): return item
      case .assertion: throw reader.error("expected a character in the class", at: start)
      }
    }
    try refuseOperator()
    reader.advance()
    guard case .scalar(let first) = first, case .scalar(let last) = try parseClassEnd() else {
      throw reader.error("expected one character at each end of a range", at: start)
    }
    guard first <= last else {
      throw reader.error("expected the smaller character first in '\(first)-\(last)'", at: start)
    }
    return .range(first...last)
  }

  private mutating func parseClassEnd() throws(RegularExpressionError) -> Escape {
    try refuseOperator()
    guard let scalar = reader.next else { throw reader.error("expected ']'") }
    if scalar == "\\" { return try parseEscaped() }
    reader.advance()
    return .scalar(scalar)
  }

  /// Refuses set operators of other dialects in a class.
  private func refuseOperator() throws(RegularExpressionError) {
    for mark in ["&&", "--", "["] where reader.stands(mark) {
      throw reader.error("'\(mark)' in a class is not supported; '\\\(mark)' stands for itself")
    }
  }
}

// MARK: Escapes

extension RegularExpressionParser {
  private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
    "t": "\t", "n": "\n", "r": "\r", "f": "\u{C}", "e": "\u{1B}", "a": "\u{7}",
  ]
  private static let sets: [Unicode.Scalar: ScalarSet.Item] = [
    "d": .digit, "D": .not(.digit), "w": .word, "W": .not(.word), "s": .space, "S": .not(.space),
  ]
  private static let assertions: [Unicode.Scalar: RegularExpressionAssertion] = [
    "b": .wordBoundary, "B": .noWordBoundary, "A": .start, "z": .end,
  ]

  private mutating func parseEscaped() throws(RegularExpressionError) -> Escape {
    let start = reader.at
    reader.advance()
    guard let scalar = reader.next else {
      throw reader.error("expected a character after '\\'", at: start)
    }
    reader.advance()
    if let control = Self.controls[scalar] { return .scalar(control) }
    if let set = Self.sets[scalar] { return .item(set) }
    if let assertion = Self.assertions[scalar] { return .assertion(assertion) }
    switch scalar {
    case "x", "u": return .scalar(try parseHexadecimal(after: scalar, from: start))
    case "p": return .item(try parseCategory(from: start))
    case "P": return .item(.not(try parseCategory(from: start)))
    case "1"..."9", "k":
      throw reader.error("a back-reference '\\\(scalar)' is not supported", at: start)
    case "0", "a"..."z", "A"..."Z":
      throw reader.error("the escape '\\\(scalar)' is not supported", at: start)
    default: return .scalar(scalar)
    }
  }

  /// Parses `xHH`, `x{H…}` or `uHHHH`.
  private mutating func parseHexadecimal(
    after mark: Unicode.Scalar, from start: Int
  ) throws(RegularExpressionError) -> Unicode.Scalar {
    let isBraced = mark == "x" && reader.accept("{")
    var count = mark == "x" ? 2 : 4
    if isBraced { count = 6 }
    let digits = reader.take(atMost: count) { $0.isASCII && $0.properties.isASCIIHexDigit }
    guard isBraced ? !digits.isEmpty && reader.accept("}") : digits.unicodeScalars.count == count,
      let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
    else {
      throw reader.error("expected a character as '\\x41', '\\x{41}' or '\\u0041'", at: start)
    }
    return scalar
  }

  /// `{Lu}`, or `L` without braces.
  private mutating func parseCategory(from start: Int) throws(RegularExpressionError)
    -> ScalarSet.Item
  {
    let isBraced = reader.accept("{")
    let name = reader.take(atMost: isBraced ? 40 : 1) { $0 != "}" }
    let categories = Unicode.GeneralCategory.named(name)
    guard !categories.isEmpty, !isBraced || reader.accept("}") else {
      throw reader.error(
        "expected a category of Unicode such as 'L', 'Lu' or 'Nd', found '\(name)'", at: start)
    }
    return .category(categories)
  }
}

extension Unicode.GeneralCategory {
  /// The category of an abbreviation, or all with the same first letter.
  fileprivate static func named(_ name: String) -> [Unicode.GeneralCategory] {
    abbreviations.filter { $0.key == name || String($0.key.prefix(1)) == name }.map(\.value)
  }

  private static let abbreviations: [String: Unicode.GeneralCategory] = [
    "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter,
    "Lm": .modifierLetter, "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark,
    "Me": .enclosingMark, "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber,
    "Pc": .connectorPunctuation, "Pd": .dashPunctuation, "Ps": .openPunctuation,
    "Pe": .closePunctuation, "Pi": .initialPunctuation, "Pf": .finalPunctuation,
    "Po": .otherPunctuation, "Sm": .mathSymbol, "Sc": .currencySymbol, "Sk": .modifierSymbol,
    "So": .otherSymbol, "Zs": .spaceSeparator, "Zl": .lineSeparator, "Zp": .paragraphSeparator,
    "Cc": .control, "Cf": .format, "Cs": .surrogate, "Co": .privateUse, "Cn": .unassigned,
  ]
}
