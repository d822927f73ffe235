package import FlagModel

/// The meaning of a call for the checker.
package enum Meaning: Hashable, Sendable {
  // MARK: One value

  /// A function that each dialect implements.
  case value(SQLFunction)
  case calculation(Operator)
  /// `FUNCTION(a, 'from:subtract:', b)` and similar selectors with one operand.
  case complement
  case conversion(Conversion)
  /// `CAST(score, 'NSString')`: a conversion to a quoted type.
  case cast
  /// `FUNCTION(score, 'abs:')`: a call with a quoted selector.
  case selector
  /// The argument itself.
  case plain
  /// The stored value.
  case stored
  /// A point in time; nil for now.
  case moment(Timestamp?)
  case today

  // MARK: Texts

  case isEmptyText
  case textTest(TextTest, TextOptions)
  /// `code.compare('S-1') == .orderedSame`
  case textOrder(TextOptions)

  // MARK: Dates

  /// The seconds since a point in time; nil for now.
  case seconds(since: Timestamp?)
  case secondsSince, addingSeconds

  // MARK: Flags and sets of values

  case hasNoFlags, flagCount
  case set(SetMethod)

  // MARK: Several values

  /// One of several flags or values of a record, each of which has a group.
  case each
  case aggregate(Aggregate)
  /// `percentile(score, 95)`
  case percentile
  case isEmpty
  case contains, allSatisfy, map, reduce
  /// The keys or the values of a dictionary, according to the name of the call.
  case entries
  /// The parser creates the syntax.
  case filter, ternary
  /// Several values, all or only the distinct ones.
  case several(isDistinct: Bool)

  // MARK: Types of Swift

  /// `Date(timeIntervalSinceNow: -3600)`: a number of seconds after a point in time; nil for now.
  case date(since: Timestamp?)
  /// A typed text, which gets the type of the other operand.
  case typed
  case collection(isDistinct: Bool)
}

/// The target type of a conversion.
package enum Conversion: Hashable, Sendable { case double, int, string }

/// A method of Swift's sets.
package enum SetMethod: Hashable, Sendable {
  case isSuperset, isSubset, isDisjoint
  case intersection, union, subtracting, symmetricDifference
}

/// An aggregate, which calculates one value from many records.
package enum Aggregate: Hashable, Sendable {
  case min, max, sum, average
  /// A percentile, interpolated between two values if necessary; 50 is the median.
  case percentile(Double)
  /// The standard deviation of a sample.
  case deviation
  /// The number of values.
  case count
  /// The number of different values.
  case distinctCount
  /// The value of the record with the smallest key, and with the greatest key.
  case first, last
  /// The flags that at least one value has, and the flags that all values have.
  case union, intersection

  /// The name of the function.
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
    case .union: "union"
    case .intersection: "intersection"
    }
  }
}
