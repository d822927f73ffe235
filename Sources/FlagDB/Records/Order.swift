#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One key of an order of records.
public struct Order<Of: Entity>: Sendable {
  /// The value in the language of predicates, after a minus sign if the greatest comes first.
  let text: @Sendable () throws -> String

  /// From the smallest value of a property to the greatest.
  public static func ascending<Value: Storable>(
    _ property: any KeyPath<Of, Value> & Sendable
  ) -> Order {
    Order { try Of.propertyName(of: property) }
  }

  /// From the greatest value of a property to the smallest.
  public static func descending<Value: Storable>(
    _ property: any KeyPath<Of, Value> & Sendable
  ) -> Order {
    Order { "-" + (try Of.propertyName(of: property)) }
  }

  /// From the smallest value of an expression to the greatest.
  public static func ascending<Value: Storable>(_ expression: Expression<Of, Value>) -> Order {
    Order { try Translation.text(of: expression) }
  }

  /// From the greatest value of an expression to the smallest.
  public static func descending<Value: Storable>(_ expression: Expression<Of, Value>) -> Order {
    Order { "-" + (try Translation.text(of: expression)) }
  }
}
