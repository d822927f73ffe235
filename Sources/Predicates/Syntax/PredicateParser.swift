package import FlagModel
import SQLText

extension PredicateSyntax {
  /// Parses a predicate without arguments.
  package static func parse(_ source: SourceText) throws(Diagnostic) -> PredicateSyntax {
    var none = PredicateArguments()
    return try parse(source, arguments: &none)
  }

  /// Parses an expression with the names of its parameters.
  static func parse(_ source: SourceText, variables: [Name]) throws(Diagnostic) -> PredicateSyntax {
    var parser = PredicateParser(source: source, tokens: try PredicateLexer.lex(source))
    parser.variables = variables
    return try parser.parseWhole()
  }

  /// Parses a predicate. `%@`, `%K` and similar placeholders use the next argument, and captured
  /// variables the argument with their name.
  package static func parse(
    _ source: SourceText, arguments: inout PredicateArguments
  ) throws(Diagnostic) -> PredicateSyntax {
    var parser = PredicateParser(
      source: source, tokens: try PredicateLexer.lex(source), arguments: arguments)
    var joining = parser
    do throws(Diagnostic) {
      let predicate = try parser.parseWhole()
      arguments = parser.arguments
      return predicate
    } catch {
      // A flag may have a name of several words. If it has none, the checker throws this error.
      joining.joinsWords = true
      guard let predicate = try? joining.parseWhole() else { throw error }
      arguments = joining.arguments
      return predicate
    }
  }
}

// code        = { "let" name "=" macro { ";" } } ( whole | "FetchDescriptor" [ "<" types ">" ]
//               "(" "predicate:" whole … ")" | "NSPredicate" "(" "format:" text { "," value } ")" )
// whole       = [ ( "#Predicate" | "#Expression" ) [ "<" types ">" ] ] ( closure | "(" closure ")" )
//             | expression, each with { ";" } behind it
// expression  = declaration | choice | disjunction [ "?" expression ":" expression ]
// statements  = declaration | choice | "guard" conditions "else" body statements
//             | [ "return" ] expression { ";" }
// declaration = ( "let" | "var" ) name [ ":" type ] "=" expression ( ";" | a new line ) statements
// choice      = "if" conditions body ( "else" ( choice | body ) | statements )
// conditions  = ( "let" name [ ":" type ] [ "=" expression ] | expression ) { "," … }
// body        = "{" statements "}"
// disjunction = conjunction { ("or" | "||") conjunction }
// conjunction = negation { ("and" | "&&") negation }
// negation    = ("not" | "!") negation | ("ANY" | "SOME" | "ALL" | "NONE") test | test
// test        = range [ tail ] | flags
// tail        = comparison [ options ] range
//             | [ "not" ] ("contains" | "beginswith" | "endswith" | "like" | "matches")
//               [ options ] range
//             | [ "not" ] "in" [ options ] ( range | list )
//             | [ "not" ] "between" ( list of two | range "and" range )
//             | flags
//             | "is" [ "not" ] ( "null" | "nil" | "empty" | "true" | "false" | "exactly" words
//                              | type )
// flags       = "has" [ "all" | "any" | "none" | "exactly" | "not" "all" ] words | "lacks" words
// options     = "[" letters of c d n l "]"
// range       = operation [ ("..." | "..<") operation ] | ("..." | "..<") operation
// operation   = unary { operator unary }, by Operator.precedence, from the left; "??" from the right
// unary       = ("-" | "+" | "~" | "!") unary | primary { postfix }
// postfix     = ["?" | "!"] "." ( name | "@" name | "%K" ) [ arguments ] [ closure ]
//             | "[" ( expression [ "," "default" ":" expression ] | "FIRST" | "LAST" | "SIZE"
//                   | "keyPath" ":" path ) "]"
//             | "as" [ "?" | "!" ] type
// primary     = literal | name [ arguments ] | "." name | variable | "SELF" | argument
//             | "(" expression { "," expression } ")" | "{" expressions "}" | "[" expressions "]"
//             | "SUBQUERY" "(" expression "," variable "," expression ")"
//             | "TERNARY" "(" expression "," expression "," expression ")"
// arguments   = "(" [ [ name ":" | "distinct" ] ( expression | closure | "\" "." name { "." name } ) , … ] ")"
// closure     = "{" [ header ] statements "}"
// header      = ( name | variable | "(" name [ ":" type ] ")" ) [ "->" type ] "in"
// words       = word | "(" words ")" | "[" words "]" | "{" words "}", with "," or "|" between them
// argument    = "%" ( "@" | "K" | "d" | "i" | "u" | "f" | … ), where no operator can stand
//             | "$" name { "." name }, and within the braces of a whole name { "." name }
//
// parseX returns an X or throws, expectX consumes or throws, acceptX says whether it consumed.

