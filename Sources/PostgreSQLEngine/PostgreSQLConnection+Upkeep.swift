package import Engines
package import FlagModel
package import SQLText

/// Maintenance. A server enforces its constraints itself.
extension PostgreSQLConnection {
  package func damage() throws(EngineError) -> [String] {
    var problems: [String] = []
    if hasModels, isInTransaction { try ask([Self.straying] + Self.catalogQuestions) }
    for function in try strayFunctions() {
      problems.append("the function \(function) looks for tables in a schema that is not its own")
    }
    for table in try hiddenTables() {
      problems.append("row-level security shows this user only some of the records of '\(table)'")
    }
    return problems
  }

  /// The trigger functions that still use a schema by its name after flagdb's schema was renamed.
  /// Functions that are created now always use their own schema.
  func strayFunctions() throws(EngineError) -> [String] { try texts(Self.straying) }

  static let straying: SQLText = """
    SELECT p.oid::regprocedure::text FROM pg_proc AS p WHERE p.pronamespace = \
    (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND (p.proname = 'flagdb_keep' \
    OR (p.proname ~ '^flagdb_log |[.].* (cascade|deny)$' AND p.oid IN (SELECT t.tgfoid FROM pg_trigger AS t \
    JOIN pg_class AS c ON c.oid = t.tgrelid WHERE c.\(ofSchema)))) \
    AND EXISTS (SELECT FROM unnest(p.proconfig) AS s WHERE s LIKE 'search_path=%, pg_temp' \
    AND s NOT IN ('search_path=' || quote_ident(current_schema()) || ', pg_temp', \
    'search_path="' || replace(current_schema(), '"', '""') || '", pg_temp')) ORDER BY 1
    """

  package func hiddenTables() throws(EngineError) -> [Name] {
    try catalogRows(Self.specialTables).compactMap { row in
      if row[1] == .integer(1), case .text(let name) = row[0] { Name(name) } else { nil }
    }
  }

  /// The tables with records that row-level security may hide, and the partitioned tables. They are read
  /// together, because a new connection has no part of the catalog in its memory.
  static let specialTables: SQLText = """
    SELECT relname, (relrowsecurity AND row_security_active(oid))::int, (relkind = 'p')::int FROM pg_class \
    WHERE \(ofSchema) AND relkind IN ('r', 'p') AND NOT relispartition \
    AND (relkind = 'p' OR relrowsecurity AND row_security_active(oid)) ORDER BY 1
    """

  private func texts(_ query: SQLText) throws(EngineError) -> [String] {
    try catalogRows(query).compactMap { if case .text(let text) = $0[0] { text } else { nil } }
  }

  package func size() throws(EngineError) -> StorageSize {
    let page: Int64 = 8192
    guard case .integer(let bytes)? = try value("SELECT pg_database_size(current_database())")
    else {
      return StorageSize(pages: 0, unused: 0, page: page)
    }
    return StorageSize(pages: bytes / page, unused: 0, page: page)
  }

  /// The transactions of all databases of the server that have ended. Nil with worker nodes, whose changes the
  /// coordinator may not see.
  package func dataVersion() throws(EngineError) -> Value? {
    if hasMachines { return nil }
    return try server.texts("SELECT pg_current_snapshot()::text").first.map { .text($0) }
  }

  /// Has no effect outside a transaction, as on the server.
  package func deferReferences() throws(EngineError) {
    if isInTransaction { try server.runWithNext("SET CONSTRAINTS ALL DEFERRED") }
  }

  package func requireDeferredConstraints() throws(EngineError) {
    if checksWithNext { return try server.sendPending() }
    if isInTransaction { try execute(Self.checkingNow) }
  }

  package func requireDeferredConstraintsWithNext() throws(EngineError) {
    guard isInTransaction else { return }
    try server.runWithNext(Self.checkingNow)
    checksWithNext = true
  }

  private static let checkingNow = "SET CONSTRAINTS ALL IMMEDIATE"

  /// Postpones the check of foreign keys to the commit.
  package func ignoreReferences() throws(EngineError) { try deferReferences() }

  /// Only the owner of a table can stop its triggers.
  package func rest(_ triggers: [CatalogObject]) throws(EngineError) -> [SQLText] {
    var renewals: [SQLText] = []
    for trigger in triggers {
      let (name, table) = (Name(trigger.name), Name(trigger.table))
      let stoppable = try catalogRows(
        """
        SELECT 1 FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid \
        WHERE c.\(Self.ofSchema) AND c.relname = \(.text(table.text)) \
        AND t.tgname = \(.text(name.text)) AND t.tgenabled = 'O' \
        AND pg_has_role(c.relowner, 'USAGE')
        """)
      if stoppable.isEmpty { continue }
      try run("ALTER TABLE \(name: table) DISABLE TRIGGER \(name: name)")
      renewals.append(
        """
        SET CONSTRAINTS ALL IMMEDIATE; ALTER TABLE \(name: table) ENABLE TRIGGER \(name: name)
        """)
    }
    return renewals
  }

  package func forbidWriting() { server.onlyReads = true }

  /// Advances the sequence of a table beyond keys that were inserted explicitly. A sequence never
  /// goes back. If few numbers are missing, it fetches them with `nextval`, which needs no further
  /// privilege. Otherwise it sets the sequence under a lock.
  package func continueKeys(of table: Name, _ key: Name) throws(EngineError) {
    // The sequence of a foreign table belongs to its own program.
    if isForeign { return }
    guard let (sequence, gap) = try gap(in: table, key) else { return }
    if gap.size <= Self.fewKeys {
      _ = try value(
        "SELECT max(nextval(\(sequence))) FROM generate_series(1, \(literal: gap.size))")
      return
    }
    _ = try value("SELECT pg_advisory_xact_lock(\(sequence)::oid::bigint)")
    // Another program may have advanced it meanwhile.
    forget()
    guard let (sequence, gap) = try self.gap(in: table, key) else { return }
    _ = try value("SELECT setval(\(sequence), \(literal: gap.greatest))")
  }

  private static let fewKeys: Int64 = 1_000

  /// The query for the greatest key, the last number of the sequence that generates keys, and its name. The
  /// greatest `Int64` has no successor, so it is excluded.
  package func questionOnKeys(of table: Name, _ key: Name) -> SQLText? {
    if isForeign { return nil }
    let names = [dialect.quoted(table), key.text].map { dialect.literal(.text($0)) }
    let sequence = SQLText.written("pg_get_serial_sequence(\(names[0]), \(names[1]))")
    return """
      SELECT max(\(name: key)), pg_sequence_last_value(\(sequence)::regclass), \(sequence) \
      FROM \(name: table) WHERE \(name: key) < \(literal: .max)
      """
  }

  /// The sequence, the greatest key, and the count of numbers up to it that the sequence has not returned;
  /// nil if there are none.
  private func gap(
    in table: Name, _ key: Name
  ) throws(EngineError) -> (sequence: SQLText, gap: (greatest: Int64, size: Int64))? {
    guard let question = questionOnKeys(of: table, key), let row = try row(question),
      case .integer(let greatest) = row[0], case .text(let sequence) = row[2]
    else { return nil }
    var last: Int64 = 0
    if case .integer(let lastNumber) = row[1] { last = lastNumber }
    if greatest <= last { return nil }
    let written = SQLText.written("\(dialect.literal(.text(sequence)))::regclass")
    return (written, (greatest, greatest - last))
  }
}
