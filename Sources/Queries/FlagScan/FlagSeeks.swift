package import FlagModel
import Predicates
package import SQLText

/// The statements that look into the index on a column of flags, each in a few steps of a tree.
package struct FlagSeeks: Hashable, Sendable {
  private let entity: Entity
  private let column: Name

  package init(_ entity: Entity, _ attribute: Attribute) {
    self.entity = entity
    column = attribute.column
  }

  private var table: Name { entity.source.table }

  /// The next number that is stored, be it in a row of another kind: the index does not tell.
  package func next(from number: Int64) -> SQLText {
    """
    SELECT \(name: column) FROM \(name: table) WHERE \(name: column) >= \(.integer(number)) \
    ORDER BY \(name: column) LIMIT 1
    """
  }

  /// The place of the limit among the bindings of `count`; the number is the first.
  package var limitPlace: Int { entity.selection(nil) == nil ? 2 : 3 }

  /// The number of records with a number, counted up to a limit.
  package func count(of number: Int64, upTo limit: Int64) -> SQLText {
    let records: SQLText = """
      SELECT 1\(entity.rows(where: "\(name: column) = \(.integer(number))")) \
      LIMIT \(.integer(limit))
      """
    return "SELECT count(*) FROM \(.rows, of: records, "counted")"
  }

  /// True if a record has no number.
  package var hasNull: SQLText {
    "SELECT EXISTS (SELECT 1 FROM \(name: table) WHERE \(name: column) IS NULL)"
  }

  /// The smallest and the greatest key: there are no more records than numbers between them.
  package var keys: SQLText {
    let key = entity.keyColumn
    return """
      SELECT (SELECT min(\(name: key)) FROM \(name: table)), \
      (SELECT max(\(name: key)) FROM \(name: table))
      """
  }

  /// True if the columns of the table hold nothing but values of their types. In another table 5.5
  /// may stand between 5 and 6, and be passed over.
  package var isStrict: SQLText {
    "\(.strictness, of: "\(.text(table.text))")"
  }
}
