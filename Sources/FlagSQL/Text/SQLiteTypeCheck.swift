public import FlagModel

/// What SQLite is asked to check of a column because of its type, so that any client's mistakes
/// are refused: NULL passes each of these, as it does every CHECK.
extension SQLiteDialect {
  public func typeCheck(of type: AttributeType, column: String) -> String? {
    let name = quoted(column)
    switch type {
    case .bool: return "\(name) IN (0, 1)"
    case .integer(let integer): return integerCheck(integer, name)
    // An infinity prints as no JSON and no CSV number, and NaN is stored as NULL.
    case .double, .float: return "abs(\(name)) < 9e999"
    case .date: return "substr(\(name), 1, 19) IS datetime(\(name))"
    case .uuid:
      return """
        \(name) GLOB '????????-????-????-????-????????????' \
        AND \(name) NOT GLOB '*[^0-9A-F-]*'
        """
    case .url: return "\(name) <> ''"
    // Versions of SQLite to which JSON functions are not innocuous refuse them in a schema that is
    // not trusted, so this much must do; `check` looks at the rest.
    case .array: return "\(name) GLOB '[[]*]'"
    case .enumeration(let enumeration):
      return
        "\(name) IN (\(enumeration.cases.map { literal($0.rawValue) }.joined(separator: ", ")))"
    case .decimal, .string, .data, .flags: return nil
    }
  }

  private func integerCheck(_ type: IntegerType, _ name: String) -> String? {
    switch (type.bitWidth, type.isSigned) {
    case (64, true): return nil
    case (64, false): return "\(name) >= 0"
    case (let bits, true):
      let bound = Int64(1) << (bits - 1)
      return "\(name) BETWEEN \(-bound) AND \(bound - 1)"
    case (let bits, false):
      return "\(name) BETWEEN 0 AND \((Int64(1) << bits) - 1)"
    }
  }
}
