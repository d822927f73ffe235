import Databases
import PlainText
import SQLText

extension Session {
  /// `--sql`: prints the statements that a command would run, instead of running them.
  func printSQL(_ statements: [SQLText], for database: Database) throws -> Exit {
    try print(statements.map { SQLOptions.text(of: $0, in: database.dialect) }.joined())
    return .done
  }
}

/// Statements as people read them.
enum SQLOptions {
  /// A statement as people read it: the text, and a comment with what is bound.
  static func text(of sql: SQLText, in dialect: any Dialect) -> String {
    let statement = sql.written(in: dialect.forPeople)
    if dialect.showsValues { return "\(statement.closed(in: dialect));\n" }
    guard !statement.bindings.isEmpty else { return "\(statement.text);\n" }
    let bindings = statement.bindings.map(dialect.literal).joined(separator: ", ")
    // A newline in a value would end the comment, and the rest of it would be SQL.
    return "\(statement.text);\n-- bindings: \(visible(bindings))\n"
  }
}
