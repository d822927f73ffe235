import FlagModel

/// Arrays, which are kept as JSON, by SQLite's own functions for it. What is compared are the
/// elements: another client may write the same array with blanks, `1.0` for `1`, or escapes.
/// See Documentation/Decisions/arrays-are-equal-by-their-elements.md.
extension SQLiteDialect {
  /// The element as a column of its type would keep it; what is no such element is no such value.
  func element(of type: AttributeType, _ json: SQLText) -> SQLText {
    switch type {
    case .date: "replace(replace(\(json), 'T', ' '), 'Z', '')"
    case .decimal(let places): units(json, places: min(max(places, 0), FixedPoint.maximalPlaces))
    default: json
    }
  }

  /// Another client may have put a text there that is no JSON.
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

  /// A decimal in its smallest units. It is a text, and its digits are moved as such, which is
  /// exact; another client may have written a number.
  private func units(_ json: SQLText, places: Int) -> SQLText {
    let point: SQLText = "instr(\(json) || '.', '.')"
    let places = Int64(places)
    return """
      iif(typeof(\(json)) = 'text', CAST(substr(\(json), 1, \(point) - 1) || substr(substr(\(json), \
      \(point) + 1) || '000000000000000000', 1, \(literal: places)) AS INTEGER), \
      CAST(round(\(json) * \(literal: powerOfTen(Int(places)))) AS INTEGER))
      """
  }

  /// Both arrays as rows of places and elements, the second taken from the first. Arrays within
  /// arrays are rows of their own, told by their paths. In a set an element has no place.
  func hasOtherElement(of type: AttributeType, _ array: SQLText, _ other: SQLText) -> SQLText {
    let isNested = type.depth > 1 && !type.isSet
    let value: SQLText = isNested ? "atom" : "value"
    let element = element(of: (type.isSet ? type.element : nil) ?? type.innermost, value)
    let place: SQLText = type.isSet ? "" : "\"key\", "
    let columns: SQLText =
      isNested ? "fullkey, type = 'array', \(element)" : "\(place)\(element)"
    let function: SQLText = isNested ? "json_tree" : "json_each"
    return """
      EXISTS (SELECT \(columns) FROM \(function)(\(array)) \
      EXCEPT SELECT \(columns) FROM \(function)(\(other)))
      """
  }
}