/// Parses the tokens of a predicate to a syntax tree.
package struct PredicateParser {
  let source: SourceText
  let tokens: [PredicateToken]
  /// The values for `%@` and for captured variables.
  var arguments: PredicateArguments
  var position = 0
  /// The names of the surrounding closures' parameters.
  var variables: [Name] = []
  /// True inside a Swift closure around the whole predicate. Unqualified names are captured
  /// variables then, because attributes are only accessible through the parameter.
  package internal(set) var isSwift = false
  /// The parameter name for the record of the query.
  var recordName: Name?
  /// The types that the outermost closure declares for the record.
  var recordTypes: [NameSyntax] = []
  /// The index of the brace that opens the body after the current condition.
  var bodyStart: Int?
  /// True if the last statements ended with `return`.
  var hasReturned = false
  /// The size of each declared name's value, and of everything used so far.
  var sizes: [Name: [Int]] = [:]
  var size = 0
  /// The expressions that are declared before the predicate.
  var expressions: [Name: DeclaredExpression] = [:]
  /// The values after a format for its `%@`; nil without a format.
  var values: [PredicateSyntax]?
  /// True if several words after `has` may be one name.
  fileprivate(set) var joinsWords = false
  /// The code around the predicate.
  let code: PastedCode
  /// The notes about the cursor in an incomplete predicate; nil for a complete one.
  let cursor: CursorNotes?
  private var depth = 0

  /// The maximum nesting depth of brackets that are not redundant. SQLite's parser has a stack of
  /// 100; the generated SQL is checked separately.
  static let greatestDepth = 100
  /// The maximum height of the tree, which a chain of operators reaches. SQLite allows a depth of
  /// 1,000, and a test around a chain needs a few of them.
  static let greatestHeight = 950
  /// The maximum number of nodes after declared names are replaced by their values.
  static let greatestSize = 100_000
  /// For each opening round bracket, the index of the closing one; nil for other tokens.
  private let closings: [Int?]
  /// For each token, true if it is a comma outside of all brackets except the braces of closures.
  let freeCommas: [Bool]

  package init(
    source: SourceText, tokens: [PredicateToken],
    arguments: PredicateArguments = PredicateArguments(), cursor: CursorNotes? = nil
  ) {
    code = PastedCode(source, tokens, isTyped: cursor != nil)
    self.source = code.source
    self.tokens = code.tokens
    self.arguments = arguments
    self.cursor = cursor
    (closings, freeCommas) = Self.closings(code.tokens)
  }

  /// The indexes of closing round brackets, and the commas outside of lists.
  private static func closings(_ tokens: [PredicateToken]) -> ([Int?], [Bool]) {
    var freeCommas = Array(repeating: false, count: tokens.count)
    var open: [Int] = []
    var closings = Array(repeating: Int?.none, count: tokens.count)
    for (index, token) in tokens.enumerated() where token.kind == .symbol {
      switch token.text {
      case ",":
        freeCommas[index] = open.last.map { opensClosure($0, tokens) } ?? true
      case "(", "[", "{": open.append(index)
      case ")", "]", "}":
        guard let opening = open.popLast(), tokens[opening].text == "(", token.text == ")" else {
          continue
        }
        closings[opening] = index
      default: break
      }
    }
    return (closings, freeCommas)
  }

  /// True for the brace of a closure, false for the brace of a list.
  private static func opensClosure(_ index: Int, _ tokens: [PredicateToken]) -> Bool {
    guard tokens[index].text == "{" else { return false }
    guard index > 0 else { return true }
    let before = tokens[index - 1]
    if before.kind == .word { return Language.closureMethods.contains(before.text) }
    return before.kind == .symbol && [":", ">"].contains(before.text)
  }

  /// True if the brackets contain only another pair of brackets.
  var isRedundantBracket: Bool {
    guard position + 1 < closings.count, let outer = closings[position],
      let inner = closings[position + 1]
    else { return false }
    return inner == outer - 1
  }

  package mutating func parseWhole() throws(Diagnostic) -> PredicateSyntax {
    try readCode()
    let openings = try acceptMacro()
    let predicate = if openings.isEmpty { try parseExpression() } else { try parseStatements() }
    for opening in openings.reversed() {
      try expectClosing(opening.text == "{" ? "}" : ")", of: opening)
    }
    acceptSemicolons()
    guard current.kind == .end else {
      if openings.isEmpty {
        throw failure(
          "expected 'and', 'or' or the end, found \(described(current))", hint: hintOfForeignWord())
      }
      throw failure("expected the end after the closing brace, found \(described(current))")
    }
    if let value = values?.first {
      throw Diagnostic("the format takes no value for '\(text(of: value))'", at: value.place)
    }
    return PredicateSyntax(
      predicate.kind, at: predicate.place,
      recordTypes: recordTypes + (code.type.map { [$0] } ?? []))
  }

  private func text(of syntax: PredicateSyntax) -> String {
    syntax.place.source.text(syntax.place.range)
  }

  mutating func parseExpression() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    if isDeclaration { return try parseDeclaration() }
    if isChoice { return try parseChoice(mayGoOn: false) }
    let condition = try parseDisjunction()
    guard acceptSymbol("?") else { return condition }
    return try nested { (parser) throws(Diagnostic) in
      let yes = try parser.parseExpression()
      if parser.isCutOff { return try parser.node(.conditional(condition, yes, yes), from: start) }
      try parser.expectSymbol(":")
      let no = try parser.parseExpression()
      return try parser.node(.conditional(condition, yes, no), from: start)
    }
  }

  private mutating func parseDisjunction() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    var terms = [try parseConjunction()]
    while acceptKeyword("or") || acceptSymbol("||") { terms.append(try parseConjunction()) }
    if terms.count == 1 { return terms[0] }
    return try node(.or(terms), from: start)
  }

  private mutating func parseConjunction() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    var terms = [try parseNegation()]
    while acceptKeyword("and") || acceptSymbol("&&") { terms.append(try parseNegation()) }
    if terms.count == 1 { return terms[0] }
    return try node(.and(terms), from: start)
  }

  /// In Swift, `!` binds tighter than a comparison. For conditions, both readings have the same
  /// meaning; for other operands, only this one is valid.
  private mutating func parseNegation() throws(Diagnostic) -> PredicateSyntax {
    var starts: [Int] = []
    while acceptKeyword("not") || acceptSymbol("!") {
      starts.append(previous.range.lowerBound)
    }
    var predicate = try parseQuantified()
    for start in starts.reversed() { predicate = try node(.not(predicate), from: start) }
    return predicate
  }

  private mutating func parseQuantified() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    if let quantifier = acceptQuantifier() {
      let test = try nested { (parser) throws(Diagnostic) in try parser.parseTest() }
      return try node(.quantified(quantifier, test), from: start)
    }
    return try parseTest()
  }

  /// `ANY` and similar keywords, which are names if no operand follows.
  private mutating func acceptQuantifier() -> Quantifier? {
    for (word, quantifier) in Self.quantifiers where isKeyword(word) && startsOperand(next) {
      position += 1
      return quantifier
    }
    return nil
  }

  private static let quantifiers: [(String, Quantifier)] = [
    ("any", .any), ("some", .any), ("all", .all), ("none", .none),
  ]

  func startsOperand(_ token: PredicateToken) -> Bool {
    switch token.kind {
    case .word: token.isQuotedName || !Self.infixes.contains(Name(token.text.lowercased()))
    case .variable: true
    case .symbol: token.text == "(" || token.text == "{" || token.text == "%"
    default: false
    }
  }

  /// The keywords between operands.
  package static let infixes: Set<Name> = [
    "and", "or", "in", "between", "like", "matches", "contains", "beginswith", "endswith", "has",
    "lacks", "is", "not",
  ]

  // MARK: Nodes and tokens

  /// A node from a byte offset to the last consumed token.
  func node(_ kind: PredicateSyntax.Kind, from start: Int) throws(Diagnostic) -> PredicateSyntax {
    let end = position > 0 ? tokens[position - 1].range.upperBound : start
    let node = PredicateSyntax(kind, at: SourcePlace(source, start..<max(start, end)))
    guard node.height <= Self.greatestHeight else {
      throw failure("the predicate has more than \(Self.greatestHeight) operators in a row")
    }
    guard node.depth <= Self.greatestDepth else { throw tooDeep }
    return node
  }

  /// Parses one level deeper, within the depth limit.
  mutating func nested<Result>(
    _ read: (inout PredicateParser) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.greatestDepth else { throw tooDeep }
    return try read(&self)
  }

  private var tooDeep: Diagnostic {
    failure("the predicate is nested more than \(Self.greatestDepth) deep")
  }

  var current: PredicateToken { tokens[position] }
  /// The last consumed token; the first one if there is none.
  var previous: PredicateToken { tokens[max(0, position - 1)] }
  var next: PredicateToken { tokens[min(position + 1, tokens.count - 1)] }

  func isSymbol(_ symbol: String) -> Bool {
    guard current.kind == .symbol else {
      note(symbol)
      return false
    }
    return current.text == symbol
  }

  func isKeyword(_ keyword: String) -> Bool {
    guard current.kind == .word, !current.isQuotedName else {
      note(keyword)
      return false
    }
    return current.text.utf8.count == keyword.utf8.count
      && current.text.lowercased() == keyword.lowercased()
  }

  // MARK: Incomplete predicates

  /// Notes that a keyword or an operator is possible at the cursor.
  func note(_ word: String) { if let cursor, current.isCursor { cursor.words.append(word) } }

  /// True at the end of an incomplete text, for which missing parts are invented.
  var isCutOff: Bool { cursor.map { position >= $0.end } ?? false }

  mutating func acceptSymbol(_ symbol: String) -> Bool {
    guard isSymbol(symbol) else { return false }
    position += 1
    return true
  }

  mutating func acceptKeyword(_ keyword: String) -> Bool {
    guard isKeyword(keyword) else { return false }
    position += 1
    return true
  }

  mutating func expectSymbol(_ symbol: String) throws(Diagnostic) {
    guard acceptSymbol(symbol) else {
      throw failure("expected '\(symbol)', found \(described(current))")
    }
  }

  /// An opening bracket of a list; returns the closing one.
  mutating func acceptOpening() -> String? {
    for (opening, closing) in [("(", ")"), ("[", "]"), ("{", "}")] where acceptSymbol(opening) {
      return closing
    }
    return nil
  }

  mutating func expectClosing(_ closing: String, of opening: PredicateToken) throws(Diagnostic) {
    if acceptSymbol(closing) { return }
    let note = Diagnostic.Note(
      "'\(opening.text)' opens here", at: SourcePlace(source, opening.range))
    throw Diagnostic(
      "expected '\(closing)', found \(described(current))",
      at: SourcePlace(source, current.range), notes: [note])
  }

  func described(_ token: PredicateToken) -> String {
    if token.kind == .end { return "the end" }
    return "'\(source.text(token.range))'"
  }

  func failure(_ message: String, hint: Hint? = nil) -> Diagnostic {
    Diagnostic(message, at: SourcePlace(source, current.range), hint: hint)
  }
}
