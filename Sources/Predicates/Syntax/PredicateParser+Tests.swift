import FlagModel
import SQLText

// Comparisons and other tests.

extension PredicateParser {
  mutating func parseTest() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    if let flags = try acceptFlagsOfSome(from: start) { return flags }
    let left = try parseRange()
    guard let test = try parseTail(after: left, from: start) else { return left }
    if current.kind == .symbol, Self.comparisons[Name(current.text)] != nil {
      throw failure(
        "comparisons cannot follow one another", hint: "join them with 'and', or use brackets")
    }
    return test
  }

  private mutating func parseTail(
    after left: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax? {
    if let comparison = try acceptComparison() {
      let options = try acceptTextOptions(isOrder: comparison.isOrdering)
      let right = try parseRange()
      return try node(.compare(left, comparison, options, right), from: start)
    }
    if acceptKeyword("has") { return try parseHas(left, from: start) }
    if acceptKeyword("lacks") { return try parseFlags(left, .none, from: start) }
    if acceptKeyword("is") { return try parseIs(left, from: start) }
    let isNegated =
      isKeyword("not")
      && (next.isCursor || Self.negatable.contains(Name(next.text.lowercased())))
    if isNegated { position += 1 }
    guard let test = try parseWordTest(left, from: start) else {
      if Self.endsTest(current) || endsStatement(position) { return nil }
      throw noComparison()
    }
    if isNegated { return try node(.not(test), from: start) }
    return test
  }

  private func noComparison() -> Diagnostic {
    for token in [current, previous] where token.kind == .word && !token.isQuotedName {
      guard let hint = Self.wordsOfSwift[Name(token.text)] else { continue }
      return Diagnostic(
        "'\(token.text)' is not supported", at: SourcePlace(source, token.range), hint: hint)
    }
    return failure(
      "expected a comparison, found \(described(current))",
      hint: hintOfForeignWord() ?? "comparisons are = != < <= > >=, has, lacks, is, in and between")
  }

  /// Words of Swift that predicates do not have, with their replacements.
  private static let wordsOfSwift: [Name: Hint?] = [
    "as": "leave it out: the model declares the type", "await": nil,
    "case": "write CONDITION ? A : B",
    "if": "write CONDITION ? A : B", "let": "write let NAME = VALUE before the rest",
    "switch": "write CONDITION ? A : B", "try": nil,
  ]

  /// The hint for operators and clauses of other languages at this place, and for missing brackets
  /// of a list.
  func hintOfForeignWord() -> Hint? {
    if position == 1, !previous.isQuotedName {
      if previous.text.lowercased() == "where" { return "leave out 'where'" }
      if previous.text.lowercased() == "select" { return "write SQL with flagdb sql" }
      if let declared = Self.declarations[Name(previous.text)] { return declared }
    }
    let before = previous.text.lowercased()
    if before == "interval" { return "write a length of time as 7d" }
    if ["year", "month", "day", "hour"].contains(before), current.text.lowercased() == "from" {
      return "write \(before)(…)"
    }
    if current.kind == .word, !current.isQuotedName {
      return Self.foreignOperators[Name(current.text.lowercased())]
    }
    if current.kind == .symbol { return Self.foreignOperators[Name(current.text)] }
    return nil
  }

  private static let declarations: [Name: Hint] = [
    "struct": "a predicate declares no type", "class": "a predicate declares no type",
    "enum": "a predicate declares no type",
  ]

  private static let foreignOperators: [Name: Hint] = [
    "ilike": "write like[c], which ignores case", "~": "write matches for a regular expression",
    "regexp": "write matches for a regular expression", "glob": "write like, with * and ?",
    "rlike": "write matches for a regular expression", "similar": "write matches",
    "not": "put not before the condition, as in not markers has HRM; or write lacks",
    "order": "sort with --sort NAMES, or .sort in a session",
    "sort": "sort with --sort NAMES, or .sort in a session",
    "limit": "limit records with --limit N, or .limit in a session",
    "offset": "skip records with --offset N",
    "group": "group with --group-by NAMES, or .group in a session",
    "having": "select groups with --having PREDICATE",
    "desc": "put commas between names; a hyphen before a name sorts it descending",
    "from": "write SQL with flagdb sql", "join": "follow a relationship, as in sample.code = 'S-1'",
    ",": "join conditions with 'and'; numbers have no commas",
    "|": "join conditions with 'and' or 'or'",
    ".": "dates are written 2026-11-20", "\\": "names have no backslash",
    "interval": "write a length of time as 7d",
    "[": "put a condition in brackets behind a relationship",
  ]

  private static let negatable: Set<Name> = [
    "in", "between", "contains", "beginswith", "endswith", "like", "matches",
  ]

  private mutating func parseWordTest(
    _ left: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax? {
    if acceptKeyword("in") {
      let options = try acceptTextOptions()
      let list = try parseListOrRange()
      return try node(.isIn(left, options, list), from: start)
    }
    if acceptKeyword("between") { return try parseBetween(left, from: start) }
    for test in TextTest.allCases where acceptKeyword(test.rawValue) {
      let options = try acceptTextOptions()
      let right = try parseRange()
      return try node(.textTest(left, test, options, right), from: start)
    }
    if isKeyword("uti") {
      throw failure("'UTI-CONFORMS-TO' and 'UTI-EQUALS' are not supported")
    }
    return nil
  }

  private static func endsTest(_ token: PredicateToken) -> Bool {
    switch token.kind {
    case .end: true
    case .symbol: ends.contains(Name(token.text))
    case .word:
      token.isCursor || !token.isQuotedName && ["and", "or"].contains(token.text.lowercased())
    default: false
    }
  }

  private static let ends: Set<Name> = [
    ")", "]", "}", ",", "?", ":", "&&", "||", "...", "..<", "|",
  ]

  // MARK: Comparisons

  private static let comparisons: [Name: Comparison] = [
    "=": .equal, "==": .equal, "!=": .unequal, "<>": .unequal, "<": .less, "<=": .lessOrEqual,
    "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
  ]

  private static let foreign: [Name: String] = ["===": "==", "!==": "!=", ":=": "=", "~=": "in"]

  private mutating func acceptComparison() throws(Diagnostic) -> Comparison? {
    note("==")
    for comparison in Comparison.allCases.dropFirst() { note(comparison.rawValue) }
    guard current.kind == .symbol else { return nil }
    if let instead = Self.foreign[Name(current.text)] {
      throw failure("'\(current.text)' is not supported", hint: "write '\(instead)'")
    }
    let comparison = Self.comparisons[Name(current.text)]
    if comparison != nil { position += 1 }
    return comparison
  }

  /// `[cd]` before a value. Without a value, as in `markers ==[c]`, it is a list.
  private mutating func acceptTextOptions(isOrder: Bool = false) throws(Diagnostic) -> TextOptions {
    guard isSymbol("["), position + 3 < tokens.count,
      next.kind == .word, !next.isQuotedName, tokens[position + 2].text == "]"
    else { return .exact }
    let areOptions =
      if previous.touches(current) { !Self.endsTest(tokens[position + 3]) } else { hasOptionsApart }
    guard areOptions else { return .exact }
    var options = TextOptions()
    position += 1
    for letter in current.text.lowercased() {
      switch letter {
      case "c": options.ignoresCase = true
      case "d": options.ignoresAccents = true
      // `n` has no effect, because texts are never normalized. `[cdl]`, which Foundation writes for
      // localizedStandardContains, is the same as `[cd]`.
      case "n": break
      case "l" where !isOrder: break
      case "l", "w":
        throw failure("the option '\(letter)' of a comparison is not supported", hint: "use c or d")
      default:
        throw failure(
          "expected the options c, d or cd, found '\(current.text)'",
          hint: "put a space before the list, as in markers == [HRM]")
      }
    }
    position += 2
    return options
  }

  /// True if the brackets contain only option letters, and a value follows.
  private var hasOptionsApart: Bool {
    let value = tokens[position + 3]
    let isValue =
      if value.kind == .symbol { ["(", "%", "-"].contains(value.text) } else { startsValue(value) }
    return isValue && next.text.allSatisfy { "cdnlw".contains($0) }
  }

  // MARK: Lists and ranges

  /// Parses the right side of `in`. Brackets there contain a list, even with one value.
  private mutating func parseListOrRange() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    if isSymbol("("), let list = try acceptPlainList(from: start) { return list }
    return try parseRange()
  }

  /// `( value, … )`; nil, without consuming anything, for an expression in brackets.
  private mutating func acceptPlainList(from start: Int) throws(Diagnostic) -> PredicateSyntax? {
    let isEmpty = next.kind == .symbol && next.text == ")"
    let end = min(position + (isEmpty ? 1 : 2), tokens.count - 1)
    let isOne = [.string, .number, .date, .word].contains(next.kind) && tokens[end].text == ")"
    guard isEmpty || isOne, Self.endsTest(tokens[min(end + 1, tokens.count - 1)]) else {
      return nil
    }
    let opening = current
    position += 1
    let items = try parseItems(until: ")")
    try expectClosing(")", of: opening)
    return try node(.list(items), from: start)
  }

  private mutating func parseBetween(
    _ left: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    let listStart = current.range.lowerBound
    let first = try parseRange()
    var ends = [first]
    if case .list(let items) = first.kind {
      ends = items
    } else if !isKeyword("and"), let items = Literals.list(givenBy: first) {
      ends = items
    } else if first.kind.isOpen, !isKeyword("and") {
      return try node(.isIn(left, .exact, first), from: start)
    } else if isCutOff {
      ends.append(first)
    } else {
      guard acceptKeyword("and") else {
        throw failure("expected 'and' and the upper value, found \(described(current))")
      }
      ends.append(try parseRange())
    }
    guard ends.count == 2 else {
      throw failure("expected two values after 'between', found \(ends.count)")
    }
    let range = try node(.range(ends[0], ends[1], includesUpper: true), from: listStart)
    return try node(.isIn(left, .exact, range), from: start)
  }
}
