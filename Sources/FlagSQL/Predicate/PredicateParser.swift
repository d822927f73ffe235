public import FlagModel

extension PredicateSyntax {
  /// Reads a predicate.
  public static func parse(_ source: SourceText) throws(Diagnostic) -> PredicateSyntax {
    var parser = PredicateParser(source: source, tokens: try PredicateLexer.lex(source))
    return try parser.parseWhole()
  }
}

// predicate  = conjunction { ("or" | "||") conjunction }
// conjunction = negation { ("and" | "&&") negation }
// negation   = ("not" | "!") negation | "(" predicate ")" | test
// test       = "TRUEPREDICATE" | "FALSEPREDICATE" | operand [ tail ]
// tail       = comparison operand
//            | "has" [ "all" | "any" | "none" ] words | "lacks" words
//            | "is" [ "not" ] ( "null" | "nil" | "empty" | "exactly" words )
//            | [ "not" ] "in" ( list | operand ("..." | "..<") operand )
//            | [ "not" ] "between" ( list of two | operand "and" operand )
// words      = word | list
// list       = "(" items ")" | "[" items "]" | "{" items "}"
// operand    = name { "." name } | "." word | number | string | date | "true" | "false" | "nil"
//
// parseX returns an X or throws, expectX consumes or throws, acceptX says whether it consumed.

/// Makes the tree of a predicate from its tokens.
struct PredicateParser {
  let source: SourceText
  let tokens: [PredicateToken]
  private var position = 0
  private var depth = 0

  /// As deep as brackets and negations may be nested: far beyond what is typed, and below what
  /// SQLite's own parser bears, whose stack of 100 a nested AND or OR takes two or three of.
  static let greatestDepth = 25

  init(source: SourceText, tokens: [PredicateToken]) {
    self.source = source
    self.tokens = tokens
  }

  mutating func parseWhole() throws(Diagnostic) -> PredicateSyntax {
    let predicate = try parsePredicate()
    guard current.kind == .end else {
      throw failure("expected 'and', 'or' or the end, found \(described(current))")
    }
    return predicate
  }

  private mutating func parsePredicate() throws(Diagnostic) -> PredicateSyntax {
    var terms = [try parseConjunction()]
    while acceptKeyword("or") || acceptSymbol("||") { terms.append(try parseConjunction()) }
    return terms.count == 1 ? terms[0] : .or(terms)
  }

  private mutating func parseConjunction() throws(Diagnostic) -> PredicateSyntax {
    var terms = [try parseNegation()]
    while acceptKeyword("and") || acceptSymbol("&&") { terms.append(try parseNegation()) }
    return terms.count == 1 ? terms[0] : .and(terms)
  }

