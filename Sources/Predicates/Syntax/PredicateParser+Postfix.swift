import FlagModel
import SQLText

// What follows an operand: members, calls, closures, and brackets.

extension PredicateParser {
  mutating func parsePostfix(
    of primary: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    var base = primary
    while true {
      if acceptUnwrapping() { continue }
      if isSymbol("."), next.kind == .word || next.text == "@" {
        position += 1
        base = try parseMember(of: base, from: start)
      } else if isSymbol("["), previous.touches(current) {
        base = try parseSubscript(of: base, from: start)
      } else {
        return base
      }
    }
  }

  /// The `?` or `!` of optional chaining, which means nothing here: a missing record has nothing.
  private mutating func acceptUnwrapping() -> Bool {
    guard isSymbol("?") || isSymbol("!"), position > 0, previous.touches(current) else {
      return false
    }
    let isChained = [".", "["].contains(next.text) && next.kind == .symbol && current.touches(next)
    let isForced =
      isSymbol("!") && (previous.kind == .word || previous.text == ")")
      && (next.kind == .end || (next.kind == .symbol && !["(", "{"].contains(next.text)))
    guard isChained || isForced else { return false }
    position += 1
    return true
  }

  private mutating func parseMember(
    of base: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    let isAggregate = acceptSymbol("@")
    guard current.kind == .word else {
      throw failure("expected a name after '@', found \(described(current))")
    }
    let isPlain = !current.isQuotedName
    let name = (isAggregate ? "@" : "") + current.text
    position += 1
    let hasArguments = isSymbol("(") && isPlain
    let takesClosure =
      isPlain && (hasArguments || isSymbol("{")) && Language.closureMethods.contains(name)
    guard hasArguments || (takesClosure && isSymbol("{")) else {
      return try node(.member(base, Name(name)), from: start)
    }
    var arguments = hasArguments ? try parseArguments(mayBeClosures: takesClosure) : []
    if takesClosure, isSymbol("{") {
      arguments.append(.init(label: nil, value: try parseClosure()))
    }
    return try call(name, of: base, arguments, from: start)
  }

  /// `filter` has a spelling without a closure as well, and is the same tree.
  private mutating func call(
    _ name: String, of base: PredicateSyntax, _ arguments: [PredicateSyntax.Argument],
    from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    if name == "filter", arguments.count == 1,
      case .closure(let variable, let body) = arguments[0].value.kind
    {
      return try node(.filter(base, variable: variable, body), from: start)
    }
    return try node(.call(base, name, arguments), from: start)
  }

  // MARK: Arguments

  mutating func parseArguments(
    mayBeClosures: Bool = false
  ) throws(Diagnostic) -> [PredicateSyntax.Argument] {
    let opening = current
    try expectSymbol("(")
    var arguments: [PredicateSyntax.Argument] = []
    while !isSymbol(")") {
      var label: String?
      if current.kind == .word, next.kind == .symbol, next.text == ":" {
        label = current.text
        position += 2
      } else if isKeyword(PredicateSyntax.Argument.distinct), startsOperand(next) {
        label = PredicateSyntax.Argument.distinct
        position += 1
      }
      let value = try parseArgument(mayBeClosure: mayBeClosures)
      arguments.append(.init(label: label, value: value))
      guard acceptSymbol(",") else { break }
    }
    try expectClosing(")", of: opening)
    return arguments
  }

  private mutating func parseArgument(
    mayBeClosure: Bool
  ) throws(Diagnostic) -> PredicateSyntax {
    if isSymbol("{"), mayBeClosure { return try parseClosure() }
    if isSymbol("\\") { return try parseKeyPath() }
    if let sign = current.kind == .symbol ? Operator(rawValue: current.text) : nil,
      next.text == ")" || next.text == ","
    {
      position += 1
      return try node(.dotted(Name(sign.rawValue)), from: previous.range.lowerBound)
    }
    return try nested { (parser) throws(Diagnostic) in try parser.parseExpression() }
  }

  /// `{ $0.value >= 90 }`, `{ reading in reading.value >= 90 }`
  private mutating func parseClosure() throws(Diagnostic) -> PredicateSyntax {
    let opening = current
    try expectSymbol("{")
    let variable = try acceptClosureHeader() ?? "0"
    let body = try parseBody(naming: variable)
    try expectClosing("}", of: opening)
    return try node(.closure(variable: variable, body), from: opening.range.lowerBound)
  }

