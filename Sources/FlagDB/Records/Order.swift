/// One key of an order of records.
public struct Order<Of: Entity>: Sendable {
  let property: any PartialKeyPath<Of> & Sendable
  let isDescending: Bool

  /// From the smallest value of a property to the greatest.
  public static func ascending<Value: Storable>(
    _ property: any KeyPath<Of, Value> & Sendable
  ) -> Order {
    Order(property: property, isDescending: false)
  }

  /// From the greatest value of a property to the smallest.
  public static func descending<Value: Storable>(
    _ property: any KeyPath<Of, Value> & Sendable
  ) -> Order {
    Order(property: property, isDescending: true)
  }
}
