import FlagModel

/// Arrays, which are stored as JSON. Comparisons use the elements, because another client may write
/// the same array with spaces, `1.0` for `1`, or escapes.
/// See Documentation/Decisions/arrays-are-equal-by-their-elements.md.
extension SQLiteDialect {
  /// An element in the form of a column of its type. An invalid element gives an invalid value.
  func element(of type: AttributeType, _ json: SQLText) -> SQLText {
    switch type.unwrapped {
    case .date: "replace(replace(\(json), 'T', ' '), 'Z', '')"
    case .decimal(let places): units(json, places: FixedPoint.bounded(places))
    default: json
    }
  }

  /// Another client may have stored a text that is not JSON.
  func jsonValue(at path: [Name], in json: SQLText) -> SQLText {
    "iif(json_valid(\(json)), json_extract(\(json), \(Self.text(of: path))), NULL)"
  }

  func jsonKey(among names: [Name], in json: SQLText) -> SQLText {
    let tests = names.map { name in
      SQLText(
        "WHEN json_type(\(json), \(Self.text(of: [name]))) IS NOT NULL THEN \(.text(name.text)) ")
    }
    return "CASE WHEN NOT json_valid(\(json)) THEN NULL \(tests.joined(by: ""))END"
  }

  private static func text(of path: [Name]) -> SQLText {
    "\(.text("$" + path.map { ".\"\($0)\"" }.joined()))"
  }

  /// A decimal in smallest units. Its digits are shifted as a text, which is exact; another client
  /// may have written a number.
  private func units(_ json: SQLText, places: Int) -> SQLText {
    let point: SQLText = "instr(\(json) || '.', '.')"
    let places = Int64(places)
    return """
      iif(typeof(\(json)) = 'text', CAST(substr(\(json), 1, \(point) - 1) || substr(substr(\(json), \
      \(point) + 1) || '000000000000000000', 1, \(literal: places)) AS INTEGER), \
      CAST(round(\(json) * \(literal: powerOfTen(Int(places)))) AS INTEGER))
      """
  }

  /// Lists both arrays as rows of indexes and elements, and subtracts the second. Nested arrays
  /// have rows too, with their paths. In a set, the index of an element does not matter.
  func hasOtherElement(of type: AttributeType, _ array: SQLText, _ other: SQLText) -> SQLText {
    let isNested = type.depth > 1 && !type.isSet
    let value: SQLText = isNested ? "atom" : "value"
    let element = element(of: (type.isSet ? type.element : nil) ?? type.innermost, value)
    let place: SQLText = type.isSet ? "" : "\"key\", "
    let columns: SQLText =
      if isNested { "fullkey, type = 'array', \(element)" } else { "\(place)\(element)" }
    let function: SQLText = isNested ? "json_tree" : "json_each"
    return """
      EXISTS (SELECT \(columns) FROM \(function)(\(array)) \
      EXCEPT SELECT \(columns) FROM \(function)(\(other)))
      """
  }
}
