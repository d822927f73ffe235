import FlagModel
import SQLText

// Ranges, operators and operands.

extension PredicateParser {
  mutating func parseRange() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    if let includesUpper = acceptDots() {
      let upper = try parseOperation()
      return try node(.range(nil, upper, includesUpper: includesUpper), from: start)
    }
    let lower = try parseOperation()
    guard let includesUpper = acceptDots() else { return lower }
    let isOpen = includesUpper && !startsValue(current)
    let upper = isOpen ? nil : try parseOperation()
    return try node(.range(lower, upper, includesUpper: includesUpper), from: start)
  }

  private mutating func acceptDots() -> Bool? {
    if acceptSymbol("...") { return true }
    if acceptSymbol("..<") { return false }
    return nil
  }

  func startsValue(_ token: PredicateToken) -> Bool {
    switch token.kind {
    case .end: false
    case .symbol: ["(", "-", "+", "~", "!", ".", "%", "{", "["].contains(token.text)
    case .word: token.isQuotedName || !Self.infixes.contains(Name(token.text.lowercased()))
    default: true
    }
  }

  mutating func parseOperation(tighterThan limit: Int = 0) throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    var left = try parseUnary()
    while let next = upcomingOperator, next.precedence > limit {
      position += 1
      let isFromTheRight = next == .otherwise || next == .power
      let right: PredicateSyntax
      if isFromTheRight {
        right = try nested { (parser) throws(Diagnostic) in
          try parser.parseOperation(tighterThan: next.precedence - 1)
        }
      } else {
        right = try parseOperation(tighterThan: next.precedence)
      }
      left = try node(.binary(next, left, right), from: start)
    }
    return left
  }

  private var upcomingOperator: Operator? {
    for operation in Operator.allCases where cursor != nil { note(operation.rawValue) }
    // As in Swift, a sign that touches the next token begins another statement on a new line.
    if current.text == "-" || current.text == "+", current.touches(next), startsLine(position) {
      return nil
    }
    if current.kind == .symbol { return Operator(rawValue: current.text) }
    return nil
  }

  private mutating func parseUnary() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    guard current.kind == .symbol, ["-", "+", "~", "!"].contains(current.text) else {
      return try parsePostfix()
    }
    let sign = current.text
    position += 1
    if sign == "-", current.kind == .number || current.kind == .duration, previous.touches(current)
    {
      position += 1
      let kind: PredicateSyntax.Kind =
        if previous.kind == .number {
          .number("-\(previous.text)")
        } else {
          .duration("-\(previous.text)")
        }
      return try parsePostfix(of: try node(kind, from: start), from: start)
    }
    return try nested { (parser) throws(Diagnostic) in
      let operand = try parser.parseUnary()
      switch sign {
      case "-": return try parser.node(.negative(operand), from: start)
      case "~": return try parser.node(.complement(operand), from: start)
      case "!": return try parser.node(.not(operand), from: start)
      default: return operand
      }
    }
  }

  // MARK: Primaries

  private mutating func parsePostfix() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    return try parsePostfix(of: try parsePrimary(), from: start)
  }

  /// Each kind of operand has a separate function. Nested calls pass through this one, so it must
  /// use little of the stack.
  private mutating func parsePrimary() throws(Diagnostic) -> PredicateSyntax {
    switch current.kind {
    case .word: return try parseWordOperand()
    case .symbol: return try parseSymbolOperand()
    default: return try parseLiteral()
    }
  }

  private mutating func parseLiteral() throws(Diagnostic) -> PredicateSyntax {
    switch current.kind {
    case .number: return try take { .number($0) }
    case .duration: return try take { .duration($0) }
    case .string: return try take { .text($0) }
    case .date: return try take { .date($0) }
    case .variable: return try parseVariable()
    default: throw expectedOperand()
    }
  }

  private mutating func parseSymbolOperand() throws(Diagnostic) -> PredicateSyntax {
    switch current.text {
    case ".": return try parseDottedOperand()
    case "%":
      if let argument = try acceptArgument() { return argument }
      throw expectedOperand()
    case "(": return try parseBracketed()
    case "{", "[": return try parseListOperand()
    case "/":
      throw failure(
        "a pattern between '/' is not supported", hint: "write it in quotes after 'matches'")
    default: throw expectedOperand()
    }
  }

  private func expectedOperand() -> Diagnostic {
    failure("expected a name or a value, found \(described(current))")
  }

  private mutating func parseDottedOperand() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    let dotted = try parseDotted()
    guard case .dotted("init") = dotted.kind, isSymbol("(") else { return dotted }
    let arguments = try parseArguments()
    return try node(.call(nil, "init", arguments), from: start)
  }

  private mutating func parseListOperand() throws(Diagnostic) -> PredicateSyntax {
    let opening = current
    let closing = acceptOpening() ?? ""
    let items = try parseItems(until: closing)
    try expectClosing(closing, of: opening)
    return try node(.list(items), from: opening.range.lowerBound)
  }

  private mutating func take(
    _ kind: (String) -> PredicateSyntax.Kind
  ) throws(Diagnostic) -> PredicateSyntax {
    position += 1
    return try node(kind(previous.text), from: previous.range.lowerBound)
  }

  private mutating func parseVariable() throws(Diagnostic) -> PredicateSyntax {
    if current.isQuotedName {
      position += 1
      return try parseCapture()
    }
    if variables.contains(Name(current.text)) {
      position += 1
      return try variable(Name(previous.text), from: previous.range.lowerBound)
    }
    // Outside of all closures it is the record of the query, as in #Predicate.
    if current.text == "0", recordName == nil { return try take { _ in .itself } }
    if current.text == "0" {
      throw failure("'$0' is not allowed here", hint: "the closure calls it '\(recordName ?? "")'")
    }
    if current.text.allSatisfy(\.isNumber) {
      throw failure(
        "'$\(current.text)' is not supported: a closure has one argument",
        hint: "after map { $0.NAME }, use min(), max() or reduce(0, +)")
    }
    position += 1
    return try parseCapture()
  }

  /// An expression in brackets, or a list.
  private mutating func parseBracketed() throws(Diagnostic) -> PredicateSyntax {
    let outermost = position
    while isRedundantBracket { position += 1 }
    let openings = tokens[outermost...position]
    let opening = current
    position += 1
    let items = try parseItems(until: ")")
    for opening in openings.reversed() { try expectClosing(")", of: opening) }
    if items.count == 1 { return items[0] }
    return try node(.list(items), from: opening.range.lowerBound)
  }

  mutating func parseItems(until closing: String) throws(Diagnostic) -> [PredicateSyntax] {
    var items: [PredicateSyntax] = []
    while !isSymbol(closing) {
      items.append(try parseListItem())
      // In a list of flags, `HRM | PLX` is an operation.
      guard acceptSymbol(",") else { break }
    }
    return items
  }

  /// Most items of a long list are single tokens, which are handled without the full recursion.
  private mutating func parseListItem() throws(Diagnostic) -> PredicateSyntax {
    if next.kind == .symbol, next.text == ",", [.number, .string, .date].contains(current.kind) {
      return try parsePrimary()
    }
    return try nested { (parser) throws(Diagnostic) in try parser.parseExpression() }
  }

  mutating func parseDotted() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    position += 1
    guard current.kind == .word else {
      throw failure(
        "expected a name after '.', found \(described(current))",
        hint: "write attributes without a dot, as in score > 90")
    }
    position += 1
    return try node(.dotted(Name(previous.text)), from: start)
  }

  private mutating func parseWordOperand() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    let isCall = next.kind == .symbol && next.text == "(" && !startsLine(position + 1)
    let word = current.text
    let name = Name(word)
    position += 1
    if previous.isCursor { return try parseCursor() }
    let isPlain = !previous.isQuotedName
    if isPlain, isEvaluation(of: name) { return try parseEvaluation(of: name, from: start) }
    if let record = try acceptRecord(name, isPlain: isPlain, from: start) { return record }
    if isSwift, !isCall || !isPlain { return try parseSwiftWord() }
    if isPlain, isCall { return try parseCall(word, from: start) }
    return try wordValue(word, isPlain: isPlain, from: start)
  }

  /// A variable or the record, if the consumed name is one.
  private mutating func acceptRecord(
    _ name: Name, isPlain: Bool, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax? {
    guard isPlain else { return nil }
    if variables.contains(name) { return try variable(name, from: start) }
    if name == recordName { return try node(.itself, from: start) }
    return nil
  }

  /// A keyword that is a value, or else a name.
  private func wordValue(
    _ word: String, isPlain: Bool, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    let kind: PredicateSyntax.Kind
    switch isPlain ? word.lowercased() : "" {
    case "true", "yes", "truepredicate": kind = .bool(true)
    case "false", "no", "falsepredicate": kind = .bool(false)
    case "nil", "null": kind = .null
    case "self": kind = .itself
    default: kind = .name(Name(word))
    }
    return try node(kind, from: start)
  }

  private mutating func parseCall(
    _ word: String, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    switch word.lowercased() {
    case "subquery": return try parseSubquery(from: start)
    case "ternary": return try parseTernary(from: start)
    case "true", "yes", "truepredicate", "false", "no", "falsepredicate", "nil", "null":
      return try wordValue(word, isPlain: true, from: start)
    default:
      let arguments = try parseArguments()
      return try node(.call(nil, word, arguments), from: start)
    }
  }

  /// The incomplete name at the cursor, which may become a name or a keyword.
  private func parseCursor() throws(Diagnostic) -> PredicateSyntax {
    cursor?.isOperand = true
    cursor?.variables = variables
    cursor?.recordName = recordName
    cursor?.words += ["true", "false", "nil", "SELF"]
    return try node(.name(Name(PredicateToken.cursorName)), from: previous.range.lowerBound)
  }

  // MARK: NSPredicate's own calls

  private mutating func parseSubquery(from start: Int) throws(Diagnostic) -> PredicateSyntax {
    try expectSymbol("(")
    let collection = try nested { (parser) throws(Diagnostic) in try parser.parseExpression() }
    if isCutOff, acceptSymbol(")") { return try whole(collection, from: start) }
    try expectSymbol(",")
    guard current.kind == .variable else {
      throw failure("expected a variable such as $r, found \(described(current))")
    }
    let variable = Name(current.text)
    position += 1
    if isCutOff, acceptSymbol(")") { return try whole(collection, from: start) }
    try expectSymbol(",")
    let condition = try parseBody(naming: variable)
    try expectSymbol(")")
    return try node(.filter(collection, variable: variable, condition), from: start)
  }

  /// All records of a collection, until the condition is typed.
  private func whole(
    _ collection: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    let all = PredicateSyntax(.bool(true), at: collection.place)
    return try node(.filter(collection, variable: nil, all), from: start)
  }

  private mutating func parseTernary(from start: Int) throws(Diagnostic) -> PredicateSyntax {
    try expectSymbol("(")
    return try nested { (parser) throws(Diagnostic) in
      let condition = try parser.parseExpression()
      if parser.isCutOff, parser.acceptSymbol(")") { return condition }
      try parser.expectSymbol(",")
      let yes = try parser.parseExpression()
      if parser.isCutOff, parser.acceptSymbol(")") { return yes }
      try parser.expectSymbol(",")
      let no = try parser.parseExpression()
      try parser.expectSymbol(")")
      return try parser.node(.conditional(condition, yes, no), from: start)
    }
  }

  /// An expression in which a variable is the record.
  mutating func parseBody(naming variable: Name) throws(Diagnostic) -> PredicateSyntax {
    variables.append(variable)
    defer { variables.removeLast() }
    return try nested { (parser) throws(Diagnostic) in try parser.parseStatements() }
  }
}
