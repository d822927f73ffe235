package import Engines
package import FlagModel
import Predicates
package import Queries
import SQLText

/// Changes of foreign tables: their rules, and the forms of their columns.
package struct ForeignTableRules {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// The table of an entity in a foreign database; nil in a flagdb database. Throws if the table or
  /// one of the columns cannot be changed.
  /// See Documentation/Decisions/changes-follow-the-rules-of-the-foreign-database.md.
  /// - Parameters:
  ///   - isImport: true if the columns are those of a file.
  ///   - key: the column by which records are looked up. A number that the engine gives to new records may be used.
  package func tableToChange(
    _ entity: Entity, columns: [Name] = [], isImport: Bool = false, lookingUp key: Name? = nil
  ) throws -> TableShape? {
    guard database.kind.isForeign else { return nil }
    let tables = try database.foreignTables()
    guard let table = tables.first(where: { $0.name.folded == entity.source.table.folded }) else {
      throw refusal("the \(keeper) has no table '\(entity.source.table)' any more")
    }
    switch table.kind {
    case .view:
      throw refusal(
        "'\(entity.name)' is a view, which is read-only",
        hint: "change the tables that the view reads")
    case .table where table.key.isEmpty && table.rowNumber == nil:
      throw refusal(
        "'\(entity.name)' is read-only: it has no key, and its columns have the names of the row number"
      )
    case .table, .withoutRowID, .virtual: break
    }
    if let calculated = columns.first(where: { table.isCalculated($0, lookingUp: key) }) {
      let name = entity.propertyName(of: calculated)
      throw refusal(
        "'\(name)' of \(entity.name) is calculated by the \(keeper), and cannot be set",
        hint: isImport ? "leave it out: --skip '\(name)'" : "leave it out")
    }
    return table
  }

  /// The columns that the file or server calculates, so that no record may set them.
  /// - Parameter key: the column by which records are looked up.
  package func calculatedColumns(of entity: Entity, lookingUp key: Name?) throws -> [Name] {
    guard let table = try tableToChange(entity) else { return [] }
    return table.columns.map(\.name).filter { table.isCalculated($0, lookingUp: key) }
  }

  /// The noun for the owner of the tables in messages.
  package var keeper: String { database.connection.identity == nil ? "file" : "server" }

  /// The integer width that the engine enforces for a column; nil if it enforces none, or 64 bits.
  func declaredWord(of attribute: Attribute, in entity: Entity) throws -> NumberWord? {
    let folded = entity.source.table.folded
    let table = try database.foreignTables().first { $0.name.folded == folded }
    guard case .native(let native)? = table?.column(attribute.column)?.kept?.stored else {
      return nil
    }
    return native.word
  }

  private func refusal(_ message: String, hint: Hint? = nil) -> DatabaseError {
    DatabaseError(.refused, message, hint: hint)
  }

  /// Throws unless a new record gets all required values: those of the model, or in a foreign table
  /// all columns without a default value.
  package func requireComplete(_ request: ChangeRequest, for entity: Entity) throws {
    guard let table = try tableToChange(entity) else {
      return try request.requireComplete(for: entity)
    }
    var properties: [(name: Name, column: Name)] = []
    for property in entity.properties {
      if case .relationship(let relationship) = property {
        guard let key = relationship.foreignKey else { continue }
        properties.append((relationship.name, key.column))
      } else {
        for attribute in property.attributes {
          properties.append((attribute.name, attribute.column))
        }
      }
    }
    let needed = table.columns.filter {
      $0.isNeeded(in: table) && !(table.kind == .table && $0.name == table.numberColumn?.name)
    }
    let missing = needed.compactMap { column in
      properties.first { $0.column.folded == column.name.folded }?.name ?? column.name
    }
    try request.requireGiven(missing, for: entity)
  }

  /// The assignments in the form of foreign columns.
  func formed(_ assignments: [Assignment], of entity: Entity) throws(EngineError) -> [Assignment] {
    guard database.kind.isForeign else { return assignments }
    var formed: [Assignment] = []
    for assignment in assignments {
      let attribute = entity.attribute(ofColumn: assignment.column)
      let form = attribute.flatMap { ColumnForm($0, of: entity, in: database) }
      let change: Assignment.Change
      switch (assignment.change, form) {
      case (.set, nil): change = assignment.change
      case (.set(let value), let form?): change = .set(try form.shaped(value))
      case (.flags(let adding, let removing, let toggling, _, let bits), let form):
        let bits = bits.map(\.foreign)
        change =
          try form?.change(adding: adding, removing: removing, toggling: toggling, calculated: bits)
          ?? .flags(adding: adding, removing: removing, toggling: toggling, calculated: bits)
      case (.calculated(var calculation), let form):
        calculation.file = .foreign
        calculation.form = try form?.calculated() ?? .own
        change = .calculated(calculation)
      }
      formed.append(
        Assignment(
          column: assignment.column, isOptional: assignment.isOptional, change: change,
          referringTo: assignment.key))
    }
    return formed
  }

  /// Converts a value to the form of an attribute's column.
  package func columnValue(
    _ value: Value, of attribute: Attribute, in entity: Entity
  ) throws(EngineError) -> Value {
    guard database.kind.isForeign, let form = ColumnForm(attribute, of: entity, in: database) else {
      return value
    }
    return try form.stored(value)
  }

  /// The assignments of a new record. Changes of flags begin with the default value of the column.
  func beginning(
    _ assignments: [Assignment], of entity: Entity, in table: TableShape
  ) throws -> [Assignment] {
    try assignments.map { assignment in
      guard assignment.changesFlags else { return assignment }
      guard let flags = table.column(assignment.column)?.defaultFlags else {
        let name = entity.propertyName(of: assignment.column)
        throw refusal(
          "the default of '\(name)' is not an integer, so += cannot add flags to it",
          hint: "write \(name)=FLAGS")
      }
      return Assignment(
        column: assignment.column, isOptional: assignment.isOptional,
        change: .set(assignment.value(before: flags)))
    }
  }

  // MARK: Refusals

  /// A message for a constraint of a foreign table that the model does not have; nil if SQLite's
  /// message is the best.
  package func messageOfForeignTable(
    for error: EngineError, _ entity: Entity, _ columns: [Name]
  ) throws -> String? {
    guard database.kind.isForeign else { return nil }
    // A server also takes a missing partition for a violated CHECK, but one without a name.
    if let rule = error.rule {
      if try isRuleOfOther(rule, entity) { return nil }
      return "a CHECK of '\(entity.name)' refuses the record: \(rule)"
    }
    if case .exclusion(let name?)? = error.constraint {
      let conflict = error.detail.map { ": \($0)" } ?? ""
      return "the exclusion constraint '\(name)' of '\(entity.name)' refuses the record\(conflict)"
    }
    if error.constraint == .calculation { return try unfitValue(error, entity, columns) }
    guard error.isBrokenReference, let table = try tableToChange(entity) else { return nil }
    let written = Set(columns.map(\.folded))
    let keys = table.foreignKeys.filter { $0.columns.contains { written.contains($0.folded) } }
    let names = keys.map { listedInQuotes($0.columns.map(entity.propertyName), "and") }
    var references = names.isEmpty ? [] : ["\(listed(names, "or")) of \(entity.name)"]
    if let table = error.referringTable.map({ Name($0) }),
      table.folded != entity.source.table.folded
    {
      references = []
      if let other = try reference(inTable: table, besides: entity) { references.append(other) }
    } else if error.referringTable == nil {
      references += try referencesOfTriggers(on: entity)
    }
    if references.isEmpty {
      return "\(entity.name): other records refer to a value that would change"
    }
    return "\(listed(references, "or")) must refer to a record that exists"
  }

  /// The foreign keys of a table that only a trigger can have written; nil if it refers to the entity, whose change can
  /// break its references too.
  private func reference(inTable name: Name, besides entity: Entity) throws -> String? {
    let tables = try database.foreignTables()
    guard let table = tables.first(where: { $0.name.folded == name.folded }),
      !table.foreignKeys.contains(where: { $0.target.folded == entity.source.table.folded })
    else { return nil }
    return "\(table.listedReferences), which a trigger of '\(entity.name)' writes,"
  }

  /// The foreign keys of the tables that the triggers of an entity name. SQLite does not say which foreign key is
  /// violated. None if other records may refer to those of the entity.
  private func referencesOfTriggers(on entity: Entity) throws -> [String] {
    let own = entity.source.table.folded
    let tables = try database.foreignTables().filter { !$0.foreignKeys.isEmpty }
    if tables.contains(where: { $0.foreignKeys.contains { $0.target.folded == own } }) { return [] }
    var references: [String] = []
    for trigger in try database.connection.triggers(on: entity.source.table) {
      let source = SourceText(trigger.sql ?? "")
      let tokens = (try? SQLLexer.lex(source, .sqlite)) ?? []
      let words = Set(
        tokens.map { token in
          let text = source.text(token.range)
          return Name(token.kind == .quotedName ? String(text.dropFirst().dropLast()) : text).folded
        })
      for table in tables where table.name.folded != own && words.contains(table.name.folded) {
        references.append("\(table.listedReferences), which the trigger '\(trigger.name)' writes,")
      }
    }
    return references
  }

  /// True if a CHECK is one of another table, which a trigger writes. SQLite does not name the table.
  private func isRuleOfOther(_ rule: String, _ entity: Entity) throws -> Bool {
    guard database.connection.keepsStatements,
      let sql = try database.connection.definition(of: "table", entity.source.table)
    else { return false }
    return !sql.contains(rule)
  }

  /// A server names only the type of the column: `value too long for type character varying(3)`.
  private func unfitValue(
    _ error: EngineError, _ entity: Entity, _ columns: [Name]
  ) throws -> String? {
    let table = try tableToChange(entity)
    let names = columns.filter { column in
      table?.column(column).map { error.message.hasSuffix(" \($0.declaredType)") } ?? false
    }
    if names.isEmpty { return nil }
    return
      "\(listedInQuotes(names.map(entity.propertyName), "or")) of \(entity.name): \(error.words)"
  }

  /// The records of other foreign tables that refer to the records to delete.
  func blockingForeignRecords(_ entity: Entity, _ predicate: Predicate?) throws -> String? {
    for table in try database.foreignTables() {
      for key in table.foreignKeys where key.target.folded == entity.source.table.folded {
        guard key.deleteRule == .noAction || key.deleteRule == .deny,
          let others = try key.columnsOfTarget(in: database.foreignTables())
        else { continue }
        // The referenced column is on the left, because SQLite compares with the collation of the
        // left operand.
        let pairs = zip(others, key.columns).map { otherColumn, ownColumn in
          "flagdb_gone.\(name: otherColumn) = \(name: table.name).\(name: ownColumn)" as SQLText
        }
        let count = try database.integer(
          """
          SELECT count(*) FROM (SELECT \(names: others)\(entity.rows(where: predicate))) AS flagdb_gone \
          JOIN \(name: table.name) ON \(pairs.joined(by: " AND "))
          """)
        if let count, count > 0 {
          return "\(groupedDigits(count)) \(table.name) \(have(count)) it as "
            + listedInQuotes(key.columns, "and")
        }
      }
    }
    return "other records refer to a record that would be deleted too"
  }

  /// The columns whose flags change, and which may contain other values than integers.
  func wholeColumns(_ assignments: [Assignment], in table: TableShape?) -> [Name] {
    guard let table else { return [] }
    return assignments.filter { assignment in
      assignment.changesFlags
        && !(table.isStrict && table.column(assignment.column)?.affinity == .integer)
    }.map(\.column)
  }
}

