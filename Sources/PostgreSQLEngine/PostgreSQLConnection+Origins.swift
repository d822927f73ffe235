import Engines
import FlagModel
import SQLText

/// The tables and columns from which the columns of a user's statement come. The server tells only their numbers.
extension PostgreSQLConnection {
  struct Origin: Hashable {
    let table: UInt32
    let column: Int32
  }

  /// The names of a result's column from its numbers on the server, which tells those of the whole table.
  func origin(_ table: UInt32, _ column: Int32) -> (table: Name, column: Name)? {
    let key = Origin(table: table, column: column)
    if let origin = origins[key] { return origin }
    if soughtTables.insert(table).inserted {
      let columns = try? rows(Self.columns(ofTables: "c.oid = \(.integer(Int64(table)))"))
      noteOrigins(columns ?? [])
    }
    return origins[key]
  }

  /// The query for the columns of the tables that a statement may name, so that the origins of its columns are known
  /// with their description; nil if it names too many.
  func columnsOfTables(named user: UserStatement) -> SQLStatement? {
    // The server reads a name without quotes in lower case.
    let names = Set(user.names.flatMap { [$0.text, $0.text.lowercased()] })
    if names.isEmpty || names.count > Self.mostNames { return nil }
    let list = names.sorted().map(Value.text)
    return Self.columns(ofTables: "c.relname IN \(list: list)").written(in: dialect)
  }

  private static let mostNames = 200

  private static func columns(ofTables condition: SQLText) -> SQLText {
    """
    SELECT c.oid::bigint, a.attnum::int, c.relname, a.attname FROM pg_class AS c \
    JOIN pg_attribute AS a ON a.attrelid = c.oid WHERE \(condition) AND c.\(ofSchema)
    """
  }

  func noteOrigins(_ rows: [[Value]]) {
    for row in rows {
      guard case .integer(let table) = row[0], case .integer(let number) = row[1],
        case .text(let name) = row[2], case .text(let column) = row[3]
      else { continue }
      let place = Origin(
        table: UInt32(truncatingIfNeeded: table), column: Int32(truncatingIfNeeded: number))
      origins[place] = (table: Name(name), column: Name(column))
    }
  }

  /// Gives the columns of a UNION the origins of its first SELECT, because the server reports none.
  /// An error of the first SELECT alone must not end the transaction.
  func nameColumns(of union: PostgreSQLStatement, by select: String) throws(EngineError) {
    try attempt { () throws(EngineError) in
      let first = server.prepare(SQLStatement(text: select))
      try first.describe()
      union.takeOrigins(of: first)
    }
  }
}
