import FlagModel

extension SQLiteDialect {
  package var log: any AuditDialect { SQLiteLog() }
}

/// The audit log of a file, which has one writer at a time: the rows of a change are contiguous.
struct SQLiteLog: AuditDialect {
  /// A program that does not know flagdb only writes the columns that the triggers set, and the
  /// time.
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

  let pending: String? = """
    CREATE TABLE flagdb_pending (
      entity TEXT NOT NULL,
      "key" INTEGER NOT NULL,
      property TEXT NOT NULL,
      before ANY
    ) STRICT
    """

  // MARK: Triggers

  func triggers(of table: LoggedTable) -> [LogTrigger] {
    replacements(in: table) + [insertion(of: table), update(of: table), deletion(of: table)]
  }

  func triggers(of pairs: LoggedPairs) -> [LogTrigger] {
    func row(_ change: String, _ column: StaticString, _ side: StaticString) -> SQLText {
      """
      INSERT INTO \(name: LogNames.log) (entity, "key", change, property, \(keyword: column)) \
      VALUES (\(.text(pairs.entity.text)), \(keyword: side).\(name: pairs.ownColumn), \
      \(.text(change)), \(.text(pairs.property.text)), \(keyword: side).\(name: pairs.otherColumn))
      """
    }
    return [
      replacement(of: pairs),
      trigger(.insert, on: pairs.name, loss(of: pairs) + [row("link", "after", "NEW")]),
      trigger(
        .delete, on: pairs.name,
        [
          """
          DELETE FROM \(name: LogNames.pending) WHERE entity = \(.text(pairs.name.text)) \
          AND "key" = OLD.\(name: pairs.ownColumn) AND before = OLD.\(name: pairs.otherColumn)
          """, row("unlink", "before", "OLD"),
        ]),
    ]
  }

  func removal(of trigger: Name, on table: Name) -> SQLText {
    "DROP TRIGGER IF EXISTS \(name: trigger)"
  }

  /// - Parameters:
  ///   - time: the time before the event in the name of the trigger, and in SQL.
  ///   - condition: the clause after the name of the table.
  private func trigger(
    _ event: LogEvent, on table: Name, _ statements: [SQLText],
    time: (name: String, sql: SQLText) = ("", "AFTER"), columns: SQLText = "",
    condition: SQLText = ""
  ) -> LogTrigger {
    let name: Name = "\(LogNames.log) \(time.name)\(event.rawValue) \(table)"
    let sql: SQLText = """
      CREATE TRIGGER \(name: name) \(time.sql) \(.written(event.rawValue.uppercased()))\(columns) \
      ON \(name: table)\(condition)
      BEGIN
        \(statements.joined(by: ";\n  "));
      END
      """
    return LogTrigger(name: name, table: table, statement: sql)
  }

  /// Logs the insertion with a fingerprint. The values are in the record itself, and in the rows of its
  /// later changes.
  private func insertion(of table: LoggedTable) -> LogTrigger {
    let key: SQLText = "NEW.\(name: table.key)"
    return trigger(
      .insert, on: table.name,
      losses(of: table) + [
        """
        INSERT INTO \(name: LogNames.log) (entity, "key", change, after) \
        VALUES (\(.text(table.name.text)), \(key), \(.text(LogEvent.insert.rawValue)), \
        \(fingerprint(of: "NEW", in: table)))
        """
      ])
  }

  /// A text that changes with the values of a record. A long text or blob is represented by its
  /// length, its beginning and its end, so that the log stays small. A real number is represented
  /// by eleven digits, because versions of SQLite write the last digits differently.
  func fingerprint(of record: SQLText, in table: LoggedTable) -> SQLText {
    let dialect = SQLiteDialect()
    let values = table.columns.dropFirst().map { name, type -> SQLText in
      let value: SQLText = "\(record).\(name: name)"
      let bytes: SQLText = "CAST(\(value) AS BLOB)"
      return switch dialect.columnType(of: type).script(in: dialect) {
      case "INTEGER": "ifnull(\(value), ' ')"
      case "REAL": "CASE WHEN \(value) IS NULL THEN ' ' ELSE printf('%.10e', \(value)) END"
      case "TEXT":
        """
        CASE WHEN length(\(value)) <= 64 THEN \(value) WHEN \(value) IS NULL THEN ' ' \
        ELSE length(\(value)) || substr(\(value), 1, 32) || substr(\(value), -32) END
        """
      default:
        """
        CASE typeof(\(value)) WHEN 'null' THEN ' ' WHEN 'integer' THEN \(value) \
        WHEN 'real' THEN printf('%.10e', \(value)) ELSE length(\(bytes)) || ':' || \
        hex(substr(\(bytes), 1, 64)) || hex(substr(\(bytes), -64)) END
        """
      }
    }
    return Self.joined(values[...])
  }

