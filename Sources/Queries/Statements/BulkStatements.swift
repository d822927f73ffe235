package import FlagModel
package import SQLText

/// The statements of an import, which are prepared once and run again and again: a placeholder for
/// each cell of a record, then the values that all records have in common.
/// See Documentation/Decisions/replace-keeps-the-record.md.
package struct BulkStatements: Hashable, Sendable {
  /// The treatment of a record whose unique values another one has.
  package enum Conflict: Hashable, Sendable {
    /// The statement fails as a whole.
    case abort
    /// The statement ends there, and what it inserted before stays.
    case fail
    case leaveOut
    /// The one that is there gets the values of the new one in some columns.
    case replace([Name])
    /// The one that has the same value in a column gets some of the values of the new one, and the
    /// fixed ones.
    case update([Name], by: Name)
  }

  package let entity: Entity
  /// The columns whose values come with the records.
  package let columns: [Name]
  /// The columns with the same value in every record.
  package let fixed: [Assignment]
  private let implied: [ImpliedValue]

  package init(_ entity: Entity, _ columns: [Name], fixed: [Assignment] = []) {
    self.entity = entity
    self.columns = columns
    self.fixed = fixed
    implied = entity.impliedValues(besides: columns + fixed.map(\.column))
  }

  /// The number of bindings of a record; those of its columns come first.
  package var width: Int { columns.count + fixed.count + implied.count { $0.isBound } }

  /// True if a record is its columns, with nothing that a statement gives besides.
  package var hasColumnsOnly: Bool { fixed.isEmpty && implied.isEmpty && !columns.isEmpty }

  /// Adds records. One that is added alone answers with its key; several that may change others tell how many
  /// are new, where the engine does not.
  package func insert(rows: Int, onConflict conflict: Conflict) -> SQLText {
    let verb: SQLText = conflict == .fail ? "\(.keepingInsert)" : "INSERT"
    var returning: SQLText = rows == 1 ? entity.returningKey : ""
    if rows > 1, case .update = conflict { returning = "\(.tellingInsertions)" }
    let table: SQLText = "\(verb) INTO \(name: entity.source.table)"
    if width == 0 { return "\(table) DEFAULT VALUES\(returning)" }
    let list = (columns + fixed.map(\.column) + implied.map(\.column))
      .map { "\(name: $0)" as SQLText }.joined(by: ", ")
    let values =
      columns.map(placeholder) + fixed.map { $0.fixedValue(in: entity) }
      + implied.map(\.sql)
    let records = repeatElement("(\(values.joined(by: ", ")))", count: rows).joined(by: ", ")
    let keys: SQLText =
      columns.contains(entity.keyColumn) ? "\(.givenKeys(entity.source.table))" : ""
    return "\(table) (\(list))\(keys) VALUES \(records)\(clause(conflict))\(returning)"
  }

  private func placeholder(for column: Name) -> SQLText {
    guard entity.isNumbered, column == entity.keyColumn else {
      return entity.constant(.null, in: column)
    }
    return "\(.newKey(table: entity.source.table, column: column), of: "\(.null)")"
  }

  /// Gives some of the columns, and the fixed values, to the record that has a value, bound last,
  /// in one column; answers with its key.
  package func update(_ given: [Name], by key: Name) -> SQLText {
    let changes =
      given.map { "\(name: $0) = \(entity.constant(.null, in: $0))" as SQLText }
      + fixed.map { "\(name: $0.column) = \($0.fixedValue(in: entity))" }
    // What is there already is to be found all the same.
    let none: SQLText = "\(name: key) = \(name: key)"
    return """
      UPDATE \(name: entity.source.table) SET \(changes.isEmpty ? none : changes.joined(by: ", ")) \
      WHERE \(name: key) = \(entity.constant(.null, in: key))\(entity.returningKey)
      """
  }

  /// True if no new record can be made of values in these columns and those that all records have in common.
  package func lacksValues(giving columns: [Name]) -> Bool {
    let given = columns + fixed.map(\.column) + implied.map(\.column)
    return entity.columnProperties.contains { property in
      guard let column = property.column, column != entity.keyColumn else { return false }
      return property.isRequiredOfNewRecords && !given.contains(column)
    }
  }

  /// Gives some of the columns, and the fixed values, to the records that have the same value in one column.
  package func updates(rows: Int, _ given: [Name], by key: Name) -> SQLText {
    let table: SQLText = "\(name: entity.source.table)"
    let list = columns.map { "\(name: $0)" as SQLText }.joined(by: ", ")
    let values = columns.map { entity.constant(.null, in: $0) as SQLText }
    let record: SQLText = "SELECT \(values.joined(by: ", "))"
    let records = repeatElement(record, count: rows).joined(by: " UNION ALL ")
    let changes =
      given.map { "\(name: $0) = flagdb_new.\(name: $0)" as SQLText }
      + fixed.map { "\(name: $0.column) = \($0.fixedValue(in: entity))" }
    let none: SQLText = "\(name: key) = flagdb_new.\(name: key)"
    // The table gives the columns their types, one record after the other; a list of VALUES has its own.
    return """
      WITH flagdb_new (\(list)) AS \
      (SELECT \(list) FROM \(table) WHERE FALSE UNION ALL \(records)) \
      UPDATE \(table) SET \(changes.isEmpty ? none : changes.joined(by: ", ")) FROM flagdb_new \
      WHERE \(table).\(name: key) = flagdb_new.\(name: key)
      """
  }

  /// Gives all values of a record to the one that has its key or another of its unique values, and defaults
  /// where it has none; answers with the key. It is for engines that need the name of the constraint which
  /// is in the way. Two records that are meant would have the same value, which no engine lets be.
  package func replacement() -> SQLText {
    let given = columns + fixed.map(\.column) + implied.map(\.column)
    let list = given.map { "\(name: $0)" as SQLText }.joined(by: ", ")
    let values: [SQLText] =
      columns.map { entity.constant(.null, in: $0) }
      + fixed.map { $0.fixedValue(in: entity) } + implied.map(\.sql)
    let table: SQLText = "\(name: entity.source.table)"
    let changes = entity.storedColumns.map { column -> SQLText in
      given.contains(column)
        ? "\(name: column) = flagdb_new.\(name: column)" : "\(name: column) = DEFAULT"
    }
    let tests = entity.uniqueColumns.filter { $0.allSatisfy(given.contains) }.map { columns in
      columns.map { "\(table).\(name: $0) = flagdb_new.\(name: $0)" as SQLText }
        .joined(by: " AND ")
    }
    // The table gives the columns their types.
    return """
      UPDATE \(table) SET \(changes.joined(by: ", ")) FROM \
      (SELECT \(list) FROM \(table) WHERE FALSE UNION ALL SELECT \(values.joined(by: ", "))) \
      AS flagdb_new WHERE \(tests.joined(by: " OR ")) \
      RETURNING \(table).\(name: entity.keyColumn)
      """
  }

  private func clause(_ conflict: Conflict) -> SQLText {
    func changes(_ columns: [Name]) -> SQLText {
      columns.map { "\(name: $0) = excluded.\(name: $0)" as SQLText }.joined(by: ", ")
    }
    switch conflict {
    case .abort, .fail: return ""
    case .replace(let columns) where !columns.isEmpty:
      return " ON CONFLICT DO UPDATE SET \(changes(columns))"
    case .leaveOut, .replace: return " ON CONFLICT DO NOTHING"
    case .update(let given, by: let key):
      let columns = given + fixed.map(\.column)
      let none: SQLText = "\(name: key) = excluded.\(name: key)"
      return """
         ON CONFLICT (\(name: key)) DO UPDATE SET \
        \(columns.isEmpty ? none : changes(columns))
        """
    }
  }
}

