import FlagModel

/// Compares old and new rules, so that stored values need no check if the new rules are not
/// stricter.
extension Attribute {
  /// True if every value that the old attribute allowed satisfies the new rules. Both must store
  /// values in the same form.
  func takesAll(of was: Attribute) -> Bool {
    type.takesAll(of: was.type) && validity.takesAll(of: was.validity)
  }
}

extension AttributeType {
  fileprivate func takesAll(of was: AttributeType) -> Bool {
    switch (was, self) {
    case (.integer(let old), .integer(let new)):
      new.storedRange.lowerBound <= old.storedRange.lowerBound
        && new.storedRange.upperBound >= old.storedRange.upperBound
    case (.enumeration(let old), .enumeration(let new)):
      old.cases.allSatisfy { new.caseName(of: $0.rawValue) != nil }
    case (.array, .array): was.isSet || !isSet
    case (.flags, .flags), (_, .string): true
    case (.bool, .integer(let new)): new.storedRange.contains(1)
    case (.float, .double): true
    default: was == self
    }
  }
}

extension Validity {
  fileprivate func takesAll(of was: Validity) -> Bool {
    isLooser(length, than: was.length) {
      $0.lowerBound <= $1.lowerBound && $0.upperBound >= $1.upperBound
    } && isLooser(bounds, than: was.bounds) { $0.takesAll(of: $1) }
  }
}

extension Validity.Bounds {
  fileprivate func takesAll(of was: Validity.Bounds) -> Bool {
    isLooser(lower, than: was.lower) { $0.isAtMost($1) }
      && isLooser(upper, than: was.upper) { now, upper in
        if now == upper { return includesUpper || !was.includesUpper }
        return upper.isAtMost(now)
      }
  }
}

/// True if the new rule is missing or looser than the old one.
private func isLooser<Rule>(
  _ now: Rule?, than was: Rule?, _ isLooser: (Rule, Rule) -> Bool
) -> Bool {
  guard let now else { return true }
  return was.map { isLooser(now, $0) } ?? false
}

extension Value {
  /// Compares two numbers of the same kind; false for all other values.
  fileprivate func isAtMost(_ other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left <= right
    case (.real(let left), .real(let right)): left <= right
    default: self == other
    }
  }
}
