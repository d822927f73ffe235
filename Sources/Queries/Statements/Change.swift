package import FlagModel
package import Predicates
package import SQLText

/// A new value for a column.
package struct Assignment: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    case set(Value)
    /// Bits that are set, cleared and turned over, in one step: nobody's other bits are touched. If the
    /// highest bit of a word is turned over, the number is brought to the word.
    /// The bits that are calculated are among the cleared.
    case flags(
      adding: Int64, removing: Int64, toggling: Int64, word: NumberWord? = nil,
      calculated: [CalculatedBits] = [])
    /// Worked out of the values that each record had.
    case calculated(Calculation)
  }

  package let column: Name
  package let isOptional: Bool
  package let change: Change
  /// The type of the key of another record, where the column refers to one.
  package let keyType: AttributeType?

  package init(
    column: Name, isOptional: Bool, change: Change, referringTo keyType: AttributeType? = nil
  ) {
    self.column = column
    self.isOptional = isOptional
    self.change = change
    self.keyType = keyType
  }

  /// A value as the column keeps it.
  func constant(_ value: Value, in entity: Entity) -> SQLText {
    keyType.map { "\(value, of: $0)" } ?? entity.constant(value, in: column)
  }

  /// True if flags are changed, and not set as a whole.
  package var changesFlags: Bool { if case .flags = change { true } else { false } }

  /// True if a value of each record is worked out.
  package var isCalculated: Bool { !terms.isEmpty }

  /// The new value of a column that had these flags. Nothing is calculated for a new record.
  package func value(before flags: Int64) -> Value {
    switch change {
    case .set(let value): value
    case .flags(let adding, let removing, let toggling, let word, _):
      .integer(within(word, (flags & ~removing | adding) ^ toggling))
    case .calculated: .null
    }
  }

  private func within(_ word: NumberWord?, _ number: Int64) -> Int64 {
    word?.within(number) ?? number
  }

  /// The value after the change of a record of the entity.
  package func sql(in entity: Entity) -> SQLText {
    switch change {
    case .set(let value): return constant(value, in: entity)
    case .calculated(let calculation): return calculation.sql(of: entity.type(of: column))
    case .flags(let adding, let removing, let toggling, let word, let calculated):
      var sql = flags(adding: adding, removing: removing, toggling: toggling)
      for bits in calculated { sql = "(\(sql)) | (\(bits.sql))" }
      return word?.within(sql) ?? sql
    }
  }

  private func flags(adding: Int64, removing: Int64, toggling: Int64) -> SQLText {
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

extension NumberWord {
  /// The number of the word with the bits of another, those beyond the width left out.
  fileprivate func within(_ number: Int64) -> Int64 { value(of: number & mask) }

  func within(_ number: SQLText) -> SQLText {
    guard isSigned, let highest = highPositives?.lowerBound else {
      return "(\(number)) & \(.integer(mask))"
    }
    return "(((\(number)) + \(.integer(highest))) & \(.integer(mask))) - \(.integer(highest))"
  }
}

/// A new record.
package struct Insert: Hashable, Sendable {
  package let entity: Entity
  package let assignments: [Assignment]
  /// The columns whose values in the new record are the answer.
  package let answer: [Name]

  /// - Parameter answer: nil for the key.
  package init(_ entity: Entity, _ assignments: [Assignment], answer: [Name]? = nil) {
    self.entity = entity
    self.assignments = assignments
    self.answer = answer ?? [entity.keyColumn]
  }

  /// The statement, which answers with what is asked of the new record.
  package var sql: SQLText {
    let names = answer.map { "\(name: $0)" as SQLText }.joined(by: ", ")
    let returning: SQLText = " RETURNING \(answer.isEmpty ? "1" : names)"
    let implied = entity.impliedValues(besides: assignments.map(\.column))
    guard !assignments.isEmpty || !implied.isEmpty else {
      return "INSERT INTO \(name: entity.source.table) DEFAULT VALUES\(returning)"
    }
    let columns = (assignments.map(\.column) + implied.map(\.column))
      .map { "\(name: $0)" as SQLText }.joined(by: ", ")
    let given = assignments.map { one -> SQLText in
      one.constant(one.value(before: presetFlags(of: one.column)), in: entity)
    }
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
  /// The columns that are changed only where they hold a whole number or nothing: an engine would make
  /// a number of anything else to change its bits.
  package let wholeColumns: [Name]

  package init(
    _ entity: Entity, _ assignments: [Assignment], predicate: Predicate?, wholeColumns: [Name] = []
  ) {
    self.entity = entity
    self.assignments = assignments
    self.predicate = predicate
    self.wholeColumns = wholeColumns
  }

  package var sql: SQLText {
    if readsItself { return sqlByCopy }
    let changes = assignments.map { "\(name: $0.column) = \($0.sql(in: entity))" as SQLText }
      .joined(by: ", ")
    return "UPDATE \(name: entity.source.table) SET \(changes)\(whereClause)"
  }

  /// True if a value is calculated of other records of the same table. An engine that changes one
  /// record after the other would take the new values of some for it.
  package var readsItself: Bool {
    assignments.contains { $0.terms.contains { $0.reads(entity.source.table) } }
  }

  /// The same where all values are worked out before any is stored.
  private var sqlByCopy: SQLText {
    let (table, key) = (entity.source.table, entity.keyColumn)
    let names = assignments.indices.map { Name("flagdb_value\($0 + 1)") }
    let values = zip(assignments, names).map { "\($0.sql(in: entity)) AS \(name: $1)" as SQLText }
    let changes = zip(assignments, names).map { assignment, name in
      "\(name: assignment.column) = flagdb_new.\(name: name)" as SQLText
    }
    let columns = ["\(name: key) AS flagdb_key"] + values
    return """
      UPDATE \(name: table) SET \(changes.joined(by: ", ")) \
      FROM (SELECT \(columns.joined(by: ", ")) FROM \(name: table)\(whereClause)) AS flagdb_new \
      WHERE \(name: table).\(name: key) = flagdb_new.flagdb_key
      """
  }

  private var whereClause: SQLText {
    if wholeColumns.isEmpty { return entity.whereClause(predicate) }
    let selection = entity.selection(predicate).map { "(\($0.sql())) AND " as SQLText } ?? ""
    return " WHERE \(selection)\(areWhole)"
  }

  private var areWhole: SQLText {
    wholeColumns.map { "\(.isWholeOrMissing, of: "\(name: $0)")" as SQLText }
      .joined(by: " AND ")
  }

  /// A query for the number of the records that match and are left as they are; nil if there can be
  /// none.
  package var countOfLeft: SQLText? {
    if wholeColumns.isEmpty { return nil }
    let selection = entity.selection(predicate).map { "(\($0.sql())) AND " as SQLText } ?? ""
    return "SELECT count(*) FROM \(name: entity.source.table) WHERE \(selection)NOT (\(areWhole))"
  }
}

/// The removal of the records that match.
package struct Delete: Hashable, Sendable {
  package let entity: Entity
  package let predicate: Predicate?

  package init(_ entity: Entity, predicate: Predicate?) {
    self.entity = entity
    self.predicate = predicate
  }

  package var sql: SQLText {
    "DELETE\(entity.rows(where: predicate))"
  }
}