extension Assignment {
  fileprivate func fixedValue(in entity: Entity) -> SQLText {
    constant(value(before: 0), in: entity)
  }
}

extension Property {
  /// True if a new record needs a value that nothing but itself gives it.
  fileprivate var isRequiredOfNewRecords: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isOptional && attribute.defaultOfNewRecords == nil
    case .relationship(let relationship): relationship.cardinality == .toOne(isOptional: false)
    case .group: false
    }
  }
}

extension Entity {
  /// The type of the values of a column; nil for keys.
  package func type(of column: Name) -> AttributeType? {
    let attributes = attributes
    return attributes.indices.first { attributes[$0].column == column }.map { attributes[$0].type }
  }

  /// A value as a column keeps it, which is in the form of the column unless that is a type of a server.
  func constant(_ value: Value, in column: Name) -> SQLText {
    guard let attribute = attributes.first(where: { $0.column == column }) else {
      return "\(value)"
    }
    switch attribute.stored {
    case .own: return "\(value, of: attribute.type)"
    case .native(let native): return .native(value, of: attribute.type, in: native)
    default: return "\(value)"
    }
  }

  /// The columns of its table besides the key.
  package var storedColumns: [Name] {
    columnProperties.compactMap(\.column).filter { $0 != keyColumn }
  }

  /// The columns that are unique, alone or together: those of the key first.
  fileprivate var uniqueColumns: [[Name]] {
    let alone = columnProperties.compactMap { property -> Name? in
      switch property {
      case .attribute(let attribute): attribute.isUnique ? attribute.column : nil
      case .relationship(let relationship):
        relationship.foreignKey.flatMap { $0.isUnique ? $0.column : nil }
      case .group: nil
      }
    }
    let together = uniques.map { names in names.map { attribute(named: $0)?.column ?? $0 } }
    return ([keyColumn] + alone.filter { $0 != keyColumn }).map { [$0] } + together
  }

  /// ` RETURNING id`; of a table without key only that there is a record.
  fileprivate var returningKey: SQLText {
    source.key.map { " RETURNING \(name: $0.column)" } ?? " RETURNING 1"
  }
}
