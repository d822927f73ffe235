package import FlagModel
package import SQLText

// The values of a list, one row for each.

extension Entity {
  /// ` LEFT JOIN …`: a row for each distinct value of each matching record, and one for a record
  /// without values.
  package func join(
    of value: Term, of records: Records, to column: Name, where predicate: Predicate?
  ) -> SQLText {
    let owner: Name = "\(column)_of"
    guard records.links.count == 1, case .elements(let array) = records.links[0].kind else {
      let rows = rows(of: value, of: records, to: column, owner: owner, where: predicate)
      return " LEFT JOIN \(.rows, of: rows, "\(name: owner)") ON \(name: owner) = \(keyOrNull)"
    }
    let arrays: SQLText = "SELECT DISTINCT \(array.sql) AS \(name: owner)\(rows(where: predicate))"
    var table = GroupTable(name: owner)
    table.set("\(name: owner)", for: array)
    let (compiler, tables, conditions) = PredicateCompiler(ofGroupsIn: table).parts(for: records)
    let elements: SQLText = """
      SELECT DISTINCT \(name: owner), \(compiler.value(value)) AS \(name: column) \
      FROM \(.rows, of: arrays, "\(name: owner)") \(.pairing, of: tables)\(Self.filter(conditions))
      """
    return " LEFT JOIN \(.rows, of: elements, "\(name: owner)") ON \(name: owner) = \(array.sql)"
  }

  /// The distinct values of related records, together with the keys of their owners.
  private func rows(
    of value: Term, of records: Records, to column: Name, owner: Name, where predicate: Predicate?
  ) -> SQLText {
    let outer = PredicateCompiler(naming: source.table)
    let (compiler, tables, conditions) = outer.parts(for: records, beside: true)
    let selection = selection(predicate).map { [outer.condition($0)] } ?? []
    return """
      SELECT DISTINCT \(outer.column(keyColumn, of: 0)) AS \(name: owner), \
      \(compiler.value(value)) AS \(name: column) \
      FROM \(name: source.table), \(tables)\(Self.filter(conditions + selection))
      """
  }

  private static func filter(_ conditions: [Condition]) -> SQLText {
    if conditions.isEmpty { return "" }
    return " WHERE \(Condition(conditions, isAnd: true).sql)"
  }
}
