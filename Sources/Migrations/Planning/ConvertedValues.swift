package import FlagModel
package import SQLText

/// A conversion that SQL cannot do. An engine without such functions gets the converted values
/// before the plan reads the records.
package struct ConvertedValues: Hashable, Sendable {
  package let conversion: ValueConversion
  /// A query for the old values.
  package let values: SQLText
}

extension SQLText {
  /// The conversions in an expression, each with the values that occur in some rows.
  func conversions(in rows: SQLText) -> [ConvertedValues] {
    var conversions: [ConvertedValues] = []
    visitCalls { function, arguments in
      guard case .becoming(let conversion) = function else { return }
      conversions.append(
        ConvertedValues(conversion: conversion, values: "SELECT \(arguments[0]) FROM \(rows)"))
    }
    return conversions
  }

  /// True if the SQL contains a conversion that SQL cannot do.
  var isConverted: Bool { calls { if case .becoming = $0 { true } else { false } } }
}
