import FlagModel

/// The tokens of a value, found after the name of its constant.
struct SpelledValue {
  let tokens: ArraySlice<Token>
  private let language: DefinitionLanguage

  /// - Parameter index: the index of the constant's name.
  init(after index: Int, in tokens: [Token], _ language: DefinitionLanguage) {
    self.language = language
    self.tokens = Self.range(after: index, in: tokens, language).map { tokens[$0] } ?? []
  }

  init(_ tokens: ArraySlice<Token>, _ language: DefinitionLanguage) {
    self.tokens = tokens
    self.language = language
  }

  /// The place of the value within its file; nil if it is not written.
  var range: Range<Int>? {
    if language.isTable {
      let number = tokens.first { $0.kind == .number }
      return number?.place.range
    }
    guard let first = tokens.first, let last = tokens.last else { return nil }
    return first.place.range.lowerBound..<last.place.range.upperBound
  }

  // MARK: Finding

  private static func range(
    after name: Int, in tokens: [Token], _ language: DefinitionLanguage
  ) -> Range<Int>? {
    let isMacro = name > 1 && tokens[name - 1].isWord("define") && tokens[name - 2].isSymbol("#")
    if isMacro || language.isTable {
      let end = tokens[(name + 1)...].firstIndex(where: \.startsLine) ?? tokens.count
      return name + 1..<end
    }
    guard let start = start(after: name, in: tokens, language) else { return nil }
    return start..<end(from: start, in: tokens, language)
  }

  private static func start(
    after name: Int, in tokens: [Token], _ language: DefinitionLanguage
  ) -> Int? {
    var at = name + 1
    while at < tokens.count, at < name + 12 {
      let token = tokens[at]
      if token.isSymbol("=") { return at + 1 }
      if token.isSymbol("{"), language == .swift, at > name + 1 { return at + 1 }
      let ends = [",", ";", "}", "{", ")"].contains(token.text) && token.kind == .symbol
      if ends || token.startsLine && endsAtNewlines(language) { break }
      at += 1
    }
    let isObject = language == .typescript && name + 1 < tokens.count
    if isObject && tokens[name + 1].isSymbol(":") { return name + 2 }
    return nil
  }

  private static func end(
    from start: Int, in tokens: [Token], _ language: DefinitionLanguage
  ) -> Int {
    var at = start
    var depth = 0
    while at < tokens.count {
      let token = tokens[at]
      let isEnd = token.kind == .symbol && [",", ";", "}", ")"].contains(token.text)
      if depth == 0, isEnd { return at }
      depth += token.nesting
      let endsLine = endsAtNewlines(language) || language == .swift
      if endsLine, depth == 0, token.startsLine, at > start, !continues(tokens[at - 1], token) {
        return at
      }
      at += 1
    }
    return at
  }

  private static func endsAtNewlines(_ language: DefinitionLanguage) -> Bool {
    language.endsAtNewlines || language == .ruby
  }

  private static func continues(_ before: Token, _ token: Token) -> Bool {
    [before, token].contains {
      $0.kind == .symbol && ["|", "&", "+", "-", "<<", "."].contains($0.text)
    }
  }

  // MARK: Form

  /// The form of the tokens for a known value.
  func spelling(of value: Int128?) -> ValueSpelling {
    if language.isTable { return cell(of: value) }
    var numbers: [Name] = []
    var operators: [Name] = []
    for index in tokens.indices {
      let token = tokens[index]
      switch token.kind {
      case .number: numbers.append(token.text)
      case .identifier where token.text == "shl" || token.text == "or": operators.append(token.text)
      case .identifier where !isWrapper(index): return .names
      case .symbol where !Self.brackets.contains(token.text): operators.append(token.text)
      default: break
      }
    }
    if numbers.isEmpty { return .next }
    return form(numbers, operators, value)
  }

  private static let brackets: Set<Name> = ["(", ")", "[", "]", "{", "}", ".", ":", "::", ","]

  private func form(_ numbers: [Name], _ operators: [Name], _ value: Int128?) -> ValueSpelling {
    let values = numbers.compactMap { NumberRules(language).number($0, language)?.value }
    guard values.count == numbers.count else { return .other }
    if numbers.count == 1, operators.isEmpty {
      if values[0] == value { return Self.number(numbers[0], language) }
      return bit(values[0], value)
    }
    if numbers.count == 2, operators == ["<<"] || operators == ["shl"],
      let base = UInt64(exactly: values[0]), (0..<64).contains(values[1])
    {
      return .shift(base: base, count: Int(values[1]))
    }
    return .other
  }

  /// `BIT(3)`, if the value is that bit.
  private func bit(_ number: Int128, _ value: Int128?) -> ValueSpelling {
    guard tokens.first?.kind == .identifier, (0..<64).contains(number), value == 1 << number else {
      return .other
    }
    return .shift(base: 1, count: Int(number))
  }

  /// The number of a table row with the value.
  private func cell(of value: Int128?) -> ValueSpelling {
    for token in tokens where token.kind == .number {
      if TableNumber.read(token.text)?.value == value { return Self.number(token.text, .table) }
    }
    return .other
  }

  private static func number(_ text: Name, _ language: DefinitionLanguage) -> ValueSpelling {
    let plain = text.text.filter { $0 != "_" && $0 != "'" }.lowercased()
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where plain.hasPrefix(prefix) {
      let digits = plain.dropFirst(2).prefix { $0.hexDigitValue.map { $0 < radix } ?? false }
      return .number(digits: String(digits), radix: radix)
    }
    let digits = String(plain.prefix { $0.isNumber })
    let isOctal = digits.hasPrefix("0") && digits.count > 1
    let knowsOctal: Set<DefinitionLanguage> = [.c, .cpp, .java, .go, .proto, .cdl]
    if isOctal, knowsOctal.contains(language) { return .number(digits: digits, radix: 8) }
    return .number(digits: digits, radix: 10)
  }

  /// True for a word that is no constant: a type, a call, a label or a cast.
  private func isWrapper(_ index: Int) -> Bool {
    let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
    let before = index > tokens.startIndex ? tokens[index - 1] : nil
    if Self.words.contains(tokens[index].text) { return true }
    if let next, next.isSymbol("(") || next.isSymbol(":") || next.isSymbol("{") { return true }
    if let before, before.isWord("as") { return true }
    if let next, next.isSymbol("."), Self.isCall(after: index + 1, in: tokens) { return true }
    if let next, next.isSymbol("::"), Self.isCall(after: index + 1, in: tokens) { return true }
    return isCast(index)
  }

  private static let words: Set<Name> = [
    "as", "rawValue", "bits", "value", "return", "init", "Self", "self", "static", "const",
    "unsigned", "int", "long", "toInt", "toLong",
  ]

  /// `Type.init(` or `Type::from_bits(`
  private static func isCall(after dot: Int, in tokens: ArraySlice<Token>) -> Bool {
    dot + 2 < tokens.endIndex && tokens[dot + 2].isSymbol("(")
  }

  /// `(uint32_t) 1`
  private func isCast(_ index: Int) -> Bool {
    guard index > tokens.startIndex, tokens[index - 1].isSymbol("("), index + 2 < tokens.endIndex,
      tokens[index + 1].isSymbol(")")
    else { return false }
    let value = tokens[index + 2]
    return value.kind == .number || value.isSymbol("(")
  }
}
