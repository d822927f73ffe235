import FlagModel
import SQLText

/// A named constraint of a table, which can be dropped and added separately.
struct TableConstraint: Hashable {
  let name: Name
  let rule: SQLText
  /// The columns in the constraint's name: for UNIQUE, all of them.
  let columns: [Name]

  /// True for a CHECK.
  let isCheck: Bool

  var definition: SQLText { "CONSTRAINT \(name: name) \(rule)" }

  /// The constraints of a column, its own before the shared ones.
  static func all(
    of column: ColumnDefinition, in table: Name, _ dialect: any Dialect
  ) -> [TableConstraint] {
    let checks = (column.checks + column.groupChecks).enumerated().map { index, check in
      TableConstraint(
        name: checkName(index + 1, of: column.name, in: table, dialect), rule: "CHECK (\(check))",
        columns: [column.name], isCheck: true)
    }
    if !column.isUnique { return checks }
    return checks + [unique([column.name], in: table, dialect)]
  }

  /// A UNIQUE constraint on one or more columns.
  static func unique(_ columns: [Name], in table: Name, _ dialect: any Dialect) -> TableConstraint {
    return TableConstraint(
      name: dialect.fitting("\(table).\(columns.map(\.text).joined(separator: ",")) unique"),
      rule: "UNIQUE (\(names: columns))", columns: columns, isCheck: false)
  }

  /// The name of a CHECK. A column name contains no blank, so the name never equals that of a
  /// foreign key or index.
  static func checkName(
    _ number: Int, of column: Name, in table: Name, _ dialect: any Dialect
  ) -> Name {
    var name: Name = "\(table).\(column) check"
    if number > 1 { name = "\(name) \(number)" }
    return dialect.fitting(name)
  }
}
