import FlagModel
import SQLText

/// The conversion of the values of one type to another, in SQL; NULL if a value has none.
struct Conversion {
  let expression: SQLText
  /// A condition that is true for values that lose something; nil if none can.
  let loses: SQLText?
  /// True if every value has one in the new type, even if it loses something.
  let isTotal: Bool
  /// True if the stored values stay as they are, so that only the rules of the column can differ.
  let isIdentity: Bool

  static func kept(_ column: SQLText) -> Conversion {
    Conversion(expression: column, loses: nil, isIdentity: true)
  }

  init(
    expression: SQLText, loses: SQLText? = nil, isTotal: Bool = false, isIdentity: Bool = false
  ) {
    (self.expression, self.loses) = (expression, loses)
    self.isTotal = isTotal || loses == nil
    self.isIdentity = isIdentity
  }

  /// Between types that are no flag sets or enums of one name; those have mappings of their own. An
  /// empty text may become no value if the attribute may be without one.
  init(
    of column: SQLText, from old: AttributeType, to new: AttributeType,
    dates: NumberedDates? = nil, isOptional: Bool = false
  ) {
    let c = column
    let values = ValueConversion(from: old, to: new, dates: dates)
    switch (old, new) {
    case (.integer(let type), .flags(let set)) where !set.rawType.holds(type):
      let range = set.rawType.storedRange
      let fits: SQLText = """
        \(c) BETWEEN \(literal: range.lowerBound) AND \(literal: range.upperBound)
        """
      self.init(expression: "iif(\(fits), \(c), NULL)", loses: "NOT (\(fits))")
    case (_, _) where old == new, (.integer, .integer), (.bool, .integer), (.integer, .bool),
      (.double, .float), (.float, .double), (.integer, .flags), (.flags, .integer),
      (.date, .string), (.uuid, .string), (.url, .string), (.array, .string), (.json, .string):
      self = .kept(c)
    case (.integer, .double), (.bool, .double), (.bool, .float):
      // An integer and a REAL are compared exactly.
      self.init(
        expression: "CAST(\(c) AS REAL)", loses: "\(c) <> CAST(\(c) AS REAL)",
        isTotal: true)
    case (.integer, .float):
      self.init(
        expression: "CAST(\(c) AS REAL)", loses: "\(c) NOT BETWEEN -16777216 AND 16777216",
        isTotal: true)
    case (.double, .integer), (.float, .integer), (.double, .bool), (.float, .bool):
      self.init(
        expression: "CAST(\(c) AS INTEGER)", loses: "\(c) <> CAST(\(c) AS INTEGER)",
        isTotal: true)
    case (.integer, .decimal(let places)), (.bool, .decimal(let places)):
      self = .scaled(c, from: 0, to: places)
    case (.decimal(let places), .integer), (.decimal(let places), .bool):
      self = .scaled(c, from: places, to: 0)
    case (.decimal(let before), .decimal(let after)):
      self = .scaled(c, from: before, to: after)
    case (.decimal(let places), .double), (.decimal(let places), .float):
      let unit = Self.unit(places)
      self.init(
        expression: "\(c) / \(unit).0",
        loses: "CAST(round(\(c) / \(unit).0 * \(unit)) AS INTEGER) <> \(c)",
        isTotal: true)
    case (.double, .decimal(let places)), (.float, .decimal(let places)):
      let unit = Self.unit(places)
      let units: SQLText = "CAST(round(\(c) * \(unit)) AS INTEGER)"
      self.init(
        expression: "iif(abs(\(c) * \(unit)) < 9.2e18, \(units), NULL)",
        loses: "abs(\(c) * \(unit)) >= 9.2e18 OR \(units) / \(unit).0 <> \(c)")
    case (.array, .array) where !values.isPossible: self = .kept(c)
    case (_, .string): self = Self.text(of: c, old)
    case _ where values.isPossible: self = Self.converted(c, values, isOptional: isOptional)
    case (.enumeration(let enumeration), .integer):
      if case .integer = enumeration.rawType { self = .kept(c) } else { self = .none(c) }
    case (.integer, .enumeration(let enumeration)):
      if case .integer = enumeration.rawType { self = .kept(c) } else { self = .none(c) }
    default: self = .none(c)
    }
  }

