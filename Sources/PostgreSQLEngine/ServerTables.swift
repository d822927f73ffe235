package import Engines
package import FlagModel
package import SQLText

/// Reads the tables and views of a foreign schema, with a fixed number of statements and without
/// reading records.
/// See Documentation/Decisions/foreign-postgresql-columns-keep-their-types.md.
struct ServerTables {
  private let connection: PostgreSQLConnection
  private var tables: [TableShape] = []
  private var places: [Name: Int] = [:]

  /// Foreign tables, views and similar objects, without partitions and flagdb's own tables.
  static let areForeign: SQLText = """
    c.\(PostgreSQLConnection.ofSchema) AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition \
    AND NOT (c.relname = 'flagdb_model' AND EXISTS (
      SELECT 1 FROM pg_attribute AS m WHERE m.attrelid = c.oid AND m.attname = 'source'
    ))
    """

  private static let columns: SQLText = """
    pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
    WHERE \(areForeign)
    """

  private static let typesOfColumns: SQLText = "SELECT a.atttypid FROM \(columns)"

  private static let ofTables: SQLText = """
    SELECT c.relname, (c.relkind IN ('v', 'm'))::int, \
    has_any_column_privilege(c.oid, 'SELECT')::int, c.relispopulated::int FROM pg_class AS c WHERE \(areForeign) \
    ORDER BY c.oid
    """

  private static let ofColumns: SQLText = """
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull::int, \
    CASE WHEN a.attidentity != '' THEN 'nextval' ELSE pg_get_expr(d.adbin, d.adrelid) END, \
    (a.attgenerated != '' OR a.attidentity = 'a')::int, a.atttypid::bigint, a.atttypmod, \
    coalesce(array_position(i.indkey::int[], a.attnum::int) + 1, 0), \
    has_column_privilege(c.oid, a.attnum, 'SELECT')::int \
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
    LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum \
    LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary \
    WHERE \(areForeign) ORDER BY c.oid, a.attnum
    """

  private static let ofUniques: SQLText = """
    SELECT c.relname, i.indexrelid::bigint, k.place, coalesce(a.attname, '') FROM pg_class AS c \
    JOIN pg_index AS i ON i.indrelid = c.oid \
    CROSS JOIN LATERAL unnest(i.indkey::int[]) WITH ORDINALITY AS k (number, place) \
    LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.number AND k.number > 0 \
    WHERE \(areForeign) AND i.indisunique AND NOT i.indisprimary AND i.indisvalid \
    AND i.indpred IS NULL AND k.place <= i.indnkeyatts ORDER BY c.oid, i.indexrelid, k.place
    """

  /// A key of a type such as `citext`, whose operators are in another schema, is no relationship. A
  /// connection of flagdb finds only the operators of the schema with the tables.
  private static let ofForeignKeys: SQLText = """
    SELECT c.relname, o.relname, a.attname, b.attname, k.confdeltype, p.place FROM pg_class AS c \
    JOIN pg_constraint AS k ON k.conrelid = c.oid AND k.contype = 'f' \
    JOIN pg_class AS o ON o.oid = k.confrelid AND o.relnamespace = c.relnamespace \
    CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS p (own, other, place) \
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = p.own \
    JOIN pg_attribute AS b ON b.attrelid = o.oid AND b.attnum = p.other \
    WHERE \(areForeign) AND NOT o.relispartition AND NOT EXISTS (SELECT 1 FROM pg_operator AS q \
    WHERE q.oid = ANY (k.conpfeqop) AND q.oprnamespace NOT IN (c.relnamespace, 'pg_catalog'::regnamespace)) \
    ORDER BY c.oid, k.oid, p.place
    """

  static let questions = [
    ofTables, ServerTypes.question(on: typesOfColumns), ofColumns, ofUniques, ofForeignKeys,
  ]

  static func read(_ connection: PostgreSQLConnection) throws(EngineError) -> [TableShape] {
    try connection.ask(questions)
    var reader = ServerTables(connection)
    try reader.addTables()
    try reader.addColumns()
    try reader.addUniques()
    try reader.addForeignKeys()
    return reader.tables
  }

  private init(_ connection: PostgreSQLConnection) { self.connection = connection }

