package import FlagModel
package import SQLText

/// The rows that are an entity's records. Every statement that reads or changes them gets the table
/// and the condition of their kind here.
extension Entity {
  /// ` FROM … WHERE …` for the records for which a predicate holds.
  package func rows(where predicate: Predicate? = nil) -> SQLText {
    " FROM \(name: source.table)\(whereClause(predicate))"
  }

  /// The same for a condition that is SQL already. What is bound in it comes before the kinds.
  package func rows(where condition: SQLText) -> SQLText {
    guard let kind = ofKind else { return " FROM \(name: source.table) WHERE \(condition)" }
    return " FROM \(name: source.table) WHERE (\(condition)) AND \(kind.sql())"
  }

  /// The key of a record, where there is one.
  package var keyOrNull: SQLText { source.key.map { "\(name: $0.column)" } ?? "NULL" }

  /// The least key of some records; NULL without key.
  package var leastKey: SQLText {
    source.key.map { "\(.leastOfMany($0.type), of: "\(name: $0.column)")" } ?? "NULL"
  }

  /// ` WHERE …`, or nothing where every row is meant.
  package func whereClause(_ predicate: Predicate?) -> SQLText {
    guard let predicate = selection(predicate) else { return "" }
    return " WHERE \(predicate.sql())"
  }

  /// A predicate for rows that holds for the records of the entity alone; nil if every row is meant.
  package func selection(_ predicate: Predicate?) -> Predicate? {
    guard let kind = ofKind else { return predicate }
    return .conjunction([kind] + (predicate.map { [$0] } ?? []))
  }

  /// The condition for the kind where the table has another name in the statement; nil if every row
  /// is meant.
  package func condition(ofKindIn table: Name) -> SQLText? {
    ofKind.map { PredicateCompiler(naming: table).condition($0).sql }
  }

  private var ofKind: Predicate? {
    source.kinds == nil ? nil : Scope(number: 0, of: self).ofKind
  }
}
