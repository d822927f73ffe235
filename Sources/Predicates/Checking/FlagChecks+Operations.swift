import FlagModel
import SQLText

// Operators on flags, and the methods of an OptionSet.

extension FlagChecks {
  /// A flag literal beside an operator. Under a written `&`, only its bits count, and a complement
  /// includes undeclared bits.
  private func term(
    _ literal: PredicateSyntax, _ binary: Operator, _ operand: Operand, _ set: FlagSet
  ) throws(Diagnostic) -> Term {
    let bits = try bits(expression(literal), of: operand.name, set)
    func constant(_ mask: UInt64) -> Term { .constant(.integer(set.stored(mask)), .flags(set)) }
    guard binary == .bitAnd else { return constant(bits.flags(of: set)) }
    guard bits.isComplement else { return constant(bits.mask) }
    let others = constant(~bits.mask)
    // Beside a second complement, it must not look like a number.
    if operand.term.withAllBits.isComplement { return others.complement }
    return others.inverted
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
        let mask = try self.mask(expression(literal), of: operand.name, set)
        return .predicate(Self.hasNone(asked(operand), of: set.flagMask & ~mask, set))
      }
      let other = try self.operand(of: argument)
      return flagEquality(.bitAnd, operand, other, operand, set)
    case .union: return try calculate(.bitOr, operand, set, argument, syntax)
    case .symmetricDifference: return try calculate(.bitXor, operand, set, argument, syntax)
    case .intersection:
      return try calculate(.bitAnd, operand, set, argument, syntax, includesFields: false)
    case .subtracting: return try calculate(.subtract, operand, set, argument, syntax)
    }
  }

  private func flagRelation(
    _ test: FlagTest, _ operand: Operand, _ set: FlagSet, _ argument: Side
  ) throws(Diagnostic) -> Checked {
    if let literal = argument.literal {
      if test == .has {
        return .predicate(try self.test(operand, set, test, expression(literal)))
      }
      let mask = try self.mask(expression(literal), of: operand.name, set)
      return .predicate(Self.hasNone(asked(operand), of: mask, set))
    }
    let other = try self.operand(of: argument)
    try requireSameFlags(set, other)
    if test == .has { return flagEquality(.bitAnd, operand, other, other, set) }
    let common = joined(.bitAnd, operand.term.flagsAlone, other.term.flagsAlone, set)
    return .predicate(.test(common, .flags(.exactly, mask: 0)))
  }

  /// Checks `(a & b) = c`.
  private func flagEquality(
    _ binary: Operator, _ left: Operand, _ right: Operand, _ result: Operand, _ set: FlagSet
  ) -> Checked {
    let joined = joined(binary, left.term.flagsAlone, right.term.flagsAlone, set)
    let equal = Predicate.compare(joined, .equal, result.term.flagsAlone)
    guard result.term.isOptional else { return .predicate(equal) }
    // Two missing values are equal, but neither contains the other.
    return .predicate(.all([.not(.test(result.term, .isNull)), equal]))
  }

  /// `markers & HRM` and similar operations, whose result is flags.
  ///
  /// - Parameter includesFields: true if `&` also applies to the bits of fields.
  func calculate(
    _ binary: Operator, _ operand: Operand, _ set: FlagSet, _ argument: Side,
    _ syntax: PredicateSyntax, includesFields: Bool = true
  ) throws(Diagnostic) -> Checked {
    guard binary.isOfSets else {
      throw .noMeaningForFlags(binary, of: operand.name, at: syntax.place)
    }
    let right: Term
    if let literal = argument.literal {
      right = try term(literal, binary, operand, set)
    } else {
      let other = try self.operand(of: argument)
      try requireSameFlags(set, other)
      right = other.term
    }
    let term: Term
    switch binary {
    case .add: term = joined(.bitOr, operand.term, right, set)
    case .subtract: term = joined(.bitAnd, operand.term, right.inverted, set)
    case .bitAnd: term = common(operand.term, right, set, includesFields: includesFields)
    default: term = joined(binary, operand.term, right, set)
    }
    return .operand(derived(term, operand.declaredType, syntax, origin: operand.origin))
  }

  /// `RAW - markers`: the flags of a literal without those of a value.
  func subtract(
    _ operand: Operand, _ set: FlagSet, from literal: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let mask = try self.mask(expression(literal), of: operand.name, set)
    let flags = Term.constant(.integer(set.stored(mask & set.flagMask)), .flags(set))
    let term = joined(.bitAnd, operand.term.flagsAlone.inverted, flags, set.withoutFields)
    return .operand(derived(term, operand.declaredType, syntax, origin: operand.origin))
  }

  /// `~markers`: the flags that a value does not have.
  func complement(_ operand: Operand, _ set: FlagSet, _ syntax: PredicateSyntax) -> Operand {
    let term = declared(operand.term.flagsAlone.inverted, set)
    return derived(term, operand.declaredType, syntax, origin: operand.origin)
  }

  /// The declared flags of a complement.
  private func declared(_ complement: Term, _ set: FlagSet) -> Term {
    let mask = Term.constant(
      .integer(set.stored(set.declaredMask & set.flagMask)), .flags(set.withoutFields))
    return joined(.bitAnd, complement, mask, set.withoutFields)
  }

  /// `a & b`. A complement includes undeclared bits beside a value, but two complements have only
  /// declared flags in common.
  private func common(_ left: Term, _ right: Term, _ set: FlagSet, includesFields: Bool) -> Term {
    let common = joined(
      .bitAnd, left.withAllBits, right.withAllBits, set, includesFields: includesFields)
    if common.isComplement { return declared(common, set) }
    return common
  }

  /// An operation on two flag values. `transition & 0xFF` uses all bits; all other operations
  /// ignore the fields of a mask.
  private func joined(
    _ binary: Operator, _ left: Term, _ right: Term, _ set: FlagSet, includesFields: Bool = false
  ) -> Term {
    let isOptional = left.isOptional || right.isOptional
    guard binary == .bitAnd, case .integer(let bits)? = right.constant else {
      return Term(
        .binary(binary, left.flagsAlone, right.flagsAlone), .flags(set.withoutFields),
        isOptional: isOptional)
    }
    if includesFields || set.fields.isEmpty {
      return Term(.binary(binary, left, right), .flags(set), isOptional: isOptional)
    }
    let ofFlags = Term.constant(
      .integer(bits & set.stored(set.flagMask)), .flags(set.withoutFields))
    return Term(.binary(binary, left, ofFlags), .flags(set.withoutFields), isOptional: isOptional)
  }

  func requireSameFlags(_ set: FlagSet, _ other: Operand) throws(Diagnostic) {
    if case .flags(let others)? = other.type, others.withoutFields == set.withoutFields { return }
    throw Diagnostic(
      "expected flags of \(set.name), found '\(other.name)' (\(other.declaredType))",
      at: other.place)
  }
}

extension Term {
  /// All other bits, including undeclared ones.
  fileprivate var inverted: Term {
    if case .integer(let number)? = constant {
      return Term(.value(.integer(~number)), type, isOptional: false)
    }
    return complement
  }

  /// All other bits as a calculation.
  fileprivate var complement: Term { Term(.complement(self), type, isOptional: isOptional) }

  /// A complement that includes undeclared bits, for an operand of `&`.
  var withAllBits: Term {
    guard case .binary(.bitAnd, let left, let right) = kind, left.isComplement,
      case .value(.flags(let set)) = type,
      right.constant == .integer(set.stored(set.declaredMask & set.flagMask))
    else { return self }
    return left
  }

  /// True if the value may have bits that none of its operands has.
  var isComplement: Bool {
    switch kind {
    case .complement: true
    case .binary(.bitAnd, let left, let right): left.isComplement && right.isComplement
    case .binary(.bitOr, let left, let right), .binary(.bitXor, let left, let right),
      .binary(.otherwise, let left, let right), .conditional(_, let left, let right):
      left.isComplement || right.isComplement
    default: false
    }
  }
}
