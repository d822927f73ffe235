package import FlagModel
package import SQLText

/// A table that stands in place of the records' own. Its rows are groups of records, which have some
/// values already.
package struct GroupTable: Hashable, Sendable {
  package let name: Name
  /// The table's column for a value, by the SQL that would work the value out of records. That SQL
  /// names this table, so that the same words about another record are not taken for it.
  private var values: [SQLText: SQLText] = [:]

  package init(name: Name) {
    self.name = name
  }

  package func value(of term: Term) -> SQLText? {
    values.isEmpty ? nil : values[workedOut(term)]
  }

  package mutating func set(_ value: SQLText, for term: Term) {
    values[workedOut(term)] = value
  }

  private func workedOut(_ term: Term) -> SQLText {
    term.sql(ofGroupsIn: GroupTable(name: name))
  }
}
