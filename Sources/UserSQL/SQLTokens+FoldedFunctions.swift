import SQLText

extension SQLTokens {
  /// True if the SQL contains a call to replace. Otherwise, it is not parsed further.
  var callFoldedFunctions: Bool { all.indices.contains { foldedFunction(at: $0) != nil } }

  /// The function that is called here: an unquoted name followed by a bracket.
  func foldedFunction(at index: Int) -> FoldedFunction? {
    guard isSymbol(index + 1, "("), all[index].range.count <= Self.longestFunction,
      let word = keyword(index), let function = FoldedFunction(keyword: word),
      !isSymbol(index - 1, "."),
      !Self.beforeTable.contains(keyword(index - 1) ?? "")
    else { return nil }
    // `= ANY(…)` is an operator of PostgreSQL.
    let isCompared = notation == .postgresql && function == .any && comparesBefore(index)
    if isCompared { return nil }
    return function
  }

  /// `bit_or` or `bit_and`, if it is called here.
  func maskAggregate(at index: Int) -> String? {
    guard let word = keyword(index), SQLColumn.aggregates.contains(word), isSymbol(index + 1, "(")
    else { return nil }
    return text(index)
  }

  private func comparesBefore(_ index: Int) -> Bool {
    ["=", "<", ">", "~"].contains { isSymbol(index - 1, $0) }
      || ["LIKE", "ILIKE"].contains(keyword(index - 1))
  }

  private static let longestFunction = 8
  /// Keywords before a table.
  private static let beforeTable: Set<String> = [
    "TABLE", "INTO", "EXISTS", "REFERENCES", "WITH", "RECURSIVE",
  ]
}
