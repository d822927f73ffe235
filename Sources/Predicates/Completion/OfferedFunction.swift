import FlagModel

/// A function of the language, as far as it decides what may stand in its brackets and after them.
struct OfferedFunction: Sendable {
  enum Argument: Sendable {
    case date
    case number
    case text
    case flags
    /// What can be told apart as less and greater.
    case ordered
    case values
    case records
    case conditions
  }

  let name: String
  let takes: Argument
  let result: PlaceWalk.Meaning

  private static let whole = PlaceWalk.Meaning.value(.integer(.int), isOptional: false)
  private static let number = PlaceWalk.Meaning.value(.double, isOptional: false)
  private static let text = PlaceWalk.Meaning.value(.string, isOptional: false)

  static let ofDates =
    ["year", "month", "day", "monthOfYear", "dayOfMonth", "weekday", "hour"].map {
      // A month and a day are those of the calendar, as texts.
      OfferedFunction(
        name: $0, takes: .date, result: ["month", "day"].contains($0) ? text : whole)
    }

  static let ofNumbers = ["abs", "floor", "ceil", "trunc", "sqrt", "ln", "log", "exp"].map {
    OfferedFunction(name: $0, takes: .number, result: number)
  }

  static let ofTexts =
    [OfferedFunction(name: "length", takes: .text, result: whole)]
    + ["lowercase", "uppercase"].map { OfferedFunction(name: $0, takes: .text, result: text) }

  static let aggregates =
    ["sum", "avg"].map {
      OfferedFunction(name: $0, takes: .number, result: number)
    }
    + ["min", "max"].map {
      OfferedFunction(name: $0, takes: .ordered, result: number)
    } + [OfferedFunction(name: "count", takes: .values, result: whole)]

  static let each = OfferedFunction(name: "each", takes: .flags, result: .other)
  static let subquery = OfferedFunction(name: "SUBQUERY", takes: .records, result: .other)
  static let ternary = OfferedFunction(name: "TERNARY", takes: .conditions, result: .other)

  private static let all =
    ofDates + ofNumbers + ofTexts + aggregates + [each, subquery, ternary]

  /// As the language takes names: capitals do not matter.
  static func named(_ name: String) -> OfferedFunction? {
    all.first { $0.name.lowercased() == name }
  }

  var givesNumber: Bool {
    guard case .value(let type, _) = result else { return false }
    return Self.may(.number, be: type)
  }

  /// Whether a value of a type may stand in its brackets.
  static func may(_ argument: Argument, be type: AttributeType) -> Bool {
    switch (argument, type) {
    case (.date, .date), (.text, .string), (.flags, .flags), (.values, _): true
    case (.number, .integer), (.number, .double), (.number, .float), (.number, .decimal): true
    case (.ordered, .flags), (.ordered, .data), (.ordered, .array), (.ordered, .uuid): false
    case (.ordered, _): true
    default: false
    }
  }
}
