#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// The same methods with a `#Predicate` as the condition.

extension Snapshot {
  /// The structs for which a predicate is true.
  public func fetch<Of: Entity>(
    _ type: Of.Type = Of.self, where predicate: Predicate<Of>, sort: [Order<Of>] = [],
    limit: Int? = nil, offset: Int? = nil, with related: [Related<Of>] = []
  ) throws -> [Of] {
    try fetch(
      type, where: Condition(predicate), sort: sort, limit: limit, offset: offset, with: related)
  }

  /// The first struct for which a predicate is true; nil if there is none.
  public func first<Of: Entity>(
    _ type: Of.Type = Of.self, where predicate: Predicate<Of>, sort: [Order<Of>] = [],
    with related: [Related<Of>] = []
  ) throws -> Of? {
    try first(type, where: Condition(predicate), sort: sort, with: related)
  }

  /// The number of the records for which a predicate is true.
  public func count<Of: Entity>(
    _ type: Of.Type = Of.self, where predicate: Predicate<Of>
  ) throws -> Int {
    try count(type, where: Condition(predicate))
  }
}

extension Transaction {
  /// Changes the records for which a predicate is true, and returns their number.
  @discardableResult
  public func update<Of: Entity>(
    _ type: Of.Type = Of.self, where predicate: Predicate<Of>, _ changes: Change<Of>...
  ) throws -> Int {
    try update(type, where: Condition(predicate), changes)
  }

  /// Deletes the records for which a predicate is true, and returns their number.
  @discardableResult
  public func delete<Of: Entity>(
    _ type: Of.Type = Of.self, where predicate: Predicate<Of>
  ) throws -> Int {
    try delete(type, where: Condition(predicate))
  }
}
