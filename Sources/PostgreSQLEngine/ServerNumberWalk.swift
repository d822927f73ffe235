import Engines
import FlagModel
import SQLText

/// Walks through an index with a recursive statement, which searches the next number after each one
/// that it has found.
final class ServerNumberWalk: NumberWalk {
  private let connection: PostgreSQLConnection

  init(_ connection: PostgreSQLConnection) { self.connection = connection }

  /// The estimated size, from the server's statistics or else from the size of the table. Citus
  /// cannot run recursive queries on distributed tables.
  func size(of table: Name, above fewest: Int64) throws(EngineError) -> Int64? {
    let spread = connection.dialect.spreads[table]
    if spread?.isOfMachines == true { return nil }
    if spread == nil, !connection.isForeign {
      let most = try most(in: table)
      if most < fewest { return most }
    }
    let size = try connection.value("SELECT \(records(of: table))")
    return if case .integer(let size)? = size { size } else { 0 }
  }

  /// An upper limit for the number of records, from the size of the table in bytes. It needs no
  /// query of the catalog.
  private func most(in table: Name) throws(EngineError) -> Int64 {
    if let bytes = connection.knownBytes(of: table) { return bytes / Self.fewestBytes }
    let size = try connection.value(PostgreSQLConnection.size(of: table))
    return if case .integer(let size)? = size { size / Self.fewestBytes } else { 0 }
  }

  static func bytes(of table: Name) -> SQLText {
    "pg_relation_size(to_regclass(quote_ident(\(.text(table.text)))))"
  }

  /// The minimum size of a record with only a key, including its pointer in the page.
  static let fewestBytes: Int64 = 36

  func survey(
    of column: Name, in table: Name, having bits: UInt64, within bounds: NumberBounds
  ) throws(EngineError) -> NumberSurvey {
    if connection.isForeign || connection.dialect.spreads[table] != nil {
      let size = try size(of: table, above: bounds.fewestRecords)
      guard let size, size >= bounds.fewestRecords else {
        return NumberSurvey(size: size, numbers: nil)
      }
      guard try hasIndex(on: column, in: table) else {
        return NumberSurvey(size: size, numbers: nil, hasIndex: false)
      }
      let most = bounds.most(of: size)
      let numbers = try numbers(of: column, in: table, having: bits, atMost: most)
      return NumberSurvey(size: size, numbers: numbers)
    }
    if let bytes = connection.knownBytes(of: table),
      bytes / Self.fewestBytes < bounds.fewestRecords
    {
      return NumberSurvey(size: bytes / Self.fewestBytes, numbers: nil)
    }
    return try surveyAtOnce(column, table, bits, bounds)
  }

  /// The same in one statement, which searches only a large table.
  private func surveyAtOnce(
    _ column: Name, _ table: Name, _ bits: UInt64, _ bounds: NumberBounds
  ) throws(EngineError) -> NumberSurvey {
    let most: SQLText = "\(Self.bytes(of: table)) / \(literal: Self.fewestBytes)"
    let few: SQLText = "\(literal: bounds.fewestRecords)"
    let size: SQLText = "(SELECT records FROM flagdb_size)"
    let limit: SQLText =
      "least(\(literal: bounds.mostSteps), \(size) / \(literal: bounds.recordsForStep))"
    let rows = try connection.rows(
      """
      WITH RECURSIVE flagdb_size (records) AS MATERIALIZED (\
      SELECT CASE WHEN \(most) < \(few) THEN \(most) ELSE \(records(of: table)) END), \
      \(walk(column, table, bits, isLarge: "\(size) >= \(few)", most: limit)) \
      SELECT records, NULL FROM flagdb_size UNION ALL \
      SELECT NULL, number FROM flagdb_walk WHERE number IS NOT NULL
      """)
    guard case .integer(let records)? = rows.first(where: { $0[0] != .null })?[0] else {
      return NumberSurvey(size: 0, numbers: nil)
    }
    let numbers = rows.compactMap { row -> Int64? in
      if case .integer(let number) = row[1] { number } else { nil }
    }
    let isComplete =
      records >= bounds.fewestRecords && Int64(numbers.count) <= bounds.most(of: records)
    return NumberSurvey(size: records, numbers: isComplete ? numbers : nil)
  }