extension CalculatedBits {
  fileprivate var foreign: CalculatedBits {
    var bits = self
    bits.file = .foreign
    return bits
  }
}

extension Assignment {
  /// The assignment for a column that may be NULL, even if the model says otherwise.
  func mayBeNull(in table: TableShape?) -> Assignment {
    if isOptional || table?.column(column)?.isNotNull ?? true { return self }
    return Assignment(column: column, isOptional: true, change: change, referringTo: key)
  }
}

extension ColumnShape {
  /// True if a new record must set the column.
  fileprivate func isNeeded(in table: TableShape) -> Bool {
    let isRequired = isNotNull || keyPlace > 0 && table.kind == .withoutRowID
    return isRequired && !isGenerated && (defaultText == nil || defaultText == "NULL")
  }

  /// The flags of a new record that sets none; nil if the default value is not an integer.
  fileprivate var defaultFlags: Int64? {
    guard var text = defaultText?.lowercased(), text != "null" else { return 0 }
    while text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    if text.hasPrefix("0x") {
      return UInt64(text.dropFirst(2), radix: 16).map { Int64(bitPattern: $0) }
    }
    return Int64(text)
  }
}

extension TableShape {
  /// True if SQLite reports for each record of the table if it was inserted or updated.
  package var tellsInsertions: Bool { kind == .table }

  /// True if a column has no value that a record may set. A record can be looked up by a number that the engine gives.
  fileprivate func isCalculated(_ name: Name, lookingUp key: Name?) -> Bool {
    guard let column = column(name), column.isGenerated else { return false }
    return !(column.isNumbered && name == key)
  }

  /// `'owner' or 'kind' of log`
  fileprivate var listedReferences: String {
    "\(listed(foreignKeys.map { listedInQuotes($0.columns, "and") }, "or")) of \(name)"
  }

  /// The columns by which users identify a record: the key, or the rowid.
  var identity: [Name] {
    if key.isEmpty { return [rowNumber].compactMap(\.self) }
    return key.map(\.name)
  }
}

extension ForeignKeyShape {
  /// The columns of the target; nil if they do not exist.
  fileprivate func columnsOfTarget(in tables: [TableShape]) -> [Name]? {
    guard let table = tables.first(where: { $0.name.folded == target.folded }) else { return nil }
    var names = targetColumns.compactMap(\.self)
    if names.isEmpty { names = table.key.map(\.name) }
    if names.count == columns.count { return names }
    return nil
  }
}
