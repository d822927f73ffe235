import Engines
import FlagModel
import SQLText

/// Walks an index by a statement that looks for the next number from each that it has found.
final class ServerNumberWalk: NumberWalk {
  private let connection: ServerConnection

  init(_ connection: ServerConnection) {
    self.connection = connection
  }

  /// The server knows it from when it looked at the table last, and else by its bytes.
  func size(of table: Name) throws(EngineError) -> Int64 {
    let size = try connection.value(
      """
      SELECT CASE WHEN reltuples > 0 THEN reltuples::bigint ELSE pg_relation_size(oid) / 64 END \
      FROM pg_class WHERE oid = to_regclass(quote_ident(\(.text(table.text))))
      """)
    return if case .integer(let size)? = size { size } else { 0 }
  }

  func numbers(
    of column: Name, in table: Name, atMost most: Int64
  ) throws(EngineError) -> [Int64]? {
    let (column, table): (SQLText, SQLText) = ("\(name: column)", "\(name: table)")
    let rows = try connection.rows(
      """
      WITH RECURSIVE flagdb_walk (number, step) AS (\
      (SELECT \(column), 1 FROM \(table) ORDER BY \(column) LIMIT 1) UNION ALL \
      SELECT (SELECT \(column) FROM \(table) WHERE \(column) > flagdb_walk.number \
      ORDER BY \(column) LIMIT 1), step + 1 \
      FROM flagdb_walk WHERE number IS NOT NULL AND step <= \(literal: most)) \
      SELECT number FROM flagdb_walk WHERE number IS NOT NULL
      """)
    guard rows.count <= most else { return nil }
    return rows.compactMap { if case .integer(let number) = $0[0] { number } else { nil } }
  }
}
