package import Engines
package import FlagModel
import Migrations
import Predicates
import Queries
import SQLText

/// Explains in the terms of the model why the engine refused a change.
struct RefusalExplainer {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Converts a constraint error for an insert or update to the terms of the model: with the
  /// attribute, and the record that conflicts. The transaction is still open, so it can be queried.
  func explained(
    _ error: EngineError, _ entity: Entity, _ assignments: [Assignment]
  ) throws -> any Error {
    guard error.isConstraintViolation else { return error }
    let columns = try database.constrainedColumns(error, of: entity)
    if error.isUniqueViolation, !columns.isEmpty {
      return try duplicate(error, columns, entity, assignments)
    }
    if let kinds = entity.source.kinds, columns == [kinds.column] {
      return try recordOfOtherClass(error, of: entity, assignments)
    }
    let writes = Set(assignments.map { RecordWrite.column($0.column, of: entity.source.table) })
    if let constraint = BrokenConstraint(
      error, of: database.schema, in: database.dialect, writing: writes)
    {
      return DatabaseError(constraint, cause: error)
    }
    let words = try ForeignTableRules(database).messageOfForeignTable(
      for: error, entity, assignments.map(\.column))
    return DatabaseError(
      .refused, words ?? "\(entity.name): \(error.words)", hint: error.advice.map { .words($0) },
      cause: error)
  }

  /// The missing part of a struct, if it is the reason why a CHECK refused an update.
  func halfGroup(_ error: EngineError, _ update: Update) throws -> DatabaseError? {
    guard error.isCheckViolation, !error.endsTransaction else { return nil }
    let entity = update.entity
    for rule in entity.groupRules {
      let incomplete = try database.halves(of: rule, entity.broken(rule, after: update), most: 1)
      guard let (key, half) = incomplete.first else { continue }
      return DatabaseError(
        .refused, "\(entity.name) \(key.text): \(half.message)", hint: half.hint, cause: error)
    }
    return nil
  }

  /// The error for a deletion that other records prevent.
  func explainedDeletion(
    _ error: EngineError, _ entity: Entity, _ predicate: Predicate?
  ) throws -> any Error {
    guard error.isConstraintViolation else { return error }
    let blocking =
      if error.endsTransaction || !error.isForeignKeyViolation
        || database.kind.isForeign && !error.isBrokenReference
      {
        nil as String?
      } else if database.kind.isForeign {
        try ForeignTableRules(database).blockingForeignRecords(entity, predicate)
      } else {
        try blocking(entity, predicate)
      }
    guard let blocking else {
      return DatabaseError(
        .refused, "\(entity.name): \(error.words)", hint: error.advice.map { .words($0) },
        cause: error)
    }
    return DatabaseError(
      .refused, "\(entity.name) cannot be deleted: \(blocking)",
      hint: "delete those first, or let them refer to another", cause: error)
  }

  private static let changedOneByOne: Hint =
    "records change one after another; a new value may equal one that a later record still has"

  /// The error for a violated unique constraint, whose columns the engine names.
  private func duplicate(
    _ error: EngineError, _ columns: [Name], _ entity: Entity, _ assignments: [Assignment]
  ) throws -> DatabaseError {
    let names = columns.map(entity.propertyName)
    var set: [Name: (value: Value, constant: SQLText)] = [:]
    for assignment in assignments {
      guard case .set(let value) = assignment.change else { continue }
      set[assignment.column] = (value, assignment.constant(value, in: entity))
    }
    let values = columns.compactMap { set[$0] }
    let what = listedInQuotes(names, "and")
    guard values.count == columns.count else {
      let isCalculated = assignments.contains { columns.contains($0.column) && $0.isCalculated }
      return DatabaseError(
        .refused, "\(what) must be unique, and several records would have the same",
        hint: isCalculated ? Self.changedOneByOne : nil, attributes: names.map(\.text),
        cause: error)
    }
    let shown = listedInQuotes(
      zip(columns, values).map { entity.text(of: $1.value, in: $0) }, "and")
    let owner: String
    if error.endsTransaction || entity.shownKey == nil {
      owner = "another \(entity.name) has \(shown) already"
    } else if let record = try record(of: entity, with: values.map(\.constant), in: columns) {
      owner = "\(record) has \(shown) already"
    } else {
      owner = "several records would have \(shown)"
    }
    return DatabaseError(
      .refused, "\(what) must be unique: \(owner)", attributes: names.map(\.text), cause: error)
  }

