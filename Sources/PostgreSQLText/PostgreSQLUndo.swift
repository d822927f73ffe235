import FlagModel
import JSON
import SQLText

/// Generates a PL/pgSQL block that reads the rows of a change backwards and reverts each on the
/// server. Its variables have a dot in their names, so that no column has the same name.
extension PostgreSQLLog {
  func undo(
    of rows: SQLText, unless conflict: SQLText?, in tables: [LoggedTable],
    removing removed: [LoggedTable], together: [LoggedTable], reviving revived: [LoggedTable],
    _ pairs: [LoggedPairs]
  ) -> SQLText {
    let removedTogether = Set(together.map(\.name))
    let body: SQLText = """
      #variable_conflict use_column
      DECLARE
        \(variables(for: tables))
      BEGIN
        PERFORM set_config('flagdb.undo', '', true);
        \(conflict.map(ending) ?? "")
        \(together.map { requiringFirstValues(in: $0, of: rows) }.joined(by: "\n    "))
        FOR "flagdb.row" IN SELECT entity, "key", change, property, before, after
          FROM \(name: LogNames.log) AS l WHERE \(rows) ORDER BY id DESC
        LOOP
          "flagdb.place" := "flagdb.places" -> "flagdb.row".entity -> "flagdb.row".property;
          \(followingKey(of: tables))
          IF "flagdb.entity" <> "flagdb.row".entity OR "flagdb.key" <> "flagdb.row"."key"
            OR "flagdb.verb" <> "flagdb.row".change
            OR "flagdb.verb" = 'update' AND NOT coalesce("flagdb.place" < "flagdb.last", FALSE) THEN
            \(ending(tables, reviving: revived))
          END IF;
          IF "flagdb.row".change = 'delete'
            OR "flagdb.row".change = 'update' AND "flagdb.place" IS NOT NULL THEN
            \(collection)
            CONTINUE;
          \(branches(tables, removing: removed, removedTogether, pairs))
          ELSE
            CONTINUE;
          END IF;
          IF NOT FOUND THEN
            PERFORM set_config('flagdb.undo', json_build_object(
              'entity', "flagdb.row".entity, 'key', "flagdb.row"."key")::text, true);
            RETURN;
          END IF;
        END LOOP;
        IF "flagdb.entity" IS NOT NULL THEN
          \(ending(tables, reviving: revived))
        END IF;
      EXCEPTION WHEN integrity_constraint_violation THEN
        PERFORM set_config('flagdb.undo', json_build_object(
          'entity', coalesce("flagdb.entity", "flagdb.row".entity),
          'key', coalesce("flagdb.key", "flagdb.row"."key"), 'reason', sqlerrm)::text, true);
      END
      """
    return "DO \(dialect.body(body))"
  }

  /// A query for the record that could not be reverted, and the reason: a constraint, or a later row.
  var failureOfUndo: SQLText {
    """
    SELECT s ->> 'entity', (s ->> 'key')::bigint, s ->> 'reason', (s ->> 'later')::bigint FROM \
    (SELECT nullif(current_setting('flagdb.undo', true), '')::json AS s) AS f WHERE s IS NOT NULL
    """
  }

  /// Ends the block if a query finds a later change of the same values.
  private func ending(ifFound conflict: SQLText) -> SQLText {
    """
    FOR "flagdb.row" IN \(conflict) LOOP
          PERFORM set_config('flagdb.undo', json_build_object('entity', "flagdb.row".entity,
            'key', "flagdb.row"."key", 'later', "flagdb.row".other)::text, true);
          RETURN;
        END LOOP;
    """
  }

  private func variables(for tables: [LoggedTable]) -> SQLText {
    """
    "flagdb.row" record;
      "flagdb.places" jsonb := \(.text(places(of: tables)));
      "flagdb.place" int;
      "flagdb.last" int;
      "flagdb.verb" text;
      "flagdb.entity" text;
      "flagdb.key" bigint;
      "flagdb.names" text[] := '{}';
      "flagdb.values" text[] := '{}';
      "flagdb.replaced" text[] := '{}';
      "flagdb.record" jsonb;
      "flagdb.after" jsonb;
    """
  }