  private mutating func parseNegation() throws(Diagnostic) -> PredicateSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.greatestDepth else {
      throw failure("the predicate is nested more than \(Self.greatestDepth) deep")
    }
    if acceptKeyword("not") || acceptSymbol("!") { return .not(try parseNegation()) }
    if acceptSymbol("(") {
      let opening = tokens[position - 1]
      let inner = try parsePredicate()
      try expectClosing(")", of: opening)
      return inner
    }
    return try parseTest()
  }

  private mutating func parseTest() throws(Diagnostic) -> PredicateSyntax {
    if acceptKeyword("TRUEPREDICATE") { return .constant(true) }
    if acceptKeyword("FALSEPREDICATE") { return .constant(false) }
    let operand = try parseOperand()
    if let comparison = acceptComparison() {
      let right = try parseOperand()
      let place = SourcePlace(source, operand.place.range.lowerBound..<right.place.range.upperBound)
      return .compare(operand, comparison, right, place)
    }
    switch operand {
    case .bool(let value, _) where endsTest: return .constant(value)
    case .name(let name): return try parseTail(after: name)
    default: throw failure("expected a comparison, found \(described(current))")
    }
  }

  /// Whether nothing more belongs to the test that was just read.
  private var endsTest: Bool {
    current.kind == .end || isSymbol(")") || isSymbol("&&") || isSymbol("||")
      || isKeyword("and") || isKeyword("or")
  }

  private mutating func parseTail(after name: NameSyntax) throws(Diagnostic) -> PredicateSyntax {
    if acceptKeyword("has") { return try parseHas(name) }
    if acceptKeyword("lacks") { return try parseFlags(name, .none) }
    if acceptKeyword("is") { return try parseIs(name) }
    let isNegated = acceptKeyword("not")
    if acceptKeyword("in") { return negated(isNegated, try parseIn(name)) }
    if acceptKeyword("between") { return negated(isNegated, try parseBetween(name)) }
    if !isNegated, endsTest { return .isTrue(name) }
    throw failure(
      "expected a comparison, found \(described(current))",
      hint: "comparisons are = != < <= > >=, has, lacks, is, in and between")
  }

  private func negated(_ isNegated: Bool, _ test: PredicateSyntax) -> PredicateSyntax {
    isNegated ? .not(test) : test
  }

  private mutating func parseHas(_ name: NameSyntax) throws(Diagnostic) -> PredicateSyntax {
    if acceptKeyword("any") { return try parseFlags(name, .any) }
    if acceptKeyword("none") { return try parseFlags(name, .none) }
    if isKeyword("all"), !endsWord(after: position) { position += 1 }
    return try parseFlags(name, .has)
  }

  /// Whether nothing that could be a flag follows: then `all` is itself the name of a flag.
  private func endsWord(after index: Int) -> Bool {
    let next = tokens[min(index + 1, tokens.count - 1)]
    return !(next.kind == .word && !["and", "or"].contains(next.text.lowercased()))
      && !(next.kind == .symbol && ["(", "[", "{", "."].contains(next.text))
  }

  private mutating func parseFlags(
    _ name: NameSyntax, _ test: FlagTest
  ) throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    let words = try parseWords()
    let end = tokens[position - 1].range.upperBound
    return .flags(name, test, words, SourcePlace(source, start..<end))
  }

  private mutating func parseIs(_ name: NameSyntax) throws(Diagnostic) -> PredicateSyntax {
    let isNegated = acceptKeyword("not")
    if acceptKeyword("null") || acceptKeyword("nil") {
      return negated(isNegated, .isNull(name))
    }
    if acceptKeyword("empty") {
      return negated(isNegated, .flags(name, .exactly, [], name.place))
    }
    if acceptKeyword("exactly") {
      return negated(isNegated, try parseFlags(name, .exactly))
    }
    throw failure("expected 'null', 'empty' or 'exactly' after 'is', found \(described(current))")
  }

  private mutating func parseIn(_ name: NameSyntax) throws(Diagnostic) -> PredicateSyntax {
    if let closing = acceptOpening() {
      return .isIn(name, try parseOperands(until: closing))
    }
    let lower = try parseOperand()
    if acceptSymbol("...") {
      return .isBetween(name, lower, try parseOperand(), includesUpper: true)
    }
    guard acceptSymbol("..<") else {
      throw failure("expected a list or a range after 'in', found \(described(current))")
    }
    return .isBetween(name, lower, try parseOperand(), includesUpper: false)
  }

  private mutating func parseBetween(_ name: NameSyntax) throws(Diagnostic) -> PredicateSyntax {
    if let closing = acceptOpening() {
      let values = try parseOperands(until: closing)
      guard values.count == 2 else {
        throw failure("expected two values after 'between', found \(values.count)")
      }
      return .isBetween(name, values[0], values[1], includesUpper: true)
    }
    let lower = try parseOperand()
    guard acceptKeyword("and") else {
      throw failure("expected 'and' and the upper value, found \(described(current))")
    }
    return .isBetween(name, lower, try parseOperand(), includesUpper: true)
  }

  private mutating func parseOperands(
    until closing: String
  ) throws(Diagnostic) -> [OperandSyntax] {
    let opening = tokens[position - 1]
    var operands: [OperandSyntax] = []
    while !isSymbol(closing) {
      operands.append(try parseOperand())
      guard acceptSymbol(",") else { break }
    }
    try expectClosing(closing, of: opening)
    return operands
  }

  private mutating func parseOperand() throws(Diagnostic) -> OperandSyntax {
    let token = current
    switch token.kind {
    case .number: return .number(takeWord())
    case .string: return .string(takeWord())
    case .date: return .date(takeWord())
    case .word: return parseNamedOperand()
    case .symbol where token.text == "-" && tokens[position + 1].kind == .number:
      position += 1
      let number = takeWord()
      let range = token.range.lowerBound..<number.place.range.upperBound
      return .number(WordSyntax("-\(number.text)", at: SourcePlace(source, range)))
    case .symbol where token.text == ".": return .dotted(try parseDottedWord())
    case .symbol where token.text == "[" || token.text == "{":
      let words = try parseWords()
      let range = token.range.lowerBound..<tokens[position - 1].range.upperBound
      return .list(words, SourcePlace(source, range))
    default: throw failure("expected a name or a value, found \(described(token))")
    }
  }

  private mutating func parseNamedOperand() -> OperandSyntax {
    let first = takeWord()
    if !tokens[position - 1].isQuotedName {
      switch first.text.lowercased() {
      case "true", "yes": return .bool(true, first.place)
      case "false", "no": return .bool(false, first.place)
      case "nil", "null": return .null(first.place)
      default: break
      }
    }
    var name = first.text
    while isSymbol("."), tokens[position + 1].kind == .word {
      position += 1
      name += ".\(takeWord().text)"
    }
    let range = first.place.range.lowerBound..<tokens[position - 1].range.upperBound
    return .name(NameSyntax(name, at: SourcePlace(source, range)))
  }

  private mutating func parseDottedWord() throws(Diagnostic) -> WordSyntax {
    let start = current.range.lowerBound
    position += 1
    guard current.kind == .word else {
      throw failure("expected a name after '.', found \(described(current))")
    }
    let word = takeWord()
    return WordSyntax(word.text, at: SourcePlace(source, start..<word.place.range.upperBound))
  }

  private mutating func parseWords() throws(Diagnostic) -> [WordSyntax] {
    guard let closing = acceptOpening() else { return [try parseWord()] }
    let opening = tokens[position - 1]
    var words: [WordSyntax] = []
    while !isSymbol(closing) {
      words.append(try parseWord())
      guard acceptSymbol(",") || acceptSymbol("|") else { break }
    }
    try expectClosing(closing, of: opening)
    return words
  }

  private mutating func parseWord() throws(Diagnostic) -> WordSyntax {
    if isSymbol(".") { return try parseDottedWord() }
    switch current.kind {
    case .word, .number, .string: return takeWord()
    default: throw failure("expected a name, found \(described(current))")
    }
  }

  // MARK: Tokens

  private var current: PredicateToken { tokens[position] }

  private mutating func takeWord() -> WordSyntax {
    defer { position += 1 }
    return WordSyntax(current.text, at: SourcePlace(source, current.range))
  }

  private func isSymbol(_ symbol: String) -> Bool {
    current.kind == .symbol && current.text == symbol
  }

  private func isKeyword(_ keyword: String) -> Bool {
    current.kind == .word && !current.isQuotedName
      && current.text.lowercased() == keyword.lowercased()
  }

  private mutating func acceptSymbol(_ symbol: String) -> Bool {
    guard isSymbol(symbol) else { return false }
    position += 1
    return true
  }

  private mutating func acceptKeyword(_ keyword: String) -> Bool {
    guard isKeyword(keyword) else { return false }
    position += 1
    return true
  }

  private mutating func acceptComparison() -> Comparison? {
    guard current.kind == .symbol else { return nil }
    let comparison: Comparison? =
      switch current.text {
      case "=", "==": .equal
      case "!=", "<>": .unequal
      case "<": .less
      case "<=", "=<": .lessOrEqual
      case ">": .greater
      case ">=", "=>": .greaterOrEqual
      default: nil
      }
    if comparison != nil { position += 1 }
    return comparison
  }

  /// An opening bracket of a list; the answer is the one that closes it.
  private mutating func acceptOpening() -> String? {
    for (opening, closing) in [("(", ")"), ("[", "]"), ("{", "}")] where acceptSymbol(opening) {
      return closing
    }
    return nil
  }

  private mutating func expectClosing(
    _ closing: String, of opening: PredicateToken
  ) throws(Diagnostic) {
    if acceptSymbol(closing) { return }
    let note = Diagnostic.Note(
      "'\(opening.text)' opens here", at: SourcePlace(source, opening.range))
    throw Diagnostic(
      "expected '\(closing)', found \(described(current))",
      at: SourcePlace(source, current.range), notes: [note])
  }

  private func described(_ token: PredicateToken) -> String {
    token.kind == .end ? "the end" : "'\(source.text(token.range))'"
  }

  private func failure(_ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(message, at: SourcePlace(source, current.range), hint: hint)
  }
}
