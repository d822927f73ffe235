import FlagModel

/// Resolves the names in an expression.
protocol NameValues {
  /// The value for a path of names, such as `A` or `Perm::READ`.
  func value(of path: [Name], at place: TokenPlace, depth: Int) throws(Unknowable) -> Number
  /// The type for a name; nil if it is not a type.
  func type(named path: [Name]) -> NumberType?
}

/// The meaning of a type name.
enum NumberType {
  /// Nil for a type without a fixed width, such as Python's `int`.
  case integer(IntegerType?)
  case truth
}

/// Evaluates a constant expression in one pass over its tokens.
///
///     choice     = binary [ "?" choice ":" choice ]
///     binary     = unary { operator unary }
///     unary      = operator unary | "(" type ")" unary | primary { postfix }
///     primary    = number | character | path [ "(" choice ")" ] | "(" choice ")"
struct Evaluator<Names: NameValues> {
  let tokens: ArraySlice<Token>
  let language: DefinitionLanguage
  let arithmetic: NumberRules
  let operators: Operators
  /// The type of numbers without a type, as Rust infers it.
  let expected: IntegerType?
  var names: Names
  var at: Int
  private var depth: Int
  /// True in a part of the expression that the condition excludes.
  private(set) var isDead = false

  /// The maximum depth of brackets and references together.
  static var deepest: Int { 60 }

  init(
    _ tokens: ArraySlice<Token>, _ language: DefinitionLanguage, names: Names,
    arithmetic: NumberRules? = nil, expected: IntegerType? = nil, depth: Int = 0
  ) {
    self.tokens = tokens
    self.language = language
    self.names = names
    self.arithmetic = arithmetic ?? NumberRules(language)
    self.expected = expected
    self.depth = depth
    operators = Operators(language)
    at = tokens.startIndex
  }

  mutating func evaluate() throws(Unknowable) -> Number {
    let value = try parseChoice()
    if let token {
      throw Unknowable("expected an operator, found '\(token.text)'", at: token.place)
    }
    return value
  }

  // MARK: Words

  var token: Token? { at < tokens.endIndex ? tokens[at] : nil }

  func isAt(_ symbol: Name) -> Bool { at < tokens.endIndex && tokens[at].isSymbol(symbol) }

  mutating func accept(_ symbol: Name) -> Bool {
    guard isAt(symbol) else { return false }
    at += 1
    return true
  }

  mutating func expect(_ symbol: Name) throws(Unknowable) {
    guard accept(symbol) else { throw unexpected("'\(symbol)'") }
  }

  func unexpected(_ expected: String) -> Unknowable {
    Unknowable(
      "expected \(expected), found \(token.map { "'\($0.text)'" } ?? "the end")",
      at: token?.place ?? tokens.last?.place)
  }

  // MARK: Expressions

  mutating func parseChoice() throws(Unknowable) -> Number {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest {
      throw Unknowable("it is nested too deeply", at: token?.place ?? tokens.first?.place)
    }
    let condition = try parseBinary(atLeast: 0)
    guard operators.hasChoice, accept("?") else { return condition }
    let first = try parse(isDead: !condition.isTrue)
    try expect(":")
    let second = try parse(isDead: condition.isTrue)
    let chosen = if condition.isTrue { first } else { second }
    return chosen.converted(to: arithmetic.common(first, second))
  }

  private mutating func parse(isDead: Bool) throws(Unknowable) -> Number {
    let before = self.isDead
    self.isDead = before || isDead
    defer { self.isDead = before }
    return try parseChoice()
  }

  private mutating func parseBinary(atLeast strength: Int) throws(Unknowable) -> Number {
    var left = try parseUnary()
    while let token, token.kind != .string, let binary = operators.binary[token.text],
      binary.strength >= strength
    {
      at += 1
      let before = isDead
      isDead =
        before || binary.operation == .bothTrue && !left.isTrue
        || binary.operation == .oneTrue && left.isTrue
      defer { isDead = before }
      let right = try parseRight(of: binary.operation, binary.strength, at: token)
      isDead = before
      let result = arithmetic.apply(binary.operation, left, right)
      if result == nil, binary.operation == .shiftLeft, !isDead, isOfExpectedType,
        let type = left.type, right.value >= 0
      {
        throw .excess("\(left.value) << \(right.value)", of: type, in: language, at: token.place)
      }
      left = try require(result, token)
    }
    return left
  }

