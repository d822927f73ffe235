import FlagModel

/// Constant expressions, which are parsed only if their value is needed.
///
///     EXPRESSION = operand { OPERATOR operand } [ "as" TYPE ]
///     operand    = { "-" | "~" | "+" | "!" | "..." } primary { "." NAME | arguments | "!" }
///     primary    = NUMBER | STRING | NAME [ generics ] | "." NAME | "(" EXPRESSION ")"
///                | "[" [ EXPRESSION { "," EXPRESSION } ] "]" | KEYPATH | "true" | "false" | "nil"
extension Code {
  /// Parses the tokens as an expression.
  func expression() throws(Diagnostic) -> Expression {
    var parser = Parser(file, tokens: tokens)
    let expression = try parser.parseExpression()
    guard parser.isAtEnd else {
      return Expression(kind: .other("the expression"), place: place, depth: 1)
    }
    return expression
  }

  /// Parses the tokens as the arguments of a call.
  func argumentList() throws(Diagnostic) -> [Expression.Argument] {
    var parser = Parser(file, tokens: tokens)
    return try parser.parseArguments()
  }

  /// Parses the tokens as the associated values of a case.
  func payload() throws(Diagnostic) -> [PayloadSyntax] {
    var parser = Parser(file, tokens: tokens)
    return try parser.parsePayload()
  }
}

extension Parser {
  /// The maximum nesting depth of expressions; each term of a sum counts.
  private static let expressionDepthLimit = 256

  mutating func parseExpression(above precedence: Int = 0) throws(Diagnostic) -> Expression {
    let start = at
    var left = try parseOperand()
    while !isAtEnd {
      if precedence < 1, isPlainCast {
        at += 1
        let type = try parseTypeName()
        left = try node(.cast(left, type), start, left.depth)
        continue
      }
      guard let (spelling, binding) = binaryOperator, binding > precedence else { break }
      at += spelling.utf8.count
      if spelling == "...", isAtEnd || isSymbol(",") {
        left = try node(.postfixRange(left), start, left.depth)
        break
      }
      let right = try parseExpression(above: binding)
      left = try node(.binary(spelling, left, right), start, max(left.depth, right.depth))
    }
    if precedence == 0, isOtherOperator { return try passOtherExpression(from: start) }
    return left
  }

  /// True for `as`, but not for a cast that can fail.
  private var isPlainCast: Bool {
    isWord("as") && (peek().isSpaced || !peek().isSymbol("?") && !peek().isSymbol("!"))
  }

  /// True for an operator that no constant has: `?`, `??`, `==`, `&&`, `is`, `as?`.
  private var isOtherOperator: Bool {
    if isWord("is") || isWord("as") { return true }
    guard !isAtEnd, token.kind == .symbol else { return false }
    if isSymbol("=") { return peek().isSymbol("=") && !peek().isSpaced }
    return "?!<>&|^~+-*/%".utf8.contains(token.first)
  }

  /// Skips the rest of an expression that only a running app can evaluate, up to a comma.
  private mutating func passOtherExpression(
    _ what: String = "the expression", from start: Int
  ) throws(Diagnostic) -> Expression {
    while !isAtEnd, !isSymbol(",") {
      if isSymbol("(") || isSymbol("[") || isSymbol("{") { passBrackets() } else { at += 1 }
    }
    return try node(.other(what), start)
  }

  private func node(
    _ kind: Expression.Kind, _ start: Int, _ below: Int = 0
  ) throws(Diagnostic) -> Expression {
    let place = place(from: start)
    guard below < Parser.expressionDepthLimit else {
      throw Diagnostic("the expression is nested too deeply", at: place)
    }
    return Expression(kind: kind, place: place, depth: below + 1)
  }

  /// The operator at the current token, with Swift's precedence.
  private var binaryOperator: (String, Int)? {
    guard token.kind == .symbol else { return nil }
    let spelling = operatorSpelling
    switch spelling {
    case "<<", ">>", "&<<", "&>>": return (spelling, 40)
    case "*", "/", "%", "&", "&*": return (spelling, 30)
    case "+", "-", "|", "^", "&+", "&-": return (spelling, 20)
    case "...", "..<": return (spelling, 10)
    default:
      // The minus sign in `-5..<-1` and `-5...-1` is not part of the operator.
      return ["..<", "..."].first { spelling.hasPrefix($0) }.map { ($0, 10) }
    }
  }