  /// Collects a value of a deleted or updated record, until all values of the record are known.
  private var collection: SQLText {
    """
    "flagdb.verb" := "flagdb.row".change;
          "flagdb.last" := "flagdb.place";
          "flagdb.entity" := "flagdb.row".entity;
          "flagdb.key" := "flagdb.row"."key";
          "flagdb.names" := array_append("flagdb.names", "flagdb.row".property);
          "flagdb.values" := array_append("flagdb.values", "flagdb.row".before);
          "flagdb.replaced" := array_append("flagdb.replaced", "flagdb.row".after);
    """
  }

  /// The order in which a trigger writes the columns, without the keys: `{"Sample": {"code": 0}}`.
  private func places(of tables: [LoggedTable]) -> String {
    let tables = tables.map { table in
      let columns = table.columns.filter { $0.name != table.key }.enumerated()
      return JSONMember(
        table.name.text,
        .object(columns.map { JSONMember($0.element.name.text, .number("\($0.offset)")) }))
    }
    return JSONValue.object(tables).text()
  }

  /// Searches a record by its new key if the statement that changed its values also changed its key.
  private func followingKey(of tables: [LoggedTable]) -> SQLText {
    let keys = tables.filter { table in table.columns.contains { $0.name == table.key } }
    if keys.isEmpty { return "" }
    let tests = keys.map { table -> SQLText in
      """
      "flagdb.entity" = \(.text(table.name.text)) \
      AND "flagdb.row".property = \(.text(table.key.text))
      """
    }
    return """
      IF "flagdb.verb" = 'update' AND "flagdb.row".change = 'update' \
      AND "flagdb.row".entity = "flagdb.entity" AND "flagdb.row"."key" = "flagdb.key" \
      AND (\(tests.joined(by: " OR "))) THEN
            "flagdb.key" := ("flagdb.row".after)::bigint;
          END IF;
      """
  }

  /// Restores a deleted record, or the collected values of a record. Values that one statement
  /// changed are restored together, because a constraint may involve several.
  private func ending(_ tables: [LoggedTable], reviving revived: [LoggedTable]) -> SQLText {
    """
    "flagdb.record" := jsonb_object("flagdb.names", "flagdb.values");
          IF "flagdb.verb" = 'delete' THEN
            \(revival(of: revived))
          ELSE
            "flagdb.after" := jsonb_object("flagdb.names", "flagdb.replaced");
            \(tables.compactMap(restoration).joined(by: "\n      "))
          END IF;
          "flagdb.entity" := NULL;
          "flagdb.key" := NULL;
          "flagdb.names" := '{}';
          "flagdb.values" := '{}';
          "flagdb.replaced" := '{}';
    """
  }

  /// Restores values only if the record still has the change's own.
  private func restoration(of table: LoggedTable) -> SQLText? {
    let columns = table.columns.filter { $0.name != table.key }
    if columns.isEmpty { return nil }
    let values = columns.map { name, type -> SQLText in
      """
      \(name: name) = CASE WHEN jsonb_exists("flagdb.record", \(.text(name.text))) \
      THEN ("flagdb.record" ->> \(.text(name.text)))::\(dialect.castType(of: type)) \
      ELSE \(name: name) END
      """
    }
    let conditions = columns.map { name, type -> SQLText in
      """
      (NOT jsonb_exists("flagdb.record", \(.text(name.text))) OR \(text(of: "\(name: name)", type)) \
      IS NOT DISTINCT FROM "flagdb.after" ->> \(.text(name.text)))
      """
    }
    return """
      IF "flagdb.entity" = \(.text(table.name.text)) THEN
              UPDATE \(name: table.name) SET \(values.joined(by: ", ")) \
      WHERE \(name: table.key) = "flagdb.key" AND \(conditions.joined(by: " AND "));
              IF NOT FOUND THEN
                PERFORM set_config('flagdb.undo', json_build_object(
                  'entity', "flagdb.entity", 'key', "flagdb.key")::text, true);
                RETURN;
              END IF;
            END IF;
      """
  }

