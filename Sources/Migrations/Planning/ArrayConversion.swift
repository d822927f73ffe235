import FlagModel
import SQLText

// Arrays are stored as JSON, which engines can split and build.

extension Conversion {
  /// Converts each item of an array. Items without a new value are removed. The SQL name of an item
  /// is `item`.
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

  /// Converts to a set: the values are sorted, without duplicates.
  func becoming(_ set: AttributeType) -> Conversion {
    let values = ValueConversion(from: set.list, to: set)
    let standsTwice: SQLText = "NOT \(.canBecome(values), of: expression)"
    var conversion = Conversion(
      expression: "\(.asColumn(set), of: "\(.becoming(values), of: expression)")",
      loses: loses.map { "(\($0)) OR \(standsTwice)" } ?? standsTwice, isTotal: isTotal)
    conversion.items = items
    return conversion
  }

  /// Converts nested arrays recursively, with a different SQL name for each depth.
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
  /// True if an array stores values of the type in the same form as a column.
  var isKeptInArrays: Bool {
    switch self {
    case .integer, .string, .flags, .enumeration: true
    default: false
    }
  }
}

extension SQLText {
  /// A condition that is true if it holds for an item of an array or of its nested arrays. The SQL
  /// name of the item is `item`.
  static func anyItem(
    of column: SQLText, _ type: AttributeType, _ condition: (SQLText) -> SQLText
  ) -> SQLText {
    """
    EXISTS (SELECT 1 FROM \(.leaves(type), of: column, "flagdb_leaves") \
    WHERE item IS NOT NULL AND (\(condition("item"))))
    """
  }
}
