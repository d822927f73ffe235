package import FlagModel
package import Predicates
package import SQLText

/// A new value for a column.
package struct Assignment: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    case set(Value)
    /// Bits that are set, cleared and toggled in one step, while all other bits stay unchanged. If
    /// the highest bit of the type may change, the sign of the number is corrected. The cleared
    /// bits include the calculated ones.
    case flags(
      adding: Int64, removing: Int64, toggling: Int64, word: NumberWord? = nil,
      calculated: [CalculatedBits] = [])
    /// Calculated from the old values of each record.
    case calculated(Calculation)
  }

  package let column: Name
  package let isOptional: Bool
  package let change: Change
  /// The key of the related record, if the column is a reference.
  package let key: KeyForm?

  package init(column: Name, isOptional: Bool, change: Change, referringTo key: KeyForm? = nil) {
    self.column = column
    self.isOptional = isOptional
    self.change = change
    self.key = key
  }

  /// A value in the form of the column.
  package func constant(_ value: Value, in entity: Entity) -> SQLText {
    key?.constant(value) ?? entity.constant(value, in: column)
  }

  /// True if flags are changed and not replaced.
  package var changesFlags: Bool { if case .flags = change { true } else { false } }

  /// True if all records get the same value.
  fileprivate var isConstant: Bool { if case .set = change { true } else { false } }

  /// True if a value is calculated for each record.
  package var isCalculated: Bool { !terms.isEmpty }

  /// The new value for a column with these flags. A new record has no calculated values.
  package func value(before flags: Int64) -> Value {
    switch change {
    case .set(let value): value
    case .flags(let adding, let removing, let toggling, let word, _):
      .integer(within(word, (flags & ~removing | adding) ^ toggling))
    case .calculated: .null
    }
  }

  /// True if flags are removed and none are added or toggled.
  private var onlyRemoves: Bool {
    guard case .flags(0, _, 0, _, let calculated) = change else { return false }
    return calculated.isEmpty
  }

  private func within(_ word: NumberWord?, _ number: Int64) -> Int64 {
    word?.within(number) ?? number
  }

  /// The SQL expression for the new value.
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
    // NULL counts as no flags, but removing flags does not make a set of it.
    var sql: SQLText = "\(name: column)"
    if isOptional, !onlyRemoves { sql = "coalesce(\(sql), 0)" }
    // The mask is written in the shorter way.
    if removing.nonzeroBitCount > 32 {
      sql = "\(sql) & \(.integer(~removing))"
    } else if removing != 0 {
      sql = "\(sql) & ~\(.integer(removing))"
    }
    if adding != 0 {
      if removing != 0 { sql = "(\(sql))" }
      sql = "\(sql) | \(.integer(adding))"
    }
    guard toggling != 0 else { return sql }
    if adding != 0 || removing != 0 { sql = "(\(sql))" }
    return "\(.calculation(.bitXor, isWhole: true), of: sql, "\(.integer(toggling))")"
  }
}

extension NumberWord {
  /// The signed number of the type for another number, without the bits beyond its width.
  fileprivate func within(_ number: Int64) -> Int64 { value(of: number & mask) }

  func within(_ number: SQLText) -> SQLText {
    guard isSigned, let highest = highPositives?.lowerBound else {
      return "(\(number)) & \(.integer(mask))"
    }
    return "(((\(number)) + \(.integer(highest))) & \(.integer(mask))) - \(.integer(highest))"
  }
}

/// The insert of a record.
package struct Insert: Hashable, Sendable {
  package let entity: Entity
  package let assignments: [Assignment]
  /// The columns of the new record that the statement returns.
  package let answer: [Name]

  /// - Parameter answer: nil for the key.
  package init(_ entity: Entity, _ assignments: [Assignment], answer: [Name]? = nil) {
    self.entity = entity
    self.assignments = assignments
    self.answer = answer ?? [entity.keyColumn]
  }

  /// The statement, which returns the requested columns.
  package var sql: SQLText {
    let shown = answer.isEmpty ? "1" : answer.map(entity.shown).joined(by: ", ")
    let returning: SQLText = " RETURNING \(shown)"
    let implied = entity.impliedValues(besides: assignments.map(\.column))
    guard !assignments.isEmpty || !implied.isEmpty else {
      return "INSERT INTO \(name: entity.source.table) DEFAULT VALUES\(returning)"
    }
    let columns = assignments.map(\.column) + implied.map(\.column)
    let assigned = assignments.map { assignment -> SQLText in
      assignment.constant(assignment.value(before: presetFlags(of: assignment.column)), in: entity)
    }
    let values = (assigned + implied.map(\.sql)).joined(by: ", ")
    return
      "INSERT INTO \(name: entity.source.table) (\(names: columns)) VALUES (\(values))\(returning)"
  }

  /// The default flags of a new record, from which `+=` and similar operators start.
  private func presetFlags(of column: Name) -> Int64 {
    let attribute = entity.attribute(ofColumn: column)
    guard case .value(.integer(let flags)) = attribute?.defaultValue else { return 0 }
    return flags
  }
}

/// An update of the matching records.
package struct Update: Hashable, Sendable {
  package let entity: Entity
  package let assignments: [Assignment]
  package let predicate: Predicate?
  /// The columns that only change if they contain an integer or NULL. An engine would convert
  /// anything else to a number to change its bits.
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

  /// True if a value depends on other records of the same table. An engine that updates record by
  /// record would read new values of some.
  package var readsItself: Bool {
    assignments.contains { $0.terms.contains { $0.reads(entity.source.table) } }
  }

  /// The statement that calculates all values before it stores any.
  private var sqlByCopy: SQLText {
    let (table, key) = (entity.source.table, entity.keyColumn)
    var columns: [SQLText] = ["\(name: key) AS flagdb_key"]
    var changes: [SQLText] = []
    for (index, assignment) in assignments.enumerated() {
      var value = assignment.sql(in: entity)
      // A server would give NULL in the inner query the type of a text.
      if !assignment.isConstant {
        let name = Name("flagdb_value\(index + 1)")
        columns.append("\(value) AS \(name: name)")
        value = "flagdb_new.\(name: name)"
      }
      changes.append("\(name: assignment.column) = \(value)")
    }
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

  /// A query for the number of matching records that stay unchanged; nil if there are none.
  package var countOfLeft: SQLText? {
    if wholeColumns.isEmpty { return nil }
    let selection = entity.selection(predicate).map { "(\($0.sql())) AND " as SQLText } ?? ""
    return "SELECT count(*) FROM \(name: entity.source.table) WHERE \(selection)NOT (\(areWhole))"
  }
}

/// The deletion of the matching records.
package struct Delete: Hashable, Sendable {
  package let entity: Entity
  package let predicate: Predicate?

  package init(_ entity: Entity, predicate: Predicate?) {
    self.entity = entity
    self.predicate = predicate
  }

  package var sql: SQLText { "DELETE\(entity.rows(where: predicate))" }
}
