package import Engines
package import FlagModel
import PostgreSQLText
package import SQLText

/// Partitions, and distributed tables by Citus. The server's catalog shows which tables have them.
extension PostgreSQLConnection: TableSpreading {
  /// The tables of the schema that are marked as a database or are partitioned, and the presence of
  /// Citus.
  private static let catalog: SQLText = """
    SELECT c.relname, a.attname, coalesce(obj_description(p.partdefid, 'pg_class'), ''), \
    (to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL)::int FROM pg_class AS c \
    LEFT JOIN pg_partitioned_table AS p ON p.partrelid = c.oid AND p.partstrat = 'r' AND p.partnatts = 1 \
    LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = p.partattrs[0] \
    WHERE c.\(ofSchema) AND (c.relname = 'flagdb_model' AND c.relkind IN ('r', 'p') OR a.attname IS NOT NULL)
    """

  /// The tables of Citus: `h` with the distribution column for a distributed table, `n` for a
  /// reference table.
  private static let machines: SQLText = """
    SELECT c.relname, column_to_column_name(d.logicalrelid, d.partkey) FROM pg_dist_partition AS d \
    JOIN pg_class AS c ON c.oid = d.logicalrelid WHERE c.\(ofSchema) AND NOT c.relispartition \
    AND (d.partmethod = 'h' OR d.partmethod = 'n' AND d.repmodel = 't')
    """

  /// Reads which tables are partitioned or distributed.
  func readSpreads() throws(EngineError) {
    var hasMachines = false
    var spreads = TableSpreads()
    for row in try rows(Self.catalog) {
      guard case .text(let table) = row[0] else { continue }
      if row[3] == .integer(1) { hasMachines = true }
      guard case .text(let column) = row[1], case .text(let comment) = row[2],
        comment.hasPrefix(Self.words),
        let unit = CalendarUnit(rawValue: String(comment.dropFirst(Self.words.count)))
      else { continue }
      spreads.tables[Name(table)] = .partitions(by: Name(column), unit)
    }
    if hasMachines {
      for row in try rows(Self.machines) {
        guard case .text(let table) = row[0] else { continue }
        if case .text(let column) = row[1] {
          spreads.tables[Name(table)] = .machines(by: Name(column))
        } else {
          spreads.tables[Name(table)] = .everyMachine
        }
      }
      if spreads.tables.values.contains(where: \.isOfMachines) { spreads.others = .everyMachine }
    }
    use(spreads)
  }

  private static let words = "flagdb "

  private func use(_ spreads: TableSpreads) { dialect = PostgreSQLDialect(spreads) }

  /// Distributes new tables. Tables that are already distributed stay so.
  package func spread(_ tables: [Name: TableSpread]) throws {
    var spreads = dialect.spreads
    spreads.tables.merge(tables) { $1 }
    if tables.values.contains(where: \.isOfMachines) {
      let version = try value("SELECT extversion FROM pg_extension WHERE extname = 'citus'")
      if version == nil {
        throw DatabaseError(
          .refused, "the database of this address is not spread over machines: it has no Citus",
          hint: "'CREATE EXTENSION citus', and 'citus_add_node' for each machine",
          outcome: .unchanged)
      }
      spreads.others = .everyMachine
    }
    use(spreads)
    try takeMachinesInTurn()
  }

