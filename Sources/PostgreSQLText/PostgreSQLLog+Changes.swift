import FlagModel
import SQLText

/// Assigns the rows of the log to changes by the number of their transaction. If flagdb did not
/// record a change, each transaction is one change.
extension PostgreSQLLog {
  /// PostgreSQL would compile each statement just in time, which takes longer than its run.
  var preparation: SQLText { "SELECT set_config('jit', 'off', true)" }

  var mayForget: SQLText {
    """
    SELECT CASE WHEN has_table_privilege('flagdb_log', 'SELECT') \
    AND has_table_privilege('flagdb_log', 'DELETE') THEN 1 ELSE 0 END
    """
  }

  var isOfThisTransaction: SQLText {
    """
    "transaction" = pg_current_xact_id()::text::bigint AND time = transaction_timestamp()
    """
  }

  func note(ifUnchanged note: String) -> SQLText {
    """
    INSERT INTO \(name: LogNames.log) (entity, "key", change) \
    SELECT '', 0, \(.text(note)) WHERE NOT EXISTS (SELECT 1 FROM \(name: LogNames.log) AS l \
    WHERE l."transaction" = pg_current_xact_id()::text::bigint \
    AND l.time = transaction_timestamp() AND \(Self.isForeign("l")))
    """
  }

  func keep(_ change: KeptChange) -> SQLText {
    """
    CALL flagdb_keep(\(.text(change.time), of: .date), \(.text(change.who)), \
    \(.text(change.command)), \(.integer(change.model)), \(change.undone.map(Value.integer) ?? .null))
    """
  }

  /// The condition that a row belongs to no change of flagdb.
  static func isForeign(_ row: Name) -> SQLText {
    """
    NOT EXISTS (SELECT 1 FROM \(name: LogNames.changes) AS ours \
    WHERE ours."transaction" = \(name: row)."transaction" \
    AND \(name: row).id BETWEEN ours.first AND ours.last)
    """
  }

  func isOfChange(
    of transaction: Int64, from first: Int64, to last: Int64, isOurs: Bool
  ) -> SQLText {
    let isLogged: SQLText = """
      l."transaction" = \(.integer(transaction)) \
      AND l.id BETWEEN \(.integer(first)) AND \(.integer(last))
      """
    if isOurs { return isLogged }
    return "\(isLogged) AND \(Self.isForeign("l"))"
  }

  func isOfChange(before number: Int64) -> SQLText {
    let cut: SQLText = "\(.integer(number))"
    return """
      l.id < \(cut) OR EXISTS (SELECT 1 FROM \(name: LogNames.changes) AS ours \
      WHERE ours."transaction" = l."transaction" AND l.id BETWEEN ours.first AND ours.last \
      AND ours.first < \(cut)) OR \(Self.isForeign("l")) AND (l."transaction", l.time) IN \
      (SELECT e."transaction", e.time FROM \(name: LogNames.log) AS e WHERE e.id < \(cut) \
      AND \(Self.isForeign("e")))
      """
  }

  /// The columns of `o`, the first row of a change by another program.
  private static var foreignChange: SQLText {
    """
    o.first, (SELECT max(id) FROM \(name: LogNames.log) AS r \
    WHERE r."transaction" = o."transaction" AND r.time = o.time AND \(isForeign("r"))), \
    o."transaction", o.time, o.role, NULL, (SELECT model FROM \(name: LogNames.changes) \
    WHERE first <= o.first ORDER BY first DESC LIMIT 1), NULL, NULL
    """
  }

  private static let ofOurs: SQLText = """
    c.first, c.last, c."transaction", c.time, c.who, c.command, c.model, c.undoes, \
    (SELECT n.change FROM \(name: LogNames.log) AS n WHERE n.id = c.first AND n.entity = '')
    """

  func changes(ofRow row: Int64) -> SQLText {
    """
    SELECT \(Self.ofOurs) FROM \(name: LogNames.changes) AS c \
    JOIN \(name: LogNames.log) AS l ON c."transaction" = l."transaction" \
    AND l.id BETWEEN c.first AND c.last WHERE l.id = \(.integer(row)) \
    UNION ALL SELECT \(Self.foreignChange) FROM (SELECT min(f.id) AS first, f."transaction", f.time, \
    min(f.role) AS role FROM \(name: LogNames.log) AS l JOIN \(name: LogNames.log) AS f \
    ON f."transaction" = l."transaction" AND f.time = l.time WHERE l.id = \(.integer(row)) \
    AND \(Self.isForeign("l")) AND \(Self.isForeign("f")) GROUP BY f."transaction", f.time) AS o
    """
  }

  func changes(firstIn rows: Range<Int64>) -> SQLText {
    let start: SQLText = "\(.integer(rows.lowerBound))"
    return Self.changes(
      from: start, within: "BETWEEN \(start) AND \(.integer(rows.upperBound - 1))",
      of: "\(name: LogNames.changes)", and: "\(name: LogNames.log)")
  }

  /// The limits tell the server that the rows are few. It would read all rows otherwise.
  func changes(firstInNewest count: Int64) -> SQLText {
    let start: SQLText = "(SELECT max(id) FROM \(name: LogNames.log)) - \(.integer(count - 1))"
    let limit: SQLText = "DESC LIMIT \(literal: count)"
    return Self.changes(
      from: start, within: ">= \(start)",
      of: "(SELECT * FROM \(name: LogNames.changes) ORDER BY first \(limit))",
      and: "(SELECT * FROM \(name: LogNames.log) ORDER BY id \(limit))")
  }

  private static func changes(
    from start: SQLText, within range: SQLText, of ours: SQLText, and rows: SQLText
  ) -> SQLText {
    """
    SELECT \(ofOurs) FROM \(ours) AS c WHERE c.first \(range) \
    AND EXISTS (SELECT 1 FROM \(name: LogNames.log) AS l WHERE l.id = c.first) \
    UNION ALL SELECT \(foreignChange) FROM (SELECT min(l.id) AS first, l."transaction", l.time, \
    min(l.role) AS role FROM \(rows) AS l WHERE l.id \(range) \
    AND \(isForeign("l")) GROUP BY l."transaction", l.time) AS o WHERE NOT EXISTS (SELECT 1 \
    FROM \(name: LogNames.log) AS e WHERE e."transaction" = o."transaction" AND e.time = o.time \
    AND e.id < \(start) AND \(isForeign("e"))) ORDER BY 1 DESC
    """
  }
}
