import FlagModel

// Operands: names, variables, and the brackets that open where an operand may stand.

extension PlaceWalk {
  mutating func passOperand(_ token: PredicateToken, before next: PredicateToken?) {
    switch token.kind {
    case .word: passName(token, before: next)
    case .variable:
      frame.closureOf = nil
      // Outside of closures `$0` is the record.
      let record: Meaning = token.text == "0" ? .one(frame.scope) : .other
      frame.place = .after(frame.variables[token.text].map(Meaning.one) ?? record)
    case .symbol: passOpening(token)
    default: frame.place = .after(.other)
    }
  }

  private mutating func passName(_ token: PredicateToken, before next: PredicateToken?) {
    let keyword = token.isQuotedName ? "" : token.text.lowercased()
    if frame.closureOf != nil, next?.text == "in", let entity = frame.closureOf {
      frame.variables[token.text] = entity
      if frame.isSwift { frame.variables["0"] = nil }
      frame.place = .after(.truth)
      return
    }
    // A label may stand before a closure.
    if next?.text != ":" { frame.closureOf = nil }
    switch keyword {
    // `count(distinct status)`
    case "distinct" where frame.takes == .values: return
    case "not", "any", "some", "all", "none", "return":
      if standing(token.text) == nil { return }
    case "has":
      frame.place = .flags(frame.scope.flagAttributes.map(\.set), mayQualify: true)
      return
    case "lacks":
      frame.place = .flags(frame.scope.flagAttributes.map(\.set), mayQualify: false)
      return
    case "self":
      frame.place = .after(.one(frame.scope))
      return
    case "true", "false", "nil", "null", "yes", "no":
      frame.place = .after(.other)
      return
    case _ where next?.text == "(":
      if let function = OfferedFunction.named(keyword), !hasName(token.text) {
        frame.place = .after(.function(function))
        return
      }
    default: break
    }
    let type = schema.types.first { $0.name.mayBeCalled(Name(token.text)) }
    let found =
      frame.variables[token.text].map(Meaning.one) ?? standing(token.text)
      ?? type.map(Meaning.type)
    frame.place = .after(found ?? .other)
  }

  private func hasName(_ name: String) -> Bool {
    frame.variables[name] != nil || standing(name) != nil
  }

  /// What a name means that stands alone.
  private func standing(_ name: String) -> Meaning? {
    frame.isSwift ? nil : property(Name(name), of: frame.scope)
  }

  /// Opens the closure that is the whole, which is given the record that is asked.
  mutating func openSwift() {
    openClosure(over: frame.scope)
    frame.isSwift = true
  }

  private mutating func passOpening(_ token: PredicateToken) {
    switch token.text {
    case "{" where frame.closureOf != nil:
      let entity = frame.closureOf
      frame.place = .after(.other)
      openClosure(over: entity)
    case "(", "[", "{":
      var inner = frame
      inner.awaitsUpper = false
      frame.place = .after(frame.left == nil ? .other : .truth)
      inner.place = .operand
      frames.append(inner)
    case ".": frame.place = .dotted
    default: break
    }
  }

  mutating func openClosure(over entity: Entity?) {
    var inner = Frame(
      scope: frame.scope, isSwift: frame.isSwift, variables: frame.variables)
    inner.closureOf = entity
    inner.variables["0"] = entity
    frames.append(inner)
  }
}