  /// The number of records, from the statistics of the server or else from the size in bytes.
  private func records(of table: Name) -> SQLText {
    """
    coalesce((SELECT sum(CASE WHEN reltuples > 0 THEN reltuples::bigint ELSE pg_relation_size(oid) / 64 END)::bigint \
    FROM pg_class WHERE \(isStored(in: table))), 0)
    """
  }

  /// True in a flagdb database, where every set of flags has an index.
  func hasIndex(on column: Name, in table: Name) throws(EngineError) -> Bool {
    if !connection.isForeign { return true }
    let index = try connection.value(
      """
      SELECT 1 FROM pg_class AS c JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisvalid \
      AND i.indpred IS NULL JOIN pg_class AS x ON x.oid = i.indexrelid \
      JOIN pg_am AS m ON m.oid = x.relam AND m.amname = 'btree' \
      JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] \
      WHERE c.\(PostgreSQLConnection.ofSchema) AND c.relname = \(.text(table.text)) \
      AND a.attname = \(.text(column.text)) LIMIT 1
      """)
    return index != nil
  }

  /// A partitioned table itself contains no records.
  private func isStored(in table: Name) -> SQLText {
    let name: SQLText = "\(.text(table.text))"
    let isTable: SQLText = "\(PostgreSQLConnection.ofSchema) AND relname = \(name)"
    let isPartition: SQLText = """
      oid IN (SELECT relid FROM pg_partition_tree(to_regclass(quote_ident(\(name)))) WHERE isleaf)
      """
    // The dialect does not know if foreign tables are partitioned.
    if connection.isForeign { return "(\(isTable) OR \(isPartition))" }
    if connection.dialect.spreads[table] == nil { return isTable }
    return isPartition
  }

  /// All stored numbers that have some bits, and possibly others; nil if there are more than the
  /// maximum.
  func numbers(
    of column: Name, in table: Name, having bits: UInt64, atMost most: Int64
  ) throws(EngineError) -> [Int64]? {
    let rows = try connection.rows(
      """
      WITH RECURSIVE \(walk(column, table, bits, isLarge: "TRUE", most: "\(literal: most)")) \
      SELECT number FROM flagdb_walk WHERE number IS NOT NULL
      """)
    guard rows.count <= most else { return nil }
    return rows.compactMap { if case .integer(let number) = $0[0] { number } else { nil } }
  }

  /// The recursive query `flagdb_walk`.
  /// - Parameters:
  ///   - isLarge: false to find nothing.
  ///   - most: the maximum number of steps.
  private func walk(
    _ column: Name, _ table: Name, _ bits: UInt64, isLarge: SQLText, most: SQLText
  ) -> SQLText {
    let column: SQLText = "\(name: column)"
    let table: SQLText = "\(name: table)"
    let bits = Int64(bitPattern: bits)
    // The highest bit makes a number negative. Numbers with it come first, and may be all that
    // match.
    var first = Int64.min | bits
    var last = Int64.max
    var isMeant: SQLText = ""
    if bits < 0 {
      first = bits
      last = -1
      isMeant = "\(column) < 0 AND"
    }
    return """
      flagdb_walk (number, step) AS (\
      (SELECT \(column), 1 FROM \(table) WHERE \(isLarge) AND \(isMeant) \(column) >= \(literal: first) \
      ORDER BY \(column) LIMIT 1) UNION ALL \
      SELECT (SELECT \(column) FROM \(table) WHERE \(isMeant) \(column) >= \(next(having: bits)) \
      ORDER BY \(column) LIMIT 1), step + 1 \
      FROM flagdb_walk WHERE number < \(literal: last) AND step <= \(most))
      """
  }

  /// The smallest number above the previous one that has certain bits. If the previous number lacks
  /// bit `h` and no higher one, the result has the same bits above `h`, and below `h` only the
  /// required bits.
  private func next(having bits: Int64) -> SQLText {
    let number: SQLText = "flagdb_walk.number"
    let bits: SQLText = "\(literal: bits)"
    let h: SQLText = "(64 - position('1' IN (\(bits) & ~\(number))::bit(64)::text))"
    return """
      CASE WHEN \(number) & \(bits) = \(bits) THEN (\(number) + 1) | \(bits) \
      ELSE (\(number) >> \(h) << \(h)) | \(bits) END
      """
  }
}
