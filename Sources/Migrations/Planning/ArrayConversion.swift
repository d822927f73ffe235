import FlagModel
import SQLText

// Arrays are kept as JSON, which engines take apart and put together.

extension Conversion {
  /// Every item of an array by itself; those that have no value any more are left out. `item`
  /// calls it so.
  static func items(
    of column: SQLText, _ type: AttributeType, _ item: Conversion
  ) -> Conversion {
    var conversion = Conversion(
      expression: """
        CASE WHEN \(.isJSON, of: column) THEN \(array(of: column, type, item)) ELSE \(column) END
        """,
      loses: item.loses.map { loses in
        .anyItem(of: column, type.innermost) { _ in loses }
      }, isTotal: true)
    let leaves: SQLText = "\(.leaves(type.innermost), of: column, "flagdb_leaves")"
    conversion.items = " LEFT JOIN \(leaves) ON TRUE"
    return conversion
  }

  /// The same of a set: its values in their order, none of them twice.
  func becoming(_ set: AttributeType) -> Conversion {
    let values = ValueConversion(from: set.list, to: set)
    let standsTwice: SQLText = "NOT \(.canBecome(values), of: expression)"
    var conversion = Conversion(
      expression: "\(.asColumn(set), of: "\(.becoming(values), of: expression)")",
      loses: loses.map { "(\($0)) OR \(standsTwice)" } ?? standsTwice, isTotal: isTotal)
    conversion.items = items
    return conversion
  }

  /// Arrays in arrays are taken apart in turn, each depth with a name of its own.
  private static func array(
    of json: SQLText, _ type: AttributeType, _ item: Conversion
  ) -> SQLText {
    guard let element = type.element else { return json }
    if !element.isArray {
      let items = items(of: json, element, "item")
      return """
        (SELECT \(.jsonArray, of: "item") FROM (SELECT \(item.expression) AS item FROM \(items) \
        ORDER BY key) AS flagdb_new WHERE item IS NOT NULL)
        """
    }
    let inner: SQLText = "\(name: "items\(type.depth)")"
    return """
      (SELECT \(.jsonArray, of: "\(.json, of: inner)") FROM (SELECT \(array(of: inner, element, item)) \
      AS \(inner) FROM \(items(of: json, element, inner)) ORDER BY key) AS flagdb_new)
      """
  }

  private static func items(
    of json: SQLText, _ element: AttributeType, _ name: SQLText
  ) -> SQLText {
    let elements: SQLText = "\(.elements(element), of: json, "flagdb_items")"
    return "\(.rows, of: "SELECT key, value AS \(name) FROM \(elements)", "flagdb_old")"
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
  /// item is called `item`, and is of the type.
  static func anyItem(
    of column: SQLText, _ type: AttributeType, _ condition: (SQLText) -> SQLText
  ) -> SQLText {
    """
    EXISTS (SELECT 1 FROM \(.leaves(type), of: column, "flagdb_leaves") \
    WHERE item IS NOT NULL AND (\(condition("item"))))
    """
  }
}
