import Addresses
package import Engines
package import FlagModel
package import SQLText

/// Reads the catalog. The schema of the connection is the first one on its search path, and the
/// only one that flagdb uses.
extension PostgreSQLConnection {
  static let ofSchema: SQLText =
    "relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())"

  package var keepsStatements: Bool { false }

  /// Reads the objects except indexes of constraints. The server returns the statement that creates
  /// an index.
  package func objects() throws(EngineError) -> [CatalogObject] {
    try askCatalog()
    return try objects(Self.allObjects)
  }

  /// Selects the kind, name, table and statement of objects, and two columns to sort by.
  private static let relations: SQLText = """
    SELECT CASE WHEN relkind IN ('i', 'I') THEN 'index' WHEN relkind IN ('v', 'm') THEN 'view' \
    ELSE 'table' END AS kind, relname AS name, \
    coalesce((SELECT t.relname FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid \
    WHERE i.indexrelid = c.oid), relname) AS "table", \
    CASE WHEN relkind IN ('i', 'I') THEN pg_get_indexdef(oid) END AS sql, 1 AS part, oid FROM pg_class AS c \
    WHERE \(ofSchema) AND relkind IN ('r', 'p', 'v', 'm', 'f', 'i', 'I') \
    AND NOT relispartition AND NOT EXISTS (SELECT 1 FROM pg_constraint AS k \
    WHERE k.conindid = c.oid AND k.contype IN ('p', 'u', 'x'))
    """

  private static let foreignKeys: SQLText = """
    SELECT 'foreign key', k.conname, c.relname, NULL, 2, k.oid FROM pg_constraint AS k JOIN pg_class AS c \
    ON c.oid = k.conrelid WHERE k.contype = 'f' AND k.conparentid = 0 AND c.\(ofSchema)
    """

  private static func ofTriggers(where condition: SQLText) -> SQLText {
    """
    SELECT 'trigger' AS kind, t.tgname AS name, c.relname AS "table", NULL AS sql, 3 AS part, t.oid \
    FROM pg_trigger AS t JOIN pg_class AS c \
    ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND NOT c.relispartition AND c.\(ofSchema) AND \(condition)
    """
  }

  private static let allObjects: SQLText =
    "\(relations) UNION ALL \(foreignKeys) UNION ALL \(ofTriggers(where: "true")) \(order)"

  private static let order: SQLText = "ORDER BY part, oid"

  private func objects(_ query: SQLText) throws(EngineError) -> [CatalogObject] {
    try catalogRows(query).compactMap { row in
      guard case .text(let kind) = row[0], case .text(let name) = row[1],
        case .text(let table) = row[2]
      else { return nil }
      let sql: String? = if case .text(let sql) = row[3] { sql } else { nil }
      return CatalogObject(kind: kind, name: name, table: table, sql: sql)
    }
  }

  package func definition(of kind: String?, _ name: Name) -> String? { nil }

  /// Compares only the existence of the table, and not its columns.
  package func isDefined(_ table: Name, by sql: String) throws(EngineError) -> Bool {
    // The connection has looked for this table when it was opened.
    if table == Self.models, hasModels { return true }
    return try !catalogRows(Self.isTable(table)).isEmpty
  }

  static func isTable(_ name: Name) -> SQLText {
    """
    SELECT 1 FROM pg_class WHERE \(ofSchema) AND relname = \(.text(name.text)) \
    AND relkind IN ('r', 'p')
    """
  }

  /// All triggers of a flagdb database are read together.
  package func triggers(on table: Name) throws(EngineError) -> [CatalogObject] {
    if isForeign || !hasModels {
      let condition: SQLText = "c.relname = \(.text(table.text))"
      return try objects("\(Self.ofTriggers(where: condition)) \(Self.order)")
    }
    return try objects(Self.allTriggers).filter { Name($0.table) == table }
  }

  package func hasTrigger(beginning text: String) throws(EngineError) -> Bool {
    try objects(Self.allTriggers).contains { $0.name.utf8.starts(with: text.utf8) }
  }

  private static let allTriggers: SQLText = "\(ofTriggers(where: "true")) \(order)"

  package func has(_ table: Name, column: Name?) -> Bool {
    if isForeign {
      guard let columns = try? foreignColumns()[table] else { return false }
      return column.map(columns.contains) ?? true
    }
    guard let columns = try? columns(of: table), !columns.isEmpty else { return false }
    return column.map { name in columns.contains { $0.name == name } } ?? true
  }

  private static let foreignColumns: SQLText = """
    SELECT c.relname, a.attname FROM pg_class AS c LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid \
    AND a.attnum > 0 AND NOT a.attisdropped WHERE \(ServerTables.areForeign)
    """

