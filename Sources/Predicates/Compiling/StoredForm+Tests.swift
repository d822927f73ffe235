package import FlagModel

extension StoredForm {
  /// The test of stored values that says the same as one of ours, or the opposite of it; nil if only
  /// what they are read as can be tested.
  package func stored(
    _ test: Predicate.Test, of type: AttributeType
  ) -> (test: Predicate.Test, isOpposite: Bool)? {
    if case .native(let native) = self { return native.takes(test, of: type) ? (test, false) : nil }
    switch test {
    case .isNull: return (.isNull, false)
    case .compare(.unequal, let value): return equality(value, type).map { ($0, true) }
    case .compare(.equal, let value): return equality(value, type).map { ($0, false) }
    case .compare(let comparison, let value):
      return ordering(comparison, value, type).map { ($0, false) }
    case .isIn(let values): return choice(values, type).map { ($0, false) }
    case .isBetween(let first, let last, let includesUpper):
      guard let lower = interval(of: first, type)?.lower, let end = interval(of: last, type) else {
        return nil
      }
      let upper = includesUpper ? end.upper : end.lower
      return (.isBetween(lower, upper, includesUpper: false), false)
    case .flags(.exactly, let mask):
      return choice([.integer(mask)], type).map { ($0, false) }
    case .flags(let test, let mask):
      guard self == .word, let word = type.word else { return nil }
      return (.flags(test, mask: mask & word.mask), false)
    case .text: return nil
    }
  }

  private func equality(_ value: Value, _ type: AttributeType) -> Predicate.Test? {
    if let (lower, upper) = interval(of: value, type) {
      return .isBetween(lower, upper, includesUpper: false)
    }
    // Of all that is true an index knows no more than of what is not false.
    if self == .anyNumber, value == .integer(0) { return .compare(.equal, value) }
    return choice([value], type)
  }

  private func choice(_ values: [Value], _ type: AttributeType) -> Predicate.Test? {
    var stored: [Value] = []
    for value in values {
      guard let some = alternatives(of: value, type) else { return nil }
      stored += some
    }
    return stored.count == 1 ? .compare(.equal, stored[0]) : .isIn(stored)
  }

  private func ordering(
    _ comparison: Comparison, _ value: Value, _ type: AttributeType
  ) -> Predicate.Test? {
    guard let (lower, upper) = interval(of: value, type) else { return nil }
    return switch comparison {
    case .less: .compare(.less, lower)
    case .lessOrEqual: .compare(.less, upper)
    case .greater: .compare(.greaterOrEqual, upper)
    case .greaterOrEqual: .compare(.greaterOrEqual, lower)
    case .equal, .unequal: nil
    }
  }
}

extension NativeType {
  /// True if a test of our values is made with the values of the server's own type.
  fileprivate func takes(_ test: Predicate.Test, of type: AttributeType) -> Bool {
    switch test {
    case .isNull: true
    case .compare, .isBetween: comparesItself(as: type)
    case .isIn(let values): comparesItself(as: type) && values.count <= Self.longestList
    // The highest bit of few makes a number negative, which is another one than the mask.
    case .flags(let test, _): test != .exactly
    case .text: false
    }
  }

  /// A longer list becomes one value, which is an array.
  private static var longestList: Int { 100 }
}
