package import FlagModel
package import Predicates
package import SQLText

/// A new value for a column.
package struct Assignment: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    case set(Value)
    /// Bits that are set, cleared and turned over, in one step: nobody's other bits are touched.
    case flags(adding: Int64, removing: Int64, toggling: Int64)
  }

  package let column: Name
  package let isOptional: Bool
  package let change: Change

  package init(column: Name, isOptional: Bool, change: Change) {
    (self.column, self.isOptional, self.change) = (column, isOptional, change)
  }

  /// The new value of a column that had these flags.
  package func value(before flags: Int64) -> Value {
    switch change {
    case .set(let value): value
    case .flags(let adding, let removing, let toggling):
      .integer((flags & ~removing | adding) ^ toggling)
    }
  }

  /// The value after the change.
  var sql: SQLText {
    switch change {
    case .set(let value): return "\(value)"
    case .flags(let adding, let removing, let toggling):
      // A column that has no flags yet gets its first.
      var sql: SQLText = isOptional ? "coalesce(\(name: column), 0)" : "\(name: column)"
      // The bits that stay are written where they are fewer than those that go.
      if removing.nonzeroBitCount > 32 {
        sql = "\(sql) & \(.integer(~removing))"
      } else if removing != 0 {
        sql = "\(sql) & ~\(.integer(removing))"
      }
      if adding != 0 { sql = "\(removing == 0 ? sql : "(\(sql))") | \(.integer(adding))" }
      guard toggling != 0 else { return sql }
      if adding != 0 || removing != 0 { sql = "(\(sql))" }
      return "\(.calculation(.bitXor, isWhole: true), of: sql, "\(.integer(toggling))")"
    }
  }
}

/// A new record.
package struct Insert: Hashable, Sendable {
  package let entity: Entity
  package let assignments: [Assignment]

  package init(_ entity: Entity, _ assignments: [Assignment]) {
    (self.entity, self.assignments) = (entity, assignments)
  }

  /// The statement, which answers with the new key.
  package var sql: SQLText {
    let returning: SQLText = " RETURNING \(name: entity.keyColumn)"
    let implied = entity.impliedValues(besides: assignments.map(\.column))
    guard !assignments.isEmpty || !implied.isEmpty else {
      return "INSERT INTO \(name: entity.source.table) DEFAULT VALUES\(returning)"
    }
    let columns = (assignments.map(\.column) + implied.map(\.column))
      .map { "\(name: $0)" as SQLText }.joined(by: ", ")
    let given = assignments.map { "\($0.value(before: presetFlags(of: $0.column)))" as SQLText }
    let values = (given + implied.map(\.sql)).joined(by: ", ")
    return "INSERT INTO \(name: entity.source.table) (\(columns)) VALUES (\(values))\(returning)"
  }
}

extension Insert {
  /// The flags that a new record has when nobody says, which `+=` and the like start from.
  private func presetFlags(of column: Name) -> Int64 {
    let attribute = entity.attributes.first { $0.column == column }
    guard case .value(.integer(let flags)) = attribute?.defaultValue else { return 0 }
    return flags
  }
}

/// A change of the records that match.
package struct Update: Hashable, Sendable {
  package let entity: Entity
  package let assignments: [Assignment]
  package let predicate: Predicate?

  package init(_ entity: Entity, _ assignments: [Assignment], predicate: Predicate?) {
    (self.entity, self.assignments, self.predicate) = (entity, assignments, predicate)
  }

  package var sql: SQLText {
    let changes = assignments.map { "\(name: $0.column) = \($0.sql)" as SQLText }.joined(by: ", ")
    return "UPDATE \(name: entity.source.table) SET \(changes)\(entity.whereClause(predicate))"
  }
}

/// The removal of the records that match.
package struct Delete: Hashable, Sendable {
  package let entity: Entity
  package let predicate: Predicate?

  package init(_ entity: Entity, predicate: Predicate?) {
    (self.entity, self.predicate) = (entity, predicate)
  }

  package var sql: SQLText {
    "DELETE\(entity.rows(where: predicate))"
  }
}
