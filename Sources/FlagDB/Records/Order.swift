#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A sort key of records.
public struct Order<Of: Entity>: Sendable {
  /// The value in the language of predicates, with a minus sign before it for descending order.
  let text: @Sendable () throws -> String

  /// Sorts by a property, ascending.
  public static func ascending<Value: Storable>(
    _ property: any KeyPath<Of, Value> & Sendable
  ) -> Order {
    Order { try Of.propertyName(of: property) }
  }

  /// Sorts by a property, descending.
  public static func descending<Value: Storable>(
    _ property: any KeyPath<Of, Value> & Sendable
  ) -> Order {
    Order { "-" + (try Of.propertyName(of: property)) }
  }

  /// Sorts by an expression, ascending.
  public static func ascending<Value: Storable>(_ expression: Expression<Of, Value>) -> Order {
    Order { try Translation.text(of: expression) }
  }

  /// Sorts by an expression, descending.
  public static func descending<Value: Storable>(_ expression: Expression<Of, Value>) -> Order {
    Order { "-" + (try Translation.text(of: expression)) }
  }
}
