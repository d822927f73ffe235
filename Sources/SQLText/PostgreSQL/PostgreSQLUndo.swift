import FlagModel

/// A block of PL/pgSQL goes through the rows of a change from the last one on and does the opposite of each, at the
/// server. Names with a dot are no names of columns.
extension PostgreSQLLog {
  func undo(
    of rows: SQLText, in tables: [LoggedTable], reviving revived: [LoggedTable],
    _ pairs: [LoggedPairs]
  ) -> SQLText? {
    let body: SQLText = """
      #variable_conflict use_column
      DECLARE
        "flagdb.row" record;
        "flagdb.entity" text;
        "flagdb.key" bigint;
        "flagdb.names" text[] := '{}';
        "flagdb.values" text[] := '{}';
        "flagdb.record" jsonb;
      BEGIN
        PERFORM set_config('flagdb.undo', '', true);
        FOR "flagdb.row" IN SELECT entity, "key", change, property, before, after
          FROM \(name: LogNames.log) AS l WHERE \(rows) ORDER BY id DESC
        LOOP
          IF "flagdb.entity" <> "flagdb.row".entity OR "flagdb.key" <> "flagdb.row"."key"
            OR "flagdb.row".change <> 'delete' AND "flagdb.entity" IS NOT NULL THEN
            \(revival(of: revived))
          END IF;
          IF "flagdb.row".change = 'delete' THEN
            "flagdb.entity" := "flagdb.row".entity;
            "flagdb.key" := "flagdb.row"."key";
            "flagdb.names" := array_append("flagdb.names", "flagdb.row".property);
            "flagdb.values" := array_append("flagdb.values", "flagdb.row".before);
            CONTINUE;
          \(branches(tables, pairs))
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
          \(revival(of: revived))
        END IF;
      EXCEPTION WHEN integrity_constraint_violation THEN
        PERFORM set_config('flagdb.undo', json_build_object(
          'entity', coalesce("flagdb.entity", "flagdb.row".entity),
          'key', coalesce("flagdb.key", "flagdb.row"."key"), 'reason', sqlerrm)::text, true);
      END
      """
    return "DO \(dialect.body(body))"
  }

  /// The record that a row could not be taken back of, and the reason, where a rule of the tables forbids it.
  var failureOfUndo: SQLText? {
    """
    SELECT s ->> 'entity', (s ->> 'key')::bigint, s ->> 'reason' FROM \
    (SELECT nullif(current_setting('flagdb.undo', true), '')::json AS s) AS f WHERE s IS NOT NULL
    """
  }

  /// Brings back the record whose values have been read.
  private func revival(of tables: [LoggedTable]) -> SQLText {
    let insertions = tables.map { table -> SQLText in
      let names = table.columns.map { "\(name: $0.name)" as SQLText }
      let values = table.columns.map { name, type -> SQLText in
        "(\"flagdb.record\" ->> \(.text(name.text)))::\(dialect.castType(of: type))"
      }
      return """
        IF "flagdb.entity" = \(.text(table.name.text)) THEN
                INSERT INTO \(name: table.name) (\(names.joined(by: ", ")))\(.givenKeys(table.name)) \
        VALUES (\(values.joined(by: ", ")));
              END IF;
        """
    }
    return """
      "flagdb.record" := jsonb_object("flagdb.names", "flagdb.values");
            \(insertions.joined(by: "\n      "))
            "flagdb.entity" := NULL;
            "flagdb.key" := NULL;
            "flagdb.names" := '{}';
            "flagdb.values" := '{}';
      """
  }

  /// The opposites of all that is no deletion.
  private func branches(_ tables: [LoggedTable], _ pairs: [LoggedPairs]) -> SQLText {
    let ofTables = tables.flatMap { table -> [SQLText] in
      table.columns.map { update(of: $0.name, $0.type, in: table) } + [
        """
        ELSIF "flagdb.row".change = 'insert' AND "flagdb.row".entity = \(.text(table.name.text)) THEN
              DELETE FROM \(name: table.name) WHERE \(name: table.key) = "flagdb.row"."key";
        """
      ]
    }
    return (ofTables + pairs.flatMap(branches)).joined(by: "\n    ")
  }

  /// A value is given back only where the change's own is still there.
  private func update(
    of column: Name, _ type: AttributeType, in table: LoggedTable
  ) -> SQLText {
    let key: SQLText =
      column == table.key ? "(\"flagdb.row\".after)::bigint" : "\"flagdb.row\".\"key\""
    return """
      ELSIF "flagdb.row".property = \(.text(column.text)) AND "flagdb.row".change = 'update' \
      AND "flagdb.row".entity = \(.text(table.name.text)) THEN
            UPDATE \(name: table.name) SET \(name: column) = \
      ("flagdb.row".before)::\(dialect.castType(of: type)) WHERE \(name: table.key) = \(key) \
      AND \(text(of: "\(name: column)", type)) IS NOT DISTINCT FROM "flagdb.row".after;
      """
  }

  private func branches(_ pairs: LoggedPairs) -> [SQLText] {
    func branch(_ change: StaticString, _ statement: SQLText) -> SQLText {
      """
      ELSIF "flagdb.row".change = '\(keyword: change)' \
      AND "flagdb.row".property = \(.text(pairs.property.text)) \
      AND "flagdb.row".entity = \(.text(pairs.entity.text)) THEN
            \(statement);
      """
    }
    let (own, other): (SQLText, SQLText) =
      ("\(name: pairs.ownColumn)", "\(name: pairs.otherColumn)")
    return [
      branch(
        "link",
        """
        DELETE FROM \(name: pairs.name) WHERE \(own) = "flagdb.row"."key" \
        AND \(other) = ("flagdb.row".after)::bigint
        """),
      branch(
        "unlink",
        """
        INSERT INTO \(name: pairs.name) (\(own), \(other)) \
        VALUES ("flagdb.row"."key", ("flagdb.row".before)::bigint)
        """),
    ]
  }
}
