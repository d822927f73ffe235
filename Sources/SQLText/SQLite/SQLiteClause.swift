import FlagModel

/// Clauses of queries and definitions in SQLite.
extension SQLiteDialect {
  package func clause(_ clause: SQLClause, _ pieces: [SQLText]) -> SQLText {
    switch clause {
    case .elements, .elementsOfDimensions, .entries: "json_each(\(pieces[0])) AS \(pieces[1])"
    case .leaves:
      """
      (SELECT atom AS item FROM json_tree(iif(json_valid(\(pieces[0])), \(pieces[0]), '[]'))) \
      AS \(pieces[1])
      """
    case .rows: "(\(pieces[0]))"
    case .pairing: "JOIN \(pieces[0])"
    case .recursion:
      RecursionPart.all(in: pieces).map { part in
        """
        SELECT \(part.columns) FROM \(pieces[0]) CROSS JOIN \(part.table) WHERE \(part.condition)
        """
      }.joined(by: " UNION ")
    case .everyBit:
      """
      WITH RECURSIVE flagdb_bits (bit) AS \
      (SELECT 1 UNION ALL SELECT bit << 1 FROM flagdb_bits WHERE bit != 0)
      """
    // A unary plus prevents the use of an index:
    // https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
    case .scanned: "+\(pieces[0])"
    case .ascending, .listed: pieces[0]
    case .descending: "\(pieces[0]) DESC"
    case .byBytes: "\(pieces[0]) COLLATE flagdb_bytes"
    // SQLite has no OFFSET without LIMIT.
    case .unlimited: "\(.integer(-1))"
    case .strictness: "SELECT strict FROM pragma_table_list(\(pieces[0])) WHERE schema = 'main'"
    // OR FAIL needs no statement journal, and so no copy of each page.
    case .keepingInsert: "INSERT OR FAIL"
    case .tellingInsertions, .heading: ""
    case .givenKeys: ""
    case .newKey: pieces[0]
    case .lastKey(let table, let column): "(SELECT max(\(name: column)) FROM \(name: table))"
    // ALTER TABLE quotes the name of a table that it renames in the same way.
    case .definedTable(let name): .written(enclosed(name))
    case .reference(let name, let action):
      """
       REFERENCES \(.definedTable(name))\
      \(action.map { .written(" ON DELETE \($0.rawValue)") } ?? "")
      """
    case .deferrable: ""
    case .columnType(let type): columnType(of: type)
    case .keyType: "INTEGER PRIMARY KEY"
    case .tableOptions(_, let isOfPairs): isOfPairs ? " STRICT, WITHOUT ROWID" : " STRICT"
    case .trigger(let trigger):
      """
      CREATE TRIGGER \(name: trigger.name) \(trigger.time) DELETE \
      ON \(name: trigger.table)
      BEGIN
        \(pieces[0]);
      END
      """
    case .triggerRemoval(let name, _): "DROP TRIGGER \(name: name)"
    case .refusal(let message):
      "SELECT RAISE(ABORT, \(.text(message))) WHERE EXISTS (\(pieces[0]))"
    }
  }
}
