import CommandTable
import Databases
import PlainText
import SQLText

/// The form of values in the statements of `--sql`.
enum SQLForm: String, CommandChoice {
  case literals
  case parameters

  var help: String? {
    switch self {
    case .literals:
      "values are in the statement, for `sqlite3`, or `psql` with its schema in search_path (the default)"
    case .parameters: "values are parameters, listed below the statement, as flagdb runs it"
    }
  }
}

extension Session {
  /// `--sql`: prints the statements of a command and does not run them.
  func printSQL(_ statements: [SQLText], as form: SQLForm, for database: Database) throws -> Exit {
    try print(statements.map { SQLOptions.text(of: $0, as: form, in: database.dialect) }.joined())
    return .done
  }

  /// Prints the statements of one change. Several of them are a transaction.
  func printSQL(
    ofChange statements: [SQLText], as form: SQLForm, for database: Database
  ) throws -> Exit {
    if statements.count == 1 { return try printSQL(statements, as: form, for: database) }
    try print("BEGIN;\n")
    _ = try printSQL(statements, as: form, for: database)
    try print("COMMIT;\n")
    return .done
  }
}

/// Formats statements for the user.
enum SQLOptions {
  /// A readable statement with its values.
  static func text(
    of sql: SQLText, as form: SQLForm = .literals, in dialect: any Dialect
  ) -> String {
    let dialect = dialect.forPeople
    let added = dialect.addedFunctions(in: sql).map { "-- only flagdb has the function \($0)\n" }
    switch form {
    case .literals: return "\(dialect.closed(sql));\n\(added.joined())"
    case .parameters:
      let statement = sql.written(in: dialect)
      guard !statement.bindings.isEmpty else { return "\(statement.text);\n\(added.joined())" }
      let bindings = statement.bindings.map(dialect.literal).joined(separator: ", ")
      // A newline in a value would end the comment, and the rest would be executed as SQL.
      return "\(statement.text);\n-- bindings: \(visible(bindings))\n\(added.joined())"
    }
  }
}
