package import FlagModel
package import SQLText

/// The tables, triggers and the view of the audit log, which records who changed what and when.
/// They are plain SQL, so the log includes the changes of every program.
/// See Documentation/Decisions/changes-are-logged-by-triggers.md.
package struct AuditObjects {
  package static let log = LogNames.log
  package static let changes = LogNames.changes

  private let schema: Schema
  private let dialect: any Dialect

  package init(schema: Schema, dialect: any Dialect) {
    self.schema = schema
    self.dialect = dialect
  }

  /// The objects that remain when the audit log is stopped.
  package var lasting: [SchemaObject] {
    [
      SchemaObject(.table, Self.log, on: Self.log, dialect.log.log),
      SchemaObject(.table, Self.changes, on: Self.changes, dialect.log.changes),
      pending,
      view,
    ].compactMap(\.self)
  }

  /// The additional table that the triggers need.
  package var pending: SchemaObject? {
    dialect.log.pending.map { SchemaObject(.table, LogNames.pending, on: LogNames.pending, $0) }
  }

  /// Deletes the notes of statements that ignored a conflict. Without triggers, nothing removes the note of a record
  /// that is deleted, and new triggers would log that deletion.
  package var cleaning: SQLText? {
    dialect.log.pending.map { _ in "DELETE FROM \(name: LogNames.pending)" }
  }

  package var triggers: [SchemaObject] {
    var triggers: [LogTrigger] = []
    for entity in schema.tables.entities {
      triggers += dialect.log.triggers(of: LoggedTable(of: entity))
      for pairs in LoggedPairs.all(of: entity) { triggers += dialect.log.triggers(of: pairs) }
    }
    return triggers.map {
      SchemaObject(.trigger, $0.name, on: $0.table, $0.statement.script(in: dialect))
    }
  }

  // MARK: The view

  /// Shows values by the names of the current model if it was current at the time of the change.
  private var view: SchemaObject {
    let who: SQLText = dialect.log.transactions != nil ? " AS who" : ""
    let sql: SQLText = """
      CREATE VIEW \(name: LogNames.history) AS SELECT
        l.id,
        coalesce(c.time, \(dialect.log.ownTime)) AS time,
        \(dialect.log.historyPerson)\(who),
        c.command,
        l.entity,
        l.\(name: "key"),
        l.change,
        l.property,
        \(spelled("l.before")) AS before,
        \(spelled("CASE WHEN l.change <> 'insert' THEN l.after END")) AS after
      FROM \(name: Self.log) l \(dialect.log.historyJoin)
      """
    return SchemaObject(.view, LogNames.history, on: LogNames.history, sql.script(in: dialect))
  }

  private func spelled(_ value: SQLText) -> SQLText {
    var cases: [SQLText] = []
    for entity in schema.tables.entities {
      for attribute in entity.attributes {
        guard let stored = dialect.log.column(value, of: attribute.type),
          let shown = attribute.spelled(stored, isOptional: true)
        else { continue }
        let place = Value.text("\(entity.name).\(attribute.column)")
        cases.append("\n    WHEN \(place) THEN \(shown)")
      }
    }
    if cases.isEmpty { return value }
    return """
      CASE WHEN (
          SELECT model FROM \(name: Self.changes) WHERE first <= l.id ORDER BY first DESC LIMIT 1
        ) = (SELECT max(version) FROM \(name: "flagdb_model"))
        THEN CASE l.entity || '.' || l.property\(cases.joined(by: ""))
          ELSE \(value) END
        ELSE \(value) END
      """
  }
}

extension LoggedTable {
  /// The logged table of an entity.
  package init(of entity: Entity) {
    let key: (name: Name, type: AttributeType) = (entity.keyColumn, .integer(.int64))
    let others = entity.columnProperties.compactMap {
      property -> (name: Name, type: AttributeType)? in
      guard let column = property.column, column != entity.keyColumn else { return nil }
      if case .attribute(let attribute) = property { return (column, attribute.type) }
      return (column, .integer(.int64))
    }
    let unique = entity.columnProperties.compactMap { property -> Name? in
      switch property {
      case .attribute(let attribute) where attribute.isUnique: attribute.column
      case .relationship(let relationship) where relationship.foreignKey?.isUnique == true:
        property.column
      default: nil
      }
    }
    let together = entity.uniques.map(entity.columns)
    self.init(
      name: entity.name, key: entity.keyColumn, columns: [key] + others,
      uniques: unique.filter { $0 != entity.keyColumn }.map { [$0] } + together)
  }
}

extension LoggedPairs {
  /// The pairs that the entity's side of a join table logs.
  package static func all(of entity: Entity) -> [LoggedPairs] {
    entity.relationships.compactMap { relationship in
      guard case .joinTable(let join) = relationship.storage, join.isOwner else { return nil }
      return LoggedPairs(
        name: join.name, entity: entity.name, property: relationship.name,
        ownColumn: join.ownColumn, otherColumn: join.otherColumn)
    }
  }
}
