package import FlagModel

extension StoredForm {
  /// The equivalent test of the stored values, or its opposite; nil if only the converted values
  /// can be tested.
  package func stored(
    _ test: Predicate.Test, of type: AttributeType
  ) -> (test: Predicate.Test, isOpposite: Bool)? {
    if case .native(let native) = self {
      if native.takes(test, of: type) { return (test, false) }
      return nil
    }
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
    // All values except 0 are true, so an index finds only the false ones.
    if self == .anyNumber, value == .integer(0) { return .compare(.equal, value) }
    return choice([value], type)
  }

  private func choice(_ values: [Value], _ type: AttributeType) -> Predicate.Test? {
    var stored: [Value] = []
    for value in values {
      guard let some = alternatives(of: value, type) else { return nil }
      stored += some
    }
    if stored.count == 1 { return .compare(.equal, stored[0]) }
    return .isIn(stored)
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
  /// True if the test can compare values of the server's own type.
  fileprivate func takes(_ test: Predicate.Test, of type: AttributeType) -> Bool {
    switch test {
    case .isNull: true
    case .compare, .isBetween: comparesItself(as: type)
    case .isIn(let values): comparesItself(as: type) && values.count <= Self.longestList
    // With fewer than 64 bits, the highest bit may make a number negative, which differs from the
    // mask.
    case .flags(let test, _): test != .exactly
    case .text: false
    }
  }

  /// A longer list becomes a single array value.
  private static var longestList: Int { 100 }
}
