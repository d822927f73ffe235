internal import CSQLite
import Engines
import FlagModel
import SQLText

extension SQLiteConnection {
  func objects() throws(EngineError) -> [CatalogObject] {
    try objects("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid")
  }

  private func objects(_ query: SQLText) throws(EngineError) -> [CatalogObject] {
    let rows = try prepare(query)
    var objects: [CatalogObject] = []
    while try rows.step() {
      guard case .text(let kind) = rows.value(at: 0), case .text(let name) = rows.value(at: 1),
        case .text(let table) = rows.value(at: 2)
      else { continue }
      let sql: String? = if case .text(let sql) = rows.value(at: 3) { sql } else { nil }
      objects.append(CatalogObject(kind: kind, name: name, table: table, sql: sql))
    }
    return objects
  }

  func isInternal(_ object: CatalogObject) -> Bool { object.name.lowercased().hasPrefix("sqlite_") }

  var keepsStatements: Bool { true }

  func definition(of kind: String?, _ name: Name) throws(EngineError) -> String? {
    let ofKind: SQLText = kind.map { "type = \(.text($0)) AND " } ?? ""
    let sql = try value("SELECT sql FROM sqlite_schema WHERE \(ofKind)name = \(.text(name.text))")
    return if case .text(let sql)? = sql { sql } else { nil }
  }

  func viewNames() throws(EngineError) -> [Name] {
    try objects("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type = 'view'")
      .map { Name($0.name) }
  }

  func isDefined(_ table: Name, by sql: String) throws(EngineError) -> Bool {
    try definition(of: nil, table) == sql
  }

  func triggers(on table: Name) throws(EngineError) -> [CatalogObject] {
    try objects(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_schema \
      WHERE type = 'trigger' AND tbl_name = \(.text(table.text)) COLLATE NOCASE ORDER BY rowid
      """)
  }

  func hasTrigger(beginning text: String) throws(EngineError) -> Bool {
    try value(
      "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name LIKE \(.text("\(text)%")) LIMIT 1"
    )
      != nil
  }

  func has(_ table: Name, column: Name?) -> Bool {
    sqlite3_table_column_metadata(
      handle, "main", table.text, column?.text, nil, nil, nil, nil, nil) == SQLITE_OK
  }

  func tables() throws(EngineError) -> [TableShape] { try TableReader(connection: self).tables() }

  func tableNames() throws(EngineError) -> [TableShape] {
    try TableReader(connection: self).names()
  }

  func columns(of table: Name) throws(EngineError) -> [ColumnShape] {
    try TableReader(connection: self).columns(of: table)
  }

  var keepsDeclaredTypes: Bool { false }

  func collation(of column: Name, in table: Name) throws(EngineError) -> Collation? {
    collation(of: column, in: table, isUTF16: try keepsUTF16())
  }

  /// SQLite's collation BINARY compares the bytes in the encoding of the file. In UTF-16 they have
  /// another order than in UTF-8.
  func collation(of column: Name, in table: Name, isUTF16: Bool) -> Collation? {
    var collation: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(
      handle, "main", table.text, column.text, nil, &collation, nil, nil, nil)
    guard code == SQLITE_OK, let collation else { return .unnamed }
    let name = Name(String(cString: collation))
    if name != "BINARY" { return .named(name) }
    return isUTF16 ? .unnamed : nil
  }

  /// True if the file stores texts as UTF-16.
  func keepsUTF16() throws(EngineError) -> Bool { try value("PRAGMA encoding") != .text("UTF-8") }

  func version() throws(EngineError) -> Value? { try value("PRAGMA schema_version") }

  /// Checks the tables, because the file name is no evidence.
  func isCoreDataStore() throws(EngineError) -> Bool {
    let count = try value(
      """
      SELECT count(*) FROM sqlite_schema WHERE type = 'table' \
      AND (name = 'Z_METADATA' AND sql LIKE '%Z_UUID%Z_PLIST%' \
      OR name = 'Z_PRIMARYKEY' AND sql LIKE '%Z_ENT%Z_NAME%')
      """)
    return count == .integer(2)
  }

  /// The sizes of tables and indexes, from a virtual table that some builds of SQLite lack.
  var sizesOfTables: SQLText {
    """
    SELECT tbl_name, sum(pgsize) FROM sqlite_schema AS part JOIN dbstat AS pages \
    ON pages.name = part.name WHERE pages.aggregate = 1 GROUP BY tbl_name
    """
  }

  func mark(layout: Int64) throws(EngineError) {
    try execute("PRAGMA application_id = \(DatabaseHeader.applicationID)")
    try execute("PRAGMA user_version = \(layout)")
  }

  func layout() throws(EngineError) -> Value? { try value("PRAGMA user_version") }
}