  private func revival(of tables: [LoggedTable]) -> SQLText {
    var insertions: [SQLText] = []
    for table in tables {
      var names: [SQLText] = []
      var values: [SQLText] = []
      for (name, type) in table.columns {
        names.append("\(name: name)")
        values.append("(\"flagdb.record\" ->> \(.text(name.text)))::\(dialect.castType(of: type))")
      }
      insertions.append(
        """
        IF "flagdb.entity" = \(.text(table.name.text)) THEN
                INSERT INTO \(name: table.name) (\(names.joined(by: ", ")))\(.givenKeys(table.name)) \
        VALUES (\(values.joined(by: ", ")));
              END IF;
        """)
    }
    if insertions.isEmpty { return "NULL;" }
    return insertions.joined(by: "\n      ")
  }

  /// Reverts updates, inserts and pairs.
  private func branches(
    _ tables: [LoggedTable], removing removed: [LoggedTable], _ together: Set<Name>,
    _ pairs: [LoggedPairs]
  ) -> SQLText {
    var branches: [SQLText] = []
    for table in tables {
      for column in table.columns where column.name == table.key {
        branches.append(renumbering(of: table, column.type))
      }
    }
    branches += removed.map { removal(of: $0, isTogether: together.contains($0.name)) }
    for pair in pairs { branches += self.branches(pair, removesRecords: !removed.isEmpty) }
    return branches.joined(by: "\n    ")
  }

  /// Deletes an added record only if it still has its first values. An older log has no fingerprint.
  /// - Parameter isTogether: true if the engine may have deleted it together with another.
  private func removal(of table: LoggedTable, isTogether: Bool) -> SQLText {
    let isKey: SQLText = "\(name: table.key) = \"flagdb.row\".\"key\""
    let orGone: SQLText =
      isTogether
      ? """
       IF NOT FOUND THEN
              PERFORM 1 WHERE NOT EXISTS (SELECT 1 FROM \(name: table.name) WHERE \(isKey));
            END IF;
      """ : ""
    return """
      ELSIF "flagdb.row".change = 'insert' AND "flagdb.row".entity = \(.text(table.name.text)) THEN
            DELETE FROM \(name: table.name) WHERE \(isKey) \
      AND ("flagdb.row".after IS NULL \
      OR "flagdb.row".after = \(fingerprint(of: "\(name: table.name)", in: table)));\(orGone)
      """
  }

  /// Ends the block if an added record no longer has its first values.
  private func requiringFirstValues(in table: LoggedTable, of rows: SQLText) -> SQLText {
    """
    FOR "flagdb.row" IN \(changedRecord(of: rows, in: table)) LOOP
          PERFORM set_config('flagdb.undo', json_build_object(
            'entity', \(.text(table.name.text)), 'key', "flagdb.row"."key")::text, true);
          RETURN;
        END LOOP;
    """
  }

  /// Restores a key only if the record still has the change's own.
  private func renumbering(of table: LoggedTable, _ type: AttributeType) -> SQLText {
    """
    ELSIF "flagdb.row".property = \(.text(table.key.text)) AND "flagdb.row".change = 'update' \
    AND "flagdb.row".entity = \(.text(table.name.text)) THEN
          UPDATE \(name: table.name) SET \(name: table.key) = \
    ("flagdb.row".before)::\(dialect.castType(of: type)) \
    WHERE \(name: table.key) = ("flagdb.row".after)::bigint;
    """
  }

  /// - Parameter removesRecords: true if the pairs of removed records are removed with them.
  private func branches(_ pairs: LoggedPairs, removesRecords: Bool) -> [SQLText] {
    func branch(_ change: StaticString, _ statement: SQLText) -> SQLText {
      """
      ELSIF "flagdb.row".change = '\(keyword: change)' \
      AND "flagdb.row".property = \(.text(pairs.property.text)) \
      AND "flagdb.row".entity = \(.text(pairs.entity.text)) THEN
            \(statement);
      """
    }
    let (ownColumn, otherColumn): (SQLText, SQLText) =
      ("\(name: pairs.ownColumn)", "\(name: pairs.otherColumn)")
    return [
      branch(
        "link",
        """
        DELETE FROM \(name: pairs.name) WHERE \(ownColumn) = "flagdb.row"."key" \
        AND \(otherColumn) = ("flagdb.row".after)::bigint\(removesRecords ? "; PERFORM 1" : "")
        """),
      branch(
        "unlink",
        """
        INSERT INTO \(name: pairs.name) (\(ownColumn), \(otherColumn)) \
        VALUES ("flagdb.row"."key", ("flagdb.row".before)::bigint)
        """),
    ]
  }
}
