/// The keywords with which SQL begins.
enum SQLStart {
  static let reading = ["SELECT", "WITH", "VALUES", "EXPLAIN", "PRAGMA"]
  private static let clauses: Set<String> = [
    "FROM", "WHERE", "JOIN", "LEFT", "INNER", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION",
  ]

  /// True for a keyword that can only continue a statement.
  static func isClause(_ word: some StringProtocol) -> Bool { clauses.contains(word.uppercased()) }

  private static let changing: Set<String> = [
    "INSERT INTO", "INSERT OR", "REPLACE INTO", "DELETE FROM", "CREATE TABLE", "CREATE VIEW",
    "CREATE INDEX", "CREATE UNIQUE", "CREATE TRIGGER", "CREATE TEMP", "CREATE TEMPORARY",
    "CREATE VIRTUAL", "DROP TABLE", "DROP VIEW", "DROP INDEX", "DROP TRIGGER", "ALTER TABLE",
  ]

  /// True for SQL that changes data, false for SQL that reads; nil for other text.
  static func isChange(_ text: String) -> Bool? {
    let words = text.split(maxSplits: 3) { $0.isWhitespace || "(;*'\"".contains($0) }
      .map { $0.uppercased() }
    guard let first = words.first else { return nil }
    // The rest of a statement may be on the next lines.
    if reading.contains(first), words.count > 1 || text.uppercased() != "\(first);" {
      return false
    }
    if changing.contains(words.prefix(2).joined(separator: " ")) { return true }
    if first == "UPDATE" && words.count > 2 && words[2] == "SET" { return true }
    return nil
  }
}
