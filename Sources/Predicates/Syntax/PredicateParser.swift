package import FlagModel
import SQLText

extension PredicateSyntax {
  /// Reads a predicate that takes no arguments.
  package static func parse(_ source: SourceText) throws(Diagnostic) -> PredicateSyntax {
    var none = PredicateArguments()
    return try parse(source, arguments: &none)
  }

  /// Reads an expression with names for what is given with each use of it.
  static func parse(
    _ source: SourceText, variables: [Name]
  ) throws(Diagnostic) -> PredicateSyntax {
    var parser = PredicateParser(source: source, tokens: try PredicateLexer.lex(source))
    parser.variables = variables
    return try parser.parseWhole()
  }

  /// Reads a predicate; `%@`, `%K` and their like take the next of the arguments, and the variables
  /// of the app the one with their name.
  package static func parse(
    _ source: SourceText, arguments: inout PredicateArguments
  ) throws(Diagnostic) -> PredicateSyntax {
    var parser = PredicateParser(
      source: source, tokens: try PredicateLexer.lex(source), arguments: arguments)
    let predicate = try parser.parseWhole()
    arguments = parser.arguments
    return predicate
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

/// Makes the tree of a predicate from its tokens.
package struct PredicateParser {
  let source: SourceText
  let tokens: [PredicateToken]
  /// The values for `%@` and its like, and for the variables of the app.
  var arguments: PredicateArguments
  var position = 0
  /// The names that the closures around this place have given.
  var variables: [Name] = []
  /// True if a closure of Swift is around the whole: names that stand alone are then variables of
  /// the app, since only the parameter of the closure leads to attributes.
  var isSwift = false
  /// The name that the closure gives to the record that is asked.
  var recordName: Name?
  /// The types that the closure around the whole names for the record that is asked.
  var recordTypes: [NameSyntax] = []
  /// The brace that opens the body after the condition here.
  var bodyStart: Int?
  /// True if the statements that were read last answer by `return`.
  var hasReturned = false
  /// The size of what each declared name stands for, and of all that was used so far.
  var sizes: [Name: [Int]] = [:]
  var size = 0
  /// The expressions that the code around the predicate declares.
  var expressions: [Name: DeclaredExpression] = [:]
  /// The values behind a format for its `%@`, which no `--arg` gives; nil without a format.
  var values: [PredicateSyntax]?
  /// The code around the predicate.
  let code: PastedCode
  /// The notes about the place where the predicate is being typed; nil for one that is complete.
  let cursor: CursorNotes?
  private var depth = 0

  /// As deep as brackets may be nested that are not redundant: SQLite's own parser has a stack of
  /// 100. What it bears of the SQL that is made is looked at when that is known.
  static let greatestDepth = 100
  /// As many nodes as may stand above each other, which operators in a row do: SQLite takes an
  /// expression that is 1,000 deep, and a test around a row takes a few of them.
  static let greatestHeight = 950
  /// As many nodes as the names that are declared may stand for.
  static let greatestSize = 100_000
  /// For each token the place of the bracket that closes it; nil if it opens none.
  private let closings: [Int?]
  /// For each token true if it is a comma that stands in no bracket but the braces of closures.
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

  /// The places where round brackets close, and the commas outside of all brackets of lists.
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

  /// True of the brace of a closure, and false of one before a list.
  private static func opensClosure(_ index: Int, _ tokens: [PredicateToken]) -> Bool {
    guard tokens[index].text == "{" else { return false }
    guard index > 0 else { return true }
    let before = tokens[index - 1]
    if before.kind == .word { return Language.closureMethods.contains(before.text) }
    return before.kind == .symbol && [":", ">"].contains(before.text)
  }

  /// True if the bracket here holds nothing but what stands in another pair.
  var isRedundantBracket: Bool {
    guard position + 1 < closings.count, let outer = closings[position],
      let inner = closings[position + 1]
    else { return false }
    return inner == outer - 1
  }

  package mutating func parseWhole() throws(Diagnostic) -> PredicateSyntax {
    try readCode()
    let openings = try acceptMacro()
    var predicate = try openings.isEmpty ? parseExpression() : parseStatements()
    for opening in openings.reversed() {
      try expectClosing(opening.text == "{" ? "}" : ")", of: opening)
    }
    acceptSemicolons()
    guard current.kind == .end else {
      throw failure(
        openings.isEmpty
          ? "expected 'and', 'or' or the end, found \(described(current))"
          : "expected the end after the closing brace, found \(described(current))",
        hint: openings.isEmpty ? wordsOfOthers() : nil)
    }
    if let value = values?.first {
      throw Diagnostic("the format takes no value for '\(text(of: value))'", at: value.place)
    }
    predicate.recordTypes = recordTypes + (code.type.map { [$0] } ?? [])
    return predicate
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
    return terms.count == 1 ? terms[0] : try node(.or(terms), from: start)
  }

  private mutating func parseConjunction() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    var terms = [try parseNegation()]
    while acceptKeyword("and") || acceptSymbol("&&") { terms.append(try parseNegation()) }
    return terms.count == 1 ? terms[0] : try node(.and(terms), from: start)
  }

  /// To Swift `!` binds more tightly than a comparison; for what is true or false the two readings
  /// mean the same, and for the rest only this one means anything.
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

  /// `ANY` and the others, which are names where no operand follows.
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

  /// The words that stand between operands.
  static let infixes: Set<Name> = [
    "and", "or", "in", "between", "like", "matches", "contains", "beginswith", "endswith", "has",
    "lacks", "is", "not",
  ]

  // MARK: Nodes and tokens

  /// A node from a byte on to the last token that was consumed.
  func node(
    _ kind: PredicateSyntax.Kind, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    let end = position > 0 ? tokens[position - 1].range.upperBound : start
    let node = PredicateSyntax(kind, at: SourcePlace(source, start..<max(start, end)))
    guard node.height <= Self.greatestHeight else {
      throw failure("the predicate has more than \(Self.greatestHeight) operators in a row")
    }
    guard node.depth <= Self.greatestDepth else { throw tooDeep }
    return node
  }

  /// Reads what stands one level deeper.
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
  /// The token that was consumed last; the first one where none was.
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

  // MARK: Predicates that are being typed

  /// Notes that a word or an operator may stand at the cursor.
  func note(_ word: String) {
    if let cursor, current.isCursor { cursor.words.append(word) }
  }

  /// True if nothing more was typed: what is missing is then taken from what is there.
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

  /// An opening bracket of a list; the answer is the one that closes it.
  mutating func acceptOpening() -> String? {
    for (opening, closing) in [("(", ")"), ("[", "]"), ("{", "}")] where acceptSymbol(opening) {
      return closing
    }
    return nil
  }

  mutating func expectClosing(
    _ closing: String, of opening: PredicateToken
  ) throws(Diagnostic) {
    if acceptSymbol(closing) { return }
    let note = Diagnostic.Note(
      "'\(opening.text)' opens here", at: SourcePlace(source, opening.range))
    throw Diagnostic(
      "expected '\(closing)', found \(described(current))",
      at: SourcePlace(source, current.range), notes: [note])
  }

  func described(_ token: PredicateToken) -> String {
    token.kind == .end ? "the end" : "'\(source.text(token.range))'"
  }

  func failure(_ message: String, hint: Hint? = nil) -> Diagnostic {
    Diagnostic(message, at: SourcePlace(source, current.range), hint: hint)
  }
}
