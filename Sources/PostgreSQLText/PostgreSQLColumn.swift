package import FlagModel
package import SQLText

/// Columns: their types, and the names of flags and of field values.
extension PostgreSQLDialect {
  /// Texts compare by their bytes, like names and texts of SQLite.
  func columnType(of type: AttributeType) -> SQLText {
    switch type {
    case .bool: "boolean"
    case .integer, .flags: "bigint"
    case .decimal(let places):
      "numeric(\(literal: Self.digitsOfDecimal),\(literal: Int64(FixedPoint.bounded(places))))"
    case .double, .float: "double precision"
    case .date: "timestamptz"
    case .uuid: "uuid"
    case .array, .json: "jsonb"
    case .string, .url, .any: "text COLLATE \"C\""
    case .data: "bytea"
    case .enumeration(let enumeration):
      if enumeration.hasTexts {
        "text COLLATE \"C\""
      } else if enumeration.hasReals {
        "double precision"
      } else {
        "bigint"
      }
    }
  }

  /// The value in the form of a file, from a column of a type.
  func ours(_ value: SQLText, _ type: AttributeType) -> SQLText {
    switch type {
    case .bool: "(\(value))::int::bigint"
    case .date: text(of: value)
    case .decimal(let places): "((\(value)) * \(literal: powerOfTen(places)))::bigint"
    case .uuid: "upper((\(value))::text)"
    case .array, .json: "((\(value))::text COLLATE \"C\")"
    default: value
    }
  }

  /// The minimum or the maximum, for types that lack the function in some versions.
  func ofMany(_ name: StaticString, _ type: AttributeType, _ value: SQLText) -> SQLText {
    switch type {
    case .bool: "\(keyword: "\(name)" == "min" ? "bool_and" : "bool_or")(\(value))"
    case .uuid: "\(keyword: name)((\(value))::text COLLATE \"C\")::uuid"
    case .data: "decode(\(keyword: name)(encode(\(value), 'hex') COLLATE \"C\"), 'hex')"
    default: "\(keyword: name)(\(value))"
    }
  }

  /// A calculated value in the form of a column of the type.
  func kept(_ value: SQLText, _ type: AttributeType) -> SQLText {
    guard case .decimal(let places) = type else { return value }
    return "(\(value))::numeric * \(.written(Self.unit(places)))"
  }

  /// A value in the form of a file, converted to the form of a column of the type.
  func asColumn(_ value: SQLText, _ type: AttributeType) -> SQLText {
    switch type {
    case .bool: "(\(value))::int::boolean"
    case .decimal: kept("(\(value))::numeric", type)
    default: "(\(value))::\(castType(of: type))"
    }
  }

  /// The type of a column without its collation, for casts.
  func castType(of type: AttributeType) -> SQLText {
    switch type {
    case .string, .url, .any: "text"
    case .enumeration(let enumeration) where enumeration.hasTexts: "text"
    default: columnType(of: type)
    }
  }

  /// `0.01`
  static func unit(_ places: Int) -> String { FixedPoint.text(of: 1, places: places) }

  /// The maximum number of digits of a 64-bit integer.
  private static let digitsOfDecimal: Int64 = 19

  package func check(_ column: SQLText, of type: AttributeType, usual: SQLText?) -> SQLText? {
    switch type {
    case .bool, .uuid: nil
    case .decimal: "\(column) BETWEEN \(.integer(.min), of: type) AND \(.integer(.max), of: type)"
    case .array, .json:
      "jsonb_typeof(\(column)) = \(.text(type.isObject ? "object" : "array"))"
    default: usual
    }
  }

  package func tells(_ check: String, named name: Name, by text: String) -> Bool {
    name.text.utf8.elementsEqual(text.utf8)
  }

  // MARK: Fields and names of flags

  /// The text of `AttributeType.text(of:)`.
  func spelled(_ set: FlagSet, _ number: SQLText, isOptional: Bool) -> SQLText {
    let names = names(of: set, in: number)
    if isOptional { return "CASE WHEN \(number) IS NOT NULL THEN \(names) END" }
    return names
  }
}

extension PostgreSQLDialect: FlagSpelling {
  package func either(_ condition: SQLText, _ value: SQLText, or other: SQLText) -> SQLText {
    "CASE WHEN \(condition) THEN \(value) ELSE \(other) END"
  }

  package func isSet(_ bits: SQLText) -> SQLText { "\(bits) != 0" }

  package func bits(of number: SQLText, _ word: NumberWord, besides known: UInt64) -> SQLText {
    let all = unsigned(word, number)
    if known == 0 { return all }
    return "((\(all)) & \(bits(~known)))"
  }

  package func bits(_ bits: SQLText, besides others: SQLText) -> SQLText {
    "(\(bits) & ~\(others))"
  }

  package func hexadecimalText(of bits: SQLText) -> SQLText {
    either("(\(bits)) != 0", "\(.text("|0x")) || upper(to_hex(\(bits)))", or: "''")
  }

  package func withoutFirstCharacter(_ text: SQLText) -> SQLText { "substring(\(text) FROM 2)" }

  /// The number without its sign, for a type whose highest bit does not mean negative.
  private func unsigned(_ word: NumberWord, _ number: SQLText) -> SQLText {
    guard let negatives = word.negatives else { return number }
    let range: SQLText = "\(literal: negatives.lowerBound) AND \(literal: negatives.upperBound)"
    return """
      CASE WHEN \(number) BETWEEN \(range) THEN \(number) & \(literal: word.mask) \
      ELSE \(number) END
      """
  }
}

extension Enumeration {
  fileprivate var hasTexts: Bool {
    switch rawType {
    case .string, .character, .caseName: true
    case .integer, .real: false
    }
  }

  fileprivate var hasReals: Bool { if case .real = rawType { true } else { false } }
}