  /// The error for a record that would replace one of another class, which has its key or another unique value.
  private func recordOfOtherClass(
    _ error: EngineError, of entity: Entity, _ assignments: [Assignment]
  ) throws -> DatabaseError {
    let uniques = entity.attributes.filter(\.isUnique).map(\.column)
    for assignment in assignments
    where assignment.column == entity.keyColumn || uniques.contains(assignment.column) {
      guard case .set(let value) = assignment.change,
        let record = try record(
          of: entity, with: [assignment.constant(value, in: entity)], in: [assignment.column])
      else { continue }
      let name = entity.propertyName(of: assignment.column)
      let shown = entity.text(of: value, in: assignment.column)
      return DatabaseError(
        .refused, "'\(name)' must be unique: \(record) has '\(shown)' already",
        hint: "it is no \(entity.name)", attributes: [name.text], cause: error)
    }
    return DatabaseError(
      .refused, "\(entity.name): a record of another class has the same unique values",
      cause: error)
  }

  /// `Sample 7`: the record with these values, of any class; nil if there is none.
  private func record(
    of entity: Entity, with values: [SQLText], in columns: [Name]
  ) throws -> String? {
    guard let key = entity.shownKey else { return nil }
    let terms = zip(columns, values).map {
      "\(name: $0) \(entity.equality(of: $0)) \($1)" as SQLText
    }
    let value = try database.connection.value(
      "SELECT \(entity.shown(key))\(entity.rows(where: terms.joined(by: " AND "))) LIMIT 1")
    if let value { return "\(entity.name) \(entity.text(of: value, in: key))" }
    let root = database.schema.root(of: entity)
    return root.name == entity.name ? nil : try record(of: root, with: values, in: columns)
  }

  /// The records of other entities that refer to the records to delete.
  private func blocking(_ entity: Entity, _ predicate: Predicate?) throws -> String? {
    let tables = database.schema.tables
    let root = database.schema.root(of: entity).name
    for other in tables.entities {
      for relationship in other.relationships
      where relationship.target == root && tables.blocksDeletion(relationship) {
        guard let column = relationship.foreignKey?.column else { continue }
        let keys = Query(entity, columns: [.key(of: entity)], predicate: predicate).sql
        let count =
          try database.integer(
            "SELECT count(*)\(other.rows(where: "\(name: column) IN (\(keys))"))") ?? 0
        if count > 0 {
          return "\(groupedDigits(count)) \(other.name) \(have(count)) it as '\(relationship.name)'"
        }
      }
    }
    return nil
  }
}

extension Database {
  /// The columns of a violated UNIQUE or NOT NULL constraint of an entity's table; empty if it is
  /// one of another table, which a trigger writes.
  package func constrainedColumns(_ error: EngineError, of entity: Entity) throws -> [Name] {
    let table = entity.source.table
    let columns = error.constrainedColumns(of: table)
    if !columns.isEmpty || !connection.isRemote { return columns }
    // A server names the partition of a table, which is not among the tables.
    let tables =
      kind.isForeign ? try foreignTables().map(\.name) : schema.tables.entities.map(\.source.table)
    let isOfOther = tables.contains { !error.constrainedColumns(of: $0).isEmpty }
    return isOfOther ? [] : error.constrainedColumns
  }
}

extension EngineError {
  /// The columns of a violated UNIQUE or NOT NULL constraint of a table; empty for another table.
  fileprivate func constrainedColumns(of table: Name) -> [Name] {
    columnPaths.compactMap { path in
      let count = table.text.count
      guard Name(path.prefix(count)).folded == table.folded else { return nil }
      let rest = path.dropFirst(count)
      return rest.first == "." ? Name(rest.dropFirst()) : nil
    }
  }
}

extension Entity {
  /// A stored value as text, shortened to 60 characters.
  package func text(of value: Value, in column: Name) -> String {
    String(wholeText(of: value, in: column).unicodeScalars.prefix(60))
  }

  /// A stored value of a column as text.
  func wholeText(of value: Value, in column: Name) -> String {
    guard let attribute = attribute(ofColumn: column) else {
      return AttributeType.any.text(of: value)
    }
    return attribute.type.text(of: attribute.stored.value(value, of: attribute.type))
  }
}
