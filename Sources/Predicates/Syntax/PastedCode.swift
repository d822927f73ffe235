import FlagModel

/// Swift code around a predicate: `let p = #Predicate<Sample> { … }`, expressions that are declared
/// before it, `FetchDescriptor(predicate: …)` and `NSPredicate(format: "…", limit)`.
struct PastedCode {
  /// An `#Expression` that is declared before the predicate.
  struct Declaration {
    let name: Name
    let tokens: [PredicateToken]
  }

  /// The whole text.
  let original: SourceText
  /// The text with the predicate, and its tokens including the end.
  private(set) var source: SourceText
  private(set) var tokens: [PredicateToken]
  private(set) var declarations: [Declaration] = []
  /// The tokens of each value after a format; nil without a format.
  private(set) var values: [[PredicateToken]]?
  /// The type in a descriptor.
  private(set) var type: NameSyntax?
  private(set) var fault: Diagnostic?

  /// - Parameter isTyped: true for an incomplete text.
  init(_ source: SourceText, _ tokens: [PredicateToken], isTyped: Bool) {
    original = source
    self.source = source
    self.tokens = tokens
    if isTyped { return }
    passDeclarations()
    do throws(Diagnostic) {
      if isForm(0, ["FetchDescriptor"]) { try openDescriptor() }
      if isForm(0, ["NSPredicate"]) { try openFormat() }
    } catch {
      fault = error
    }
  }

  // MARK: Declarations

  private static let modifiers = ["private", "fileprivate", "public", "internal", "static"]

  /// Removes `let name = …` before a macro, a descriptor or a format. Without code after it, the
  /// last of them is the predicate.
  private mutating func passDeclarations() {
    var start = 0
    while let declaration = declaration(from: start) {
      let form = Array(tokens[declaration.form])
      declarations.append(Declaration(name: declaration.name, tokens: form + tokens.suffix(1)))
      start = declaration.form.upperBound
      while isSymbol(start, ";") { start += 1 }
    }
    guard start > 0 else { return }
    if tokens[start].kind == .end, let last = declarations.popLast() {
      tokens = last.tokens
    } else {
      tokens = Array(tokens[start...])
    }
  }

  private func declaration(from start: Int) -> (name: Name, form: Range<Int>)? {
    var place = start
    while tokens[place].kind == .word, Self.modifiers.contains(tokens[place].text) { place += 1 }
    guard tokens[place].kind == .word, ["let", "var"].contains(tokens[place].text),
      place + 2 < tokens.count, tokens[place + 1].kind == .word
    else { return nil }
    let name = Name(tokens[place + 1].text)
    place += 2
    if isSymbol(place, ":") {
      guard
        let equals = tokens[place...].firstIndex(where: { $0.kind == .symbol && $0.text == "=" })
      else { return nil }
      place = equals
    }
    guard isSymbol(place, "="), let end = endOfForm(place + 1) else { return nil }
    return (name, place + 1..<end)
  }

  /// The index after a macro, a descriptor or a format; nil if there is none.
  private func endOfForm(_ start: Int) -> Int? {
    guard
      tokens[start].isMacro(in: source) || isForm(start, ["FetchDescriptor", "NSPredicate"])
    else { return nil }
    let opening = endOfTypes(start + 1)
    guard isSymbol(opening, "{") || isSymbol(opening, "(") else { return nil }
    return closing(of: opening).map { $0 + 1 }
  }

  private func isForm(_ place: Int, _ names: [String]) -> Bool {
    let token = tokens[place]
    guard token.kind == .word, !token.isQuotedName, names.contains(token.text) else { return false }
    return isSymbol(place + 1, "(") || isSymbol(place + 1, "<")
  }

  // MARK: Code around a predicate

  /// `FetchDescriptor<Sample>(predicate: …, sortBy: […])`; the order is ignored.
  private mutating func openDescriptor() throws(Diagnostic) {
    let opening = endOfTypes(1)
    if opening > 1 { type = tokens.typeName(in: 2..<opening - 1, of: source) }
    let arguments = try arguments(of: opening)
    for argument in arguments where !["predicate", "sortBy"].contains(argument.label) {
      throw Diagnostic(
        "'\(argument.label ?? "")' of a FetchDescriptor is not supported",
        at: SourcePlace(source, argument.tokens[0].range))
    }
    guard let predicate = arguments.first(where: { $0.label == "predicate" })?.tokens else {
      throw Diagnostic(
        "the FetchDescriptor has no predicate", at: SourcePlace(source, tokens[0].range),
        hint: "as in FetchDescriptor(predicate: #Predicate { … })")
    }
    let named = declarations.last { predicate.count == 1 && $0.name == Name(predicate[0].text) }
    tokens = named?.tokens ?? predicate + tokens.suffix(1)
  }

  /// Parses `NSPredicate(format: "…", limit)` or `NSPredicate(value: true)`.
  private mutating func openFormat() throws(Diagnostic) {
    let arguments = try arguments(of: 1)
    if arguments.count == 1, arguments[0].label == "value" {
      tokens = arguments[0].tokens + tokens.suffix(1)
      return
    }
    guard let format = arguments.first, format.label == "format", format.tokens.count == 1,
      format.tokens[0].kind == .string
    else {
      throw Diagnostic(
        "expected a text after 'format:'",
        at: SourcePlace(source, (arguments.first?.tokens.first ?? tokens[0]).range))
    }
    var values = arguments.dropFirst().map(\.tokens)
    if arguments.count == 2, arguments[1].label == "argumentArray" { values = items(of: values[0]) }
    self.values = values.map(plainValue)
    try openText(format.tokens[0])
  }

