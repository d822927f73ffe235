import FlagModel
import Predicates

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Values of the program, as literals.

extension PredicateExpressions.Value: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    guard let kind = try Translation.literal(value) else {
      throw UntranslatableExpression("a value of '\(Output.self)'")
    }
    return kind
  }
}

extension Translation {
  /// The literal for a value; nil if its type has none.
  static func literal(_ value: Any) throws(UntranslatableExpression) -> PredicateSyntax.Kind? {
    if let plain = try plain(value) { return plain }
    switch value {
    case let order as ComparisonResult: return .dotted(Name("ordered\(order.word)"))
    case let value as any OptionalValue:
      guard let inner = value.inner else { return .null }
      return try literal(inner)
    case let range as any RangeValue:
      guard let ends = try ends(range.lower, range.upper) else { return nil }
      return .range(ends.lower, ends.upper, includesUpper: range.includesUpper)
    case let value as any (Storable & RawRepresentable):
      return try literal(value.storedValue).map { raw($0, type(of: value)) }
    case let value as any RawRepresentable:
      return try literal(value.rawValue).map { raw($0, type(of: value)) }
    case let list as any Collection: return try list.literal
    case let value as any Storable: return try stored(value)
    default: return nil
    }
  }

  private static func plain(_ value: Any) throws(UntranslatableExpression) -> PredicateSyntax.Kind?
  {
    switch value {
    case let value as Bool: .bool(value)
    case let value as any BinaryInteger: .number("\(value)")
    case let value as any BinaryFloatingPoint: try number(Double(value))
    case let value as Decimal: .number("\(value)")
    case let value as String: .text(value)
    case let value as Substring: .text(String(value))
    case let value as Character: .text(String(value))
    case let value as Date: try date(value)
    case let value as UUID: .text(value.uuidString)
    case let value as URL: .text(value.absoluteString)
    case let value as Data: .text("hex:" + value.map(hexadecimal).joined())
    default: nil
    }
  }

  private static func number(_ value: Double) throws(UntranslatableExpression)
    -> PredicateSyntax.Kind
  {
    if value.isNaN { throw UntranslatableExpression("a value that is not a number") }
    if value.isInfinite { return .number(value > 0 ? "1e999" : "-1e999") }
    return .number("\(value)")
  }

  private static func date(_ value: Date) throws(UntranslatableExpression) -> PredicateSyntax.Kind {
    let microseconds = (value.timeIntervalSinceReferenceDate * 1e6).rounded()
    guard abs(microseconds) < 1e18,
      let moment = Timestamp(microseconds: Int64(microseconds) + Timestamp.reference.microseconds)
    else { throw UntranslatableExpression("a date of another year than 1 to 9999") }
    return .date(moment.text)
  }

  /// `Status(rawValue: 5)`. The other operand decides whether it is a case, a set of flags or a
  /// number.
  private static func raw(_ value: PredicateSyntax.Kind, _ type: Any.Type) -> PredicateSyntax.Kind {
    .call(nil, "init", [.init(label: "rawValue", value: syntax(value))])
  }

  /// The literal for the stored value.
  private static func stored<Value: Storable>(_ value: Value) throws(UntranslatableExpression)
    -> PredicateSyntax.Kind?
  {
    if Value.StoredValue.self == Value.self { return nil }
    return try literal(value.storedValue)
  }
}

extension ComparisonResult {
  fileprivate var word: String {
    switch self {
    case .orderedAscending: "Ascending"
    case .orderedSame: "Same"
    case .orderedDescending: "Descending"
    }
  }
}

extension Collection {
  fileprivate var literal: PredicateSyntax.Kind? {
    get throws(UntranslatableExpression) {
      var items: [PredicateSyntax] = []
      for element in self {
        guard let item = try Translation.literal(element) else { return nil }
        items.append(Translation.syntax(item))
      }
      return .list(items)
    }
  }
}

/// An optional value.
private protocol OptionalValue {
  var inner: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var inner: Any? { self }
}

/// A range of values; nil for a missing end.
private protocol RangeValue {
  var lower: Any? { get }
  var upper: Any? { get }
  var includesUpper: Bool { get }
}

extension ClosedRange: RangeValue {
  fileprivate var lower: Any? { lowerBound }
  fileprivate var upper: Any? { upperBound }
  fileprivate var includesUpper: Bool { true }
}

extension Range: RangeValue {
  fileprivate var lower: Any? { lowerBound }
  fileprivate var upper: Any? { upperBound }
  fileprivate var includesUpper: Bool { false }
}

extension PartialRangeFrom: RangeValue {
  fileprivate var lower: Any? { lowerBound }
  fileprivate var upper: Any? { nil }
  fileprivate var includesUpper: Bool { true }
}

extension PartialRangeThrough: RangeValue {
  fileprivate var lower: Any? { nil }
  fileprivate var upper: Any? { upperBound }
  fileprivate var includesUpper: Bool { true }
}

extension PartialRangeUpTo: RangeValue {
  fileprivate var lower: Any? { nil }
  fileprivate var upper: Any? { upperBound }
  fileprivate var includesUpper: Bool { false }
}

extension Translation {
  /// The ends of a range; nil if an end has no literal.
  fileprivate static func ends(
    _ lower: Any?, _ upper: Any?
  ) throws(UntranslatableExpression) -> (lower: PredicateSyntax?, upper: PredicateSyntax?)? {
    let ends = try [lower, upper].map { end throws(UntranslatableExpression) in
      try end.map { end throws(UntranslatableExpression) in try literal(end) }
    }
    if ends.contains(where: { $0 == .some(nil) }) { return nil }
    return (ends[0].flatMap { $0.map(syntax) }, ends[1].flatMap { $0.map(syntax) })
  }
}
