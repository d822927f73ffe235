package import FlagModel
import Predicates
package import SQLText

/// The statements of an import, which are prepared once. They have a placeholder for each cell of a
/// record, and then the values that all records share.
/// See Documentation/Decisions/replace-keeps-the-record.md.
package struct BulkStatements: Hashable, Sendable {
  /// The action for a record with an existing unique value.
  package enum Conflict: Hashable, Sendable {
    /// The statement fails completely.
    case abort
    /// The statement fails, but its earlier inserts stay.
    case fail
    case leaveOut
    /// The existing record gets the values of the new one in these columns.
    case replace([Name])
    /// The same for the record with equal values in some columns, which are unique together.
    case replaceOne([Name], by: [Name])
    /// A record with the same value in a column gets some of the values of the new record, and the
    /// fixed ones.
    case update([Name], by: Name)
  }

  package let entity: Entity
  /// The columns whose values come with the records.
  package let columns: [Name]
  /// The columns with the same value in every record.
  package let fixed: [Assignment]
  private let implied: [ImpliedValue]
  /// The columns with keys of other records in types of a server.
  private let keys: [Name: KeyForm]

  package init(
    _ entity: Entity, _ columns: [Name], fixed: [Assignment] = [], keys: [Name: KeyForm] = [:]
  ) {
    self.keys = keys
    self.entity = entity
    self.columns = columns
    self.fixed = fixed
    implied = entity.impliedValues(besides: columns + fixed.map(\.column))
  }

  /// The sets of unique columns for which each record has values; the key comes first.
  package var uniqueColumns: [[Name]] {
    let columns = filledColumns
    return entity.uniqueColumns.filter { $0.allSatisfy(columns.contains) }
  }

  /// The column by which the inserted records of a statement are known if it leaves others out, and if no record gives
  /// a key: the only other unique one. Nil if records may have no value there, or an equal value in another form.
  package var identifyingColumn: Name? {
    let uniques = entity.uniqueColumns.dropFirst()
    guard let columns = uniques.first, uniques.count == 1, columns.count == 1,
      self.columns.contains(columns[0]), let attribute = entity.attribute(ofColumn: columns[0]),
      !attribute.isOptional,
      attribute.type == .string, attribute.stored == .own
    else { return nil }
    return columns[0]
  }

  /// All columns that get a value.
  private var filledColumns: [Name] { columns + fixed.map(\.column) + implied.map(\.column) }

  /// The number of bindings of a record; those of its columns come first.
  package var width: Int { columns.count + fixed.count + implied.count { $0.isBound } }

  /// True if a record consists of its columns, without additional values.
  package var hasColumnsOnly: Bool { fixed.isEmpty && implied.isEmpty && !columns.isEmpty }

  /// Inserts records. A single insert returns the key. An insert of several rows that may update
  /// existing records returns which are new, unless the engine reports this otherwise.
  /// - Parameter returnsKeys: true if an insert of several rows returns their keys, in their order. The keys follow
  ///   what else it returns. If rows are left out, it returns the keys of the others and their values in
  ///   `identifyingColumn`.
  package func insert(
    rows: Int, onConflict conflict: Conflict, returnsKeys: Bool = false
  ) -> SQLText {
    let verb: SQLText = conflict == .fail ? "\(.keepingInsert)" : "INSERT"
    var returning: SQLText = rows == 1 || returnsKeys ? entity.returningKey : ""
    if rows > 1, conflict.changesOthers {
      let key: SQLText = returnsKeys ? ", \(name: entity.keyColumn)" : ""
      returning = "\(.tellingInsertions)\(key)"
    } else if rows > 1, conflict == .leaveOut, returnsKeys, let identifyingColumn {
      returning = "\(returning), \(name: identifyingColumn)"
    }
    let table: SQLText = "\(verb) INTO \(name: entity.source.table)"
    if width == 0 { return "\(table) DEFAULT VALUES\(returning)" }
    let values =
      columns.map(placeholder) + fixed.map { $0.fixedValue(in: entity) }
      + implied.map(\.sql)
    let records = repeatElement("(\(values.joined(by: ", ")))", count: rows).joined(by: ", ")
    let keys: SQLText =
      if columns.contains(entity.keyColumn) { "\(.givenKeys(entity.source.table))" } else { "" }
    return
      "\(table) (\(names: filledColumns))\(keys) VALUES \(records)\(clause(conflict))\(returning)"
  }

  /// The placeholder for a value in the form of a column.
  private func constant(in column: Name) -> SQLText {
    keys[column]?.constant(.null) ?? entity.constant(.null, in: column)
  }

  private func placeholder(for column: Name) -> SQLText {
    guard entity.isNumbered, column == entity.keyColumn else {
      return constant(in: column)
    }
    return "\(.newKey(table: entity.source.table, column: column), of: "\(.null)")"
  }

  /// Updates the record with a value in one column, which is bound last. It sets some columns and
  /// the fixed values, and returns the key.
  package func update(_ updated: [Name], by key: Name) -> SQLText {
    var changes =
      updated.map { "\(name: $0) = \(constant(in: $0))" as SQLText }
      + fixed.map { "\(name: $0.column) = \($0.fixedValue(in: entity))" }
    // Without a change, the statement must still find the record.
    if changes.isEmpty { changes.append("\(name: key) = \(name: key)") }
    let kind: SQLText =
      entity.condition(ofKindIn: entity.source.table).map { "\($0) AND " } ?? ""
    return """
      UPDATE \(name: entity.source.table) SET \(changes.joined(by: ", ")) \
      WHERE \(kind)\(name: key) \(entity.equality(of: key)) \(constant(in: key))\(entity.returningKey)
      """
  }

  /// True if these columns and the shared values are not enough for a new record.
  package func lacksValues(giving columns: [Name]) -> Bool {
    let present = columns + fixed.map(\.column) + implied.map(\.column)
    return entity.columnProperties.contains { property in
      guard let column = property.column, column != entity.keyColumn else { return false }
      return property.isRequiredOfNewRecords && !present.contains(column)
    }
  }

  /// Updates the records with the same values in one column. It sets some columns and the fixed
  /// values.
  package func updates(rows: Int, _ updated: [Name], by key: Name) -> SQLText {
    let table: SQLText = "\(name: entity.source.table)"
    let list: SQLText = "\(names: columns)"
    let values = columns.map { constant(in: $0) as SQLText }
    let record: SQLText = "SELECT \(values.joined(by: ", "))"
    let records = repeatElement(record, count: rows).joined(by: " UNION ALL ")
    var changes =
      updated.map { "\(name: $0) = flagdb_new.\(name: $0)" as SQLText }
      + fixed.map { "\(name: $0.column) = \($0.fixedValue(in: entity))" }
    if changes.isEmpty { changes.append("\(name: key) = flagdb_new.\(name: key)") }
    // A SELECT from the table gives the rows the types of its columns; a list of VALUES would have
    // other types.
    return """
      WITH flagdb_new (\(list)) AS \
      (SELECT \(list) FROM \(table) WHERE FALSE UNION ALL \(records)) \
      UPDATE \(table) SET \(changes.joined(by: ", ")) FROM flagdb_new \
      WHERE \(table).\(name: key) \(entity.equality(of: key)) flagdb_new.\(name: key)\(ofKind)
      """
  }

  /// Updates the record that has the new record's key or another of its unique values. It sets all
  /// columns, some to their default values, and returns the key. It is for engines whose ON
  /// CONFLICT needs the name of the constraint. If it matched two records, both would get the same
  /// unique value, which every engine refuses.
  /// - Parameters:
  ///   - keepsOthers: true to leave the columns without given values as they are.
  ///   - others: columns that are unique together, besides those of the model.
  package func replacement(
    keepingOthers keepsOthers: Bool = false, uniqueBy others: [[Name]] = []
  ) -> SQLText {
    let implied = keepsOthers ? [] : implied
    let present = columns + fixed.map(\.column) + implied.map(\.column)
    let changes = entity.storedColumns.compactMap { column -> SQLText? in
      if present.contains(column) { return "\(name: column) = flagdb_new.\(name: column)" }
      if keepsOthers { return nil }
      return "\(name: column) = DEFAULT"
    }
    if changes.isEmpty { return search(uniqueBy: others) }
    return """
      UPDATE \(name: entity.source.table) SET \(changes.joined(by: ", ")) FROM \(new(with: implied)) \
      WHERE (\(isNew(present, uniqueBy: others)))\(ofKind) RETURNING \(keyOfExisting)
      """
  }

  /// Returns the key of the record that has the new record's key or another of its unique values.
  /// - Parameter others: columns that are unique together, besides those of the model.
  package func search(uniqueBy others: [[Name]]) -> SQLText {
    let present = columns + fixed.map(\.column)
    return """
      SELECT \(keyOfExisting) FROM \(name: entity.source.table), \(new(with: [])) \
      WHERE \(isNew(present, uniqueBy: others)) LIMIT 1
      """
  }

  private var keyOfExisting: SQLText {
    entity.source.key.map { "\(name: entity.source.table).\(name: $0.column)" } ?? "1"
  }

  /// The values of a record as a table. A SELECT from the table of the entity gives them the types of its columns.
  private func new(with implied: [ImpliedValue]) -> SQLText {
    let names = columns + fixed.map(\.column) + implied.map(\.column)
    let values: [SQLText] =
      columns.map { constant(in: $0) }
      + fixed.map { $0.fixedValue(in: entity) } + implied.map(\.sql)
    return """
      (SELECT \(names: names) FROM \(name: entity.source.table) WHERE FALSE \
      UNION ALL SELECT \(values.joined(by: ", "))) AS flagdb_new
      """
  }

  /// The condition that a record has the key or another unique value of the new one.
  private func isNew(_ present: [Name], uniqueBy others: [[Name]]) -> SQLText {
    let tests = uniqueColumns(among: present, others).map { columns in
      columns.map { column -> SQLText in
        """
        \(name: entity.source.table).\(name: column) \(entity.equality(of: column)) \
        flagdb_new.\(name: column)
        """
      }.joined(by: " AND ")
    }
    if tests.isEmpty { return "FALSE" }
    return tests.joined(by: " OR ")
  }

  /// True if a record sets its key or another unique value itself.
  /// - Parameter others: columns that are unique together, besides those of the model.
  package func identifiesRecords(uniqueBy others: [[Name]]) -> Bool {
    !uniqueColumns(among: columns + fixed.map(\.column), others).isEmpty
  }

  private func uniqueColumns(among present: [Name], _ others: [[Name]]) -> [[Name]] {
    var keys = uniqueColumns
    for columns in others where !columns.isEmpty && !keys.contains(columns) { keys.append(columns) }
    return keys.filter { $0.allSatisfy(present.contains) }
  }

  /// The condition that the existing record has the class of the new one.
  private var ofKind: SQLText {
    entity.condition(ofKindIn: entity.source.table).map { " AND \($0)" } ?? ""
  }

  /// Keeps the class of the existing record if it is that of the new one. Otherwise there is no
  /// value, which the column refuses.
  private var keptKind: SQLText? {
    let table = entity.source.table
    guard let kinds = entity.source.kinds, let ofKind = entity.condition(ofKindIn: table) else {
      return nil
    }
    let column: SQLText = "\(name: kinds.column)"
    return "\(column) = CASE WHEN \(ofKind) THEN \(name: table).\(column) END"
  }

  private func clause(_ conflict: Conflict) -> SQLText {
    func changes(_ columns: [Name]) -> SQLText {
      let changes = columns.map { "\(name: $0) = excluded.\(name: $0)" as SQLText }
      return (changes + [keptKind].compactMap(\.self)).joined(by: ", ")
    }
    switch conflict {
    case .abort, .fail: return ""
    case .replace(let columns) where !columns.isEmpty:
      return " ON CONFLICT DO UPDATE SET \(changes(columns))"
    case .replaceOne(let columns, by: let keys) where !columns.isEmpty:
      return " ON CONFLICT (\(names: keys)) DO UPDATE SET \(changes(columns))"
    case .leaveOut, .replace, .replaceOne: return " ON CONFLICT DO NOTHING"
    case .update(let updated, by: let key):
      var columns = updated + fixed.map(\.column)
      if columns.isEmpty { columns.append(key) }
      return " ON CONFLICT (\(name: key)) DO UPDATE SET \(changes(columns))"
    }
  }
}

