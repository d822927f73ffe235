package import FlagModel
import Predicates
package import SQLText

/// The lookups in the index on a flag column. Each takes a few steps in a tree.
package struct FlagSeeks: Hashable, Sendable {
  private let entity: Entity
  private let column: Name

  package init(_ entity: Entity, _ attribute: Attribute) {
    self.entity = entity
    column = attribute.column
  }

  private var table: Name { entity.source.table }

  /// The next stored number, even if it belongs to a record of another kind, which the index does
  /// not show.
  package func next(from number: Int64) -> SQLText {
    """
    SELECT \(name: column) FROM \(name: table) WHERE \(name: column) >= \(.integer(number)) \
    ORDER BY \(name: column) LIMIT 1
    """
  }

  /// The index of the limit among the bindings of `count`; the number comes first.
  package var limitPlace: Int { entity.selection(nil) == nil ? 2 : 3 }

  /// The number of records with a number, counted up to a limit.
  package func count(of number: Int64, upTo limit: Int64) -> SQLText {
    let records: SQLText = """
      SELECT 1\(entity.rows(where: "\(name: column) = \(.integer(number))")) \
      LIMIT \(.integer(limit))
      """
    return "SELECT count(*) FROM \(.rows, of: records, "counted")"
  }

  /// True if a record has NULL.
  package var hasNull: SQLText {
    "SELECT EXISTS (SELECT 1 FROM \(name: table) WHERE \(name: column) IS NULL)"
  }

  /// The smallest and the greatest key, whose difference limits the number of records.
  package var keys: SQLText {
    let key = entity.keyColumn
    return """
      SELECT (SELECT min(\(name: key)) FROM \(name: table)), \
      (SELECT max(\(name: key)) FROM \(name: table))
      """
  }

  /// True if the columns of the table contain only values of their types. Otherwise, 5.5 could be
  /// between 5 and 6, and the search would miss it.
  package var isStrict: SQLText { "\(.strictness, of: "\(.text(table.text))")" }
}
