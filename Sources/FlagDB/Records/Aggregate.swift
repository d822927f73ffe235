/// A value that is calculated of all records that meet a condition, or of those of a group.
public struct Aggregate<Of: Entity, Value: Storable>: Sendable {
  /// The calculation in the language of predicates.
  let text: @Sendable () throws -> String

  private init(
    _ function: String, _ property: any PartialKeyPath<Of> & Sendable
  ) {
    text = { "\(function)(\(try Of.propertyName(of: property)))" }
  }

  private init(text: String) { self.text = { text } }

  /// The smallest value of a property; nil if there is none.
  public static func min<Wrapped: Storable>(
    _ property: any KeyPath<Of, Wrapped> & Sendable
  ) -> Aggregate where Value == Wrapped? { Aggregate("min", property) }

  /// The greatest value of a property; nil if there is none.
  public static func max<Wrapped: Storable>(
    _ property: any KeyPath<Of, Wrapped> & Sendable
  ) -> Aggregate where Value == Wrapped? { Aggregate("max", property) }

  /// The sum of a property; nil if no record has a value.
  public static func sum<Wrapped: Storable>(
    _ property: any KeyPath<Of, Wrapped> & Sendable
  ) -> Aggregate where Value == Wrapped? { Aggregate("sum", property) }

  /// The mean of a property; nil if no record has a value.
  public static func average<Wrapped: Storable>(
    _ property: any KeyPath<Of, Wrapped> & Sendable
  ) -> Aggregate where Value == Double? { Aggregate("avg", property) }
}

extension Aggregate where Value == Int {
  /// The number of records.
  public static var count: Aggregate { Aggregate(text: "count()") }
}
