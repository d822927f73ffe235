package import FlagModel
package import SQLText

/// Conversions of a migration that SQL on a server cannot express. flagdb calculates the new
/// values, and a temporary table maps old values to new ones.
package enum PostgreSQLConversions {
  package static let table: Name = "flagdb_conversions"

  /// Empty before each migration.
  package static let definition: SQLText = """
    CREATE TEMP TABLE \(name: table) (conversion bigint, old text COLLATE "C", new text COLLATE "C", \
    fits boolean NOT NULL, PRIMARY KEY (conversion, old)) ON COMMIT DROP
    """

  /// A query for the values that are not in the table yet, each as text and as value.
  package static func missing(_ conversion: ValueConversion, among values: SQLText) -> SQLText {
    """
    SELECT DISTINCT (value)::text, value FROM \(.rows, of: values, "flagdb_values (value)") \
    WHERE value IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(name: table) AS known \
    WHERE \(isMeant("(value)::text", conversion)))
    """
  }

  /// Inserts old values with the new ones, and a flag that is true if nothing is lost.
  package static func insertion(
    _ conversion: ValueConversion, _ values: [(old: Value, new: Value, fits: Bool)]
  ) -> SQLText {
    let rows = values.map { value -> SQLText in
      """
      (\(literal: number(of: conversion)), \(value.old), (\(value.new))::text, \
      \(keyword: value.fits ? "TRUE" : "FALSE"))
      """
    }
    return "INSERT INTO \(name: table) VALUES \(rows.joined(by: ", "))"
  }

  static func value(of old: SQLText, _ conversion: ValueConversion) -> SQLText {
    "(SELECT (new)::\(keyword: type(of: conversion.new)) FROM \(name: table) WHERE \(isMeant("(\(old))::text", conversion)))"
  }

  static func fits(_ old: SQLText, _ conversion: ValueConversion) -> SQLText {
    "(SELECT fits FROM \(name: table) WHERE \(isMeant("(\(old))::text", conversion)))"
  }

  private static func isMeant(_ old: SQLText, _ conversion: ValueConversion) -> SQLText {
    "conversion = \(literal: number(of: conversion)) AND old = \(old)"
  }

  /// The server type for values in the form of a file.
  private static func type(of type: AttributeType) -> StaticString {
    switch type {
    case .bool, .integer, .flags, .decimal: "bigint"
    case .double, .float: "double precision"
    case .string, .date, .uuid, .url, .array, .json, .any, .data: "text"
    case .enumeration(let enumeration):
      switch enumeration.rawType {
      case .integer: "bigint"
      case .real: "double precision"
      case .string, .character, .caseName: "text"
      }
    }
  }

  /// An FNV-1a hash of the conversion's text, which may be long because of enums.
  private static func number(of conversion: ValueConversion) -> Int64 {
    Int64(
      bitPattern: conversion.text.utf8.reduce(0xcbf2_9ce4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      })
  }
}
