import Columns
import FlagModel
import Predicates
import SQLText

extension ColumnTest {
  /// A test of values that are not NULL; nil if only SQL can evaluate it.
  init?(_ test: Predicate.Test, _ kind: ColumnTerms.Kind, isNegated: Bool) {
    if test == .isNull {
      self = isNegated ? .isPresent : .isNull
      return
    }
    let made =
      switch kind {
      case .integer: Self.ofIntegers(test, !isNegated)
      case .real: Self.ofReals(test, !isNegated)
      case .text, .date: Self.ofTexts(test, !isNegated)
      }
    guard let made else { return nil }
    self = made
  }

  private static func ofIntegers(_ test: Predicate.Test, _ isInside: Bool) -> ColumnTest? {
    switch test {
    case .flags(let test, let mask):
      switch test {
      case .has: return .bits(mask: mask, number: mask, isEqual: isInside)
      case .notAll: return .bits(mask: mask, number: mask, isEqual: !isInside)
      case .any: return .bits(mask: mask, number: 0, isEqual: !isInside)
      case .none: return .bits(mask: mask, number: 0, isEqual: isInside)
      case .exactly: return .integers(mask...mask, isInside: isInside)
      }
    case .compare(let comparison, .integer(let number)):
      switch comparison {
      case .equal: return .integers(number...number, isInside: isInside)
      case .unequal: return .integers(number...number, isInside: !isInside)
      case .less: return .integers(number ... .max, isInside: !isInside)
      case .greaterOrEqual: return .integers(number ... .max, isInside: isInside)
      case .greater: return .integers(.min...number, isInside: !isInside)
      case .lessOrEqual: return .integers(.min...number, isInside: isInside)
      }
    case .isIn(let values):
      var numbers: Set<Int64> = []
      for value in values {
        guard case .integer(let number) = value else { return nil }
        numbers.insert(number)
      }
      return .integersAmong(numbers, isInside: isInside)
    case .isBetween(.integer(let lower), .integer(let upper), let includesUpper):
      guard lower <= upper else { return nil }
      if includesUpper { return .integers(lower...upper, isInside: isInside) }
      guard lower < upper else { return nil }
      return .integers(lower...upper - 1, isInside: isInside)
    case .compare, .isBetween, .isNull, .text: return nil
    }
  }

  private static func ofReals(_ test: Predicate.Test, _ isInside: Bool) -> ColumnTest? {
    switch test {
    case .compare(let comparison, let value):
      guard let number = value.real else { return nil }
      return ofRange(comparison, number, isInside) { .reals($0, isInside: $1) }
    case .isBetween(let lower, let upper, let includesUpper):
      guard let lower = lower.real, let upper = upper.real else { return nil }
      return .reals(
        ColumnRange(from: lower, to: upper, upperIsIncluded: includesUpper), isInside: isInside)
    case .flags, .isIn, .isNull, .text: return nil
    }
  }

  private static func ofTexts(_ test: Predicate.Test, _ isInside: Bool) -> ColumnTest? {
    switch test {
    case .compare(let comparison, .text(let text)):
      return ofRange(comparison, Array(text.utf8), isInside) { .texts($0, isInside: $1) }
    case .isIn(let values):
      var texts: Set<[UInt8]> = []
      for value in values {
        guard case .text(let text) = value else { return nil }
        texts.insert(Array(text.utf8))
      }
      return .textsAmong(texts, isInside: isInside)
    case .isBetween(.text(let lower), .text(let upper), let includesUpper):
      return .texts(
        ColumnRange(from: Array(lower.utf8), to: Array(upper.utf8), upperIsIncluded: includesUpper),
        isInside: isInside)
    case .text(.beginsWith, let other, .exact):
      let bytes = Array(other.utf8)
      let next = bytes.nextPrefix
      if !bytes.isEmpty, next == nil { return nil }
      return .texts(ColumnRange(from: bytes, to: next, upperIsIncluded: false), isInside: isInside)
    case .text(.contains, let other, .exact):
      return .textContains(Array(other.utf8), isInside: isInside)
    case .text(.endsWith, let other, .exact):
      return .textEndsWith(Array(other.utf8), isInside: isInside)
    case .compare, .isBetween, .flags, .isNull, .text: return nil
    }
  }

  /// The values for which a comparison is true, or false.
  private static func ofRange<Bound>(
    _ comparison: Comparison, _ bound: Bound, _ isInside: Bool,
    _ test: (ColumnRange<Bound>, Bool) -> ColumnTest
  ) -> ColumnTest {
    switch comparison {
    case .equal: test(ColumnRange(from: bound, to: bound), isInside)
    case .unequal: test(ColumnRange(from: bound, to: bound), !isInside)
    case .less: test(ColumnRange(from: bound, to: nil), !isInside)
    case .greaterOrEqual: test(ColumnRange(from: bound, to: nil), isInside)
    case .greater: test(ColumnRange(from: bound, isIncluded: false, to: nil), isInside)
    case .lessOrEqual: test(ColumnRange(from: bound, isIncluded: false, to: nil), !isInside)
    }
  }
}

extension [UInt8] {
  /// The smallest text after all those that begin with this one; nil if its last character is not as
  /// long as the next character.
  fileprivate var nextPrefix: [UInt8]? {
    guard let last, last != 0x7F, last != 0xBF else { return nil }
    return dropLast() + [last + 1]
  }
}

extension Value {
  /// The number, if a real number represents it exactly.
  var real: Double? {
    switch self {
    case .real(let number): number.isNaN ? nil : number
    case .integer(let number): number.magnitude <= 1 << 53 ? Double(number) : nil
    case .null, .text, .blob: nil
    }
  }
}