  /// The right operand of an operator. The power operator is right-associative.
  private mutating func parseRight(
    of operation: Operators.Binary, _ strength: Int, at token: Token
  ) throws(Unknowable) -> Number {
    guard operation == .power else { return try parseBinary(atLeast: strength + 1) }
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw Unknowable("it is nested too deeply", at: token.place) }
    return try parseBinary(atLeast: strength)
  }

  private mutating func parseUnary() throws(Unknowable) -> Number {
    guard let token else { throw unexpected("a number") }
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw Unknowable("it is nested too deeply", at: token.place) }
    if token.kind == .symbol, let operation = operators.unary[token.text] {
      at += 1
      return try require(arithmetic.apply(operation, try parseUnary()), token)
    }
    if let type = try acceptCast() { return cast(try parseUnary(), to: type) }
    return try parsePostfix(try parsePrimary())
  }

  private func require(_ number: Number?, _ token: Token) throws(Unknowable) -> Number {
    if let number { return number }
    if isDead { return Number(0, arithmetic.truth) }
    throw Unknowable("'\(token.text)' cannot be evaluated here", at: token.place)
  }

  func cast(_ number: Number, to type: NumberType) -> Number {
    switch type {
    case .integer(let type): number.converted(to: type)
    case .truth: arithmetic.truth(number.isTrue)
    }
  }

  // MARK: Primaries

  private mutating func parsePrimary() throws(Unknowable) -> Number {
    guard let token else { throw unexpected("a number") }
    switch token.kind {
    case .number:
      at += 1
      guard let number = arithmetic.number(token.text, language) else {
        return try require(nil, orSay: "'\(token.text)' is not a known whole number", token)
      }
      if number.type != nil { return number }
      try requireFit(of: number.value, at: token)
      return number.converted(to: expected)
    case .character:
      at += 1
      return try require(
        CharacterValue.of(token.text).map { Number(Int128($0), arithmetic.truth) },
        orSay: "'\(token.text)' is not a single character", token)
    case .identifier: return try parseName(token)
    case .symbol where token.text == "(":
      at += 1
      let value = try parseChoice()
      try expect(")")
      return value
    case .symbol, .string: throw unexpected("a number")
    }
  }

  /// Throws for a number that the expected type cannot hold. Other languages than Rust calculate with
  /// such numbers, as Go does in `0x1FF & 0xFF`.
  private func requireFit(of value: Int128, at token: Token) throws(Unknowable) {
    guard let expected, !isDead, isOfExpectedType || tokens.count == 1,
      value >> expected.bitWidth != 0
    else { return }
    throw .excess("\(value)", of: expected, in: language, at: token.place)
  }

  /// True if all numbers of the expression have the expected type: in Rust, unless it is converted.
  private var isOfExpectedType: Bool { language == .rust && !tokens.contains { $0.isWord("as") } }

  private func require(
    _ number: Number?, orSay message: String, _ token: Token
  ) throws(Unknowable) -> Number {
    if let number { return number }
    if isDead { return Number(0) }
    throw Unknowable(message, at: token.place)
  }

  private mutating func parseName(_ token: Token) throws(Unknowable) -> Number {
    if let number = try acceptWordOfLanguage(token) { return number }
    let path = parsePath()
    if isAt("(") || isAt("{") && language == .cpp {
      return try parseCall(of: path, token)
    }
    if isDead { return Number(0, arithmetic.truth) }
    return try names.value(of: path, at: token.place, depth: depth)
  }

  mutating func parsePath() -> [Name] {
    var path: [Name] = []
    while let token, token.kind == .identifier {
      path.append(token.bareName)
      at += 1
      let isFollowed = at + 1 < tokens.endIndex && tokens[at + 1].kind == .identifier
      guard isFollowed, isAt(".") || isAt("::"), !Self.postfixes.contains(tokens[at + 1].text)
      else { break }
      at += 1
    }
    return path
  }

  /// `Flags(1)`, `auto()`, `Self::from_bits_retain(1)`.
  private mutating func parseCall(of path: [Name], _ token: Token) throws(Unknowable) -> Number {
    let closing: Name = isAt("{") ? "}" : ")"
    at += 1
    if accept(closing) {
      return try names.value(
        of: path.dropLast() + ["\(path.last ?? "")()"], at: token.place, depth: depth)
    }
    if language.isPreprocessed, path.count == 1, let macro = BitMacro(rawValue: path[0].text) {
      return try parseCall(of: macro, token)
    }
    guard isDead || Self.keepsArgument(path) || names.type(named: path) != nil else {
      throw Unknowable("'\(path.joined(separator: "."))' is a call", at: token.place)
    }
    let argument = try parseChoice()
    try expect(closing)
    return names.type(named: path).map { cast(argument, to: $0) } ?? argument
  }

  /// Parses `BIT(4)` or `GENMASK(7, 4)`.
  private mutating func parseCall(of macro: BitMacro, _ token: Token) throws(Unknowable) -> Number {
    var arguments = [try parseChoice()]
    while accept(",") { arguments.append(try parseChoice()) }
    try expect(")")
    let bits = macro.bits(arguments.map(\.value)).map { Number(Int128($0), .uint64) }
    return try require(bits, orSay: "'\(macro)' has no bits for these numbers", token)
  }

  private static func keepsArgument(_ path: [Name]) -> Bool {
    let plain: Set<Name> = [
      "from_bits", "from_bits_retain", "from_bits_truncate", "from_bits_unchecked", "unchecked",
      "checked", "int",
    ]
    return path.last.map(plain.contains) ?? false
  }
}

/// Character literals as numbers.
private enum CharacterValue {
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "0"): 0,
    UInt8(ascii: "\\"): 92, UInt8(ascii: "'"): 39, UInt8(ascii: "\""): 34,
  ]

  static func of(_ literal: Name) -> UInt8? {
    let bytes = Array(literal.utf8)
    if bytes.count == 3, bytes[0] == UInt8(ascii: "'"), bytes[1] < 0x80 { return bytes[1] }
    if bytes.count == 4, bytes[0] == UInt8(ascii: "'"), bytes[1] == UInt8(ascii: "\\") {
      return escapes[bytes[2]]
    }
    return nil
  }
}