  /// Nothing of the old values is a value of the new type.
  static func none(_ column: SQLText) -> Conversion {
    Conversion(expression: "NULL", loses: "\(column) IS NOT NULL")
  }

  // MARK: Numbers

  private static func unit(_ places: Int) -> SQLText {
    "\(literal: powerOfTen(places))"
  }

  private static func scaled(_ c: SQLText, from before: Int, to after: Int) -> Conversion {
    if before == after { return kept(c) }
    if before > after {
      let unit = unit(before - after)
      return Conversion(expression: "\(c) / \(unit)", loses: "\(c) % \(unit) <> 0", isTotal: true)
    }
    let unit = unit(after - before)
    let fits: SQLText = """
      \(c) BETWEEN -9223372036854775807 / \(unit) AND 9223372036854775807 / \(unit)
      """
    return Conversion(
      expression: "iif(\(fits), \(c) * \(unit), NULL)", loses: "NOT (\(fits))")
  }

  // MARK: Texts

  private static func text(of c: SQLText, _ type: AttributeType) -> Conversion {
    switch type {
    case .bool: Conversion(expression: "CASE \(c) WHEN 1 THEN 'true' WHEN 0 THEN 'false' END")
    case .integer: Conversion(expression: "CAST(\(c) AS TEXT)")
    case .double, .float:
      // Fifteen digits do for most numbers, and are what people wrote.
      Conversion(
        expression: """
          iif(CAST(CAST(\(c) AS TEXT) AS REAL) <> \(c), printf('%!.17g', \(c)), CAST(\(c) AS TEXT))
          """)
    case .decimal(let places): Conversion(expression: decimalText(of: c, places))
    case .enumeration(let enumeration):
      Conversion(
        expression: enumeration.cases.isEmpty
          ? "NULL"
          : """
          CASE \(c) \(enumeration.cases.map { "WHEN \($0.rawValue) THEN \(.text($0.name.text)) " }
            .joined(by: ""))END
          """)
    case .flags(let set):
      Conversion(expression: "\(.spelled(set, isOptional: true), of: c)")
    default: none(c)
    }
  }

  private static func decimalText(of c: SQLText, _ places: Int) -> SQLText {
    if places <= 0 { return "CAST(\(c) AS TEXT)" }
    let unit = unit(places)
    let digits: SQLText = "max(\(c), -9223372036854775807)"
    let zeros: SQLText = "\(.text(String(repeating: "0", count: places)))"
    let fraction: SQLText = """
      substr(\(zeros) || abs(\(digits) % \(unit)), -\(literal: Int64(places)))
      """
    return """
      iif(\(c) < 0, '-', '') || abs(\(digits) / \(unit)) || rtrim('.' || rtrim(\(fraction), '0'), '.')
      """
  }

  /// By the readers of typed values, value by value.
  private static func converted(
    _ c: SQLText, _ values: ValueConversion, isOptional: Bool
  ) -> Conversion {
    let isLost: SQLText = "NOT \(.isConvertible(values), of: c)"
    return Conversion(
      expression: "\(.converted(values), of: c)",
      loses: isOptional && values.takesEmptyForNull ? "\(c) <> '' AND \(isLost)" : isLost,
      isTotal: values.new.isFlags)
  }
}

extension IntegerType {
  /// True if it has every number of another type.
  fileprivate func holds(_ other: IntegerType) -> Bool {
    storedRange.contains(other.storedRange.lowerBound)
      && storedRange.contains(other.storedRange.upperBound)
  }
}
