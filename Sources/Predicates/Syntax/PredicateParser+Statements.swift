import FlagModel
import SQLText

// Statements of Swift: declarations, `if` and `guard`. They become nodes of expressions, and one
// kind of node for a declared name.

extension PredicateParser {
  /// The content of braces, whose last statement is the result.
  mutating func parseStatements() throws(Diagnostic) -> PredicateSyntax {
    if isDeclaration { return try parseDeclaration() }
    if isChoice { return try parseChoice(mayGoOn: true) }
    if isWord("guard"), startsOperand(next) || next.text == "!" { return try parseGuard() }
    let returns = isKeyword("return") && startsAnswer(next)
    if returns { position += 1 }
    let answer = try parseExpression()
    acceptSemicolons()
    hasReturned = returns
    return answer
  }

  private func startsAnswer(_ token: PredicateToken) -> Bool {
    token.kind != .symbol || ["!", "(", "-", "[", "%", ".", "~"].contains(token.text)
  }

  mutating func acceptSemicolons() {
    while current.kind == .symbol, current.text == ";" { position += 1 }
  }

  /// True if the current token is this word of Swift. The word is not offered as a completion.
  private func isWord(_ word: String) -> Bool {
    current.kind == .word && !current.isQuotedName && current.text == word
  }

  // MARK: Names

  private static let declaring: Set<Name> = ["let", "var"]

  /// `let name = value` or `let name: Type = value`.
  var isDeclaration: Bool {
    guard current.kind == .word, !current.isQuotedName, Self.declaring.contains(Name(current.text)),
      next.kind == .word, position + 2 < tokens.count
    else { return false }
    return ["=", ":"].contains(tokens[position + 2].text) && tokens[position + 2].kind == .symbol
  }

