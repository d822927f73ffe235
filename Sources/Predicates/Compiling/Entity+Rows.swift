package import FlagModel
package import SQLText

/// The rows of an entity's records. Every statement that reads or changes them gets the table and
/// the condition on the kind here.
extension Entity {
  /// ` FROM … WHERE …` for the records that match a predicate.
  package func rows(where predicate: Predicate? = nil) -> SQLText {
    " FROM \(name: source.table)\(whereClause(predicate))"
  }

  /// `FROM … WHERE …` for an SQL condition. Its bindings come before those of the kinds.
  package func rows(where condition: SQLText) -> SQLText {
    guard let kind = ofKind else { return " FROM \(name: source.table) WHERE \(condition)" }
    return " FROM \(name: source.table) WHERE (\(condition)) AND \(kind.sql())"
  }

  /// The key column; NULL without a key.
  package var keyOrNull: SQLText { source.key.map { "\(name: $0.column)" } ?? "NULL" }

  /// The smallest key of the records; NULL without a key. Not every type of a server has a smallest
  /// value, but each has a text.
  package var leastKey: SQLText {
    guard let key = source.key else { return "NULL" }
    var column: SQLText = "\(name: key.column)"
    if let attribute = attribute(ofColumn: key.column),
      attribute.type == .string, case .native = attribute.stored
    {
      column = Term(attribute).sql
    }
    return "\(.leastOfMany(key.type), of: column)"
  }

  /// ` WHERE …`; empty if every row matches.
  package func whereClause(_ predicate: Predicate?) -> SQLText {
    guard let predicate = selection(predicate) else { return "" }
    return " WHERE \(predicate.sql())"
  }

  /// A predicate that includes the condition on the entity's kind; nil if every row matches.
  package func selection(_ predicate: Predicate?) -> Predicate? {
    guard let kind = ofKind else { return predicate }
    return .conjunction([kind] + (predicate.map { [$0] } ?? []))
  }

  /// The condition on the kind for a table alias; nil if every row matches.
  package func condition(ofKindIn table: Name) -> SQLText? {
    ofKind.map { PredicateCompiler(naming: table).condition($0).sql }
  }

  private var ofKind: Predicate? {
    if source.kinds == nil { return nil }
    return Scope(number: 0, of: self).ofKind
  }
}