  private var operatorSpelling: String {
    var index = at
    repeat {
      index += 1
    } while index < end && !file.tokens[index].isSpaced && !file.tokens[index].startsLine
      && file.tokens[index].kind == .symbol
      && !"()[]{},;@#\\".utf8.contains(file.tokens[index].first)
      && (file.tokens[index].first != UInt8(ascii: ".") || token.first == UInt8(ascii: "."))
      && index - at < 4
    return file.source.text(
      file.tokens[at].range.lowerBound..<file.tokens[index - 1].range.upperBound)
  }

  // MARK: Operands

  private mutating func parseOperand() throws(Diagnostic) -> Expression {
    guard depth < Parser.depthLimit else {
      throw Diagnostic("the expression is nested too deeply", at: file.place(token.range))
    }
    depth += 1
    defer { depth -= 1 }
    let start = at
    for prefix in ["...", "..<", "-", "~", "+", "!"] where isPrefix(prefix) {
      at += prefix.utf8.count
      let isRange = prefix.hasPrefix("..")
      let operand = if isRange { try parseExpression(above: 10) } else { try parseOperand() }
      return try node(.prefix(prefix, operand), start, operand.depth)
    }
    if isWord("if") || isWord("switch") {
      return try passOtherExpression(Expression.branching, from: start)
    }
    while isWord("try") || isWord("await") {
      at += 1
      if isSymbol("?") || isSymbol("!"), !token.isSpaced { at += 1 }
    }
    return try parseSuffixes(try parsePrimary(), start)
  }

  private func isPrefix(_ prefix: String) -> Bool {
    guard at + prefix.utf8.count < end else { return false }
    return zip(prefix.utf8, file.tokens[at...]).allSatisfy {
      $1.kind == .symbol && $1.first == $0
    }
  }

  private mutating func parseSuffixes(
    _ primary: Expression, _ start: Int
  ) throws(Diagnostic) -> Expression {
    var expression = primary
    while !isAtEnd {
      if isSymbol("."), !peek().isSymbol(".") {
        at += 1
        let name = try expectMember()
        expression = try node(.member(expression, name), start, expression.depth)
      } else if isSymbol("("), !token.startsLine {
        let arguments = try parseBracketed { parser throws(Diagnostic) in
          try parser.parseArguments()
        }
        let depth = arguments.map(\.value.depth).max() ?? 0
        expression = try node(
          .call(expression, arguments), start, max(expression.depth, depth))
      } else if let optional = try acceptOptionalCase(from: start) {
        expression = optional
      } else if isSymbol("!"), !token.isSpaced {
        at += 1
        expression = try node(.unwrap(expression), start, expression.depth)
      } else if isSymbol("{") || (isSymbol("[") && !token.startsLine) {
        passBrackets()
        expression = try node(.other("the expression"), start)
      } else {
        break
      }
    }
    return expression
  }

  /// `.none` and `.some(x)` of an optional type: `[Step]?.some([])` is `[] as [Step]?`.
  private mutating func acceptOptionalCase(from start: Int) throws(Diagnostic) -> Expression? {
    guard isSymbol("?"), !token.isSpaced, peek().isSymbol("."),
      isWord("none", peek(2)) || isWord("some", peek(2)) && peek(3).isSymbol("(")
    else { return nil }
    var types = Parser(file, tokens: start..<at + 1)
    guard let type = try? types.parseTypeName(), types.isAtEnd else { return nil }
    let isNone = isWord("none", peek(2))
    at += 3
    if isNone { return try node(.cast(try node(.null, start), type), start, 1) }
    let arguments = try parseBracketed { parser throws(Diagnostic) in try parser.parseArguments() }
    guard arguments.count == 1, let value = arguments.first?.value else {
      return try node(.other("the expression"), start)
    }
    return try node(.cast(value, type), start, value.depth)
  }

  /// The name after a dot, which may be nearly any keyword.
  private mutating func expectMember() throws(Diagnostic) -> NameSyntax {
    if !isAtEnd, token.kind == .identifier {
      at += 1
      let token = file.tokens[at - 1]
      return NameSyntax(value: Name(text(token)), place: file.place(token.range))
    }
    return try expectName("a name after '.'")
  }

