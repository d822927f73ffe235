package import FlagModel
package import SQLText

/// Values of the old model that no SQL converts: an engine that has no function for it is told of them
/// before the plan looks at the records.
package struct ConvertedValues: Hashable, Sendable {
  package let conversion: ValueConversion
  /// A query for the old values.
  package let values: SQLText
}

extension SQLText {
  /// The conversions in an expression, each of the values that it has for some rows.
  func conversions(in rows: SQLText) -> [ConvertedValues] {
    var found: [ConvertedValues] = []
    visitCalls { function, arguments in
      guard case .becoming(let conversion) = function else { return }
      found.append(
        ConvertedValues(conversion: conversion, values: "SELECT \(arguments[0]) FROM \(rows)"))
    }
    return found
  }

  /// True if it calls for a conversion that no SQL makes.
  var isConverted: Bool { calls { if case .becoming = $0 { true } else { false } } }
}
