import Engines
import FlagModel
import SQLText

/// Walks an index by a statement that looks for the next number from each that it has found.
final class ServerNumberWalk: NumberWalk {
  private let connection: ServerConnection

  init(_ connection: ServerConnection) {
    self.connection = connection
  }

  /// The server knows it from when it looked at the table last, and else by its bytes. Several machines
  /// together run no recursive query.
  func size(of table: Name, above fewest: Int64) throws(EngineError) -> Int64? {
    let spread = connection.dialect.spreads[table]
    if spread?.isOfMachines == true { return nil }
    if spread == nil, !connection.isForeign {
      let most = try most(in: table)
      if most < fewest { return most }
    }
    let size = try connection.value(
      """
      SELECT sum(CASE WHEN reltuples > 0 THEN reltuples::bigint ELSE pg_relation_size(oid) / 64 END)::bigint \
      FROM pg_class WHERE \(isStored(in: table))
      """)
    return if case .integer(let size)? = size { size } else { 0 }
  }

  /// A number that a table has fewer records than, by its bytes, for which no catalog has to be asked.
  private func most(in table: Name) throws(EngineError) -> Int64 {
    let size = try connection.value(
      "SELECT pg_relation_size(to_regclass(quote_ident(\(.text(table.text)))))")
    return if case .integer(let size)? = size { size / Self.fewestBytes } else { 0 }
  }

  /// Those of a record that has nothing but its key, with the place that a page notes of it.
  private static let fewestBytes: Int64 = 36

  /// Tables of ours have one on each set of flags.
  func hasIndex(on column: Name, in table: Name) throws(EngineError) -> Bool {
    if !connection.isForeign { return true }
    let index = try connection.value(
      """
      SELECT 1 FROM pg_class AS c JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisvalid \
      AND i.indpred IS NULL JOIN pg_class AS x ON x.oid = i.indexrelid \
      JOIN pg_am AS m ON m.oid = x.relam AND m.amname = 'btree' \
      JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] \
      WHERE c.\(ServerConnection.ofSchema) AND c.relname = \(.text(table.text)) \
      AND a.attname = \(.text(column.text)) LIMIT 1
      """)
    return index != nil
  }

  /// A table in partitions has no records of its own.
  private func isStored(in table: Name) -> SQLText {
    let name: SQLText = "\(.text(table.text))"
    let own: SQLText = "\(ServerConnection.ofSchema) AND relname = \(name)"
    let parts: SQLText = """
      oid IN (SELECT relid FROM pg_partition_tree(to_regclass(quote_ident(\(name)))) WHERE isleaf)
      """
    // Nobody has said of tables of others if they are in partitions.
    if connection.isForeign { return "(\(own) OR \(parts))" }
    return connection.dialect.spreads[table] == nil ? own : parts
  }

  func numbers(
    of column: Name, in table: Name, having bits: UInt64, atMost most: Int64
  ) throws(EngineError) -> [Int64]? {
    let (column, table): (SQLText, SQLText) = ("\(name: column)", "\(name: table)")
    let bits = Int64(bitPattern: bits)
    // The highest bit makes a number negative: those with it come first, and may be all that are meant.
    let (first, last) = bits < 0 ? (bits, -1) : (.min | bits, Int64.max)
    let isMeant: SQLText = bits < 0 ? "\(column) < 0 AND" : ""
    let rows = try connection.rows(
      """
      WITH RECURSIVE flagdb_walk (number, step) AS (\
      (SELECT \(column), 1 FROM \(table) WHERE \(isMeant) \(column) >= \(literal: first) \
      ORDER BY \(column) LIMIT 1) UNION ALL \
      SELECT (SELECT \(column) FROM \(table) WHERE \(isMeant) \(column) >= \(next(having: bits)) \
      ORDER BY \(column) LIMIT 1), step + 1 \
      FROM flagdb_walk WHERE number < \(literal: last) AND step <= \(literal: most)) \
      SELECT number FROM flagdb_walk WHERE number IS NOT NULL
      """)
    guard rows.count <= most else { return nil }
    return rows.compactMap { if case .integer(let number) = $0[0] { number } else { nil } }
  }

  /// The least number above the one that was found that has some bits. Where that one lacks the bit `h` and none
  /// above, it is the same above `h`, with nothing below but those bits.
  private func next(having bits: Int64) -> SQLText {
    let (number, bits): (SQLText, SQLText) = ("flagdb_walk.number", "\(literal: bits)")
    let h: SQLText = "(64 - position('1' IN (\(bits) & ~\(number))::bit(64)::text))"
    return """
      CASE WHEN \(number) & \(bits) = \(bits) THEN (\(number) + 1) | \(bits) \
      ELSE (\(number) >> \(h) << \(h)) | \(bits) END
      """
  }
}