  private mutating func parsePrimary() throws(Diagnostic) -> Expression {
    guard !isAtEnd else { throw expected("a value") }
    let start = at
    switch token.kind {
    case .integer, .real:
      at += 1
      let token = file.tokens[start]
      let digits = text(token).filter { $0 != "_" }
      if token.kind == .real { return try node(.real(digits), start) }
      return try node(.integer(digits), start)
    case .string:
      at += 1
      return try node(try StringLiteral.kind(of: file.tokens[start], in: file.source), start)
    case .regex:
      at += 1
      return try node(.other("a regular expression"), start)
    case .identifier, .quotedIdentifier: return try parseName()
    case .symbol: return try parseSymbolPrimary()
    case .end: throw expected("a value")
    }
  }

  private mutating func parseName() throws(Diagnostic) -> Expression {
    let start = at
    for (word, kind) in Parser.constants where isWord(word) {
      at += 1
      return try node(kind, start)
    }
    let name = try expectName("a value")
    if isSymbol("<"), !token.isSpaced, let types = acceptTypeArguments() {
      return try node(.specialized(name.value, types), start)
    }
    return try node(.name(name.value), start)
  }

  private static var constants: [(StaticString, Expression.Kind)] {
    [
      ("true", .bool(true)), ("false", .bool(false)), ("nil", .null), ("Self", .name("Self")),
      ("self", .name("Self")),
    ]
  }

  private mutating func parseSymbolPrimary() throws(Diagnostic) -> Expression {
    let start = at
    switch token.first {
    case UInt8(ascii: "."):
      at += 1
      let name = try expectMember()
      return try node(.member(nil, name), start)
    case UInt8(ascii: "("):
      let inside = try parseBracketed { parser throws(Diagnostic) in try parser.parseArguments() }
      guard inside.count == 1, let only = inside.first, only.label == nil else {
        return try node(.other("a tuple"), start)
      }
      return only.value
    case UInt8(ascii: "["): return try parseArray()
    case UInt8(ascii: "{"):
      passBrackets()
      return try node(.other("a closure"), start)
    case UInt8(ascii: "\\"): return try parseKeyPath()
    case UInt8(ascii: "#"):
      let macro = text(peek())
      at = end
      return try node(.other("'#\(excerpt(macro))'"), start)
    default: throw expected("a value")
    }
  }

  private mutating func parseArray() throws(Diagnostic) -> Expression {
    let start = at
    let close = file.closers[at]
    if at + 2 == close, file.tokens[at + 1].isSymbol(":") {
      passBrackets()
      return try node(.dictionary([]), start)
    }
    var values: [Expression] = []
    let elements = try parseBracketed { parser throws(Diagnostic) in
      var elements: [Expression] = []
      while !parser.isAtEnd {
        elements.append(try parser.parseExpression())
        if parser.acceptSymbol(":") { values.append(try parser.parseExpression()) }
        if !parser.isAtEnd, !parser.acceptSymbol(",") { throw parser.expected("',' or ']'") }
      }
      return elements
    }
    if values.count == elements.count, !values.isEmpty {
      let depth = (elements + values).map(\.depth).max() ?? 0
      return try node(.dictionary(zip(elements, values).map { ($0, $1) }), start, depth)
    }
    guard values.isEmpty else { return try node(.other("a dictionary"), start) }
    return try node(.array(elements), start, elements.map(\.depth).max() ?? 0)
  }

  private mutating func parseKeyPath() throws(Diagnostic) -> Expression {
    let start = at
    at += 1
    var path: [Name] = []
    let hasRoot = !isSymbol(".")
    if hasRoot { path.append(try expectName("a type or '.' after '\\'").value) }
    while acceptSymbol(".") {
      path.append(try expectMember().value)
      while isSymbol("?") || isSymbol("!") { at += 1 }
    }
    return try node(.keyPath(path, hasRoot: hasRoot), start)
  }

  // MARK: Arguments

  /// Parses the content of the current bracket, and moves behind it.
  mutating func parseBracketed<Result>(
    _ parse: (inout Parser) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let close = file.closers[at]
    let outer = end
    at += 1
    end = close
    defer {
      at = close + 1
      end = outer
    }
    return try parse(&self)
  }

  mutating func parseArguments() throws(Diagnostic) -> [Expression.Argument] {
    var arguments: [Expression.Argument] = []
    while !isAtEnd {
      var label: NameSyntax?
      if token.kind == .identifier || token.kind == .quotedIdentifier, peek().isSymbol(":"),
        at + 1 < end
      {
        label = try expectMember()
        at += 1
      }
      let value = try parseExpression()
      arguments.append(Expression.Argument(label: label, value: value))
      if !isAtEnd, !acceptSymbol(",") { throw expected("',' or ')'") }
    }
    return arguments
  }
}
