import SQLText

/// The items between SELECT or RETURNING and the next clause of a statement.
///
/// A server names the column of an expression after a function or a keyword in it, while SQLite takes
/// the text of the item.
struct SelectList {
  private let tokens: SQLTokens
  private var items: [Range<Int>] = []

  /// - Parameter start: the index of a token of the statement.
  init(_ tokens: SQLTokens, ofStatementAt start: Int) {
    self.tokens = tokens
    guard var next = beginning(from: start) else { return }
    var first = next
    var depth = 0
    while next < tokens.all.count {
      depth += tokens.nesting(next)
      if depth < 0 || depth == 0 && isEnd(next) { break }
      if depth == 0, tokens.isSymbol(next, ",") {
        items.append(first..<next)
        first = next + 1
      }
      next += 1
    }
    items.append(first..<next)
  }

  /// The tokens of the item for a result column; nil for a column of a `*`.
  func item(ofColumn index: Int, of count: Int) -> Range<Int>? {
    let stars = items.indices.filter { isStar(items[$0]) }
    guard let first = stars.first, let last = stars.last else {
      return items.count == count ? items[index] : nil
    }
    if index < first { return items[index] }
    let fromEnd = count - index
    return fromEnd < items.count - last ? items[items.count - fromEnd] : nil
  }

  /// True if an item has a name after it.
  func hasAlias(_ item: Range<Int>) -> Bool {
    var depth = 0
    for index in item {
      depth += tokens.nesting(index)
      if depth == 0, tokens.keyword(index) == "AS" { return true }
    }
    let last = item.upperBound - 1
    guard item.count > 1, tokens.name(last) != nil else { return false }
    if let keyword = tokens.keyword(last), Self.atEnd.contains(keyword) { return false }
    if let keyword = tokens.keyword(last - 1) { return !Self.beforeOperand.contains(keyword) }
    return tokens.isSymbol(last - 1, ")") || tokens.all[last - 1].kind != .symbol
  }

  // MARK: Tokens

  /// The first token of the list; nil if the statement has none.
  private func beginning(from start: Int) -> Int? {
    var depth = 0
    for index in start..<tokens.all.count {
      depth += tokens.nesting(index)
      if depth == 0, tokens.isSymbol(index, ";") { return nil }
      let isList = ["SELECT", "RETURNING"].contains(tokens.keyword(index))
      guard depth == 0, isList else { continue }
      return ["ALL", "DISTINCT"].contains(tokens.keyword(index + 1)) ? index + 2 : index + 1
    }
    return nil
  }

  private func isEnd(_ index: Int) -> Bool {
    if tokens.isSymbol(index, ";") { return true }
    guard let keyword = tokens.keyword(index), Self.afterList.contains(keyword) else {
      return false
    }
    return tokens.keyword(index - 1) != "DISTINCT" || keyword != "FROM"
  }

  private func isStar(_ item: Range<Int>) -> Bool {
    guard let last = item.last, tokens.isSymbol(last, "*") else { return false }
    return item.count == 1 || tokens.isSymbol(last - 1, ".")
  }

  private static let afterList: Set<String> = [
    "FROM", "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "OFFSET", "FETCH", "WINDOW", "UNION",
    "INTERSECT", "EXCEPT", "INTO", "FOR",
  ]

  private static let atEnd: Set<String> = ["NULL", "END", "TRUE", "FALSE", "ISNULL", "NOTNULL"]

  private static let beforeOperand: Set<String> = [
    "AND", "OR", "NOT", "IS", "IN", "LIKE", "ILIKE", "BETWEEN", "COLLATE", "FROM", "SIMILAR", "TO",
  ]
}
