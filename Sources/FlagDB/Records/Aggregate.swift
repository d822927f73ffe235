#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An aggregate of the records that meet a condition, or of each group.
public struct Aggregate<Of: Entity, Value: Storable>: Sendable {
  /// The calculation in the language of predicates.
  let text: @Sendable () throws -> String

  private init(_ function: String, _ property: any PartialKeyPath<Of> & Sendable) {
    text = { "\(function)(\(try Of.propertyName(of: property)))" }
  }

  private init<Wrapped>(_ function: String, _ expression: Expression<Of, Wrapped>) {
    text = { "\(function)(\(try Translation.text(of: expression)))" }
  }

  private init(text: String) { self.text = { text } }

  /// The smallest value of a property; nil if there is none.
  public static func min<Wrapped: Storable>(
    _ property: any KeyPath<Of, Wrapped> & Sendable
  ) -> Aggregate where Value == Wrapped? { Aggregate("min", property) }

  /// The smallest value of an expression; nil if there is none.
  public static func min<Wrapped: Storable>(
    _ expression: Expression<Of, Wrapped>
  ) -> Aggregate where Value == Wrapped? { Aggregate("min", expression) }

  /// The greatest value of a property; nil if there is none.
  public static func max<Wrapped: Storable>(
    _ property: any KeyPath<Of, Wrapped> & Sendable
  ) -> Aggregate where Value == Wrapped? { Aggregate("max", property) }

  /// The greatest value of an expression; nil if there is none.
  public static func max<Wrapped: Storable>(
    _ expression: Expression<Of, Wrapped>
  ) -> Aggregate where Value == Wrapped? { Aggregate("max", expression) }

  /// The sum of a property; nil if no record has a value.
  public static func sum<Wrapped: Storable>(
    _ property: any KeyPath<Of, Wrapped> & Sendable
  ) -> Aggregate where Value == Wrapped? { Aggregate("sum", property) }

  /// The sum of an expression; nil if no record has a value.
  public static func sum<Wrapped: Storable>(
    _ expression: Expression<Of, Wrapped>
  ) -> Aggregate where Value == Wrapped? { Aggregate("sum", expression) }

  /// The mean of a property; nil if no record has a value.
  public static func average<Wrapped: Storable>(
    _ property: any KeyPath<Of, Wrapped> & Sendable
  ) -> Aggregate where Value == Double? { Aggregate("avg", property) }

  /// The mean of an expression; nil if no record has a value.
  public static func average<Wrapped: Storable>(
    _ expression: Expression<Of, Wrapped>
  ) -> Aggregate where Value == Double? { Aggregate("avg", expression) }

  /// The flags that at least one record has; nil if no record has a value.
  public static func union<Flags: Storable & SetAlgebra>(
    _ property: any KeyPath<Of, Flags> & Sendable
  ) -> Aggregate where Value == Flags? { Aggregate("union", property) }

  /// The flags that at least one record has, of an optional property; nil if no record has a value.
  public static func union<Flags: Storable & SetAlgebra>(
    _ property: any KeyPath<Of, Flags?> & Sendable
  ) -> Aggregate where Value == Flags? { Aggregate("union", property) }

  /// The flags that an expression has for at least one record; nil if there is none.
  public static func union<Flags: Storable & SetAlgebra>(
    _ expression: Expression<Of, Flags>
  ) -> Aggregate where Value == Flags? { Aggregate("union", expression) }

  /// The flags that all records with a value have; nil if no record has a value.
  public static func intersection<Flags: Storable & SetAlgebra>(
    _ property: any KeyPath<Of, Flags> & Sendable
  ) -> Aggregate where Value == Flags? { Aggregate("intersection", property) }

  /// The flags that all records with a value of an optional property have; nil if there is none.
  public static func intersection<Flags: Storable & SetAlgebra>(
    _ property: any KeyPath<Of, Flags?> & Sendable
  ) -> Aggregate where Value == Flags? { Aggregate("intersection", property) }

  /// The flags that an expression has for all records; nil if there is none.
  public static func intersection<Flags: Storable & SetAlgebra>(
    _ expression: Expression<Of, Flags>
  ) -> Aggregate where Value == Flags? { Aggregate("intersection", expression) }
}

extension Aggregate where Value == Int {
  /// The number of records.
  public static var count: Aggregate { Aggregate(text: "count()") }
}
