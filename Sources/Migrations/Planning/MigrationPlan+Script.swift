package import SQLText

extension MigrationPlan {
  /// The plan as a script for a client that stops at an error. Its statements are in a transaction,
  /// with additional ones before and after. `version` is the schema version of the database for
  /// which the plan was made, and the script refuses any other.
  package func script(
    for version: Int64? = nil, before: [SQLText] = [], with after: [SQLText] = [],
    in dialect: any Dialect
  ) -> String {
    let statements = Proof.start(version) + before + steps.map(\.sql) + after + Proof.end
    let lines = statements.map { $0.script(in: dialect) + ";\n" }
    return "PRAGMA foreign_keys = OFF;\nBEGIN IMMEDIATE;\n" + lines.joined()
      + "COMMIT;\nPRAGMA foreign_keys = ON;\n"
  }

  /// Raises an error outside a trigger by a row that violates a constraint. The constraint's name
  /// is the error message.
  private enum Proof {
    static func start(_ version: Int64?) -> [SQLText] {
      let table: SQLText = """
        CREATE TEMP TABLE flagdb_proof (
          version INTEGER CONSTRAINT "the database has changed since this script was made" CHECK (version),
          keys INTEGER CONSTRAINT "a record refers to one that does not exist" CHECK (keys)
        )
        """
      guard let version else { return [table] }
      return [
        table,
        """
        INSERT INTO flagdb_proof (version) \
        SELECT schema_version = \(literal: version) FROM pragma_schema_version
        """,
      ]
    }

    static let end: [SQLText] = [
      """
      INSERT INTO flagdb_proof (keys) SELECT NOT EXISTS (SELECT * FROM pragma_foreign_key_check)
      """,
      "DROP TABLE temp.flagdb_proof",
    ]
  }
}
