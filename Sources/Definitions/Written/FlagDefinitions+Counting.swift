import FlagModel

// Enums whose name says that they have flags, and whose numbers count.

extension FlagDefinitions {
  /// The enums of C# and Swift such as `ItemFlags` whose numbers are 0, 1, 2, 3 and so on. In C, the members of such
  /// enums are often the numbers of bits, and so they are where the source shifts by one.
  package var countingEnums: [WrittenSet] {
    let enums: [WrittenSet]
    switch language {
    case .swift: enums = SwiftSpelling(source).enums
    case .csharp: enums = writtenGroups.filter { !$0.areFlags }.map(\.set)
    default: return []
    }
    return enums.filter { $0.isNamedFlags && $0.counts && !isShifted($0) }
  }

  /// True if the source shifts a number by one of the members, which are then numbers of bits.
  private func isShifted(_ set: WrittenSet) -> Bool {
    let tokens = Tokenizer.read(source.utf8, file: 0, language).tokens
    let names = Set([set.name.parts.last ?? set.name, "rawValue", "int", "byte", "uint"])
    return tokens.indices.contains { index in
      tokens[index].isSymbol("<<")
        && tokens[(index + 1)...].prefix(Self.shiftedTokens).contains { names.contains($0.text) }
    }
  }

  /// The number of tokens in `(int)ItemFlags` and `Int(flag.rawValue`.
  private static let shiftedTokens = 5
}

extension WrittenSet {
  fileprivate var isNamedFlags: Bool {
    let name = self.name.parts.last ?? self.name
    return name.text.hasSuffix("Flags") && origin == .enumeration
  }

  /// True if the numbers are 0, 1, 2, 3 or 1, 2, 3, and possibly more.
  fileprivate var counts: Bool {
    let values = members.compactMap(\.value)
    guard values.count == members.count, let first = values.first, let last = values.last,
      (0...1).contains(first), last >= 3
    else { return false }
    return values == Array(first...last)
  }
}

extension SwiftSpelling {
  /// The enums with numbers.
  fileprivate var enums: [WrittenSet] { tokens.indices.compactMap(enumeration) }

  /// The enum whose keyword has this index, as in `enum ItemFlags: Int {`.
  private func enumeration(at index: Int) -> WrittenSet? {
    guard tokens[index].isWord("enum"), index + 4 < tokens.count,
      tokens[index + 1].kind == .identifier, tokens[index + 2].isSymbol(":"),
      let type = IntegerType(rawValue: tokens[index + 3].text.text)
    else { return nil }
    guard let open = tokens[(index + 4)...].firstIndex(where: { $0.isSymbol("{") }),
      tokens[index + 4..<open].allSatisfy({ $0.isSymbol(",") || $0.kind == .identifier })
    else { return nil }
    let body = open + 1..<min(Int(closers[open]), tokens.count)
    return WrittenSet(
      tokens[index + 1].text, .enumeration, .swift, rawType: type,
      at: SourcePlace(source, tokens[index + 1].place.range), members: members(in: body))
  }

  /// The cases; none if a value is no number.
  private func members(in body: Range<Int>) -> [WrittenMember] {
    var members: [WrittenMember] = []
    var next: Int128 = 0
    var at = body.lowerBound
    while at < body.upperBound {
      defer { at = tokens[at].isSymbol("{") ? max(Int(closers[at]), at) + 1 : at + 1 }
      guard tokens[at].kind == .identifier, isName(at) else { continue }
      var value: SourcePlace?
      if at + 2 < body.upperBound, tokens[at + 1].isSymbol("=") {
        guard let number = NumberRules(.swift).number(tokens[at + 2].text, .swift) else {
          return []
        }
        next = number.value
        value = SourcePlace(source, tokens[at + 2].place.range)
      }
      members.append(
        WrittenMember(
          tokens[at].text, value: next, at: SourcePlace(source, tokens[at].place.range),
          valuePlace: value))
      next += 1
    }
    return members
  }

  /// True for the name in `case NAME` and `case OTHER, NAME`.
  private func isName(_ at: Int) -> Bool {
    if tokens[at - 1].isWord("case") { return true }
    guard tokens[at - 1].isSymbol(",") else { return false }
    return tokens[..<at].last { $0.isWord("case") || $0.startsLine }?.isWord("case") ?? false
  }
}
