import FlagModel
import SQLText

// What is made of flags: the operators, and the methods of an OptionSet.

extension PredicateChecker {
  /// `markers & HRM` and its like: flags again.
  func calculateFlags(
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
  func flagTerm(
    _ literal: PredicateSyntax, _ binary: Operator, _ operand: Operand, _ set: FlagSet
  ) throws(Diagnostic) -> Term {
    var inner = literal
    var isInverted = false
    while case .complement(let next) = inner.kind {
      isInverted.toggle()
      inner = next
    }
    let mask = try self.mask(try flagWords(inner), of: operand.name, set)
    let bits = binary == .bitAnd && !isInverted ? Int64(bitPattern: mask) : set.stored(mask)
    return .constant(.integer(isInverted ? ~bits : bits), .flags(set))
  }

  /// `markers.isSuperset(of:)` and the other methods of an OptionSet.
  func call(
    _ method: SetMethod, of operand: Operand, _ set: FlagSet, _ argument: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    switch method {
    case .isSuperset: return try flagRelation(.has, operand, set, argument)
    case .isDisjoint: return try flagRelation(.none, operand, set, argument)
    case .isSubset:
      if case .literal(let literal) = try check(operand: argument) {
        let mask = try self.mask(try flagWords(literal), of: operand.name, set)
        return .predicate(.test(operand.term, .flags(.none, mask: ~set.stored(mask))))
      }
      let other = try self.operand(argument)
      return flagEquality(.bitAnd, operand, other, operand, set)
    case .intersection: return try flagResult(.bitAnd, operand, set, argument, syntax)
    case .union: return try flagResult(.bitOr, operand, set, argument, syntax)
    case .symmetricDifference: return try flagResult(.bitXor, operand, set, argument, syntax)
    case .subtracting:
      let inverted = PredicateSyntax(.complement(argument), at: argument.place)
      return try flagResult(.bitAnd, operand, set, inverted, syntax)
    }
  }

  private func flagRelation(
    _ test: FlagTest, _ operand: Operand, _ set: FlagSet, _ argument: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if case .literal(let literal) = try check(operand: argument) {
      return .predicate(try flags(operand, set, test, try flagWords(literal)))
    }
    let other = try self.operand(argument)
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
    _ binary: Operator, _ operand: Operand, _ set: FlagSet, _ argument: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if case .literal(let literal) = try check(operand: argument) {
      let right = try flagTerm(literal, binary, operand, set)
      return calculateFlags(binary, operand, set, right, syntax)
    }
    let other = try self.operand(argument)
    try requireSameFlags(set, other)
    return calculateFlags(binary, operand, set, other.term, syntax)
  }

  func requireSameFlags(_ set: FlagSet, _ other: Operand) throws(Diagnostic) {
    guard other.type != .flags(set) else { return }
    throw Diagnostic(
      "expected flags of \(set.name), found '\(other.name)' (\(other.declaredType))",
      at: other.place)
  }
}
