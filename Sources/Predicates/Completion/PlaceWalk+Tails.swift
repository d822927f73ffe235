import FlagModel

// What follows an operand: members and brackets, operators, and the words of a test.

extension PlaceWalk {
  mutating func passTail(_ token: PredicateToken, after meaning: Meaning) {
    switch token.kind {
    case .symbol: passSymbol(token, after: meaning)
    case .word where !token.isQuotedName: passKeyword(token.text.lowercased(), after: meaning)
    default: frame.place = .after(.other)
    }
  }

  private mutating func passSymbol(_ token: PredicateToken, after meaning: Meaning) {
    let touches = previous?.touches(token) ?? false
    switch token.text {
    case ".": frame.place = .member(of: meaning)
    case "?" where touches, "!" where touches: break
    case "[": openSubscript(of: meaning)
    case "(": openCall(of: meaning)
    case "{":
      guard case .method(let result, let entity, _) = meaning else { return }
      frame.place = .after(result)
      openClosure(over: entity)
    case "=", "==", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>":
      compare(with: meaning)
    case "&&", "||": begin()
    case "," where frame.isSubquery && frame.closureOf == nil:
      if case .many(let entity) = meaning {
        frame.closureOf = entity
        if frames.count > 1 { frames[frames.count - 2].place = .after(meaning) }
      }
      frame.isSubquery = false
      frame.takes = nil
      frame.place = .naming
    case "?": begin()
    case "," where frame.isTernary: begin()
    case "&", "|", "^", "+", "-", "*", "/", "%":
      if frame.left == nil { frame.left = meaning }
      frame.place = .operand
    default: frame.place = .operand
    }
  }

  private mutating func compare(with meaning: Meaning) {
    if frame.left == nil { frame.left = meaning }
    frame.isTested = true
    frame.place = .operand
  }

  private mutating func openSubscript(of meaning: Meaning) {
    var inner = Frame(scope: frame.scope, variables: frame.variables)
    if case .many(let entity) = meaning { inner.scope = entity }
    frames.append(inner)
  }

  private mutating func openCall(of meaning: Meaning) {
    var inner = Frame(scope: frame.scope, variables: frame.variables)
    switch meaning {
    case .method(let result, let entity, let beside):
      frame.place = .after(result)
      inner.closureOf = entity
      inner.left = beside
    case .function(let function):
      frame.place = .after(function.result)
      inner.takes = function.takes
      inner.isSubquery = function.takes == .records
      inner.isTernary = function.takes == .conditions
    default: break
    }
    frames.append(inner)
  }

  private mutating func passKeyword(_ word: String, after meaning: Meaning) {
    switch word {
    case "and" where frame.awaitsUpper:
      frame.awaitsUpper = false
      frame.place = .operand
    case "and", "or": begin()
    case "as" where use == .columns && isOutermost: frame.place = .naming
    // `{ r in`
    case "in" where frame.closureOf != nil && !frame.isTested && isTruth(meaning):
      frame.closureOf = nil
      begin()
    case "has": frame.place = .flags(sets(of: meaning), mayQualify: true)
    case "lacks": frame.place = .flags(sets(of: meaning), mayQualify: false)
    case "is": frame.place = .afterIs(meaning)
    case "not": frame.place = .afterNot(meaning)
    case "in", "contains", "beginswith", "endswith", "like", "matches": compare(with: meaning)
    case "between":
      frame.awaitsUpper = true
      compare(with: meaning)
    default: frame.place = .after(.other)
    }
  }

  private func isTruth(_ meaning: Meaning) -> Bool {
    if case .truth = meaning { true } else { false }
  }
}
