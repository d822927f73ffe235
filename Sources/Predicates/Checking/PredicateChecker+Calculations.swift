import FlagModel
import SQLText

// Calculations and choices: `a ?? b`, and `condition ? yes : no`.

extension PredicateChecker {
  func calculate(
    _ binary: Operator, _ left: PredicateSyntax, _ right: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    // A chain of operators is left-associative, and is processed in a loop.
    var steps = [(binary, right, syntax)]
    var whole = left
    while case .binary(let binary, let left, let right) = whole.kind, binary != .otherwise {
      steps.append((binary, right, whole))
      whole = left
    }
    var result = try check(operand: whole)
    // `marks & NO-CARRIER`
    if case .operand(let operand) = result, case .flags(let set)? = operand.type,
      let named = set.withWholeNames(syntax.place), named != syntax,
      case .binary(let binary, let left, let right) = named.kind
    {
      return try calculate(binary, left, right, named)
    }
    for (binary, right, syntax) in steps.reversed() {
      let (first, second) = (Side(result, whole), try side(right))
      result =
        if binary == .otherwise {
          try otherwise(first, second, syntax)
        } else {
          try arithmetic.calculate(binary, first, second, syntax)
        }
      whole = syntax
    }
    return result
  }

  private func otherwise(
    _ first: Side, _ second: Side, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if case .predicate(let predicate) = first.checked, let literal = second.literal,
      case .bool(let value) = literals.plain(literal).kind
    {
      return .predicate(predicate.answers(!value, first.syntax).negated(if: value))
    }
    if let literal = first.literal {
      switch literal.kind {
      case .null, .nilOrText: return second.checked
      case .argument where plainOperand(second.checked, second.syntax) == nil:
        return first.checked
      default: break
      }
    }
    // `(readings ?? [])` is the same as `readings`, because a list of records is never nil.
    if first.checked.isSeveral, second.literal?.kind == .list([]) { return first.checked }
    let operand = try operand(of: first)
    let other = try same(second, as: operand)
    guard let form = CommonForm([operand, other], in: comparisons) else {
      throw unlike(operand, other, syntax)
    }
    let (a, b) = (form.terms[0], form.terms[1])
    let term = Term(.binary(.otherwise, a, b), form.type, isOptional: b.isOptional)
    return .operand(derived(term, form.declaredType, syntax, origin: operand.origin))
  }

  /// A literal as a value of an operand's type.
  private func same(_ side: Side, as operand: Operand) throws(Diagnostic) -> Operand {
    guard let literal = side.literal else { return try self.operand(of: side) }
    // `count ?? 0.5` is a Double.
    if case .integer? = operand.type, case .number(let text) = literals.plain(literal).kind,
      literals.wholeNumber(text) == nil
    {
      return try self.operand(of: side)
    }
    let value: Value
    if case .null = literal.kind {
      value = .null
    } else if case .flags(let set)? = operand.type {
      value = try flags.value(literal, of: operand, set)
    } else {
      value = try literals.value(try settled(literal, for: operand), for: operand)
    }
    // A real number must stay one, because integer division gives another result.
    var stored = value
    if case .integer(let number) = value, operand.type == .double || operand.type == .float {
      stored = .real(Double(number))
    }
    let term = Term(.value(stored), operand.term.type, isOptional: value == .null)
    return derived(term, operand.declaredType, side.syntax, origin: root)
  }

  /// Checks `condition ? yes : no`.
  func choice(
    _ condition: PredicateSyntax, _ yes: PredicateSyntax, _ no: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let condition = try truth(condition)
    let (first, second) = (try side(yes), try side(no))
    if case .predicate(let a) = first.checked, case .predicate(let b) = second.checked {
      return .predicate(.choice(condition, a, b))
    }
    var typed = plainOperand(first.checked, yes) ?? plainOperand(second.checked, no)
    if typed == nil { typed = try constant(first) }
    guard let typed else {
      throw Diagnostic(
        "'\(text(of: syntax))' can only be used together with an attribute", at: syntax.place)
    }
    let left = try same(first, as: typed)
    let right = try same(second, as: typed)
    guard let form = CommonForm([left, right], in: comparisons) else {
      throw unlike(left, right, syntax)
    }
    let (a, b) = (form.terms[0], form.terms[1])
    let term = Term(
      .conditional(condition, a, b), form.type, isOptional: a.isOptional || b.isOptional)
    return .operand(derived(term, form.declaredType, syntax, origin: typed.origin))
  }

  private func constant(_ side: Side) throws(Diagnostic) -> Operand? {
    guard let literal = side.literal else { return nil }
    let constant = literals.constant(literal)
    if let name = unknownName(literal), constant == nil { throw unknown(name) }
    return constant
  }

  func unlike(_ left: Operand, _ right: Operand, _ syntax: PredicateSyntax) -> Diagnostic {
    Diagnostic(
      "'\(left.name)' (\(left.declaredType)) and '\(right.name)' (\(right.declaredType)) "
        + "are of different types", at: syntax.place)
  }
}
