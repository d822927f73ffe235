package import FlagModel

/// The work that a call asks for.
package enum Meaning: Hashable, Sendable {
  // MARK: Of one value

  /// A function that each dialect has a line for.
  case value(SQLFunction)
  case calculation(Operator)
  /// `FUNCTION(a, 'from:subtract:', b)` and its like with one operand.
  case complement
  case conversion(Conversion)
  /// `CAST(score, 'NSString')`: a conversion to a type that stands in quotes.
  case cast
  /// `FUNCTION(score, 'abs:')`: a call by the name of a selector in quotes.
  case selector
  /// The argument itself.
  case plain
  /// The value as it is stored.
  case stored
  /// A moment; nil is now.
  case moment(Timestamp?)
  case today

  // MARK: Of texts

  case isEmptyText
  case textTest(TextTest, TextOptions)
  /// `code.compare('S-1') == .orderedSame`
  case textOrder(TextOptions)

  // MARK: Of dates

  /// The seconds from a moment; nil is now.
  case seconds(since: Timestamp?)
  case secondsSince, addingSeconds

  // MARK: Of flags, and of sets of values

  case hasNoFlags, flagCount
  case set(SetMethod)

  // MARK: Of many

  /// One of the flags or values that a record has several of, where each has a group.
  case each
  case aggregate(Aggregate)
  /// `percentile(score, 95)`
  case percentile
  case isEmpty
  case contains, allSatisfy, map, reduce
  /// The keys of a dictionary, or its values, by the name of the call.
  case entries
  /// The syntax is made by the parser.
  case filter, ternary
  /// Several as they are, or each once.
  case several(isDistinct: Bool)

  // MARK: Types of Swift

  /// `Date(timeIntervalSinceNow: -3600)`: so many seconds from a moment; nil is now.
  case date(since: Timestamp?)
  /// The typed text, which takes the type of what it meets.
  case typed
  case collection(isDistinct: Bool)
}

/// A type that values can be made of.
package enum Conversion: Hashable, Sendable { case double, int, string }

/// A method of Swift's sets.
package enum SetMethod: Hashable, Sendable {
  case isSuperset, isSubset, isDisjoint
  case intersection, union, subtracting, symmetricDifference
}

/// A way to make one value of those of many records.
package enum Aggregate: Hashable, Sendable {
  case min, max, sum, average
  /// The value below which so many percent of the others lie, worked out of two where it lies
  /// between them; 50 is the median.
  case percentile(Double)
  /// The standard deviation of a sample.
  case deviation
  /// The number of values.
  case count
  /// The number of different values.
  case distinctCount
  /// The value of the record with the smallest key, and of that with the greatest.
  case first, last

  /// The name by which it is called.
  package var name: String {
    switch self {
    case .min: "min"
    case .max: "max"
    case .sum: "sum"
    case .average: "average"
    case .percentile(50): "median"
    case .percentile: "percentile"
    case .deviation: "stddev"
    case .count: "count"
    case .distinctCount: "distinctCount"
    case .first: "first"
    case .last: "last"
    }
  }
}
