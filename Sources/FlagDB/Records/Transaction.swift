internal import Databases

/// A write transaction, which also reads its uncommitted changes.
public final class Transaction: Snapshot {
  /// Inserts a struct as a new record, and returns its key. Also inserts the records that it refers
  /// to, if they have no key.
  @discardableResult
  public func insert<Of: Entity>(_ value: Of) throws -> Key<Of> {
    try asking { _ in Key(try lane.plan(for: Of.self).insert(value, into: lane)) }
  }

  /// Inserts many structs as new records.
  public func insert<Of: Entity>(contentsOf values: some Sequence<Of>) throws {
    try part { try asking { _ in try lane.plan(for: Of.self).insert(values, into: lane) } }
  }

  /// Updates all values of the record that has the key of the struct. The records of its lists then
  /// belong to it; those without a key are inserted. A record that is missing from a list does not
  /// change, because the list may not have been read.
  public func update<Of: Entity>(_ value: Of) throws {
    try asking { _ in
      if try lane.plan(for: Of.self).update(value, in: lane) { return }
      throw DatabaseError("there is no such \(Of.entityName) any more", code: .notFound)
    }
  }

  /// Changes the records that meet a condition, and returns their number.
  @discardableResult
  public func update<Of: Entity>(
    _ type: Of.Type, where condition: Condition, _ changes: Change<Of>...
  ) throws -> Int {
    try update(type, where: condition, changes)
  }

  func update<Of: Entity>(
    _ type: Of.Type, where condition: Condition, _ changes: [Change<Of>]
  ) throws -> Int {
    try asking { engine in
      let plan = try lane.plan(for: type)
      let planned = try changes.map { try $0.assignment(plan, Of.propertyName(of: $0.property)) }
      let assignments = try PlannedChange.assignments(of: planned)
      let predicate = try condition.predicate(of: plan.entity, in: engine.schema, now: .now)
      let change = try engine.change(of: plan.entity, assignments)
      return try Int(engine.update(plan.entity, change, where: predicate).changed)
    }
  }

  /// Deletes the records that meet a condition, and those that the delete rules of the model include. Returns the
  /// number of the first.
  @discardableResult
  public func delete<Of: Entity>(_ type: Of.Type, where condition: Condition) throws -> Int {
    try Int(delete(from: Of.entityName, where: condition))
  }

  /// Deletes the record with a key, if it exists.
  public func delete<Of: Entity>(_ key: Key<Of>) throws {
    try asking { engine in
      let entity = try lane.plan(for: Of.self).entity
      _ = try engine.delete(from: entity, where: entity.has(key: key.number))
    }
  }

  /// Runs the body in a nested transaction, which is rolled back alone if the body throws.
  public func part<Result>(_ body: () throws -> Result) throws -> Result {
    try asking { try $0.write(body) }
  }
}
