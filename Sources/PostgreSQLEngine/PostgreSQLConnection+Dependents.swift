package import Engines
import FlagModel
import SQLText

extension PostgreSQLConnection {
  /// The rows of `pg_depend` about columns, with the objects that need them: views by their rules, and indexes and
  /// triggers.
  private static let needs: SQLText = """
    SELECT CASE WHEN v.oid IS NOT NULL THEN 'view' WHEN t.oid IS NOT NULL THEN 'trigger' ELSE 'index' END, \
    coalesce(v.relname, t.tgname, i.relname), c.relname, a.attname \
    FROM pg_depend AS d JOIN pg_class AS c ON d.refclassid = 'pg_class'::regclass AND c.oid = d.refobjid \
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid \
    LEFT JOIN pg_rewrite AS r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid \
    LEFT JOIN pg_class AS v ON v.oid = r.ev_class AND v.oid != c.oid \
    LEFT JOIN pg_trigger AS t ON d.classid = 'pg_trigger'::regclass AND t.oid = d.objid AND NOT t.tgisinternal \
    LEFT JOIN pg_class AS i ON d.classid = 'pg_class'::regclass AND i.oid = d.objid AND i.relkind IN ('i', 'I') \
    WHERE c.\(ofSchema) AND coalesce(v.oid, t.oid, i.oid) IS NOT NULL ORDER BY d.objid, a.attnum
    """

  package func dependents(on columns: [ColumnPlace]) throws(EngineError) -> [ColumnDependent] {
    try catalogRows(Self.needs).compactMap { row in
      guard case .text(let kind) = row[0], case .text(let name) = row[1],
        case .text(let table) = row[2], case .text(let column) = row[3]
      else { return nil }
      let place = ColumnPlace(table: Name(table), column: Name(column))
      guard columns.contains(place) else { return nil }
      return ColumnDependent(kind: kind, name: Name(name), place: place)
    }
  }
}
