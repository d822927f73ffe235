import FlagModel

// Closures, and the macro around the whole predicate.

extension PredicateParser {
  /// Parses `{ $0.value >= 90 }` or `{ reading in reading.value >= 90 }`.
  mutating func parseClosure() throws(Diagnostic) -> PredicateSyntax {
    let opening = current
    try expectSymbol("{")
    let variable = try acceptClosureHeader()?.0 ?? "0"
    let body = try parseBody(naming: variable)
    try expectClosing("}", of: opening)
    return try node(.closure(variable: variable, body), from: opening.range.lowerBound)
  }

  /// Parses the header of a closure: its parameter and its type, if they are present.
  private mutating func acceptClosureHeader() throws(Diagnostic) -> (Name, type: NameSyntax?)? {
    try refuseSeveralParameters()
    var end = position
    func isSymbol(_ text: String) -> Bool {
      tokens[end].kind == .symbol && tokens[end].text == text
    }
    let isBracketed = isSymbol("(")
    if isBracketed { end += 1 }
    let name = tokens[end]
    guard name.kind == .word || name.kind == .variable else { return nil }
    end += 1
    var type: Range<Int>?
    if isBracketed, isSymbol(":") {
      guard let typeEnd = endOfType(end + 1) else { return nil }
      type = end + 1..<typeEnd
      end = typeEnd
    }
    if isBracketed {
      guard isSymbol(")") else { return nil }
      end += 1
    }
    if isSymbol("->") {
      guard let typeEnd = endOfType(end + 1) else { return nil }
      end = typeEnd
    }
    guard tokens[end].kind == .word, tokens[end].text == "in", !tokens[end].isQuotedName else {
      return nil
    }
    position = end + 1
    return (Name(name.text), type.flatMap { tokens.typeName(in: $0, of: source) })
  }

  /// Throws for `{ a, b in`, a predicate on two records.
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

  /// `#Predicate<Sample> { $0.` or `{ sample in sample.`: a Swift predicate, whose braces enclose
  /// the whole text, possibly in brackets. Returns the opening tokens.
  mutating func acceptMacro() throws(Diagnostic) -> ArraySlice<PredicateToken> {
    var start = position
    let isNamed = current.isMacro(in: source)
    var types: NameSyntax?
    if isNamed { (types, start) = recordType(start + 1) }
    let first = start
    if isNamed, tokens[start].text == "(", tokens[start].kind == .symbol { start += 1 }
    guard tokens[start].kind == .symbol, tokens[start].text == "{", isNamed || closesWhole(start)
    else { return [] }
    position = start + 1
    isSwift = true
    let header = try acceptClosureHeader()
    recordName = header?.0
    recordTypes = [types, header?.type].compactMap { $0 }
    return tokens[first...start]
  }

  /// The first type of `<Sample>` or `<Sample, Bool>`, and the index after them.
  private func recordType(_ start: Int) -> (NameSyntax?, end: Int) {
    let end = tokens.endOfTypes(start)
    guard end > start else { return (nil, start) }
    let first = tokens[start + 1..<end - 1].prefix { $0.text != "," }
    return (tokens.typeName(in: first.startIndex..<first.endIndex, of: source), end)
  }

  /// True if the bracket that closes the one at an index is the last token.
  private func closesWhole(_ start: Int) -> Bool {
    var depth = 0
    for (index, token) in tokens.enumerated().dropFirst(start) where token.kind == .symbol {
      depth += token.nesting
      if depth == 0 {
        return tokens.dropFirst(index + 1).allSatisfy { $0.kind == .end || $0.text == ";" }
      }
    }
    return false
  }
}