  /// The texts joined by blanks. SQLite limits the depth of an expression, so halves are joined.
  private static func joined(_ texts: ArraySlice<SQLText>) -> SQLText {
    guard texts.count > 1, let first = texts.indices.first else { return texts.first ?? "''" }
    let middle = first + texts.count / 2
    return "(\(joined(texts[..<middle])) || ' ' || \(joined(texts[middle...])))"
  }

  private func update(of table: LoggedTable) -> LogTrigger {
    // Compares bytes, because the collation of the column may ignore differences.
    let isOther: SQLText = " AND \"key\" <> OLD.\(name: table.key)"
    return trigger(
      .update, on: table.name,
      losses(of: table, isOther, condition: " AND (\(canReplace(in: table)))")
        + rows(of: table, .update, "property, before, after") { column in
          let (old, new): (SQLText, SQLText) = ("OLD.\(name: column)", "NEW.\(name: column)")
          return "\(old) AS before, \(new) AS after WHERE \(old) COLLATE BINARY IS NOT \(new)"
        })
  }

  private func deletion(of table: LoggedTable) -> LogTrigger {
    trigger(
      .delete, on: table.name,
      [
        """
        DELETE FROM \(name: LogNames.pending) WHERE entity = \(.text(table.name.text)) \
        AND "key" = OLD.\(name: table.key)
        """
      ]
        + rows(of: table, .delete, "property, before") { column in
          "OLD.\(name: column) AS before WHERE OLD.\(name: column) IS NOT NULL"
        })
  }

  // MARK: OR REPLACE

  /// Triggers for `OR REPLACE`, which deletes records without a trigger unless `recursive_triggers`
  /// is on. A trigger before the insert notes the records with the same unique values. A trigger
  /// after it logs those that are gone, because the statement may also ignore the conflict or
  /// update them.
  private func replacements(in table: LoggedTable) -> [LogTrigger] {
    let columns = uniques(of: table).joined().map { "\(name: $0)" as SQLText }
    let isOther: SQLText = " AND record.\(name: table.key) <> OLD.\(name: table.key)"
    return [
      trigger(
        .insert, on: table.name, [forgetting(table.name)] + candidates(in: table, ""),
        time: ("before ", "BEFORE"), condition: " WHEN \(isTaken(in: table, ""))"),
      trigger(
        .update, on: table.name,
        ["\(forgetting(table.name)) AND \(isPresent(in: table))"] + candidates(in: table, isOther),
        time: ("before ", "BEFORE"), columns: " OF \(columns.joined(by: ", "))",
        condition: " WHEN \(isTaken(in: table, isOther))"),
    ]
  }

  /// True if a record has unique values of the new one. Nearly always none has, and noting would be
  /// slow.
  private func isTaken(in table: LoggedTable, _ condition: SQLText) -> SQLText {
    uniques(of: table).map { unique -> SQLText in
      """
      EXISTS (SELECT 1 FROM \(name: table.name) AS record WHERE \(isEqual(unique))\(condition))
      """
    }.joined(by: " OR ")
  }

  /// The sets of columns of which no two records have the same values.
  private func uniques(of table: LoggedTable) -> [[Name]] { [[table.key]] + table.uniques }

  /// True for a record with the same values as the new one.
  private func isEqual(_ unique: [Name]) -> SQLText {
    unique.map { "\(name: $0) = NEW.\(name: $0)" as SQLText }.joined(by: " AND ")
  }

  /// True if an update can replace another record. A foreign key that becomes NULL, because the
  /// record that it refers to is being replaced, must not log that replacement: another trigger does.
  private func canReplace(in table: LoggedTable) -> SQLText {
    var conditions: [SQLText] = []
    for unique in uniques(of: table) {
      let isNew = unique.map { "NEW.\(name: $0) IS NOT OLD.\(name: $0)" as SQLText }
      let hasValues = unique.map { "NEW.\(name: $0) IS NOT NULL" as SQLText }
      conditions.append("(\(isNew.joined(by: " OR "))) AND \(hasValues.joined(by: " AND "))")
    }
    return conditions.joined(by: " OR ")
  }

  /// Statements that note the values of records that may be deleted.
  private func candidates(in table: LoggedTable, _ condition: SQLText) -> [SQLText] {
    let keys = uniques(of: table).map { unique -> SQLText in
      "SELECT \(name: table.key) FROM \(name: table.name) WHERE \(isEqual(unique))"
    }.joined(by: " UNION ")
    return pieces(of: table) { columns in
      let names = columns.map { "(\(.text($0.text)))" as SQLText }.joined(by: ", ")
      let values = columns.map { column -> SQLText in
        "WHEN \(.text(column.text)) THEN record.\(name: column)"
      }.joined(by: " ")
      return """
        INSERT INTO \(name: LogNames.pending) SELECT \(.text(table.name.text)), noted."key", \
        noted.property, noted.before FROM (SELECT record.\(name: table.key) AS "key", \
        part.column1 AS property, CASE part.column1 \(values) END AS before \
        FROM \(name: table.name) AS record JOIN (VALUES \(names)) AS part \
        WHERE record.\(name: table.key) IN (\(keys))\(condition)) AS noted \
        WHERE noted.before IS NOT NULL
        """
    }
  }

