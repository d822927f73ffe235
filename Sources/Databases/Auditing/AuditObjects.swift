import FlagModel
import Migrations
import SQLText

/// The tables, triggers and the view that keep who changed what and when in a file. All of them are
/// plain SQL, so that the changes of every program are kept.
struct AuditObjects {
  /// A row for each value that was changed, and for each record that was added.
  static let log: Name = "flagdb_log"
  /// A row for each change that flagdb made: whose it was, and which rows of the log belong to it.
  static let changes: Name = "flagdb_change"
  /// The log in names, for people and other programs.
  static let history: Name = "flagdb_history"

  /// The statement that makes the log. A program that does not know flagdb fills only what the triggers
  /// give, and the time.
  static let logDefinition = """
    CREATE TABLE flagdb_log (
      id INTEGER PRIMARY KEY,
      time INTEGER NOT NULL \
    DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
      entity TEXT NOT NULL,
      "key" INTEGER NOT NULL,
      change TEXT NOT NULL,
      property TEXT,
      before ANY,
      after ANY
    ) STRICT
    """

  private static let changesDefinition = """
    CREATE TABLE flagdb_change (
      first INTEGER PRIMARY KEY,
      last INTEGER NOT NULL,
      time TEXT NOT NULL,
      who TEXT NOT NULL,
      command TEXT NOT NULL,
      model INTEGER NOT NULL,
      undoes INTEGER
    ) STRICT
    """

  let schema: Schema
  let dialect: any Dialect

  /// Those that stay when the audit is switched off.
  var lasting: [SchemaObject] {
    [
      SchemaObject(.table, Self.log, on: Self.log, Self.logDefinition),
      SchemaObject(.table, Self.changes, on: Self.changes, Self.changesDefinition),
      view,
    ]
  }

  var triggers: [SchemaObject] {
    schema.tables.entities.flatMap { entity in
      [insertion(of: entity), update(of: entity), deletion(of: entity)] + pairs(of: entity)
    }
  }

  // MARK: Triggers

  private enum Event: String, CaseIterable {
    case insert
    case update
    case delete
  }

  private func trigger(_ event: Event, on table: Name, _ statements: [SQLText]) -> SchemaObject {
    let name: Name = "\(Self.log) \(event.rawValue) \(table)"
    let sql: SQLText = """
      CREATE TRIGGER \(name: name) AFTER \(.written(event.rawValue.uppercased())) ON \(name: table)
      BEGIN
        \(statements.joined(by: ";\n  "));
      END
      """
    return SchemaObject(.trigger, name, on: table, sql.script(in: dialect))
  }

  /// Only that a record was added: its values stand in it, and in the rows of its later changes.
  private func insertion(of entity: Entity) -> SchemaObject {
    let key: SQLText = "NEW.\(name: entity.keyColumn)"
    return trigger(
      .insert, on: entity.name,
      [
        """
        INSERT INTO \(name: Self.log) (entity, "key", change) \
        VALUES (\(.text(entity.name.text)), \(key), \(.text(Event.insert.rawValue)))
        """
      ])
  }

  private func update(of entity: Entity) -> SchemaObject {
    // Any difference counts, also one that the order of a column does not see.
    trigger(
      .update, on: entity.name,
      rows(of: entity, .update, "property, before, after") { column in
        let (old, new): (SQLText, SQLText) = ("OLD.\(name: column)", "NEW.\(name: column)")
        return "\(old) AS before, \(new) AS after WHERE \(old) COLLATE BINARY IS NOT \(new)"
      })
  }

  private func deletion(of entity: Entity) -> SchemaObject {
    trigger(
      .delete, on: entity.name,
      rows(of: entity, .delete, "property, before") { column in
        "OLD.\(name: column) AS before WHERE OLD.\(name: column) IS NOT NULL"
      })
  }

  /// SQLite takes 500 queries in one statement.
  private static let mostValues = 250

  /// Statements that add a row for each column that counts.
  private func rows(
    of entity: Entity, _ event: Event, _ columns: SQLText, _ values: (Name) -> SQLText
  ) -> [SQLText] {
    let all = Self.columns(of: entity)
    return stride(from: 0, to: all.count, by: Self.mostValues).map { start in
      let queries = all[start..<min(start + Self.mostValues, all.count)].map {
        "SELECT \(.text($0.text)) AS property, \(values($0))" as SQLText
      }
      return """
        INSERT INTO \(name: Self.log) (entity, "key", change, \(columns))
          SELECT \(.text(entity.name.text)), OLD.\(name: entity.keyColumn), \
        \(.text(event.rawValue)), \(columns) FROM (
            \(queries.joined(by: " UNION ALL\n      "))
          )
        """
    }
  }

  /// The columns of a table of ours, the key first.
  static func columns(of entity: Entity) -> [Name] {
    [entity.keyColumn]
      + entity.columnProperties.compactMap(\.column).filter { $0 != entity.keyColumn }
  }

  /// Triggers of the pairs that an entity's side keeps: they are told as a change of its property.
  private func pairs(of entity: Entity) -> [SchemaObject] {
    entity.relationships.flatMap { relationship -> [SchemaObject] in
      guard case .joinTable(let join) = relationship.storage, join.isOwner else { return [] }
      return [(Event.insert, "link", "after", "NEW"), (.delete, "unlink", "before", "OLD")].map {
        event, change, column, row in
        let side: SQLText = .written(row)
        return trigger(
          event, on: join.name,
          [
            """
            INSERT INTO \(name: Self.log) (entity, "key", change, property, \(.written(column))) \
            VALUES (\(.text(entity.name.text)), \(side).\(name: join.ownColumn), \(.text(change)), \
            \(.text(relationship.name.text)), \(side).\(name: join.otherColumn))
            """
          ])
      }
    }
  }

  // MARK: The view

  /// Values are spelled by the present model where it was in force already.
  private var view: SchemaObject {
    let sql: SQLText = """
      CREATE VIEW \(name: Self.history) AS SELECT
        l.id,
        coalesce(c.time, \(LogRequest.ownTime)) AS time,
        c.who,
        c.command,
        l.entity,
        l."key",
        l.change,
        l.property,
        \(spelled("before")),
        \(spelled("after"))
      FROM \(name: Self.log) l LEFT JOIN \(name: Self.changes) c ON c.first = (
        SELECT first FROM \(name: Self.changes) WHERE first <= l.id ORDER BY first DESC LIMIT 1
      ) AND c.last >= l.id
      """
    return SchemaObject(.view, Self.history, on: Self.history, sql.script(in: dialect))
  }

  private func spelled(_ column: Name) -> SQLText {
    let value: SQLText = "l.\(name: column)"
    let cases = schema.tables.entities.flatMap { entity in
      entity.attributes.compactMap { attribute -> SQLText? in
        guard let shown = attribute.spelled(value, isOptional: true) else { return nil }
        let place = Value.text("\(entity.name).\(attribute.column)")
        return "\n    WHEN \(place) THEN \(shown)"
      }
    }
    if cases.isEmpty { return "\(value) AS \(name: column)" }
    return """
      CASE WHEN (
          SELECT model FROM \(name: Self.changes) WHERE first <= l.id ORDER BY first DESC LIMIT 1
        ) = (SELECT max(version) FROM \(name: "flagdb_model"))
        THEN CASE l.entity || '.' || l.property\(cases.joined(by: ""))
          ELSE \(value) END
        ELSE \(value) END AS \(name: column)
      """
  }
}