  /// The tokens of a text in quotes. Without escapes, their places are in the original text.
  private mutating func openText(_ text: PredicateToken) throws(Diagnostic) {
    let within = text.range.dropFirst().dropLast()
    if source.text(within) == text.text {
      tokens = try PredicateLexer.lex(source, within: within)
    } else {
      source = SourceText(text.text)
      tokens = try PredicateLexer.lex(source)
    }
  }

  private func items(of list: [PredicateToken]) -> [[PredicateToken]] {
    guard list.count > 2, list[0].text == "[", list.last?.text == "]" else { return [list] }
    return list.dropFirst().dropLast().split { $0.kind == .symbol && $0.text == "," }.map(
      Array.init)
  }

  /// A value without Swift's conversions: `x as CVarArg`, `NSNumber(value: x)`.
  private func plainValue(_ value: [PredicateToken]) -> [PredicateToken] {
    var value = value
    if let cast = value.firstIndex(where: { $0.kind == .word && $0.text == "as" }) {
      value = Array(value[..<cast])
    }
    if value.count > 4, value[0].text == "NSNumber", value[2].text == "value" {
      value = Array(value[4...].dropLast())
    }
    if value.count > 3, value[0].text == "#keyPath" || value[0].isQuotedName,
      value[0].text.hasSuffix("keyPath"), value[1].text == "("
    {
      // The first name is the class.
      let names = value[2...].dropLast().filter { $0.kind == .word }.dropFirst()
      let path = names.map(\.text).joined(separator: ".")
      return [PredicateToken(kind: .string, text: path, range: value[0].range)]
    }
    return value
  }

  // MARK: Tokens

  private struct Argument {
    let label: String?
    let tokens: [PredicateToken]
  }

  /// The arguments in the brackets that open at an index and close at the end.
  private func arguments(of opening: Int) throws(Diagnostic) -> [Argument] {
    guard isSymbol(opening, "("), let end = closing(of: opening) else {
      throw Diagnostic("expected '('", at: SourcePlace(source, tokens[opening].range))
    }
    let rest = tokens[(end + 1)...].first { $0.text != ";" || $0.kind != .symbol }
    if let rest, rest.kind != .end {
      throw Diagnostic(
        "expected the end, found '\(source.text(rest.range))'", at: SourcePlace(source, rest.range))
    }
    var arguments: [Argument] = []
    var (start, depth) = (opening + 1, 0)
    for place in opening + 1...end {
      let isEnd = place == end || depth == 0 && isSymbol(place, ",")
      depth += tokens[place].nesting
      guard isEnd else { continue }
      var argument = Array(tokens[start..<place])
      start = place + 1
      var label: String?
      if argument.count > 2, argument[0].kind == .word, argument[1].text == ":" {
        label = argument[0].text
        argument.removeFirst(2)
      }
      if !argument.isEmpty { arguments.append(Argument(label: label, tokens: argument)) }
    }
    return arguments
  }

  private func isSymbol(_ place: Int, _ text: String) -> Bool {
    place < tokens.count && tokens[place].kind == .symbol && tokens[place].text == text
  }

  private func endOfTypes(_ start: Int) -> Int { tokens.endOfTypes(start) }

  private func closing(of opening: Int) -> Int? {
    var depth = 0
    for (place, token) in tokens.enumerated().dropFirst(opening) where token.kind == .symbol {
      depth += token.nesting
      if depth == 0 { return place }
    }
    return nil
  }
}

extension PredicateToken {
  /// True for `#Predicate` and `#Expression`.
  func isMacro(in source: SourceText) -> Bool {
    kind == .word && isQuotedName && ["Predicate", "Expression"].contains(text)
      && source.utf8[range.lowerBound] == UInt8(ascii: "#")
  }
}

extension [PredicateToken] {
  /// The index after `<[Reading], Int>`; unchanged if there are no types.
  func endOfTypes(_ start: Int) -> Int {
    guard start < count, self[start].kind == .symbol, self[start].text == "<" else { return start }
    var depth = 0
    for place in start..<count {
      switch (self[place].kind, self[place].text) {
      case (.symbol, "<"): depth += 1
      case (.symbol, ">"): depth -= 1
      case (.symbol, ">>"): depth -= 2
      case (.word, _), (.symbol, ","), (.symbol, "."), (.symbol, "["), (.symbol, "]"),
        (.symbol, "?"),
        (.symbol, ":"):
        break
      default: return start
      }
      if depth <= 0 { return place + 1 }
    }
    return start
  }

  /// The name in the tokens; nil if they are another type.
  func typeName(in range: Range<Int>, of source: SourceText) -> NameSyntax? {
    guard let first = range.first, let last = range.last,
      self[range].allSatisfy({ $0.kind == .word || $0.text == "." })
    else { return nil }
    let bytes = self[first].range.lowerBound..<self[last].range.upperBound
    return NameSyntax(Name(self[range].map(\.text).joined()), at: SourcePlace(source, bytes))
  }
}
