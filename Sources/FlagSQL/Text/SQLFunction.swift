public import FlagModel

/// What is worked out of values, whatever an engine calls it.
public enum SQLFunction: Hashable, Sendable {
  case abs, floor, ceiling, trunc, sqrt, ln, log, exp, power
  /// How many characters a text has.
  case length
  /// The least and the greatest of several.
  case least, greatest
  /// By Unicode, not by ASCII alone.
  case lowercased, uppercased
  /// A text without the differences that do not count, which the second argument names.
  case folded
  /// As another type.
  case real, whole, text
  /// The microseconds since 1970 of a date, and its days since then with their fraction.
  case microseconds, days
  /// The parts of a date: a number, or for a month and a day the beginning of its text.
  case year, month, day
  /// Numbers that come again: 1 to 12, 1 to 31, 1 for Monday to 7, 0 to 23.
  case monthOfYear, dayOfMonth, weekday, hour
  /// How many elements an array has; NULL for what is no array.
  case elementCount
  /// An element of an array of this type, from its form in JSON to that of a column.
  case element(AttributeType)
  /// Whether the first of two arrays of such elements has one that the second has not in the same
  /// place.
  case hasOtherElement(AttributeType)
  case byteCount
}
