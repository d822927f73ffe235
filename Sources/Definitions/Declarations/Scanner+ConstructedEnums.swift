import FlagModel

// Enums of Java and Kotlin, whose constants have numbers only as arguments.

extension Scanner {
  /// Scans `enum Name { READ(0x1), WRITE(0x2, "write"); … }`. The first argument of nearly all
  /// constants must be a number; nil otherwise.
  func scanConstructedEnum(_ at: Int, end: Int, _ path: [Name]) -> Int? {
    guard
      let name = tokens[(at + 1)..<end].first(where: {
        $0.kind == .identifier && !$0.isWord("class")
      }),
      let open = tokens[(at + 1)..<end].firstIndex(where: { $0.isSymbol("{") || $0.isSymbol(";") }),
      tokens[open].isSymbol("{")
    else { return nil }
    let close = min(closer(of: open), end)
    let set = DeclaredSet(
      path + [name.text], rawType: nil, repeatsName: false, at: tokens[at].place,
      comment: list.comment(above: at))
    let members = constructedMembers(open + 1..<close)
    let use = useOfNumbers(name.text, head: at..<open, body: (members.last ?? open)..<close)
    var others = 0
    for member in members {
      guard member + 1 < close, tokens[member + 1].isSymbol("("),
        let value = firstNumber(after: member + 1)
      else {
        others += 1
        continue
      }
      set.add(
        Constant(
          self.name(of: tokens[member]), in: path, rule(for: value, use, in: name.text),
          at: tokens[member].place, comment: comment(on: member, until: closer(of: member + 1))))
    }
    guard set.members.count >= FamilyFinder.fewestFlags, others * 4 <= set.members.count else {
      return nil
    }
    declarations.declare(set)
    return min(close + 1, end)
  }

  // MARK: Shifts

  /// The use of the number that each constant of an enum gives to its constructor.
  private enum NumberUse {
    case stored
    /// `1L << number`, with the tokens before the number.
    case shifted(ArraySlice<Token>)
    case unclear
  }

  private func rule(for value: Range<Int>, _ use: NumberUse, in owner: Name) -> Constant.Rule {
    switch use {
    case .stored: return .expression(tokens[value])
    case .shifted(let head):
      // A number that is a shift itself has no brackets here.
      if value.count == 1 { return .expression((head + tokens[value])[...]) }
      fallthrough
    case .unclear:
      return .unknowable(
        Unknowable(
          "'\(owner)' does more than store its number, which may be that of a bit",
          at: tokens[value.lowerBound].place))
    }
  }

  /// Finds the shifts by the number: in the constructor, or anywhere else in the enum.
  private func useOfNumbers(_ owner: Name, head: Range<Int>, body: Range<Int>) -> NumberUse {
    var names = parameterNames(of: owner, head, body)
    // `this.offset = offset;`
    for at in body where at + 3 < body.upperBound && tokens[at + 1].isSymbol("=") {
      if tokens[at].kind == .identifier, names.contains(tokens[at + 2].text),
        tokens[at + 3].isSymbol(";")
      {
        names.insert(tokens[at].text)
      }
    }
    var use = NumberUse.stored
    for at in body where tokens[at].isSymbol("<<") || tokens[at].isWord("shl") {
      let operands = [tokens[at - 1]] + operand(after: at, body.upperBound)
      guard operands.contains(where: { names.contains($0.text) || $0.isWord("ordinal") }) else {
        continue
      }
      guard let shift = plainShift(at, in: body, by: names) else { return .unclear }
      use = .shifted(shift)
    }
    return use
  }

  /// The names of the first parameters of the constructors.
  private func parameterNames(of owner: Name, _ head: Range<Int>, _ body: Range<Int>) -> Set<Name> {
    var names: Set<Name> = []
    if language == .kotlin {
      let colon = tokens[head].firstIndex { $0.isSymbol(":") }
      if let colon { names.insert(tokens[colon - 1].text) }
      return names
    }
    for at in body.dropLast() where tokens[at].isWord(owner) && tokens[at + 1].isSymbol("(") {
      let close = closer(of: at + 1)
      guard close + 1 < body.upperBound, tokens[close + 1].isSymbol("{") else { continue }
      let parameter = tokens[at + 2..<close].prefix { !$0.isSymbol(",") }
      if let last = parameter.last { names.insert(last.text) }
    }
    return names
  }

  /// The tokens of the right operand: `offset`, `(offset - 1)`, `this.offset`.
  private func operand(after shift: Int, _ end: Int) -> [Token] {
    guard shift + 1 < end else { return [] }
    if tokens[shift + 1].isSymbol("(") {
      return Array(tokens[shift + 2..<min(closer(of: shift + 1), end)])
    }
    return Array(tokens[shift + 1..<end].prefix { $0.kind == .identifier || $0.isSymbol(".") })
  }

  /// The tokens `1L <<` of `raw = 1L << number;` in Java, and of `val raw = 1 shl number` in Kotlin; nil
  /// for anything else. A method may have a parameter or variable with the name of the number.
  private func plainShift(
    _ shift: Int, in body: Range<Int>, by names: Set<Name>
  ) -> ArraySlice<Token>? {
    guard shift + 2 < tokens.count, shift - 4 >= body.lowerBound, tokens[shift - 1].kind == .number,
      tokens[shift - 2].isSymbol("="), names.contains(tokens[shift + 1].text)
    else { return nil }
    let after = tokens[shift + 2]
    let isPlain =
      switch language {
      case .kotlin:
        (after.startsLine || after.isSymbol("}") || after.isSymbol(";"))
          && !tokens[body.lowerBound..<shift].contains { $0.isWord("fun") }
      // `long raw = …` declares a variable.
      default: after.isSymbol(";") && tokens[shift - 4].kind == .symbol
      }
    return isPlain ? tokens[shift - 1...shift] : nil
  }

  // MARK: Constants

  /// The indexes of the names of constants, before the `;` that ends them.
  private func constructedMembers(_ body: Range<Int>) -> [Int] {
    var members: [Int] = []
    var (at, isStart) = (body.lowerBound, true)
    while at < body.upperBound, !tokens[at].isSymbol(";") {
      if tokens[at].isSymbol("@") {
        // An annotation, whose arguments are passed as brackets.
        at += 1
      } else if tokens[at].kind == .identifier, isStart {
        members.append(at)
        isStart = false
      } else if tokens[at].isSymbol(",") {
        isStart = true
      }
      at = Brackets.next(after: at, closers, before: body.upperBound)
    }
    return members
  }

  /// The first argument in the brackets at an index; nil if it is no number and no shift.
  private func firstNumber(after open: Int) -> Range<Int>? {
    let close = closer(of: open)
    guard open + 1 < close, close < tokens.count else { return nil }
    var last = open + 1
    while last < close, !tokens[last].isSymbol(",") {
      last = Brackets.next(after: last, closers, before: close)
    }
    let value = tokens[open + 1..<last]
    let isNumber = value.allSatisfy { token in
      switch token.kind {
      case .number: true
      case .identifier: token.text == "shl"
      case .symbol: ["<<", "(", ")"].contains(token.text)
      default: false
      }
    }
    return isNumber && value.contains { $0.kind == .number } ? open + 1..<last : nil
  }
}
