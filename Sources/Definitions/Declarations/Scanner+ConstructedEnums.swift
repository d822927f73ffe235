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
    var others = 0
    for member in constructedMembers(open + 1..<close) {
      guard member + 1 < close, tokens[member + 1].isSymbol("("),
        let value = firstNumber(after: member + 1)
      else {
        others += 1
        continue
      }
      set.add(
        Constant(
          self.name(of: tokens[member]), in: path, .expression(tokens[value]),
          at: tokens[member].place, comment: comment(on: member, until: closer(of: member + 1))))
    }
    guard set.members.count >= FamilyFinder.fewestFlags, others * 4 <= set.members.count else {
      return nil
    }
    declarations.declare(set)
    return min(close + 1, end)
  }

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