  private mutating func addTables() throws(EngineError) {
    let rows = try connection.rows(Self.ofTables)
    var names: [Name.Folded: Name] = [:]
    for row in rows {
      guard case .text(let text) = row[0] else { continue }
      let name = Name(text)
      let kind: TableShape.Kind = row[1] == .integer(1) ? .view : .withoutRowID
      var table = TableShape(name: name, kind: kind, isStrict: true)
      if row[2] == .integer(0) { table.problem = "this user may not read it" }
      if row[3] == .integer(0) { table.problem = "REFRESH MATERIALIZED VIEW has to fill it first" }
      if let other = names[name.folded] {
        table.problem = "the table '\(other)' has the same name but for capitals"
      }
      names[name.folded] = names[name.folded] ?? name
      places[name] = tables.count
      tables.append(table)
    }
  }

  private mutating func addColumns() throws(EngineError) {
    let types = try ServerTypes(Self.typesOfColumns, of: connection)
    let rows = try connection.rows(Self.ofColumns)
    for row in rows {
      guard let place = place(row[0]), case .text(let name) = row[1] else { continue }
      if row[9] == .integer(0) { tables[place].forbiddenColumns.append(Name(name)) }
      guard row[9] == .integer(1), case .text(let type) = row[2],
        case .integer(let number) = row[6],
        case .integer(let modifier) = row[7], case .integer(let keyPlace) = row[8]
      else { continue }
      let value: String? = if case .text(let value) = row[4] { Self.plain(value) } else { nil }
      var column = ColumnShape(
        name: Name(name), declaredType: type, isNotNull: row[3] == .integer(1), defaultText: value,
        isGenerated: row[5] == .integer(1), keyPlace: Int(keyPlace))
      column.kept = types.kept(number, modifier: modifier)
      if Self.integerTypes.contains(type) { column.affinity = .integer }
      add(column, to: place)
    }
  }

  private static let integerTypes: Set = ["smallint", "integer", "bigint"]

  private mutating func add(_ column: ColumnShape, to place: Int) {
    if tables[place].column(column.name) != nil {
      tables[place].problem = "two columns have the same name but for capitals"
    } else {
      tables[place].columns.append(column)
    }
  }

  /// The number of a default value without its cast: `'5'::bigint`.
  private static func plain(_ text: String) -> String {
    let end = text.firstRange(of: "::")?.lowerBound ?? text.endIndex
    let value = text[..<end]
    let bare =
      if value.hasPrefix("'") && value.hasSuffix("'") {
        value.dropFirst().dropLast()
      } else {
        value
      }
    if Int64(bare) == nil && bare != "NULL" { return text }
    return String(bare)
  }

  private mutating func addUniques() throws(EngineError) {
    let rows = try connection.rows(Self.ofUniques)
    for row in rows {
      guard let place = place(row[0]), case .text(let name) = row[3] else { continue }
      if row[2] == .integer(1) { tables[place].uniques.append([]) }
      // An expression has no name, and makes no column unique.
      tables[place].uniques[tables[place].uniques.count - 1].append(Name(name))
    }
  }

  private mutating func addForeignKeys() throws(EngineError) {
    let rows = try connection.rows(Self.ofForeignKeys)
    for row in rows {
      guard let place = place(row[0]), case .text(let target) = row[1],
        case .text(let ownColumn) = row[2], case .text(let otherColumn) = row[3]
      else { continue }
      if row[5] == .integer(1) {
        tables[place].foreignKeys.append(
          ForeignKeyShape(
            target: Name(target), columns: [Name(ownColumn)], targetColumns: [Name(otherColumn)],
            deleteRule: Self.deleteRule(row[4])))
      } else if let last = tables[place].foreignKeys.indices.last {
        tables[place].foreignKeys[last].columns.append(Name(ownColumn))
        tables[place].foreignKeys[last].targetColumns.append(Name(otherColumn))
      }
    }
    // A table that is not read may have the name of another one but for capitals.
    let unread = Set(tables.filter { $0.problem != nil }.map(\.name))
    for place in tables.indices {
      tables[place].foreignKeys.removeAll { unread.contains($0.target) }
    }
  }

  private static func deleteRule(_ action: Value) -> Relationship.DeleteRule {
    switch action {
    case .text("c"): .cascade
    case .text("n"), .text("d"): .nullify
    case .text("r"): .deny
    default: .noAction
    }
  }

  private func place(_ table: Value) -> Int? {
    if case .text(let name) = table { places[Name(name)] } else { nil }
  }
}

