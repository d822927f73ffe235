import FlagModel
import SQLText

// Values of which one is taken: `a ?? b`, and `condition ? yes : no`.

extension PredicateChecker {
  func otherwise(
    _ first: Checked, _ left: PredicateSyntax, _ second: Checked, _ right: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if case .predicate(let predicate) = first, case .literal(let literal) = second,
      case .bool(let value) = plain(literal).kind
    {
      let isSaid = answers(!value, predicate, left)
      return .predicate(value ? .not(isSaid) : isSaid)
    }
    if case .literal(let literal) = first {
      switch literal.kind {
      case .null, .nilOrText: return second
      case .argument where plainOperand(second, right) == nil: return first
      default: break
      }
    }
    let operand = try operand(of: first, left)
    let other = try same(second, right, as: operand)
    guard let (a, b) = alike(operand, other) else { throw unlike(operand, other, syntax) }
    let term = Term(.binary(.otherwise, a, b), a.type, isOptional: b.isOptional)
    return .operand(derived(term, operand.declaredType, syntax, origin: operand.origin))
  }

  /// A literal as a value of the type that an operand has.
  private func same(
    _ checked: Checked, _ syntax: PredicateSyntax, as operand: Operand
  ) throws(Diagnostic) -> Operand {
    guard case .literal(let literal) = checked else { return try self.operand(of: checked, syntax) }
    let value: Value
    if case .null = literal.kind {
      value = .null
    } else if case .flags(let set)? = operand.type {
      value = .integer(set.stored(try mask(try flagWords(literal), of: operand.name, set)))
    } else {
      value = try self.value(literal, for: operand)
    }
    // A real number must stay one, lest it divides as a whole one.
    var stored = value
    if case .integer(let number) = value, operand.type == .double || operand.type == .float {
      stored = .real(Double(number))
    }
    let term = Term(.value(stored), operand.term.type, isOptional: value == .null)
    return derived(term, operand.declaredType, syntax, origin: root)
  }

  /// `condition ? yes : no`
  func choice(
    _ condition: PredicateSyntax, _ yes: PredicateSyntax, _ no: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let condition = try truth(condition)
    let (first, second) = (try check(operand: yes), try check(operand: no))
    if case .predicate(let a) = first, case .predicate(let b) = second {
      return .predicate(.any([.all([condition, a]), .all([.not(condition), b])]))
    }
    let typed = plainOperand(first, yes) ?? plainOperand(second, no)
    let constant = typed == nil ? try self.constant(first, yes) : nil
    guard let typed = typed ?? constant else {
      throw Diagnostic(
        "'\(text(of: syntax))' has a meaning only beside an attribute", at: syntax.place)
    }
    let left = try same(first, yes, as: typed)
    let right = try same(second, no, as: typed)
    guard let (a, b) = alike(left, right) else { throw unlike(left, right, syntax) }
    let term = Term(
      .conditional(condition, a, b), a.type, isOptional: a.isOptional || b.isOptional)
    return .operand(derived(term, left.declaredType, syntax, origin: typed.origin))
  }

  private func constant(
    _ checked: Checked, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Operand? {
    guard case .literal(let literal) = checked else { return nil }
    if let name = unknownName(literal), constant(literal) == nil { throw unknown(name) }
    return constant(literal)
  }

  func unlike(_ left: Operand, _ right: Operand, _ syntax: PredicateSyntax) -> Diagnostic {
    Diagnostic(
      "'\(left.name)' (\(left.declaredType)) and '\(right.name)' (\(right.declaredType)) "
        + "are of different types", at: syntax.place)
  }
}
