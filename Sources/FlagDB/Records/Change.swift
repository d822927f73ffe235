/// A change of one property of records.
public struct Change<Of: Entity>: Sendable {
  let property: any PartialKeyPath<Of> & Sendable
  let assignment: @Sendable (RecordPlan<Of>, String) throws -> PlannedChange

  /// Sets a property to a value.
  public static func set<Value: Storable>(
    _ property: any KeyPath<Of, Value> & Sendable, to value: Value
  ) -> Change {
    Change(property: property) { try .set($0.assignment(value, to: $1)) }
  }

  /// Sets flags; the other flags do not change.
  public static func insert<Flags: OptionSet & Storable>(
    _ flags: Flags, into property: any KeyPath<Of, Flags> & Sendable
  ) -> Change {
    Change(property: property) { try .adding($0.assignment(flags, to: $1)) }
  }

  /// Clears flags; the other flags do not change.
  public static func remove<Flags: OptionSet & Storable>(
    _ flags: Flags, from property: any KeyPath<Of, Flags> & Sendable
  ) -> Change {
    Change(property: property) { try .removing($0.assignment(flags, to: $1)) }
  }
}
