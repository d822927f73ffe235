import FlagModel
import SQLText

// Members, calls, closures and brackets after an operand.

extension PredicateParser {
  mutating func parsePostfix(
    of primary: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    var base = primary
    while true {
      if acceptUnwrapping() || acceptCast(of: base) { continue }
      if let type = try acceptDowncast() {
        base = try node(.call(base, "as", [.init(label: nil, value: type)]), from: start)
        continue
      }
      if isSymbol("."), next.kind == .word || next.text == "@" {
        position += 1
        base = try parseMember(of: base, from: start)
      } else if isSymbol("."), next.kind == .symbol, next.text == "%" {
        position += 1
        base = try parseGivenPath(of: base)
      } else if isSymbol("["), previous.touches(current) {
        base = try parseSubscript(of: base, from: start)
      } else {
        return base
      }
    }
  }

  /// The `?` or `!` of optional chaining, which is ignored, because a missing record has no values
  /// anyway.
  private mutating func acceptUnwrapping() -> Bool {
    guard isSymbol("?") || isSymbol("!"), position > 0, previous.touches(current) else {
      return false
    }
    let isChained = [".", "["].contains(next.text) && next.kind == .symbol && current.touches(next)
    let isForced =
      isSymbol("!") && (previous.kind == .word || previous.text == ")")
      && (endsStatement(position + 1)
        || (next.kind == .symbol && !["(", "{"].contains(next.text)))
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
    let name = if isAggregate { "@" + current.text } else { current.text }
    position += 1
    let hasArguments = isSymbol("(") && isPlain && !startsLine(position)
    let takesClosure =
      isPlain && (hasArguments || isTrailingClosure) && Language.closureMethods.contains(name)
    guard hasArguments || (takesClosure && isTrailingClosure) else {
      return try node(.member(base, Name(name)), from: start)
    }
    var arguments = hasArguments ? try parseArguments(mayBeClosures: takesClosure) : []
    if takesClosure, isTrailingClosure {
      arguments.append(.init(label: nil, value: try parseClosure()))
    }
    return try call(name, of: base, arguments, from: start)
  }

  /// `filter` also has a spelling without a closure, with the same tree.
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

  private mutating func parseArgument(mayBeClosure: Bool) throws(Diagnostic) -> PredicateSyntax {
    if isSymbol("{"), mayBeClosure { return try parseClosure() }
    if isSymbol("\\") { return try parseKeyPath() }
    if current.kind == .symbol, let sign = Operator(rawValue: current.text),
      next.text == ")" || next.text == ","
    {
      position += 1
      return try node(.dotted(Name(sign.rawValue)), from: previous.range.lowerBound)
    }
    return try nested { (parser) throws(Diagnostic) in try parser.parseExpression() }
  }

  /// `\.value`, `\Reading.value`: a closure that returns the property.
  private mutating func parseKeyPath() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    let path = try parseKeyPath(of: try node(.variable("0"), from: start), from: start)
    return try node(.closure(variable: "0", path), from: start)
  }

  private mutating func parseKeyPath(
    of base: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    position += 1
    if current.kind == .word, next.text == "." { position += 1 }
    guard isSymbol(".") else {
      throw failure("expected a key path such as \\.value, found \(described(current))")
    }
    return try nested { (parser) throws(Diagnostic) in
      try parser.parsePostfix(of: base, from: start)
    }
  }

  /// `$0[keyPath: \.value]`, or the path in an argument.
  private mutating func parseKeyPath(
    of base: PredicateSyntax, closing opening: PredicateToken
  ) throws(Diagnostic) -> PredicateSyntax {
    let path: PredicateSyntax
    if isSymbol("\\") {
      path = try parseKeyPath(of: base, from: base.place.range.lowerBound)
    } else {
      let argument = try nested { (parser) throws(Diagnostic) in try parser.parseExpression() }
      guard case .argument(let text) = argument.kind else {
        throw Diagnostic("expected a key path such as \\.value", at: argument.place)
      }
      var names = text
      if text.hasPrefix("\\") { names = String(text.drop { $0 != "." }.dropFirst()) }
      path = try keyPath(names, of: base, at: argument.place)
    }
    try expectClosing("]", of: opening)
    return path
  }

  /// Parses `tag.%K`.
  private mutating func parseGivenPath(
    of base: PredicateSyntax
  ) throws(Diagnostic) -> PredicateSyntax {
    guard tokens[min(position + 1, tokens.count - 1)].text == "K" else {
      throw failure("expected a name or '%K' after '.', found \(described(current))")
    }
    return try acceptArgument(of: base) ?? base
  }

  /// `nil as String?`: a cast without effect on a literal, or one to an optional.
  private mutating func acceptCast(of base: PredicateSyntax) -> Bool {
    guard current.kind == .word, current.text == "as", !current.isQuotedName,
      let end = endOfType(position + 1)
    else { return false }
    let isOptional = tokens[end - 1].text == "?"
    guard isOptional || base.kind.isLiteral else { return false }
    position = end
    return true
  }

  /// The type of a cast, after `as` and its mark.
  private mutating func acceptDowncast() throws(Diagnostic) -> PredicateSyntax? {
    guard current.kind == .word, current.text == "as", !current.isQuotedName,
      next.text == "?" || next.text == "!", position + 2 < tokens.count,
      tokens[position + 2].kind == .word
    else { return nil }
    position += 3
    return try node(.name(Name(previous.text)), from: previous.range.lowerBound)
  }

  /// The index after a type: `String`, `Sample.Status?`, `[Int]`; nil if there is none.
  func endOfType(_ start: Int) -> Int? {
    func isSymbol(_ index: Int, _ text: String) -> Bool {
      index < tokens.count && tokens[index].kind == .symbol && tokens[index].text == text
    }
    var end = start
    while isSymbol(end, "[") || isSymbol(end, "(") { end += 1 }
    let depth = end - start
    guard depth < 8, end < tokens.count, tokens[end].kind == .word else { return nil }
    end += 1
    while isSymbol(end, "."), tokens[end + 1].kind == .word { end += 2 }
    for _ in 0..<depth {
      guard isSymbol(end, "]") || isSymbol(end, ")") else { return nil }
      end += 1
    }
    if isSymbol(end, "?") && tokens[end - 1].touches(tokens[end]) { return end + 1 }
    return end
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
    if current.kind == .word, current.text == "keyPath", next.text == ":" {
      position += 2
      return try parseKeyPath(of: base, closing: opening)
    }
    guard !isSwift || isKey else {
      throw Diagnostic(
        "brackets with a condition are not valid in Swift",
        at: SourcePlace(source, opening.range),
        hint: "write .filter { $0.NAME … }")
    }
    let condition = try nested { (parser) throws(Diagnostic) in try parser.parseExpression() }
    let fallback = try parseFallback()
    try expectClosing("]", of: opening)
    let filter = try node(.filter(base, variable: nil, condition), from: start)
    guard let fallback else { return filter }
    return try node(.binary(.otherwise, filter, fallback), from: start)
  }

  /// True for a possible key of a dictionary: a literal, or a single name.
  private var isKey: Bool {
    switch current.kind {
    case .string, .number: true
    case .symbol: isSymbol("-") || isSymbol(".")
    default: next.kind == .symbol && ["]", ","].contains(next.text)
    }
  }

  /// `default: 0` after the key of a dictionary.
  private mutating func parseFallback() throws(Diagnostic) -> PredicateSyntax? {
    guard isSymbol(","), next.text == "default" else { return nil }
    position += 2
    try expectSymbol(":")
    return try nested { (parser) throws(Diagnostic) in try parser.parseExpression() }
  }
}
