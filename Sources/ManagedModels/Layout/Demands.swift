import FlagModel

/// The validations of an attribute: those that `@Valid` can express, and the others as text.
struct Demands {
  private(set) var validity = Validity.anything
  private(set) var others: [String] = []

  init(_ validations: [ManagedValidation], on type: AttributeType, _ stored: StoredForm) {
    var (lower, upper): (Double?, Double?)
    var length = 0...Int.max
    for validation in validations {
      switch validation {
      case .atLeast(let number): lower = number
      case .atMost(let number): upper = number
      case .lengthAtLeast(let least) where (0...length.upperBound).contains(least):
        length = least...length.upperBound
      case .lengthAtMost(let most) where most >= length.lowerBound:
        length = length.lowerBound...most
      case .matches(let pattern) where Self.isRight(pattern, for: type):
        validity.pattern = pattern
      case .matches(let pattern): others.append("valid if it matches \(pattern)")
      case .predicate(let text): others.append("valid if \(text)")
      case .lengthAtLeast, .lengthAtMost: break
      }
    }
    validity.bounds = Self.bounds(lower, upper, type, stored)
    if length != 0...Int.max, [.string, .url, .data].contains(type) { validity.length = length }
  }

  /// Nil if there are no bounds, or if no value of the type is within them.
  private static func bounds(
    _ lower: Double?, _ upper: Double?, _ type: AttributeType, _ stored: StoredForm
  ) -> Validity.Bounds? {
    let first = lower.flatMap { end($0.rounded(.up), exact: $0, type, stored) }
    let last = upper.flatMap { end($0.rounded(.down), exact: $0, type, stored) }
    if first == nil, last == nil { return nil }
    if let lower, let upper, lower > upper { return nil }
    return Validity.Bounds(lower: first, upper: last, includesUpper: true)
  }

  /// One bound in the stored form, as an integer if the type's values are integers.
  private static func end(
    _ whole: Double, exact: Double, _ type: AttributeType, _ stored: StoredForm
  ) -> Value? {
    let value: Value? =
      switch type {
      case .integer: Int64(exactly: whole).map { .integer($0) }
      case .double, .float: exact.isFinite ? .real(exact) : nil
      case .date: stored.value(.real(exact), of: type)
      default: nil
      }
    guard let value, (try? type.check(value)) != nil else { return nil }
    return value
  }

  private static func isRight(_ pattern: String, for type: AttributeType) -> Bool {
    guard type == .string || type == .url else { return false }
    var probe = Attribute(name: "text", declaredType: "String", type: type)
    probe.validity.pattern = pattern
    return (try? ValueCheck(probe)) != nil
  }
}
