import FlagModel
import SQLText

/// The SQL conversion of a value to another type. The result is NULL if the value cannot be
/// converted.
struct Conversion {
  let expression: SQLText
  /// A condition that is true for values that lose information; nil if no value does.
  let loses: SQLText?
  /// True if every value can be converted, even with a loss.
  let isTotal: Bool
  /// True if the stored values do not change, so that only the rules can differ.
  let isIdentity: Bool
  /// True if no value can be converted.
  private(set) var isNone = false
  /// The value in SQLite form, if the engine's column type is narrower than that form.
  var plain: SQLText?
  /// SQL to append to FROM if array items are converted separately: a table of the items.
  var items: SQLText = ""

  static func kept(_ column: SQLText) -> Conversion {
    Conversion(expression: column, loses: nil, isIdentity: true)
  }

  init(
    expression: SQLText, loses: SQLText? = nil, isTotal: Bool = false, isIdentity: Bool = false
  ) {
    self.expression = expression
    self.loses = loses
    self.isTotal = isTotal || loses == nil
    self.isIdentity = isIdentity
  }

  /// Converts between types other than flag sets or enums of the same name, which have other
  /// mappings. An empty text can become NULL if the attribute is optional.
  init(
    of column: SQLText, from old: AttributeType, to new: AttributeType,
    dates: NumberedDates? = nil, isOptional: Bool = false
  ) {
    let values = ValueConversion(from: old, to: new, dates: dates)
    if old == new || Self.areArrays(old, new) && !values.isPossible {
      self = .kept(column)
    } else if old.isArray, new == .string {
      self = .kept("\(.jsonText(old), of: column)").kept(as: new)
    } else {
      self = Self.calculated("\(.read(.own, old), of: column)", values, isOptional: isOptional)
        .kept(as: new)
    }
  }

  /// Adapts to an engine whose Boolean type has no CHECK for 0 and 1. Other numbers become the
  /// fallback value.
  func fitting(_ check: SQLText?, or fallback: SQLText?) -> Conversion {
    guard let plain, check == nil else {
      var usual = self
      usual.plain = nil
      return usual
    }
    var fitting = Conversion(
      expression: """
        CASE WHEN \(plain) IN (0, 1) THEN \(expression) \
        WHEN \(plain) IS NOT NULL THEN \(fallback ?? "NULL") END
        """, loses: loses, isTotal: isTotal, isIdentity: isIdentity)
    fitting.plain = plain
    return fitting
  }

  private static func areArrays(_ old: AttributeType, _ new: AttributeType) -> Bool {
    if case (.array, .array) = (old, new) { true } else { false }
  }

  /// The same conversion, in the engine's stored form for the type.
  private func kept(as type: AttributeType) -> Conversion {
    var kept = Conversion(
      expression: "\(.asColumn(type), of: expression)", loses: loses, isTotal: isTotal,
      isIdentity: isIdentity)
    kept.isNone = isNone
    if type == .bool, !isNone { kept.plain = expression }
    return kept
  }

  /// Converts values in SQLite form to values in SQLite form.
  private static func calculated(
    _ c: SQLText, _ values: ValueConversion, isOptional: Bool
  ) -> Conversion {
    switch (values.old, values.new) {
    case (.integer(let type), .flags(let set)) where !set.rawType.holds(type):
      limited(c, to: set.rawType.storedRange)
    case (.integer, .integer), (.bool, .integer), (.integer, .bool),
      (.double, .float), (.float, .double), (.integer, .flags), (.flags, .integer),
      (.date, .string), (.uuid, .string), (.url, .string), (.json, .string), (.string, .any):
      kept(c)
    case (.integer, .double), (.bool, .double), (.bool, .float): real(ofInteger: c)
    case (.integer, .float):
      Conversion(
        expression: "\(.real, of: c)", loses: "\(c) NOT BETWEEN -16777216 AND 16777216",
        isTotal: true)
    case (.double, .integer), (.float, .integer), (.double, .bool), (.float, .bool):
      integer(ofReal: c, isOptional: isOptional)
    case (.integer, .decimal(let places)), (.bool, .decimal(let places)):
      scaled(c, from: 0, to: places)
    case (.decimal(let places), .integer), (.decimal(let places), .bool):
      scaled(c, from: places, to: 0)
    case (.decimal(let before), .decimal(let after)): scaled(c, from: before, to: after)
    case (.decimal(let places), .double), (.decimal(let places), .float):
      real(ofDecimal: c, places: places)
    case (.double, .decimal(let places)), (.float, .decimal(let places)):
      decimal(ofReal: c, places: places)
    case (_, .string): text(of: c, values.old)
    case _ where values.isPossible: converted(c, values, isOptional: isOptional)
    case (.enumeration(let enumeration), .integer), (.integer, .enumeration(let enumeration)):
      if case .integer = enumeration.rawType { kept(c) } else { none(c) }
    default: none(c)
    }
  }