  /// The names of all columns by table. They are read once, because a sidecar asks for one after
  /// the other.
  private func foreignColumns() throws(EngineError) -> [Name: Set<Name>] {
    if let cached = knownForeignColumns { return cached }
    let pairs = try rows(Self.foreignColumns)
    var names: [Name: Set<Name>] = [:]
    for row in pairs {
      guard case .text(let table) = row[0] else { continue }
      let columns: Set<Name> = if case .text(let column) = row[1] { [Name(column)] } else { [] }
      names[Name(table), default: []].formUnion(columns)
    }
    knownForeignColumns = names
    return names
  }

  package func tableNames() throws(EngineError) -> [TableShape] {
    try objects().compactMap { object in
      if Name(object.name) == Self.models || object.table != object.name { return nil }
      return switch object.kind {
      case "table": TableShape(name: Name(object.name), kind: .table, isStrict: true)
      case "view": TableShape(name: Name(object.name), kind: .view)
      default: nil
      }
    }
  }

  /// The type of a column in the spelling that the dialect generates.
  private static let type: SQLText = """
    replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz') || \
    coalesce((SELECT ' COLLATE ' || quote_ident(o.collname) FROM pg_collation AS o \
    JOIN pg_type AS t ON t.oid = a.atttypid \
    WHERE o.oid = a.attcollation AND o.oid != t.typcollation), '')
    """

  /// The columns of all tables of a flagdb database are read together.
  package func columns(of table: Name) throws(EngineError) -> [ColumnShape] {
    try askCatalog()
    var question = Self.allColumns
    if isForeign || !hasModels {
      question = Self.columns(
        where: "c.relname = \(.text(table.text)) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')")
    }
    let rows = try catalogRows(question)
    let name = Value.text(table.text)
    return rows.compactMap { row in
      guard row[6] == name, case .text(let name) = row[0], case .text(let type) = row[1],
        case .integer(let place) = row[5]
      else { return nil }
      let value: String? = if case .text(let value) = row[3] { value } else { nil }
      return ColumnShape(
        name: Name(name), declaredType: type, isNotNull: row[2] == .integer(1), defaultText: value,
        isGenerated: row[4] == .integer(1), keyPlace: Int(place))
    }
  }

  private static let allColumns = columns(
    where: "c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition")

  private static func columns(where condition: SQLText) -> SQLText {
    """
    SELECT a.attname, \(type), a.attnotnull::int, \
    pg_get_expr(d.adbin, d.adrelid), (a.attgenerated != '')::int, \
    coalesce(array_position(i.indkey::int[], a.attnum::int) + 1, 0), c.relname \
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid \
    LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum \
    LEFT JOIN pg_index AS i ON i.indrelid = a.attrelid AND i.indisprimary \
    WHERE c.\(ofSchema) AND \(condition) AND a.attnum > 0 AND NOT a.attisdropped \
    ORDER BY c.oid, a.attnum
    """
  }

  // MARK: All at once

  /// All catalog queries on a flagdb database.
  static let catalogQuestions: [SQLText] =
    [allObjects, allColumns, specialTables, bytesOfTables] + questionsOnLog

  /// The queries that tell if an audit log exists, and if it is on.
  static let questionsOnLog = [isTable(LogNames.log), allTriggers]

  /// The query for the current size of a table in bytes, without indexes.
  static func size(of table: Name) -> SQLText { "SELECT \(ServerNumberWalk.bytes(of: table))" }

  /// The current size of each table in bytes, without indexes.
  private static let bytesOfTables: SQLText = """
    SELECT relname, pg_relation_size(oid) FROM pg_class \
    WHERE \(ofSchema) AND relkind = 'r' AND NOT relispartition
    """

  /// Runs all catalog queries in one round trip, unless their results are known.
  private func askCatalog() throws(EngineError) {
    let isKnown = catalog[Self.allObjects.written(in: dialect)] != nil
    if hasModels, !isForeign, isInTransaction, !isKnown { try ask(Self.catalogQuestions) }
  }

  package var questionsOnTables: [SQLText] { ServerTables.questions }

  package func mostRecords(in table: Name) -> Int64? {
    knownBytes(of: table).map { $0 / ServerNumberWalk.fewestBytes }
  }

  /// The size of a table in bytes, if it is known without a query.
  func knownBytes(of table: Name) -> Int64? {
    if isAlive, let sizeOfTable, sizeOfTable.table == table { return sizeOfTable.bytes }
    let answer = isAlive ? catalog[Self.bytesOfTables.written(in: dialect)] : nil
    let row = answer?.rows.first { $0[0] == .text(table.text) }
    return if case .integer(let bytes)? = row?[1] { bytes } else { nil }
  }

