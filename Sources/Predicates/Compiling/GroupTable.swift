package import FlagModel
package import SQLText

/// A table of groups that replaces the table of records. Its columns contain values that are
/// already calculated.
package struct GroupTable: Hashable, Sendable {
  package let name: Name
  /// The column for a value, by the SQL that would calculate the value from records. That SQL
  /// contains the name of this table, so that the same expression for another record does not
  /// match.
  private var values: [SQLText: SQLText] = [:]

  package init(name: Name) { self.name = name }

  package func value(of term: Term) -> SQLText? { values.isEmpty ? nil : values[workedOut(term)] }

  package mutating func set(_ value: SQLText, for term: Term) { values[workedOut(term)] = value }

  private func workedOut(_ term: Term) -> SQLText { term.sql(ofGroupsIn: GroupTable(name: name)) }
}