extension BulkStatements.Conflict {
  /// True if a record may update another one, so that a statement with several records must count the new ones.
  fileprivate var changesOthers: Bool {
    switch self {
    case .update, .replaceOne: true
    case .abort, .fail, .leaveOut, .replace: false
    }
  }
}

extension Assignment {
  fileprivate func fixedValue(in entity: Entity) -> SQLText {
    constant(value(before: 0), in: entity)
  }
}

extension Property {
  /// True if a new record must set this attribute itself.
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

  /// A value in the form of the column. The value already has this form, unless the column has a
  /// type of a server.
  package func constant(_ value: Value, in column: Name) -> SQLText {
    guard let attribute = attribute(ofColumn: column) else {
      return "\(value)"
    }
    switch attribute.stored {
    case .own: return "\(value, of: attribute.type)"
    case .native(let native): return .native(value, of: attribute.type, in: native)
    default: return "\(value)"
    }
  }

  /// The operator that compares values of a column. A server does not find that of a type in another
  /// schema by its name alone.
  package func equality(of column: Name) -> SQLText {
    guard let attribute = attribute(ofColumn: column),
      attribute.type == .string, case .native(let native) = attribute.stored, !native.isArray,
      let schema = native.schema
    else { return "=" }
    return "OPERATOR(\(name: schema).=)"
  }

  /// The columns of the entity's table except the key.
  package var storedColumns: [Name] {
    columnProperties.compactMap(\.column).filter { $0 != keyColumn }
  }

  /// The sets of columns with a unique constraint, the primary key first.
  fileprivate var uniqueColumns: [[Name]] {
    let alone = columnProperties.compactMap { property -> Name? in
      switch property {
      case .attribute(let attribute) where attribute.isUnique: attribute.column
      case .relationship(let relationship) where relationship.foreignKey?.isUnique == true:
        relationship.foreignKey?.column
      case .attribute, .relationship, .group: nil
      }
    }
    let together = uniques.map(columns)
    return ([keyColumn] + alone.filter { $0 != keyColumn }).map { [$0] } + together
  }

  /// ` RETURNING id`; for a table without a key, a constant that shows that there is a record.
  fileprivate var returningKey: SQLText {
    source.key.map { " RETURNING \(name: $0.column)" } ?? " RETURNING 1"
  }
}
