package import FlagModel
import Predicates
import SQLText

/// A quantity of an attribute for an axis: the number or date itself, the number of elements of an
/// array, or the number of bytes of a `Data`.
package struct Measure: Hashable, Sendable {
  package enum Quantity: Hashable, Sendable {
    case value
    case elements
    case bytes
  }

  package let attribute: Attribute
  package let quantity: Quantity

  /// Nil if the attribute has no such quantity.
  package init?(_ attribute: Attribute) {
    switch attribute.type {
    case .integer, .double, .float, .decimal, .date: quantity = .value
    case .array: quantity = .elements
    case .data: quantity = .bytes
    case .bool, .string, .uuid, .url, .flags, .enumeration, .json, .any: return nil
    }
    self.attribute = attribute
  }

  /// The type of the measured values.
  package var type: AttributeType { quantity == .value ? attribute.type : .integer(.int) }

  /// True if the stored numbers are integers, so that their sum is exact.
  package var isWhole: Bool {
    switch type {
    case .integer, .decimal: true
    default: false
    }
  }

  var sql: SQLText {
    let column = Term(attribute).sql
    switch quantity {
    case .value: return column
    case .elements:
      // An array of a server may have several dimensions.
      if case .native = attribute.stored {
        return "CAST(cardinality(\(name: attribute.column)) AS BIGINT)"
      }
      return "\(.elementCount, of: column)"
    case .bytes:
      return "\(.byteCount(attribute.stored), of: "\(name: attribute.column)")"
    }
  }

  var mayBeNull: Bool {
    attribute.isOptional || quantity == .elements || attribute.stored == .external
  }
}