  /// A conversion for types between which no value can be converted.
  static func none(_ column: SQLText) -> Conversion {
    var none = Conversion(expression: "NULL", loses: "\(column) IS NOT NULL")
    none.isNone = true
    return none
  }

  // MARK: Numbers

  /// Numbers outside the range become NULL.
  private static func limited(_ c: SQLText, to range: ClosedRange<Int64>) -> Conversion {
    let fits: SQLText = """
      \(c) BETWEEN \(literal: range.lowerBound) AND \(literal: range.upperBound)
      """
    return Conversion(expression: "\(.choice, of: fits, c, "NULL")", loses: "NOT (\(fits))")
  }

  private static func real(ofInteger c: SQLText) -> Conversion {
    // SQLite compares an integer and a REAL exactly.
    Conversion(
      expression: "\(.real, of: c)",
      loses: differ(c, isWhole: true, "\(.real, of: c)", isWhole: false), isTotal: true)
  }

  /// A number beyond 64 bits becomes NULL, or the nearest number if there must be one.
  private static func integer(ofReal c: SQLText, isOptional: Bool) -> Conversion {
    Conversion(
      expression: isOptional ? "\(.whole, of: c)" : nearest(c),
      loses: differ(c, isWhole: false, "\(.whole, of: c)", isWhole: true), isTotal: true)
  }

  /// The whole part of a number, or the last number of 64 bits in its direction.
  private static func nearest(_ c: SQLText) -> SQLText {
    let (least, greatest): (SQLText, SQLText) = ("\(literal: Int64.min)", "\(literal: Int64.max)")
    let upper: SQLText =
      "\(.choice, of: "\(c) >= 9.2233720368547758e18", greatest, "\(.whole, of: c)")"
    return "\(.choice, of: "\(c) <= -9.2233720368547758e18", least, upper)"
  }

  /// A condition that is true if two numbers differ in any digit, or only one of them is NULL.
  private static func differ(
    _ one: SQLText, isWhole isOneWhole: Bool, _ two: SQLText, isWhole isTwoWhole: Bool
  ) -> SQLText {
    let first: SQLText = "\(.exact(isWhole: isOneWhole), of: one)"
    let second: SQLText = "\(.exact(isWhole: isTwoWhole), of: two)"
    return "\(.different, of: first, second)"
  }

  private static func real(ofDecimal c: SQLText, places: Int) -> Conversion {
    let unit = unit(places)
    let back: SQLText = "\(.whole, of: "\(.rounded, of: "\(.real, of: c) / \(unit).0 * \(unit)")")"
    return Conversion(
      expression: "\(.real, of: c) / \(unit).0", loses: "\(.different, of: back, c)",
      isTotal: true)
  }

  private static func decimal(ofReal c: SQLText, places: Int) -> Conversion {
    let unit = unit(places)
    let units: SQLText = "\(.whole, of: "\(.rounded, of: "\(c) * \(unit)")")"
    return Conversion(
      expression: "\(.choice, of: "abs(\(c) * \(unit)) < 9.2e18", units, "NULL")",
      loses: "abs(\(c) * \(unit)) >= 9.2e18 OR \(.real, of: units) / \(unit).0 <> \(c)")
  }

  private static func unit(_ places: Int) -> SQLText { "\(literal: powerOfTen(places))" }

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
      expression: "\(.choice, of: fits, "\(c) * \(unit)", "NULL")", loses: "NOT (\(fits))")
  }

  // MARK: Texts

  private static func text(of c: SQLText, _ type: AttributeType) -> Conversion {
    switch type {
    case .bool: Conversion(expression: "CASE \(c) WHEN 1 THEN 'true' WHEN 0 THEN 'false' END")
    case .integer: Conversion(expression: "\(.text, of: c)")
    case .double, .float: Conversion(expression: "\(.shortest, of: c)")
    case .decimal(let places): Conversion(expression: "\(.decimalText(places: places), of: c)")
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

  /// Converts each value with a function of flagdb.
  private static func converted(
    _ c: SQLText, _ values: ValueConversion, isOptional: Bool
  ) -> Conversion {
    let isLost: SQLText = "NOT \(.canBecome(values), of: c)"
    return Conversion(
      expression: "\(.becoming(values), of: c)",
      loses: isOptional && values.takesEmptyForNull ? "\(c) <> '' AND \(isLost)" : isLost,
      isTotal: values.new.isFlags)
  }
}

extension IntegerType {
  /// True if the type contains all numbers of the other type.
  fileprivate func holds(_ other: IntegerType) -> Bool {
    storedRange.contains(other.storedRange.lowerBound)
      && storedRange.contains(other.storedRange.upperBound)
  }
}
