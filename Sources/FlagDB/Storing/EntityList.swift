/// A list of records. A property of the list contains the values of that property in its records:
/// `sample.readings.value`, also in a `#Predicate`.
@dynamicMemberLookup
public protocol EntityList<Element>: Sequence where Element: Entity {
  /// The values of a property in the records, in their order.
  subscript<Value>(dynamicMember property: KeyPath<Element, Value>) -> [Value] { get }
}

extension Array: EntityList where Element: Entity {
  /// The values of a property in the records, in their order.
  public subscript<Value>(dynamicMember property: KeyPath<Element, Value>) -> [Value] {
    if isEmpty, let probe = ListProbe.current { probe.property = property }
    return map { $0[keyPath: property] }
  }
}

/// Records which property of the elements a key path reads; Swift offers no other way to find it.
/// Only the task that created it uses it.
final class ListProbe: @unchecked Sendable {
  @TaskLocal fileprivate static var current: ListProbe?

  fileprivate(set) var property: AnyKeyPath?

  /// The property; nil if the key path does not use the subscript of `EntityList`.
  static func property<List: EntityList>(
    of keyPath: AnyKeyPath, in type: List.Type
  ) -> PartialKeyPath<List.Element>? {
    guard let empty = [List.Element]() as? List, let keyPath = keyPath as? PartialKeyPath<List>
    else { return nil }
    let probe = ListProbe()
    _ = $current.withValue(probe) { empty[keyPath: keyPath] }
    return probe.property as? PartialKeyPath<List.Element>
  }
}