  mutating func parseDeclaration() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    return try nested { (parser) throws(Diagnostic) in
      parser.position += 1
      let condition = try parser.parseNamed()
      parser.acceptSemicolons()
      if parser.isCutOff { return condition.value }
      let isUnwrapped = parser.isUnwrapped
      parser.open(condition)
      defer { parser.close(condition) }
      let rest = try parser.parseStatements()
      return try parser.node(
        .binding(condition.name ?? "", isUnwrapped: isUnwrapped, condition.value, rest), from: start
      )
    }
  }

  /// True if `!` was the last token except semicolons, so that the value is unwrapped.
  private var isUnwrapped: Bool {
    let last = tokens[..<position].last { $0.text != ";" || $0.kind != .symbol }
    return last?.kind == .symbol && last?.text == "!"
  }

  /// A condition; for `let name = value`, its value has a name.
  struct Condition {
    let name: Name?
    let value: PredicateSyntax
    /// The number of nodes in the value of the name.
    let size: Int
  }

  /// `name = value`, or only the name of a captured variable.
  private mutating func parseNamed() throws(Diagnostic) -> Condition {
    let name = Name(current.text)
    let before = size - position
    position += 1
    if acceptSymbol(":") {
      guard let end = endOfType(position) else {
        throw failure("expected a type after ':', found \(described(current))")
      }
      position = end
    }
    if acceptSymbol("=") {
      let value = try parseExpression()
      return Condition(name: name, value: value, size: size + position - before)
    }
    position -= 1
    return Condition(name: name, value: try parseOperation(), size: 1)
  }

  private mutating func open(_ condition: Condition) {
    guard let name = condition.name else { return }
    variables.append(name)
    sizes[name, default: []].append(condition.size)
  }

  private mutating func close(_ condition: Condition) {
    guard let name = condition.name else { return }
    variables.removeLast()
    sizes[name]?.removeLast()
  }

  /// A name that a closure or a declaration defines. The size of its value is counted, because
  /// values may grow exponentially: each of `let b = a + a; let c = b + b` doubles it.
  mutating func variable(_ name: Name, from start: Int) throws(Diagnostic) -> PredicateSyntax {
    try use(sizes[name]?.last ?? 0)
    return try node(.variable(name), from: start)
  }

  mutating func use(_ more: Int) throws(Diagnostic) {
    size += more
    guard size <= Self.greatestSize else {
      throw Diagnostic(
        "the declared names expand to too much code",
        at: SourcePlace(source, previous.range))
    }
  }

  // MARK: Choices

  /// True for `if` before a condition, false for a name.
  var isChoice: Bool {
    guard isWord("if") else { return false }
    return isSwift || (startsOperand(next) && !(next.text == "(" && current.touches(next)))
      || next.text == "!"
  }

  mutating func parseChoice(mayGoOn: Bool) throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    position += 1
    return try nested { (parser) throws(Diagnostic) in
      let conditions = try parser.parseConditions(before: parser.startOfBody())
      if parser.isCutOff { return try parser.unfinished(conditions, from: start) }
      for condition in conditions { parser.open(condition) }
      let yes = try parser.parseBraces()
      for condition in conditions.reversed() { parser.close(condition) }
      let no = try parser.parseOtherwise(after: yes, mayGoOn: mayGoOn)
      return try parser.choice(conditions, yes, no, from: start)
    }
  }

  /// A choice whose bodies are not typed yet.
  private mutating func unfinished(
    _ conditions: [Condition], from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    let place = SourcePlace(source, start..<start)
    return try choice(
      conditions, PredicateSyntax(.bool(true), at: place), PredicateSyntax(.bool(false), at: place),
      from: start)
  }

  private mutating func parseOtherwise(
    after yes: PredicateSyntax, mayGoOn: Bool
  ) throws(Diagnostic) -> PredicateSyntax {
    let returns = hasReturned
    defer { hasReturned = hasReturned && returns }
    // The `else` body does not know the names of the conditions.
    if isCutOff { return PredicateSyntax(.bool(false), at: yes.place) }
    if acceptKeyword("else") {
      if isChoice { return try parseChoice(mayGoOn: mayGoOn) }
      return try parseBraces()
    }
    guard mayGoOn, returns, current.kind != .end, current.text != "}" else {
      throw failure(
        "expected 'else', found \(described(current))",
        hint: "every branch must return a value, as in else { false }")
    }
    acceptSemicolons()
    return try parseStatements()
  }

  private mutating func parseGuard() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    position += 1
    return try nested { (parser) throws(Diagnostic) in
      let conditions = try parser.parseConditions(before: nil)
      if parser.isCutOff { return try parser.unfinished(conditions, from: start) }
      guard parser.acceptKeyword("else") else {
        throw parser.failure("expected 'else', found \(parser.described(parser.current))")
      }
      let no = try parser.parseBraces()
      parser.acceptSemicolons()
      if parser.isCutOff { return no }
      for condition in conditions { parser.open(condition) }
      defer { for condition in conditions.reversed() { parser.close(condition) } }
      let yes = try parser.parseStatements()
      return try parser.choice(conditions, yes, no, from: start)
    }
  }

  /// The conditions before a body; the names of each are available in those after it.
  private mutating func parseConditions(before body: Int?) throws(Diagnostic) -> [Condition] {
    let outer = bodyStart
    bodyStart = body
    defer { bodyStart = outer }
    var conditions: [Condition] = []
    defer { for condition in conditions.reversed() { close(condition) } }
    repeat {
      let condition = try parseCondition()
      open(condition)
      conditions.append(condition)
    } while acceptSymbol(",")
    return conditions
  }

  private mutating func parseCondition() throws(Diagnostic) -> Condition {
    if current.kind == .word, !current.isQuotedName, Self.declaring.contains(Name(current.text)),
      next.kind == .word
    {
      position += 1
      return try parseNamed()
    }
    if isWord("case"), next.kind == .word || next.text == "." {
      throw failure("'case' is not supported", hint: "compare with '=='")
    }
    return Condition(name: nil, value: try parseExpression(), size: 0)
  }

  /// The node for a choice. `yes` may use the names of the conditions, and `no` may not.
  private mutating func choice(
    _ conditions: [Condition], _ yes: PredicateSyntax, _ no: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    // A named value is tested for nil, and is copied into the later conditions and the result.
    try use(conditions.reduce(0) { $0 + 2 * $1.size })
    var holds: PredicateSyntax?
    var answer = yes
    for condition in conditions.reversed() {
      let (value, place) = (condition.value, condition.value.place)
      var rest = holds
      var test = value
      if let name = condition.name {
        func bound(_ body: PredicateSyntax) -> PredicateSyntax {
          PredicateSyntax(.binding(name, isUnwrapped: true, value, body), at: body.place)
        }
        test = PredicateSyntax(
          .compare(value, .unequal, .exact, PredicateSyntax(.null, at: place)), at: place)
        rest = rest.map(bound)
        answer = bound(answer)
      }
      holds = rest.map { PredicateSyntax(.and([test, $0]), at: place) } ?? test
    }
    return try node(.conditional(holds ?? yes, answer, no), from: start)
  }

  // MARK: Braces

  private mutating func parseBraces() throws(Diagnostic) -> PredicateSyntax {
    let opening = current
    guard acceptSymbol("{") else {
      throw failure("expected '{', found \(described(current))")
    }
    let body = try nested { (parser) throws(Diagnostic) in try parser.parseStatements() }
    try expectClosing("}", of: opening)
    return body
  }

  /// The index of the brace that opens the body after a condition. It is the first one outside of
  /// brackets, unless the condition continues after its closing brace.
  private func startOfBody() -> Int? {
    var depth = 0
    var opening: Int?
    for (index, token) in tokens.enumerated().dropFirst(position) where token.kind == .symbol {
      switch token.text {
      case "(", "[", "{":
        if depth == 0, token.text == "{" { opening = index }
        depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth < 0 { return opening }
        if depth == 0, token.text == "}", !continues(index + 1) { return opening }
      default: break
      }
    }
    return opening
  }

  private func continues(_ index: Int) -> Bool {
    let token = tokens[min(index, tokens.count - 1)]
    return token.kind == .symbol && ["{", "&&", "||", ",", "==", "!=", "."].contains(token.text)
  }

  /// True if a brace opens a closure and not a body.
  var isTrailingClosure: Bool { isSymbol("{") && position != bodyStart }

  /// True if a token ends the expression before it, because a body or the next statement begins.
  func endsStatement(_ index: Int) -> Bool {
    let token = tokens[min(index, tokens.count - 1)]
    if token.kind == .end || index == bodyStart { return true }
    if token.kind == .symbol, token.text == ";" || token.text == "}" { return true }
    if token.kind == .word, token.text == "else", !token.isQuotedName { return true }
    return startsLine(index)
  }

  /// True if a token is the first on a line of Swift, so that it may begin another statement.
  func startsLine(_ index: Int) -> Bool {
    guard isSwift, index > 0, index < tokens.count else { return false }
    let between = tokens[index - 1].range.upperBound..<tokens[index].range.lowerBound
    return source.utf8[between].contains(UInt8(ascii: "\n"))
  }
}
