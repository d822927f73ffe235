// Names of Swift, SQL and NSPredicate that have no meaning here, with what says the same.
package import FlagModel

extension Language {
  /// True if it is a function that is known and has no meaning here.
  package static func isForeign(function name: String) -> Bool {
    foreignFunctions.contains(name.lowercased())
  }

  private static let foreignFunctions: Set<String> = [
    "mode", "random", "randomn", "distance", "objectfrom", "set", "array",
    "zip", "stride", "round", "first", "last", "valueforkey", "valueforkeypath", "type",
  ]

  /// Methods that Swift gives a closure.
  static let foreignMethods = ["min", "max", "sorted", "reduce", "sum", "prefix", "drop"]

  /// The repair for a function, method or property that Swift has; of several values some names
  /// mean another thing.
  package static func instead(of name: String, isSeveral: Bool = false) -> Hint? {
    if isSeveral, ["prefix", "suffix", "dropFirst", "dropLast"].contains(name) {
      return "'first' and 'last' are, and a condition in brackets"
    }
    return repairs[name]
  }

  private static let repairs: [String: Hint] = [
    "prefix": "hasPrefix('…') asks how a text begins",
    "suffix": "hasSuffix('…') asks how a text ends",
    "range": "contains('…') asks for a part of a text",
    "sorted": "min() and max() find the least and the greatest of values",
    "reduce": "reduce(0, +) adds values up",
    "rounded": "floor, ceil and trunc are", "round": "floor, ceil and trunc are",
    "localizedCompare": "compare and caseInsensitiveCompare are",
    "localizedStandardCompare": "compare and caseInsensitiveCompare are",
    "indices": "count says how many there are",
    "evaluate": "write the other predicate out, or keep it by a name with flagdb define",
  ]

  /// The repairs for names of Swift's libraries that stand for no attribute.
  package static let insteadOfTypes: [String: Hint] = [
    "Calendar": "year(…), month(…), day(…), weekday(…) and hour(…) are parts of a date, in UTC",
    "DateInterval": "a range of dates is, as in 2026-11-01..<2026-12-01",
    "Locale": "contains[cd] and its like pass over case and accents everywhere",
  ]
}
