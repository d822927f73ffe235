package import FlagModel

/// What SQLite is asked to check of a column because of its type, so that any client's mistakes
/// are refused: NULL passes each of these, as it does every CHECK.
extension SQLiteDialect {
  package func typeCheck(of type: AttributeType, column: Name) -> String? {
    let name = quoted(column)
    switch type {
    case .bool: return "\(name) IN (0, 1)"
    case .integer(let integer): return integerCheck(integer, name)
    // An infinity prints as no JSON and no CSV number, and NaN is stored as NULL.
    case .double: return "abs(\(name)) < 9e999"
    // From here on a Float is rounded to infinity.
    case .float: return "abs(\(name)) < 3.4028235677973366e+38"
    // Only with something to add does SQLite reckon, and find 30 February to be 2 March; to the
    // millisecond, so that fractions are looked at apart.
    case .date:
      return """
        datetime(substr(\(name), 1, 19), '+0 days') IS substr(\(name), 1, 19) \
        AND \(name) >= '0001' AND (length(\(name)) = 19 OR \(name) GLOB '???????????????????.[0-9]*' \
        AND length(\(name)) BETWEEN 21 AND 26 AND substr(\(name), 21) NOT GLOB '*[^0-9]*')
        """
    case .uuid:
      return """
        \(name) GLOB '????????-????-????-????-????????????' \
        AND \(name) NOT GLOB '*[^0-9A-F-]*' AND length(replace(\(name), '-', '')) = 32
        """
    // No blank and no control character.
    case .url: return "\(name) <> '' AND \(name) NOT GLOB '*[' || char(1, 45, 32) || ']*'"
    // Not json_valid: before version 3.41 SQLite runs it in no schema that is not trusted, and a
    // connection that trusts every file's schema runs whatever an enemy wrote there.
    case .array: return "\(name) GLOB '[[]*]'"
    case .enumeration(let enumeration):
      return
        "\(name) IN (\(enumeration.cases.map { literal($0.rawValue) }.joined(separator: ", ")))"
    case .decimal, .string, .data, .flags: return nil
    }
  }

  private func integerCheck(_ type: IntegerType, _ name: String) -> String? {
    let range = type.storedRange
    if type.bitWidth < 64 { return "\(name) BETWEEN \(range.lowerBound) AND \(range.upperBound)" }
    return type.isSigned ? nil : "\(name) >= 0"
  }
}
