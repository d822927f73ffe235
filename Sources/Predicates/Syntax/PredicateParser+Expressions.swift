import FlagModel
private import PlainText

// Expressions that are declared before a predicate: `passing.evaluate($0.readings)`.

extension PredicateParser {
  /// An `#Expression`, with the names of its parameters.
  struct DeclaredExpression {
    let parameters: [Name]
    let body: PredicateSyntax
    let size: Int
  }

  /// Parses the code around the predicate.
  mutating func readCode() throws(Diagnostic) {
    if let fault = code.fault { throw fault }
    for declaration in code.declarations {
      var parser = PredicateParser(
        source: code.original, tokens: declaration.tokens, arguments: arguments)
      guard parser.current.isMacro(in: code.original), parser.current.text == "Expression" else {
        continue
      }
      parser.expressions = expressions
      expressions[declaration.name] = try parser.parseDeclared()
      arguments = parser.arguments
    }
    if let values = code.values { self.values = try readValues(values) }
  }

  /// Parses `#Expression<[Reading], Int> { readings in … }`.
  private mutating func parseDeclared() throws(Diagnostic) -> DeclaredExpression {
    position = tokens.endOfTypes(position + 1)
    let isBracketed = acceptSymbol("(")
    let opening = current
    try expectSymbol("{")
    isSwift = true
    let parameters = acceptParameters()
    variables = parameters
    let body = try parseStatements()
    try expectClosing("}", of: opening)
    if isBracketed { try expectSymbol(")") }
    return DeclaredExpression(parameters: parameters, body: body, size: size + position)
  }

  /// `a, b in`, `(a, b) in`; without names `$0`, `$1` and so on.
  private mutating func acceptParameters() -> [Name] {
    var place = position
    var names: [Name] = []
    let isBracketed = tokens[place].kind == .symbol && tokens[place].text == "("
    if isBracketed { place += 1 }
    while tokens[place].kind == .word || tokens[place].kind == .variable {
      names.append(Name(tokens[place].text))
      place += 1
      guard tokens[place].kind == .symbol, tokens[place].text == "," else { break }
      place += 1
    }
    if isBracketed, tokens[place].text == ")" { place += 1 }
    guard !names.isEmpty, tokens[place].kind == .word, tokens[place].text == "in",
      !tokens[place].isQuotedName
    else { return (0..<4).map { Name("\($0)") } }
    position = place + 1
    return names
  }

  /// True if the name is an expression that is evaluated here.
  func isEvaluation(of name: Name) -> Bool {
    guard !expressions.isEmpty, expressions[name] != nil, isSymbol("."), next.text == "evaluate"
    else { return false }
    return tokens[position + 2].kind == .symbol && tokens[position + 2].text == "("
  }

  /// `passing.evaluate($0.readings)` after the name of an expression.
  mutating func parseEvaluation(
    of name: Name, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    guard let expression = expressions[name] else { throw failure("expected an expression") }
    position += 2
    let arguments = try parseArguments()
    let hasNames = expression.parameters.first != "0"
    guard
      hasNames ? arguments.count == expression.parameters.count : (1...4).contains(arguments.count)
    else {
      throw Diagnostic(
        "'\(name)' takes \(counted(expression.parameters.count, "value")), found \(arguments.count)",
        at: SourcePlace(source, start..<previous.range.upperBound))
    }
    try use(expression.size)
    let parameters = expression.parameters.prefix(arguments.count)
    let place = SourcePlace(source, start..<previous.range.upperBound)
    // The aliases keep the names of one argument apart from those of the next.
    let aliases = parameters.indices.map { Name("\(name)_\($0)_") }
    var body = expression.body
    guard arguments.count > 1 else {
      return PredicateSyntax(
        .binding(parameters[0], isUnwrapped: false, arguments[0].value, body), at: place)
    }
    for (parameter, alias) in zip(parameters, aliases).reversed() {
      let value = PredicateSyntax(.variable(alias), at: place)
      body = PredicateSyntax(.binding(parameter, isUnwrapped: false, value, body), at: place)
    }
    for (argument, alias) in zip(arguments, aliases).reversed() {
      body = PredicateSyntax(.binding(alias, isUnwrapped: false, argument.value, body), at: place)
    }
    return body
  }

  // MARK: Formats

  /// The values after a format, each in Swift syntax.
  private mutating func readValues(
    _ values: [[PredicateToken]]
  ) throws(Diagnostic) -> [PredicateSyntax] {
    var all: [PredicateSyntax] = []
    for tokens in values {
      let end = tokens.last?.range.upperBound ?? 0
      var parser = PredicateParser(
        source: code.original,
        tokens: tokens + [PredicateToken(kind: .end, text: "", range: end..<end)],
        arguments: arguments)
      parser.isSwift = true
      all.append(try parser.parseExpression())
      arguments = parser.arguments
    }
    return all
  }

  /// The value for the placeholder `%@` in a format; nil if `--arg` gives the values.
  mutating func acceptValue(
    _ letter: String, of base: PredicateSyntax?, at place: SourcePlace
  ) throws(Diagnostic) -> PredicateSyntax? {
    guard let value = values?.first else {
      if values == nil { return nil }
      throw Diagnostic("the format has no value for '%\(letter)'", at: place)
    }
    values?.removeFirst()
    position += 2
    guard letter == "K" else { return value }
    switch value.kind {
    case .text(let path), .argument(let path): return try keyPath(path, of: base, at: place)
    default:
      throw Diagnostic("expected a path in quotes for '%K'", at: value.place)
    }
  }
}
