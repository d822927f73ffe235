package import FlagModel
import SQLText
package import UserSQL

extension PlainSQL {
  /// True if a text is incomplete SQL: a bracket or a quote is open, an operator or a clause is at
  /// the end, or a SELECT has columns but no table. A semicolon completes it.
  package static func isUnfinished(_ text: String) -> Bool {
    guard let tokens = try? SQLTokens(SourceText(text)) else { return true }
    guard let last = tokens.all.indices.last, !tokens.isSymbol(last, ";") else { return false }
    if tokens.hasOpenBracket || wanting.contains(tokens.keyword(last) ?? "") { return true }
    if tokens.all[last].kind == .symbol, !tokens.isSymbol(last, ")") { return true }
    return tokens.lacksTable
  }

  /// The names of its parameters, each once.
  package static func parameters(in text: String) -> [Name] {
    guard let tokens = try? SQLTokens(SourceText(text)) else { return [] }
    var seen: Set<Name> = []
    return tokens.all.indices.filter { tokens.all[$0].kind == .parameter }
      .map { SQLParameters.name(of: tokens.text($0)) }.filter { seen.insert($0).inserted }
  }

  /// The words that require something after them.
  private static let wanting: Set<String> = [
    "ALL", "AND", "AS", "BETWEEN", "BY", "CASE", "DISTINCT", "ELSE", "EXCEPT", "EXPLAIN", "FROM",
    "GROUP", "HAVING", "IN", "INTERSECT", "IS", "JOIN", "LIKE", "LIMIT", "NOT", "OFFSET", "ON",
    "OR",
    "ORDER", "PLAN", "PRAGMA", "QUERY", "RECURSIVE", "SELECT", "THEN", "UNION", "USING", "VALUES",
    "WHEN",
    "WHERE", "WITH",
  ]
}

extension SQLTokens {
  fileprivate var hasOpenBracket: Bool { all.indices.map(nesting).reduce(0, +) > 0 }

  /// True if a SELECT with columns has no FROM, or if a WITH has no statement.
  fileprivate var lacksTable: Bool {
    let outer = outerWords
    guard let select = outer.lastIndex(where: { keyword($0) == "SELECT" }) else {
      return outer.first.flatMap(keyword) == "WITH"
        && !outer.contains { Self.statements.contains(keyword($0) ?? "") }
    }
    let words = outer[select...].dropFirst()
    if words.contains(where: { keyword($0) == "FROM" }) { return false }
    return words.contains { index in
      guard !isSymbol(index + 1, "("), !isValue(index - 1)
      else { return false }
      return !Self.constants.contains(keyword(index) ?? "")
    }
  }

  /// True if a value ends at a token, so that a following word is a column alias.
  private func isValue(_ index: Int) -> Bool {
    [.number, .string, .parameter].contains(all[index].kind) || isSymbol(index, ")")
      || keyword(index) == "AS"
  }

  /// The words outside of brackets.
  private var outerWords: [Int] {
    var depth = 0
    return all.indices.filter { index in
      depth += nesting(index)
      return depth == 0 && all[index].kind == .word
    }
  }

  private static let statements: Set<String> = [
    "DELETE", "INSERT", "REPLACE", "UPDATE", "VALUES",
  ]
  private static let constants: Set<String> = [
    "ALL", "AND", "AS", "ASC", "BY", "CASE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP",
    "DESC", "DISTINCT", "ELSE", "END", "FALSE", "IS", "LIMIT", "NOT", "NULL", "OR", "ORDER", "THEN",
    "TRUE", "WHEN", "WHERE",
  ]
}
