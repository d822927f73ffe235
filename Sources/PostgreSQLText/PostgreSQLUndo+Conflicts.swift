import FlagModel
import SQLText

/// Finds later changes of the same records, with one query for all rows of a change.
extension PostgreSQLLog {
  /// The part of a record that a row concerns; each pair is a separate part.
  private static let part: SQLText = """
    CASE WHEN l.change = 'update' THEN l.property \
    WHEN l.change IN ('link', 'unlink') THEN l.property || ' ' || coalesce(l.after, l.before) \
    ELSE '' END
    """

  /// The rows of a record are in order, because its lock is held while they are written. The query
  /// groups all rows by record, because a join of earlier and later rows could compare each row
  /// with each.
  func conflict(
    of rows: SQLText, with later: SQLText, undone: [Int64], in tables: [LoggedTable]
  ) -> SQLText {
    let columns: SQLText = """
      l.entity, l."key", \(Self.part) AS part, l.change IN ('insert', 'delete') AS whole
      """
    let greatest: SQLText = "max(own) AS own, max(other) AS other"
    return """
      WITH part AS MATERIALIZED (SELECT \(columns), l.id AS own, NULL::bigint AS other \
      FROM \(name: LogNames.log) AS l WHERE \(rows)\(newKeys(in: rows, tables, "TRUE, l.id, NULL")) \
      UNION ALL SELECT \(columns), NULL, l.id FROM \(name: LogNames.log) AS l \
      WHERE \(later) AND NOT (\(isCancelled(undone)))) \
      SELECT entity, "key", other FROM (SELECT entity, "key", \(greatest) FROM part GROUP BY entity, "key" \
      HAVING bool_or(whole) UNION ALL SELECT entity, "key", \(greatest) FROM part \
      GROUP BY entity, "key", part) AS records WHERE other > own ORDER BY own DESC, other DESC LIMIT 1
      """
  }

  /// The condition that a row `l` belongs to an undone change, or to one that undoes another.
  private func isCancelled(_ undone: [Int64]) -> SQLText {
    let numbers: SQLText =
      if undone.isEmpty { "(NULL)" } else { "\(list: undone.map(Value.integer))" }
    return """
      EXISTS (SELECT 1 FROM \(name: LogNames.changes) AS c WHERE c."transaction" = l."transaction" \
      AND l.id BETWEEN c.first AND c.last AND (c.undoes IS NOT NULL OR c.first IN \(numbers))) \
      OR \(Self.isForeign("l")) AND EXISTS (SELECT 1 FROM \(name: LogNames.log) \
      AS f WHERE f.id IN \(numbers) AND f."transaction" = l."transaction" AND f.time = l.time \
      AND \(Self.isForeign("f")))
      """
  }

  /// ` UNION ALL` the records whose keys changed, by their new keys. Such a record is logged with its old key.
  /// - Parameter more: the columns after the entity, the key and the part.
  private func newKeys(in rows: SQLText, _ tables: [LoggedTable], _ more: SQLText) -> SQLText {
    let keys = tables.filter { table in table.columns.contains { $0.name == table.key } }
    if keys.isEmpty { return "" }
    let tests = keys.map { table -> SQLText in
      "l.entity = \(.text(table.name.text)) AND l.property = \(.text(table.key.text))"
    }
    return """
       UNION ALL SELECT l.entity, l.after::bigint, '', \(more) FROM \(name: LogNames.log) AS l \
      WHERE \(rows) AND l.change = 'update' AND (\(tests.joined(by: " OR ")))
      """
  }

  func strayRow(after start: Int64, of rows: SQLText, in tables: [LoggedTable]) -> SQLText {
    let pair: SQLText = "CASE WHEN l.change IN ('link', 'unlink') THEN \(Self.part) ELSE '' END"
    return """
      SELECT 1 FROM (SELECT l.entity, l."key", \(pair) AS part, TRUE AS new \
      FROM \(name: LogNames.log) AS l WHERE l.id > \(.integer(start)) UNION ALL \
      SELECT l.entity, l."key", \(pair), FALSE FROM \(name: LogNames.log) AS l \
      WHERE \(rows)\(newKeys(in: rows, tables, "FALSE"))) AS touched GROUP BY entity, "key", part \
      HAVING bool_and(new) LIMIT 1
      """
  }
}
