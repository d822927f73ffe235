import FlagModel
import SQLText

// Sets of enum cases, which are stored as flags.

extension PredicateChecker {
  /// `days.contains { $0 == .monday }`, `days.allSatisfy { … }`; nil for flags that are no cases.
  func call(
    _ method: Callable, ofCases operand: Operand, _ closure: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard case .closure(let variable, let body) = closure.kind, operand.cases != nil else {
      return nil
    }
    let isAll = method.meaning == .allSatisfy
    let some = try some(of: operand) { element throws(Diagnostic) in
      try inside(.operand(element), variable).truth(body).negated(if: isAll)
    }
    return .predicate(some.negated(if: isAll))
  }

  /// `days.contains(today)`: a test for the case of another value; nil for any other value.
  func contains(
    _ argument: PredicateSyntax, amongCases operand: Operand
  ) throws(Diagnostic) -> Checked? {
    guard let enumeration = operand.cases,
      case .operand(let wanted) = try check(operand: argument),
      wanted.type == .enumeration(enumeration)
    else { return nil }
    return .predicate(
      try some(of: operand) { element throws(Diagnostic) in
        .compare(wanted.term, .equal, element.term)
      })
  }

  /// True if the set contains a case that satisfies a condition. If the condition does not depend
  /// on the record, a single test of flags is enough.
  private func some(
    of operand: Operand, where holds: (Operand) throws(Diagnostic) -> Predicate
  ) throws(Diagnostic) -> Predicate {
    guard case .flags(let set)? = operand.type, let enumeration = operand.cases else {
      return .constant(false)
    }
    var mask: UInt64 = 0
    var others: [Predicate] = []
    for (flag, enumCase) in zip(set.flags, enumeration.cases) {
      let element = Operand(
        term: .constant(enumCase.rawValue, .enumeration(enumeration)), name: operand.name,
        declaredType: enumeration.name.text, place: operand.place, origin: operand.origin)
      let test = try holds(element)
      switch test.answer {
      case true?: mask |= flag.mask
      case false?: continue
      case nil: others.append(.all([has(flag.mask), test]))
      }
    }
    func has(_ mask: UInt64) -> Predicate {
      .test(operand.term, .flags(.any, mask: Int64(bitPattern: mask)))
    }
    if mask == 0 { return .disjunction(others) }
    return .disjunction([has(mask)] + others)
  }
}

extension Operand {
  /// The enum of a set of cases.
  fileprivate var cases: Enumeration? {
    if case .flags(let set)? = type { set.enumeration } else { nil }
  }
}

extension Predicate {
  /// The constant result; nil if it depends on the record.
  fileprivate var answer: Bool? {
    switch self {
    case .constant(let value): return value
    case .not(let inner): return inner.answer.map { !$0 }
    case .all(let parts):
      let answers = parts.map(\.answer)
      if answers.contains(false) { return false }
      if answers.contains(nil) { return nil }
      return true
    case .any(let parts):
      let answers = parts.map(\.answer)
      if answers.contains(true) { return true }
      if answers.contains(nil) { return nil }
      return false
    case .test(let term, .compare(.equal, let value)): return term.constant.map { $0 == value }
    case .test(let term, .compare(.unequal, let value)): return term.constant.map { $0 != value }
    case .test(let term, .isIn(let values)): return term.constant.map(values.contains)
    default: return nil
    }
  }
}