  /// A constant, because a server does not report changes of its tables.
  package func version() -> Value? { .integer(0) }

  package var sizesOfTables: SQLText {
    let machines: SQLText =
      if dialect.spreads.others == nil {
        ""
      } else {
        "WHEN oid IN (SELECT logicalrelid FROM pg_dist_partition) THEN citus_total_relation_size(oid) "
      }
    return """
      SELECT relname, CASE \(machines)WHEN relkind = 'p' THEN \
      (SELECT sum(pg_total_relation_size(relid))::bigint FROM pg_partition_tree(oid)) \
      ELSE pg_total_relation_size(oid) END FROM pg_class \
      WHERE \(Self.ofSchema) AND relkind IN ('r', 'p') AND NOT relispartition
      """
  }

  // MARK: The mark of a flagdb database

  /// The table of models. Unlike in a file, it has a column with the format version, which the
  /// header of a file contains. It also has that column in a foreign database with a sidecar.
  static let models: Name = "flagdb_model"

  package func mark(layout: Int64) throws(EngineError) {
    try execute("ALTER TABLE flagdb_model ADD COLUMN layout bigint NOT NULL DEFAULT \(layout)")
  }

  static let layout: SQLText = "SELECT max(layout) FROM flagdb_model"

  package func layout() throws(EngineError) -> Value? { try value(Self.layout) }

  /// Begins a transaction on a flagdb database, which the first reader continues. If a table
  /// disappears while the catalog is read, it begins again.
  func openModels(_ questions: [SQLText], about table: Name?) throws(EngineError) {
    for _ in 0..<5 {
      do throws(EngineError) {
        return try readModels(questions, table)
      } catch {
        guard error.kind == .conflict else { throw error }
        rollBack()
      }
    }
    try readModels(questions, table)
  }

  private func readModels(_ questions: [SQLText], _ table: Name?) throws(EngineError) {
    hasModels = true
    // A name goes into the text of the statement only if it cannot be anything else there.
    var size: SQLText?
    if let table, table.text.utf8.allSatisfy(isWordByte) { size = Self.size(of: table) }
    expect([Self.citus, Self.specialTables] + questions + [size].compactMap(\.self))
    try begin(writing: false)
    try lookForParts()
    // The records of a partitioned table are in other tables.
    if let table, let size, dialect.spreads[table] == nil,
      case .integer(let bytes)? = try value(size)
    {
      sizeOfTable = (table, bytes)
    }
    rest()
  }

  /// Begins a transaction on a foreign database, which the first reader continues.
  func openTables(asking questions: [SQLText]) throws(EngineError) {
    hasModels = false
    isForeign = true
    expect(
      [
        schemaState, Self.anyTable, Self.state, Self.foreignColumns, Self.specialTables,
        Self.isTable(Self.models),
      ] + questions)
    try begin(writing: false)
    rest()
  }

  /// Begins a transaction on a schema that should be empty, which the first writer ends.
  func openUnused() throws(EngineError) {
    expect([schemaState, Self.letters, Self.isTable(Self.models), Self.allObjects])
    try begin(writing: false)
    rest()
  }

  /// The query for the encoding of the database, and for the number of collations of ICU.
  static let letters: SQLText = """
    SELECT current_setting('server_encoding'), \
    (SELECT count(*) FROM pg_collation WHERE collname = 'und-x-icu')
    """

  static let anyTable: SQLText =
    "SELECT 1 FROM pg_class AS c WHERE \(ServerTables.areForeign) LIMIT 1"

  /// The query for the state of the schema of the address.
  private var schemaState: SQLText { SchemaState.question(about: server.address.schema) }

  /// Checks that the schema of the address exists, and that the search path uses it.
  func lookForSchema() throws(EngineError) -> SchemaState { SchemaState(try value(schemaState)) }

  /// Finds partitioned and distributed tables, which may be locked by another connection.
  func lookForParts() throws(EngineError) {
    hasModels = true
    var hasParts = try catalogRows(Self.specialTables).contains { $0[2] == .integer(1) }
    if !hasParts { hasParts = try value(Self.citus) == .integer(1) }
    if hasParts { try readSpreads() }
  }

  /// The query that tells if Citus may have distributed a table.
  private static let citus: SQLText =
    "SELECT (to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL)::int"

  package func usesIndex(_ step: String) -> Bool { step.contains("Index ") }

  package func plan(of sql: SQLText) throws(EngineError) -> [String] {
    try rows("EXPLAIN \(sql)").compactMap { row in
      if case .text(let line) = row[0] { line } else { nil }
    }
  }
}
