import FlagModel

// Casts, conversions, and operators of single languages.

extension Evaluator {
  /// The names after a value that return its number or convert it.
  static var postfixes: Set<Name> {
    [
      "bits", "value", "rawValue", "union", "toInt", "toLong", "toShort", "toByte", "toUInt",
      "toULong", "inv", "freeze",
    ]
  }

  /// `(__u32)`, `(unsigned int)`: nil if the brackets do not contain a type.
  mutating func acceptCast() throws(Unknowable) -> NumberType? {
    guard isAt("("), [.c, .cpp, .csharp, .java].contains(language) else { return nil }
    var end = at + 1
    var words: [Name] = []
    while end < tokens.endIndex, tokens[end].kind == .identifier || tokens[end].isSymbol("::") {
      if tokens[end].kind == .identifier { words.append(tokens[end].text) }
      end += 1
    }
    guard !words.isEmpty, end < tokens.endIndex, tokens[end].isSymbol(")") else { return nil }
    if let type = names.type(named: words) {
      at = end + 1
      return type
    }
    guard end + 1 < tokens.endIndex, beginsValue(tokens[end + 1]) else { return nil }
    throw Unknowable(
      "the type '\(words.joined(separator: " "))' is not known", at: tokens[at + 1].place)
  }

  /// True if the token after a bracket can only follow a cast.
  private func beginsValue(_ token: Token) -> Bool {
    switch token.kind {
    case .number, .identifier, .character: true
    case .symbol: token.text == "("
    case .string: false
    }
  }

  mutating func parsePostfix(_ number: Number) throws(Unknowable) -> Number {
    var number = number
    while let token {
      if language == .rust && token.isWord("as") {
        at += 1
        number = try parseConversion(number)
      } else if token.isSymbol("."), at + 1 < tokens.endIndex,
        Self.postfixes.contains(tokens[at + 1].text)
      {
        let word = tokens[at + 1]
        at += 2
        number = try parseMember(word, of: number)
      } else {
        break
      }
    }
    return number
  }

  /// Parses `as u32`.
  private mutating func parseConversion(_ number: Number) throws(Unknowable) -> Number {
    guard let word = token else { throw unexpected("a type") }
    let path = parsePath()
    guard let type = names.type(named: path) else {
      throw Unknowable("the type '\(word.text)' is not known", at: word.place)
    }
    return cast(number, to: type)
  }

  /// Parses `.bits()`, `.toInt()` or `.union(Self::B)`.
  private mutating func parseMember(_ word: Token, of number: Number) throws(Unknowable) -> Number {
    var argument: Number?
    if accept("("), !accept(")") {
      argument = try parseChoice()
      try expect(")")
    }
    switch word.text {
    case "union":
      guard let argument else { return number }
      return arithmetic.apply(.or, number, argument) ?? number
    case "inv": return arithmetic.apply(.complement, number) ?? number
    case "toInt": return number.converted(to: .int32)
    case "toLong": return number.converted(to: .int64)
    case "toShort": return number.converted(to: .int16)
    case "toByte": return number.converted(to: .int8)
    case "toUInt": return number.converted(to: .uint32)
    case "toULong": return number.converted(to: .uint64)
    default: return number
    }
  }

  /// `sizeof (int)`, `static_cast<T>(x)`, `true`, `__extension__ x`.
  mutating func acceptWordOfLanguage(_ token: Token) throws(Unknowable) -> Number? {
    switch token.text {
    case "true", "True", "false", "False":
      at += 1
      return arithmetic.truth(token.text.lowercased == "true")
    case "__extension__":
      at += 1
      return try parseChoice()
    case _ where language.isPreprocessed && SizeOperators.all.contains(token.text):
      at += 1
      return try parseSize(token)
    case "static_cast" where language == .cpp:
      at += 1
      return try parseStaticCast()
    default: return nil
    }
  }

  /// Parses `sizeof(long)` or `_Alignof(long)`. Only a compiler knows the layout of a struct.
  private mutating func parseSize(_ word: Token) throws(Unknowable) -> Number {
    guard isAt("("), let close = Brackets.closer(of: at, in: tokens) else {
      throw .sizeOfCompiler(at: word.place)
    }
    let inner = tokens[at + 1..<close]
    at = close + 1
    if isDead { return Number(0, .uint64) }
    let isName = inner.allSatisfy { $0.kind == .identifier || $0.isSymbol("::") }
    guard isName, let type = names.type(named: inner.identifiers) else {
      throw .sizeOfCompiler(at: word.place)
    }
    switch type {
    case .integer(let type?): return Number(Int128(type.bitWidth / 8), .uint64)
    case .integer(nil): throw .sizeOfCompiler(at: word.place)
    case .truth: return Number(1, .uint64)
    }
  }

  private mutating func parseStaticCast() throws(Unknowable) -> Number {
    try expect("<")
    guard let word = token else { throw unexpected("a type") }
    let path = parsePath()
    try expect(">")
    try expect("(")
    let number = try parseChoice()
    try expect(")")
    guard let type = names.type(named: path) else {
      throw Unknowable("the type '\(word.text)' is not known", at: word.place)
    }
    return cast(number, to: type)
  }
}

/// The operators of C with a type in brackets.
enum SizeOperators {
  static let all: Set<Name> = [
    "sizeof", "_Alignof", "alignof", "__alignof__", "offsetof", "__builtin_offsetof",
  ]
}

extension Unknowable {
  fileprivate static func sizeOfCompiler(at place: TokenPlace?) -> Unknowable {
    Unknowable("only a compiler knows the size", at: place)
  }
}