  /// Makes Citus change shards one after the other for the rest of the transaction. After a
  /// parallel operation on all worker nodes, it refuses to change definitions.
  func takeMachinesInTurn() throws(EngineError) {
    guard dialect.spreads.others == .everyMachine else { return }
    try execute("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
  }

  // MARK: Partitions

  package func waiting(in table: Name, atMost most: Int64) throws(EngineError) -> Int64 {
    let rest = PostgreSQLDialect.partition(PostgreSQLDialect.rest, of: table)
    let count = try value(
      "SELECT count(*) FROM (SELECT 1 FROM \(name: rest) LIMIT \(literal: most)) AS few")
    return if case .integer(let count)? = count { count } else { 0 }
  }

  package func mayMakePartitions(of table: Name) throws(EngineError) -> Bool {
    try value(
      """
      SELECT 1 FROM pg_class AS c WHERE c.\(Self.ofSchema) AND c.relname = \(.text(table.text)) \
      AND pg_has_role(c.relowner, 'USAGE') \
      AND has_schema_privilege(current_schema(), 'CREATE')
      """) != nil
  }

  /// Creates partitions. It locks the default partition and empties it completely, so that its
  /// space is free at once.
  package func makePartitions(of table: Name) throws(EngineError) -> [Name] {
    guard case .partitions(let column, let unit)? = dialect.spreads[table] else { return [] }
    let rest = PostgreSQLDialect.partition(PostgreSQLDialect.rest, of: table)
    try execute(
      "SET CONSTRAINTS ALL IMMEDIATE; LOCK TABLE \(dialect.quoted(rest)) IN ACCESS EXCLUSIVE MODE")
    let stretches = try stretches(of: column, unit, in: rest)
    if stretches.isEmpty { return [] }
    let made = try stretches.map { (stretch) throws(EngineError) in
      try makePartition(stretch, of: table, from: rest, column)
    }
    try execute("TRUNCATE \(dialect.quoted(rest))")
    for partition in made { try execute(partition.attachment) }
    return made.map(\.name)
  }

  private struct Stretch {
    let name: String
    let start: String
    let end: String
  }

  private func stretches(
    of column: Name, _ unit: CalendarUnit, in table: Name
  ) throws(EngineError) -> [Stretch] {
    let word = dialect.literal(.text(unit.rawValue))
    let interval = unit == .quarter ? "3 months" : "1 \(unit.rawValue)"
    let length = dialect.literal(.text(interval))
    let name: SQLText = "\(name: column)"
    let first: SQLText = "date_trunc(\(.written(word)), \(name), 'UTC')"
    let starts = try rows(
      """
      SELECT first::text, ((first AT TIME ZONE 'UTC' + \(.written(length))) AT TIME ZONE 'UTC')::text, \
      \(.ofDate(unit.function), of: "first")::text FROM \
      (SELECT DISTINCT \(first) AS first FROM \(name: table)) AS stretches ORDER BY first
      """)
    return starts.compactMap { row in
      guard case .text(let start) = row[0], case .text(let end) = row[1],
        case .text(let name) = row[2]
      else { return nil }
      return Stretch(name: name, start: start, end: end)
    }
  }

  /// Fills a table before it becomes a partition, so that others do not wait for it.
  private func makePartition(
    _ stretch: Stretch, of table: Name, from rest: Name, _ column: Name
  ) throws(EngineError) -> (name: Name, attachment: String) {
    let name = PostgreSQLDialect.partition(stretch.name, of: table)
    let start = dialect.literal(.text(stretch.start))
    let end = dialect.literal(.text(stretch.end))
    let quoted = dialect.quoted(name)
    let whole = dialect.quoted(table)
    let date = dialect.quoted(column)
    try execute(
      """
      CREATE TABLE \(quoted) (LIKE \(whole) INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE);
      INSERT INTO \(quoted) SELECT * FROM \(dialect.quoted(rest)) WHERE \(date) >= \(start) AND \(date) < \(end)
      """)
    let attachment =
      "ALTER TABLE \(whole) ATTACH PARTITION \(quoted) FOR VALUES FROM (\(start)) TO (\(end))"
    return (name, attachment)
  }

  /// Renames partitions whose table has been renamed.
  func renamePartitions() throws(EngineError) {
    let partitions = try rows(
      """
      SELECT p.relname, t.relname FROM pg_inherits AS i JOIN pg_class AS p ON p.oid = i.inhrelid \
      JOIN pg_class AS t ON t.oid = i.inhparent WHERE p.\(Self.ofSchema) AND t.relkind = 'p' \
      AND p.relispartition AND NOT starts_with(p.relname, t.relname || '.')
      """)
    for row in partitions {
      guard case .text(let partition) = row[0], case .text(let table) = row[1],
        let dot = partition.lastIndex(of: ".")
      else { continue }
      let name = dialect.quoted(Name(table + partition[dot...]))
      try execute("ALTER TABLE \(dialect.quoted(Name(partition))) RENAME TO \(name)")
    }
  }
}