extension PostgreSQLConnection {
  package func tables() throws(EngineError) -> [TableShape] { try ServerTables.read(self) }

  package var keepsDeclaredTypes: Bool { true }

  /// A hash of the tables, which the server calculates, so that little data is sent. It differs for a user who may
  /// not read all columns.
  package func stateOfTables() throws(EngineError) -> String? {
    let state = try value(Self.state)
    return if case .text(let state)? = state { state } else { nil }
  }

  static let state: SQLText = """
    SELECT encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' ORDER BY line COLLATE "C"), ''), \
    'UTF8')), 'hex') FROM (\
    SELECT concat_ws('|', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, \
    a.attgenerated, a.attidentity, (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) \
    FROM pg_enum AS e WHERE e.enumtypid = a.atttypid), \
    CASE WHEN NOT has_column_privilege(c.oid, a.attnum, 'SELECT') THEN 'forbidden' END) AS line FROM pg_class AS c \
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
    WHERE \(ServerTables.areForeign) UNION ALL \
    SELECT concat_ws('|', c.relname, k.contype, k.conkey, o.relname, k.confkey, k.confdeltype) \
    FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid \
    LEFT JOIN pg_class AS o ON o.oid = k.confrelid WHERE \(ServerTables.areForeign) \
    AND k.contype IN ('p', 'u', 'f') UNION ALL \
    SELECT concat_ws('|', c.relname, i.indkey, i.indpred IS NULL) FROM pg_index AS i \
    JOIN pg_class AS c ON c.oid = i.indrelid WHERE \(ServerTables.areForeign) AND i.indisunique) AS lines
    """
}

// For guesses about columns.

extension PostgreSQLConnection {
  /// SQL expressions of the server in the form of SQLite's, as far as guesses need them: without
  /// casts, and with `IN`.
  package func usesOfColumns() throws(EngineError) -> [String] {
    let rows = try rows(
      """
      SELECT 'CREATE TABLE ' || quote_ident(c.relname) || ' (' || regexp_replace(\
      \(Self.withoutCasts("pg_get_constraintdef(k.oid)")), \
      '[(]*("[^"]+"|[a-z_0-9]+)[)]* = ANY [(]*ARRAY\\[([^]]*)\\][)]*', '(\\1 IN (\\2))', 'g') || ')' \
      FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid \
      WHERE \(ServerTables.areForeign) AND k.contype = 'c' UNION ALL \
      SELECT 'CREATE VIEW ' || quote_ident(c.relname) || ' AS ' || \
      \(Self.withoutCasts("pg_get_viewdef(c.oid)")) FROM pg_class AS c \
      WHERE \(ServerTables.areForeign) AND c.relkind IN ('v', 'm') UNION ALL \
      SELECT \(Self.withoutCasts("pg_get_indexdef(i.indexrelid)")) FROM pg_index AS i \
      JOIN pg_class AS c ON c.oid = i.indrelid WHERE \(ServerTables.areForeign) \
      AND (i.indpred IS NOT NULL OR i.indexprs IS NOT NULL)
      """)
    return rows.compactMap { if case .text(let sql) = $0[0] { sql } else { nil } }
  }

  private static func withoutCasts(_ sql: SQLText) -> SQLText {
    """
    regexp_replace(\(sql), '::(character varying|double precision|bit varying|"[^"]*"|[a-z_0-9]+)\
    ([.]("[^"]*"|[a-z_0-9]+))?([(][0-9,]+[)])?([[][]])*', '', 'g')
    """
  }

  /// A random sample of whole pages, the same each time.
  package func sampling(of table: Name, rows: Int) throws(EngineError) -> SQLText? {
    let sizes = try row(
      """
      SELECT (SELECT sum(p.reltuples)::bigint FROM pg_class AS p WHERE p.oid = c.oid OR p.oid IN \
      (SELECT relid FROM pg_partition_tree(c.oid) WHERE isleaf)) FROM pg_class AS c \
      WHERE \(ServerTables.areForeign) AND c.relname = \(.text(table.text)) AND c.relkind IN ('r', 'p', 'm')
      """)
    guard case .integer(let size)? = sizes?.first, size > 2 * Int64(rows) else { return nil }
    let tenThousandths = max(1, Int64(rows) * 1_000_000 / size)
    return " TABLESAMPLE SYSTEM (\(literal: tenThousandths) / 10000.0) REPEATABLE (1)"
  }
}
