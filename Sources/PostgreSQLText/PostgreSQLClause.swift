import FlagModel
package import SQLText

/// Clauses of queries and definitions in PostgreSQL.
extension PostgreSQLDialect {
  package func clause(_ clause: SQLClause, _ pieces: [SQLText]) -> SQLText {
    switch clause {
    case .elements(let type): elements(of: type, pieces[0], pieces[1])
    case .elementsOfDimensions(let type): elementsOfDimensions(of: type, pieces[0], pieces[1])
    case .entries(let type): entries(of: type, pieces[0], pieces[1])
    case .leaves(let type): leaves(of: type, pieces[0], pieces[1])
    case .rows: "(\(pieces[0])) AS \(pieces[1])"
    case .pairing: "CROSS JOIN \(pieces[0])"
    case .recursion: recursion(pieces)
    case .everyBit:
      """
      WITH flagdb_bits (bit) AS \
      (SELECT 0 UNION ALL SELECT 1::bigint << n FROM generate_series(0, 63) AS n)
      """
    case .listed(.decimal(let places)):
      "\(ours(pieces[0], .decimal(places: places))) AS \(pieces[0])"
    case .listed: pieces[0]
    case .scanned: pieces[0]
    case .ascending: "\(pieces[0]) NULLS FIRST"
    case .descending: "\(pieces[0]) DESC NULLS LAST"
    case .byBytes: "\(pieces[0])::text COLLATE \"C\""
    case .unlimited: "ALL"
    case .strictness: "SELECT 1"
    case .keepingInsert: "INSERT"
    // In an updated record, xmax is the number of the transaction that locked it.
    case .tellingInsertions: " RETURNING (xmax = 0)::int"
    case .heading(let name): " AS \(name: fitting(name))"
    case .givenKeys(let table): givenKeys(of: table)
    case .newKey(let table, let column):
      "coalesce((\(pieces[0]))::bigint, nextval(\(sequence(of: column, in: table))))"
    case .lastKey(let table, let column): "currval(\(sequence(of: column, in: table)))"
    case .definedTable(let name): "\(name: name)"
    // Foreign keys are added after all tables exist.
    case .reference: ""
    case .deferrable: " DEFERRABLE"
    case .columnType(let type): columnType(of: type)
    case .keyType(let key, let table): keyType(key, of: table)
    case .tableOptions(let table, let isOfPairs): spreading(table, isOfPairs: isOfPairs)
    case .trigger(let trigger): self.trigger(trigger, running: pieces[0])
    case .triggerRemoval(let name, let table):
      "DROP TRIGGER \(name: name) ON \(name: table); DROP FUNCTION \(name: name)()"
    case .refusal(let message):
      """
      IF EXISTS (\(pieces[0])) THEN \
      RAISE EXCEPTION USING ERRCODE = 'restrict_violation', MESSAGE = \(.text(message)); END IF
      """
    }
  }

  /// A recursive query may read its own table only once, so the parts are combined by a LATERAL
  /// join.
  private func recursion(_ pieces: [SQLText]) -> SQLText {
    let parts = RecursionPart.all(in: pieces).map { part in
      "SELECT \(part.columns) FROM \(part.table) WHERE \(part.condition)" as SQLText
    }
    return """
      SELECT flagdb_next.place, flagdb_next.record FROM \(pieces[0]) \
      CROSS JOIN LATERAL (\(parts.joined(by: " UNION ALL "))) AS flagdb_next (place, record)
      """
  }

  /// The sequence that generates the keys of a table, found by a function within the statement.
  private func sequence(of column: Name, in table: Name) -> SQLText {
    let names = [quoted(table), column.text].map { literal(.text($0)) }
    return .written("pg_get_serial_sequence(\(names[0]), \(names[1]))")
  }

  /// A trigger and its function. Other clients may have another search path, and the schema may be
  /// renamed, so the function sets its search path to the schema of its table.
  private func trigger(_ trigger: DeletionTrigger, running statement: SQLText) -> SQLText {
    let body: SQLText = """
      BEGIN
        PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA) || ', pg_temp', true);
        \(statement);
        RETURN OLD;
      END
      """
    return """
      CREATE FUNCTION \(name: trigger.name)() RETURNS trigger LANGUAGE plpgsql \
      SET search_path TO pg_temp AS \(self.body(body));
      CREATE TRIGGER \(name: trigger.name) \(trigger.time) DELETE \
      ON \(name: trigger.table) FOR EACH ROW EXECUTE FUNCTION \(name: trigger.name)()
      """
  }

  /// A dollar-quoted function body, with a tag that the body does not contain.
  func body(_ statements: SQLText) -> SQLText {
    let text = statements.script(in: self)
    var word = "$flagdb$"
    var number = 0
    while text.utf8.contains(word.utf8) {
      number += 1
      word = "$flagdb\(number)$"
    }
    return .written("\(word)\n\(text) \(word)")
  }
}
