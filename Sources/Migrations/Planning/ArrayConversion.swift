import FlagModel
import SQLText

// Arrays are stored as JSON, which engines can split and build.

extension Conversion {
  /// Converts each item of an array. Items without a new value become null, or are removed if the
  /// new type has no null. The SQL name of an item is `item`.
  static func items(
    of column: SQLText, from old: AttributeType, to new: AttributeType, _ item: Conversion
  ) -> Conversion {
    var conversion = Conversion(
      expression: """
        CASE WHEN \(.isJSON, of: column) THEN \(array(of: column, old, new, item)) ELSE \(column) END
        """,
      loses: item.loses.map { loses in
        .anyItem(of: column, old.innermost) { _ in loses }
      }, isTotal: true)
    let leaves: SQLText = "\(.leaves(old.innermost), of: column, "flagdb_leaves")"
    conversion.items = " LEFT JOIN \(leaves) ON TRUE"
    return conversion
  }

  /// Converts to a set: the values are sorted, without duplicates.
  /// - Parameter old: the type before, whose nulls are still among the items.
  func becoming(_ set: AttributeType, from old: AttributeType) -> Conversion {
    var list = set.list
    if let item = set.element, !item.isOptional, old.element?.isOptional == true {
      list = .array(.json(.optional(item)))
    }
    let values = ValueConversion(from: list, to: set)
    let standsTwice: SQLText = "NOT \(.canBecome(values), of: expression)"
    var conversion = Conversion(
      expression: "\(.asColumn(set), of: "\(.becoming(values), of: expression)")",
      loses: loses.map { "(\($0)) OR \(standsTwice)" } ?? standsTwice, isTotal: isTotal)
    conversion.items = items
    return conversion
  }

  /// Converts nested arrays recursively, with a different SQL name for each depth.
  private static func array(
    of json: SQLText, _ old: AttributeType, _ new: AttributeType, _ item: Conversion
  ) -> SQLText {
    guard let oldItem = old.element, let newItem = new.element else { return json }
    if !oldItem.unwrapped.isArray { return lowest(of: json, oldItem, newItem, item) }
    let inner: SQLText = "\(name: "items\(old.depth)")"
    var array = array(of: inner, oldItem.unwrapped, newItem.unwrapped, item)
    if oldItem.isOptional { array = "CASE WHEN \(inner) IS NOT NULL THEN \(array) END" }
    return """
      (SELECT \(.jsonArray, of: "\(.json, of: inner)") FROM (SELECT \(array) \
      AS \(inner) FROM \(items(of: json, oldItem, inner)) ORDER BY key) AS flagdb_new)
      """
  }

  /// Converts an array whose items are no arrays.
  private static func lowest(
    of json: SQLText, _ oldItem: AttributeType, _ newItem: AttributeType, _ item: Conversion
  ) -> SQLText {
    var columns = item.expression
    var condition: SQLText = " WHERE item IS NOT NULL"
    if newItem.isOptional {
      condition = ""
    } else if oldItem.isOptional {
      // The nulls of the old array are reported before, and stay if that is allowed.
      columns = "item AS flagdb_old_item, \(columns)"
      condition = "\(condition) OR flagdb_old_item IS NULL"
    }
    return """
      (SELECT \(.jsonArray, of: "item") FROM (SELECT \(columns) AS item FROM \
      \(items(of: json, oldItem, "item")) ORDER BY key) AS flagdb_new\(condition))
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
