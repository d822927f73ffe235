// Names of Swift, SQL and NSPredicate that flagdb does not support, with their replacements.
package import FlagModel

extension Language {
  /// True for a known function that flagdb does not support.
  package static func isForeign(function name: String) -> Bool {
    foreignFunctions.contains(name.lowercased())
  }

  private static let foreignFunctions: Set<String> = [
    "mode", "random", "randomn", "distance", "objectfrom", "set", "array",
    "zip", "stride", "round", "first", "last", "valueforkey", "valueforkeypath", "type",
    "strftime", "date_trunc", "date_part", "extract", "to_char", "datetime", "concat", "coalesce",
    "ifnull", "nvl", "isnull", "isna", "notnull", "notna", "isin",
  ]

  /// Methods that take a closure in Swift.
  static let foreignMethods = ["min", "max", "sorted", "reduce", "sum", "prefix", "drop"]

  /// The replacement for a function, method or property of Swift.
  /// - Parameter isSeveral: true for the values of several records, for which some names have
  ///   another meaning.
  package static func instead(of name: String, isSeveral: Bool = false) -> Hint? {
    if isSeveral, ["prefix", "suffix", "dropFirst", "dropLast"].contains(name) {
      return "use 'first', 'last' or a condition in brackets"
    }
    return repairs[name]
  }

  private static let repairs: [String: Hint] = [
    "prefix": "hasPrefix('…') asks how a text begins",
    "suffix": "hasSuffix('…') asks how a text ends",
    "range": "contains('…') asks for a part of a text",
    "sorted": "min() and max() find the least and the greatest of values",
    "reduce": "reduce(0, +) adds values up",
    "rounded": "use floor, ceil or trunc", "round": "use floor, ceil or trunc",
    "localizedCompare": "use compare or caseInsensitiveCompare",
    "localizedStandardCompare": "use compare or caseInsensitiveCompare",
    "indices": "count is the number of elements",
    "evaluate": "write the other predicate in full, or name it with flagdb define",
    "strftime": "use year(…), month(…) or day(…)", "date_trunc": "use year(…), month(…) or day(…)",
    "date_part": "use year(…), month(…) or day(…)", "extract": "use year(…), month(…) or day(…)",
    "to_char": "use year(…), month(…) or day(…)",
    "datetime": "dates need no function: taken > 2026-11-20",
    "concat": "join texts with +", "coalesce": "use ??, as in (note ?? '')",
    "ifnull": "use ??, as in (note ?? '')", "nvl": "use ??, as in (note ?? '')",
    "isnull": "use is null", "isna": "use is null", "notnull": "use is not null",
    "notna": "use is not null", "isin": "use in, as in code in {'A', 'B'}",
    "startswith": "use beginswith, as in code beginswith 'S'",
    "str": "use contains, beginswith, endswith, like or matches",
    "year": "write it as a function: year(…)", "month": "write it as a function: month(…)",
    "day": "write it as a function: day(…)", "dt": "use year(…), month(…) or day(…)",
  ]

  /// Values of other languages, and their spelling in flagdb.
  package static let foreignConstants: [String: String] = [
    "yesterday": "today - 1d", "tomorrow": "today + 1d", "current_date": "today",
    "curdate": "today", "current_timestamp": "now", "none": "nil", "undefined": "nil", "nan": "nil",
  ]

  /// The replacements for type names of Swift's libraries.
  package static let insteadOfTypes: [String: Hint] = [
    "Calendar": "year(…), month(…), day(…), weekday(…) and hour(…) are parts of a date, in UTC",
    "DateInterval": "use a range of dates, as in 2026-11-01..<2026-12-01",
    "Locale": "contains[cd] ignores case and accents",
  ]
}