  /// Statements that log the noted records that are gone. A record whose key the new record has is
  /// gone too.
  /// - Parameters:
  ///   - isOther: the condition that a noted record is not the updated one.
  ///   - condition: the condition for the new record, without which the notes stay.
  private func losses(
    of table: LoggedTable, _ isOther: SQLText = "", condition: SQLText = ""
  ) -> [SQLText] {
    [
      """
      INSERT INTO \(name: LogNames.log) (entity, "key", change, property, before) \
      SELECT entity, "key", \(.text(LogEvent.delete.rawValue)), property, before \
      FROM \(name: LogNames.pending) WHERE entity = \(.text(table.name.text))\(isOther) \
      AND ("key" = NEW.\(name: table.key) OR NOT \(isPresent(in: table)))\(condition) \
      ORDER BY "key"
      """, "\(forgetting(table.name))\(condition)",
    ]
  }

  /// True if the noted record is still there.
  private func isPresent(in table: LoggedTable) -> SQLText {
    """
    EXISTS (SELECT 1 FROM \(name: table.name) AS present \
    WHERE present.\(name: table.key) = \(name: LogNames.pending)."key")
    """
  }

  private func forgetting(_ table: Name) -> SQLText {
    "DELETE FROM \(name: LogNames.pending) WHERE entity = \(.text(table.text))"
  }

  /// The trigger for a pair, which only an equal pair can replace.
  private func replacement(of pairs: LoggedPairs) -> LogTrigger {
    let (ownColumn, otherColumn): (SQLText, SQLText) = (
      "\(name: pairs.ownColumn)", "\(name: pairs.otherColumn)"
    )
    return trigger(
      .insert, on: pairs.name,
      [
        forgetting(pairs.name),
        """
        INSERT INTO \(name: LogNames.pending) VALUES (\(.text(pairs.name.text)), NEW.\(ownColumn), \
        \(.text(pairs.property.text)), NEW.\(otherColumn))
        """,
      ], time: ("before ", "BEFORE"),
      condition: """
         WHEN EXISTS (SELECT 1 FROM \(name: pairs.name) \
        WHERE \(ownColumn) = NEW.\(ownColumn) AND \(otherColumn) = NEW.\(otherColumn))
        """)
  }

  private func loss(of pairs: LoggedPairs) -> [SQLText] {
    [
      """
      INSERT INTO \(name: LogNames.log) (entity, "key", change, property, before) \
      SELECT \(.text(pairs.entity.text)), "key", 'unlink', property, before \
      FROM \(name: LogNames.pending) WHERE entity = \(.text(pairs.name.text)) \
      AND "key" = NEW.\(name: pairs.ownColumn) AND before = NEW.\(name: pairs.otherColumn)
      """, forgetting(pairs.name),
    ]
  }

  /// SQLite allows 500 parts in a compound query.
  private static let mostValues = 250

  /// Statements that add a row for each changed column.
  private func rows(
    of table: LoggedTable, _ event: LogEvent, _ columns: SQLText, _ values: (Name) -> SQLText
  ) -> [SQLText] {
    pieces(of: table) { names in
      let queries = names.map {
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

  private func pieces(
    of table: LoggedTable, _ statement: (ArraySlice<Name>) -> SQLText
  ) -> [SQLText] {
    table.columns.map(\.name).chunks(of: Self.mostValues).map(statement)
  }

  // MARK: Reading

  var transactions: (any TransactionLog)? { nil }

  /// The change of a row, or the last one before it.
  var join: SQLText {
    """
    LEFT JOIN \(name: LogNames.changes) c ON c.first = (
      SELECT first FROM \(name: LogNames.changes) WHERE first <= l.id ORDER BY first DESC LIMIT 1
    )
    """
  }

  /// The time of the change, or of the statement if another program made it.
  var time: SQLText { "CASE WHEN c.last >= l.id THEN c.time ELSE \(ownTime) END" }
  var person: SQLText { "CASE WHEN c.last >= l.id THEN c.who END" }
  var model: SQLText { "c.model" }
  var ownTime: SQLText { "strftime('%Y-%m-%d %H:%M:%f', l.time / 1000.0, 'unixepoch')" }

  var historyJoin: SQLText { "\(join) AND c.last >= l.id" }

  var historyPerson: SQLText { "c.who" }

  func column(_ value: SQLText, of type: AttributeType) -> SQLText? { value }
}
