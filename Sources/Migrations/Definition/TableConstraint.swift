import FlagModel
import SQLText

/// A rule of a table that has a name of its own, by which it can be taken away and added.
struct TableConstraint: Hashable {
  let name: Name
  let rule: SQLText
  /// The columns by which it is named, all of those that are unique.
  let columns: [Name]

  /// True for a CHECK.
  let isCheck: Bool

  var definition: SQLText { "CONSTRAINT \(name: name) \(rule)" }

  /// The rules of a column, its own before those that it has with others.
  static func all(
    of column: ColumnDefinition, in table: Name, _ dialect: any Dialect
  ) -> [TableConstraint] {
    let checks = (column.checks + column.groupChecks).enumerated().map { index, check in
      TableConstraint(
        name: checkName(index + 1, of: column.name, in: table, dialect), rule: "CHECK (\(check))",
        columns: [column.name], isCheck: true)
    }
    return checks + (column.isUnique ? [unique([column.name], in: table, dialect)] : [])
  }

  /// Values that are unique, together if there are several.
  static func unique(
    _ columns: [Name], in table: Name, _ dialect: any Dialect
  ) -> TableConstraint {
    let list = columns.map { "\(name: $0)" as SQLText }.joined(by: ", ")
    return TableConstraint(
      name: dialect.fitting("\(table).\(columns.map(\.text).joined(separator: ",")) unique"),
      rule: "UNIQUE (\(list))", columns: columns, isCheck: false)
  }

  /// A blank cannot stand in the name of a column, so that it is the name of no foreign key and no index.
  static func checkName(
    _ number: Int, of column: Name, in table: Name, _ dialect: any Dialect
  ) -> Name {
    dialect.fitting("\(table).\(column) check\(number == 1 ? "" : " \(number)")")
  }
}
