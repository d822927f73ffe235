import FlagModel
import SQLText

// What is made of flags: the operators, and the methods of an OptionSet.

extension FlagChecks {
  /// `markers & HRM` and its like: flags again.
  func calculate(
    _ binary: Operator, _ operand: Operand, _ set: FlagSet, _ right: Term,
    _ syntax: PredicateSyntax
  ) -> Checked {
    let term = Term(
      .binary(binary, operand.term, right), .flags(set),
      isOptional: operand.term.isOptional || right.isOptional)
    return .operand(
      Operand(
        term: term, name: text(of: syntax), declaredType: operand.declaredType,
        place: syntax.place, origin: operand.origin))
  }

  /// The flags of a literal beside `&` and its like. Under `&` the bits alone count.
  func term(
    _ literal: PredicateSyntax, _ binary: Operator, _ operand: Operand, _ set: FlagSet
  ) throws(Diagnostic) -> Term {
    var inner = literal
    var isInverted = false
    while case .complement(let next) = inner.kind {
      isInverted.toggle()
      inner = next
    }
    let mask = try self.mask(try words(inner), of: operand.name, set)
    let bits = binary == .bitAnd && !isInverted ? Int64(bitPattern: mask) : set.stored(mask)
    return .constant(.integer(isInverted ? ~bits : bits), .flags(set))
  }

  /// `markers.isSuperset(of:)` and the other methods of an OptionSet.
  func call(
    _ method: SetMethod, of operand: Operand, _ set: FlagSet, _ argument: Side,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    switch method {
    case .isSuperset: return try flagRelation(.has, operand, set, argument)
    case .isDisjoint: return try flagRelation(.none, operand, set, argument)
    case .isSubset:
      if let literal = argument.literal {
        let mask = try self.mask(try words(literal), of: operand.name, set)
        return .predicate(.test(operand.term, .flags(.none, mask: ~set.stored(mask))))
      }
      let other = try self.operand(of: argument)
      return flagEquality(.bitAnd, operand, other, operand, set)
    case .union: return try flagResult(.bitOr, operand, set, argument, syntax)
    case .symmetricDifference: return try flagResult(.bitXor, operand, set, argument, syntax)
    // Of what is subtracted the argument is the complement.
    case .intersection, .subtracting:
      return try flagResult(.bitAnd, operand, set, argument, syntax)
    }
  }

  private func flagRelation(
    _ test: FlagTest, _ operand: Operand, _ set: FlagSet, _ argument: Side
  ) throws(Diagnostic) -> Checked {
    if let literal = argument.literal {
      return .predicate(try self.test(operand, set, test, try words(literal)))
    }
    let other = try self.operand(of: argument)
    try requireSameFlags(set, other)
    if test == .has { return flagEquality(.bitAnd, operand, other, other, set) }
    let common = Term(
      .binary(.bitAnd, operand.term, other.term), .flags(set),
      isOptional: operand.term.isOptional || other.term.isOptional)
    return .predicate(.test(common, .flags(.exactly, mask: 0)))
  }

  /// `(a & b) = c`
  private func flagEquality(
    _ binary: Operator, _ left: Operand, _ right: Operand, _ result: Operand, _ set: FlagSet
  ) -> Checked {
    let term = Term(
      .binary(binary, left.term, right.term), .flags(set),
      isOptional: left.term.isOptional || right.term.isOptional)
    let equal = Predicate.compare(term, .equal, result.term)
    // Two that are not there are equal, and yet none contains the other.
    return .predicate(
      result.term.isOptional ? .all([.not(.test(result.term, .isNull)), equal]) : equal)
  }

  private func flagResult(
    _ binary: Operator, _ operand: Operand, _ set: FlagSet, _ argument: Side,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if let literal = argument.literal {
      let right = try term(literal, binary, operand, set)
      return calculate(binary, operand, set, right, syntax)
    }
    let other = try self.operand(of: argument)
    try requireSameFlags(set, other)
    return calculate(binary, operand, set, other.term, syntax)
  }

  func requireSameFlags(_ set: FlagSet, _ other: Operand) throws(Diagnostic) {
    guard other.type != .flags(set) else { return }
    throw Diagnostic(
      "expected flags of \(set.name), found '\(other.name)' (\(other.declaredType))",
      at: other.place)
  }
}
