import FlagModel
import SQLText

// Arrays are kept as JSON, which SQLite takes apart and puts together.

extension Conversion {
  /// Every item of an array by itself; those that have no value any more are left out. `item`
  /// calls it so.
  static func items(of column: SQLText, depth: Int, _ item: Conversion) -> Conversion {
    Conversion(
      expression: """
        CASE WHEN json_valid(\(column)) THEN \(array(of: column, depth: depth, item)) \
        ELSE \(column) END
        """,
      loses: item.loses.map { loses in
        .anyItem(of: column) { _ in loses }
      }, isTotal: true)
  }

  /// The same of a set: its values in their order, none of them twice.
  func becoming(_ set: AttributeType) -> Conversion {
    let values = ValueConversion(from: set.list, to: set)
    let standsTwice: SQLText = "NOT \(.isConvertible(values), of: expression)"
    return Conversion(
      expression: "\(.converted(values), of: expression)",
      loses: loses.map { "(\($0)) OR \(standsTwice)" } ?? standsTwice, isTotal: isTotal)
  }

  /// Arrays in arrays are taken apart in turn, each depth with a name of its own.
  private static func array(of json: SQLText, depth: Int, _ item: Conversion) -> SQLText {
    if depth <= 1 {
      return """
        (SELECT json_group_array(item) FROM (SELECT \(item.expression) AS item FROM \
        (SELECT key, value AS item FROM json_each(\(json))) ORDER BY key) WHERE item IS NOT NULL)
        """
    }
    let inner: SQLText = "\(name: "items\(depth)")"
    return """
      (SELECT json_group_array(json(\(inner))) FROM \
      (SELECT \(array(of: inner, depth: depth - 1, item)) AS \(inner) FROM \
      (SELECT key, value AS \(inner) FROM json_each(\(json))) ORDER BY key))
      """
  }
}

extension AttributeType {
  /// True if an array holds values of the type as a column does.
  var isKeptInArrays: Bool {
    switch self {
    case .integer, .string, .flags, .enumeration: true
    default: false
    }
  }
}

extension SQLText {
  /// A condition that is true if it holds for some item of an array, or of the arrays in it; the
  /// item is called `item`. Text that is no JSON has no items.
  static func anyItem(of column: SQLText, _ condition: (SQLText) -> SQLText) -> SQLText {
    """
    EXISTS (SELECT 1 FROM (SELECT atom AS item FROM \
    json_tree(iif(json_valid(\(column)), \(column), '[]'))) \
    WHERE item IS NOT NULL AND (\(condition("item"))))
    """
  }
}
