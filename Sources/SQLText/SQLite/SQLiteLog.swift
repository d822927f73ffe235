import FlagModel

extension SQLiteDialect {
  package var log: any LogWords { SQLiteLog() }
}

/// The log of a file, in which whoever writes is alone: the rows of a change follow each other.
struct SQLiteLog: LogWords {
  /// A program that does not know flagdb fills only what the triggers give, and the time.
  let log = """
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

  let changes = """
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

  // MARK: Triggers

  func triggers(of table: LoggedTable) -> [LogTrigger] {
    [insertion(of: table), update(of: table), deletion(of: table)]
  }

  func triggers(of pairs: LoggedPairs) -> [LogTrigger] {
    [(LogEvent.insert, "link", "after", "NEW"), (.delete, "unlink", "before", "OLD")].map {
      event, change, column, row in
      let side: SQLText = .written(row)
      return trigger(
        event, on: pairs.name,
        [
          """
          INSERT INTO \(name: LogNames.log) (entity, "key", change, property, \(.written(column))) \
          VALUES (\(.text(pairs.entity.text)), \(side).\(name: pairs.ownColumn), \(.text(change)), \
          \(.text(pairs.property.text)), \(side).\(name: pairs.otherColumn))
          """
        ])
    }
  }

  func removal(of trigger: Name, on table: Name) -> SQLText {
    "DROP TRIGGER IF EXISTS \(name: trigger)"
  }

  private func trigger(_ event: LogEvent, on table: Name, _ statements: [SQLText]) -> LogTrigger {
    let name: Name = "\(LogNames.log) \(event.rawValue) \(table)"
    let sql: SQLText = """
      CREATE TRIGGER \(name: name) AFTER \(.written(event.rawValue.uppercased())) ON \(name: table)
      BEGIN
        \(statements.joined(by: ";\n  "));
      END
      """
    return LogTrigger(name: name, table: table, statement: sql)
  }

  /// Only that a record was added: its values stand in it, and in the rows of its later changes.
  private func insertion(of table: LoggedTable) -> LogTrigger {
    let key: SQLText = "NEW.\(name: table.key)"
    return trigger(
      .insert, on: table.name,
      [
        """
        INSERT INTO \(name: LogNames.log) (entity, "key", change) \
        VALUES (\(.text(table.name.text)), \(key), \(.text(LogEvent.insert.rawValue)))
        """
      ])
  }

  private func update(of table: LoggedTable) -> LogTrigger {
    // Any difference counts, also one that the order of a column does not see.
    trigger(
      .update, on: table.name,
      rows(of: table, .update, "property, before, after") { column in
        let (old, new): (SQLText, SQLText) = ("OLD.\(name: column)", "NEW.\(name: column)")
        return "\(old) AS before, \(new) AS after WHERE \(old) COLLATE BINARY IS NOT \(new)"
      })
  }

  private func deletion(of table: LoggedTable) -> LogTrigger {
    trigger(
      .delete, on: table.name,
      rows(of: table, .delete, "property, before") { column in
        "OLD.\(name: column) AS before WHERE OLD.\(name: column) IS NOT NULL"
      })
  }

  /// SQLite takes 500 queries in one statement.
  private static let mostValues = 250

  /// Statements that add a row for each column that counts.
  private func rows(
    of table: LoggedTable, _ event: LogEvent, _ columns: SQLText, _ values: (Name) -> SQLText
  ) -> [SQLText] {
    let all = table.columns.map(\.name)
    return stride(from: 0, to: all.count, by: Self.mostValues).map { start in
      let queries = all[start..<min(start + Self.mostValues, all.count)].map {
        "SELECT \(.text($0.text)) AS property, \(values($0))" as SQLText
      }
      return """
        INSERT INTO \(name: LogNames.log) (entity, "key", change, \(columns))
          SELECT \(.text(table.name.text)), OLD.\(name: table.key), \
        \(.text(event.rawValue)), \(columns) FROM (
            \(queries.joined(by: " UNION ALL\n      "))
          )
        """
    }
  }

  // MARK: Reading

  var tellsTransactions: Bool { false }

  /// The change that a row belongs to, or the last one before it.
  var join: SQLText {
    """
    LEFT JOIN \(name: LogNames.changes) c ON c.first = (
      SELECT first FROM \(name: LogNames.changes) WHERE first <= l.id ORDER BY first DESC LIMIT 1
    )
    """
  }

  /// The time of a change, or of the statement of a program that left no other.
  var time: SQLText { "CASE WHEN c.last >= l.id THEN c.time ELSE \(ownTime) END" }
  var person: SQLText { "CASE WHEN c.last >= l.id THEN c.who END" }
  var model: SQLText { "c.model" }
  var ownTime: SQLText { "strftime('%Y-%m-%d %H:%M:%f', l.time / 1000.0, 'unixepoch')" }

  var historyJoin: SQLText {
    """
    LEFT JOIN \(name: LogNames.changes) c ON c.first = (
      SELECT first FROM \(name: LogNames.changes) WHERE first <= l.id ORDER BY first DESC LIMIT 1
    ) AND c.last >= l.id
    """
  }

  var historyPerson: SQLText { "c.who" }

  func column(_ value: SQLText, of type: AttributeType) -> SQLText? { value }
}
