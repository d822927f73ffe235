internal import Databases

/// The action for a struct if a record already has its key or one of its unique values.
public enum ConflictRule: Hashable, Sendable {
  /// The record stays as it is, and the struct is left out.
  case ignore
  /// The record gets all values of the struct. It keeps its key, and other records still refer to it.
  case update
}

extension Transaction {
  /// Inserts a struct as a new record, unless a record already has its key or one of its unique values. Returns the
  /// key of the inserted or updated record; nil if the struct was left out. A record that breaks another rule is an
  /// error. The tables of a foreign database have their own rules, so they refuse it.
  @discardableResult
  public func insert<Of: Entity>(_ value: Of, onConflict rule: ConflictRule) throws -> Key<Of>? {
    try asking { _ in
      let conflict: InsertConflict = rule == .ignore ? .leaveOut : .update
      return try lane.plan(for: Of.self).insert(value, into: lane, onConflict: conflict)
        .map { Key($0) }
    }
  }

  /// Inserts many structs in the same way, all or none. Returns the number of inserted and updated records.
  @discardableResult
  public func insert<Of: Entity>(
    contentsOf values: some Sequence<Of>, onConflict rule: ConflictRule
  ) throws -> Int {
    try part {
      var count = 0
      for value in values where try insert(value, onConflict: rule) != nil { count += 1 }
      return count
    }
  }

  /// Inserts a struct as a new record, or updates the record that has its key or one of its unique values. Returns the
  /// key of the record.
  @discardableResult
  public func upsert<Of: Entity>(_ value: Of) throws -> Key<Of> {
    if let key = try insert(value, onConflict: .update) { return key }
    // A struct with nothing but its key changes nothing.
    if case .number(let key) = value.ownKey { return Key(key) }
    throw DatabaseError("the record was not inserted", code: .other)
  }
}
