package import Engines
package import FlagModel
import PostgreSQLText
package import SQLText

extension PostgreSQLConnection {
  /// Locks the table of models, which every transaction of flagdb reads first. So a migration
  /// begins after all others have ended, and later ones wait for it. Each statement of the
  /// migration sees the current records.
  package func migration<Result>(_ body: () throws -> Result) throws -> Result {
    if isInTransaction { return try transaction(writing: true, body) }
    isMigrating = true
    defer { isMigrating = false }
    return try transaction(writing: true) {
      try takeMachinesInTurn()
      let rights = try rightsToViews()
      let result = try body()
      try give(rights)
      if !dialect.spreads.isEmpty { try renamePartitions() }
      return result
    }
  }

  /// A privilege on a view.
  private struct Right {
    let view: String
    let number: Value
    /// The privilege with its grantee: `SELECT ON … TO ann`.
    let words: String
  }

  /// The privileges on views, which must be granted again after the views are rebuilt.
  private func rightsToViews() throws(EngineError) -> [Right] {
    try catalogRows(Self.grants).compactMap { row in
      guard case .text(let view) = row[0], case .text(let words) = row[2] else { return nil }
      return Right(view: view, number: row[1], words: words)
    }
  }

  static let grants: SQLText = """
    SELECT c.relname, c.oid::bigint, a.privilege_type || ' ON ' || quote_ident(c.relname) || ' TO ' \
    || CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END \
    || CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END \
    FROM pg_class AS c, aclexplode(c.relacl) AS a WHERE c.\(ofSchema) AND c.relkind = 'v' \
    AND a.grantee != c.relowner
    """

  /// Grants privileges again on the views that were rebuilt.
  private func give(_ rights: [Right]) throws(EngineError) {
    for right in rights {
      let number = try value(
        """
        SELECT oid::bigint FROM pg_class AS c WHERE c.\(Self.ofSchema) \
        AND c.relkind = 'v' AND c.relname = \(.text(right.view))
        """)
      if let number, number != right.number { try execute("GRANT \(right.words)") }
    }
  }

  package func lockTables(_ tables: [Name]) throws(EngineError) {
    if tables.isEmpty { return }
    let names = tables.map { dialect.quoted($0) }.joined(separator: ", ")
    // With these locks, the catalog of the tables cannot change.
    try run(["LOCK TABLE \(names) IN ACCESS EXCLUSIVE MODE"], asking: Self.catalogQuestions)
  }

  package func isOneStatement(_ sql: String) -> Bool {
    FirstStatement(of: Array(sql.utf8)).length == sql.utf8.count
  }

  package func script(
    of statements: [String], onModel version: Int64, locking tables: [Name]
  ) throws(EngineError) -> String? {
    guard case .text(let schema)? = try value("SELECT current_schema()::text") else { return nil }
    let names = tables.map { dialect.quoted($0) }.joined(separator: ", ")
    return """
      \\set ON_ERROR_STOP on
      BEGIN;
      SET LOCAL search_path TO \(dialect.quoted(Name(schema))), pg_temp;
      LOCK TABLE flagdb_model IN ACCESS EXCLUSIVE MODE;
      DO $flagdb$ BEGIN
        IF (SELECT max(version) FROM flagdb_model) IS DISTINCT FROM \(version) THEN
          RAISE EXCEPTION 'the database has changed since this script was made';
        END IF;
      END $flagdb$;
      LOCK TABLE \(names) IN ACCESS EXCLUSIVE MODE;
      \(statements.map { "\($0);\n" }.joined())COMMIT;

      """
  }

  // MARK: Conversions that SQL cannot express

  package func prepare(
    _ conversions: [(conversion: ValueConversion, values: SQLText)]
  ) throws(EngineError) {
    if conversions.isEmpty { return }
    let name = dialect.literal(.text("pg_temp.\(PostgreSQLConversions.table)"))
    if try value(.written("SELECT to_regclass(\(name))::text")) ?? .null == .null {
      try execute(PostgreSQLConversions.definition.script(in: dialect))
    }
    for (conversion, values) in conversions {
      let missing = try rows(PostgreSQLConversions.missing(conversion, among: values))
      for rows in missing.chunks(of: 100) {
        let converted = rows.map { row in
          let whole = try? conversion.value(of: row[1])
          return (old: row[0], new: whole ?? conversion.keptValue(of: row[1]), fits: whole != nil)
        }
        try run(PostgreSQLConversions.insertion(conversion, converted))
      }
    }
  }
}