  /// Reads the beginning of a closure before its expression: the name of its argument, if it gives
  /// one, and `return`.
  private mutating func acceptClosureHeader() throws(Diagnostic) -> Name? {
    func token(_ ahead: Int) -> PredicateToken { tokens[min(position + ahead, tokens.count - 1)] }
    var name: Name?
    try refuseSeveralParameters()
    let forms = [["(", "", ":", "", ")", "in"], ["(", "", ")", "in"], ["", "in"]]
    for form in forms {
      let isThere = form.enumerated().allSatisfy { offset, text in
        let token = token(offset)
        if text.isEmpty { return token.kind == .word || token.kind == .variable }
        return token.text == text && !token.isQuotedName && token.kind != .string
      }
      guard isThere else { continue }
      name = Name(token(form.count > 2 ? 1 : 0).text)
      position += form.count
      break
    }
    if isKeyword("return"), startsBody(next) { position += 1 }
    return name
  }

  /// `{ a, b in`, as a predicate that asks two records has it.
  private func refuseSeveralParameters() throws(Diagnostic) {
    var place = position
    if tokens[place].text == "(" { place += 1 }
    guard tokens[place].kind == .word, tokens.count > place + 3, tokens[place + 1].text == ",",
      let end = tokens[place...].firstIndex(where: { $0.kind == .word && $0.text == "in" }),
      tokens[place..<end].allSatisfy({ $0.kind == .word || [",", ":", ")"].contains($0.text) })
    else { return }
    throw Diagnostic(
      "a closure with several parameters is not supported: a predicate asks one record",
      at: SourcePlace(source, tokens[place].range.lowerBound..<tokens[end - 1].range.upperBound))
  }

  /// `#Predicate<Sample> { $0.` or `{ sample in sample.`, as a predicate stands in Swift: braces
  /// around the whole, which they hold to its end. The answer is the brace that opens.
  mutating func acceptMacro() throws(Diagnostic) -> PredicateToken? {
    var start = position
    let isNamed =
      current.kind == .word && current.isQuotedName
      && ["Predicate", "Expression"].contains(current.text)
      && source.utf8[current.range.lowerBound] == UInt8(ascii: "#")
    if isNamed { start = endOfTypes(start + 1) }
    guard tokens[start].kind == .symbol, tokens[start].text == "{", isNamed || closesWhole(start)
    else { return nil }
    position = start + 1
    isSwift = true
    recordName = try acceptClosureHeader()
    return tokens[start]
  }

  /// The place after `<Sample>` or `<Sample, Bool>`.
  private func endOfTypes(_ start: Int) -> Int {
    guard tokens[start].text == "<",
      let end = tokens[start...].firstIndex(where: { $0.text == ">" }), end + 1 < tokens.count,
      tokens[start + 1..<end].allSatisfy({ $0.kind == .word || [",", "."].contains($0.text) })
    else { return start }
    return end + 1
  }

  /// True if the bracket that closes the one at a place is the last token of all.
  private func closesWhole(_ start: Int) -> Bool {
    var depth = 0
    for (index, token) in tokens.enumerated().dropFirst(start) where token.kind == .symbol {
      if ["(", "[", "{"].contains(token.text) { depth += 1 }
      if [")", "]", "}"].contains(token.text) { depth -= 1 }
      if depth == 0 { return tokens[index + 1].kind == .end }
    }
    return false
  }

  private func startsBody(_ token: PredicateToken) -> Bool {
    token.kind != .symbol || ["!", "(", "-"].contains(token.text)
  }

  /// `\.value`, `\Reading.value`: the closure that answers with it.
  private mutating func parseKeyPath() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    position += 1
    if current.kind == .word, next.text == "." { position += 1 }
    guard isSymbol(".") else {
      throw failure("expected a key path such as \\.value, found \(described(current))")
    }
    let path = try parsePostfix(of: try node(.variable("0"), from: start), from: start)
    return try node(.closure(variable: "0", path), from: start)
  }

  // MARK: Brackets

  /// `readings[value >= 90]`, `tags[FIRST]`, `tags[SIZE]`.
  private mutating func parseSubscript(
    of base: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    let opening = current
    position += 1
    for (word, member) in [("FIRST", "first" as Name), ("LAST", "last"), ("SIZE", "count")]
    where isKeyword(word) && next.text == "]" {
      position += 2
      return try node(.member(base, member), from: start)
    }
    if current.kind == .number, next.text == "]" {
      throw failure(
        "an index is not supported", hint: "'first' and 'last' are, and a condition in brackets")
    }
    guard !isSwift else {
      throw Diagnostic(
        "brackets with a condition have no meaning in Swift",
        at: SourcePlace(source, opening.range),
        hint: "write .filter { $0.NAME … }")
    }
    let condition = try nested { (parser) throws(Diagnostic) in try parser.parseExpression() }
    try expectClosing("]", of: opening)
    return try node(.filter(base, variable: nil, condition), from: start)
  }
}
