package import FlagModel

/// A function of values, independent of its SQL in each engine.
///
/// Operands of a calculation have brackets where precedence requires them: multiplications bind
/// tightest, and bit operators loosest. The result of a calculation must bind as tightly as its
/// operator. Every other result can be an operand of a comparison.
/// See Documentation/Decisions/dialects-translate-meanings.md.
package enum SQLFunction: Hashable, Sendable {
  // MARK: Numbers

  case ofNumber(NumberFunction)
  /// An operator on two numbers; a division by zero gives NULL. An integer result may exceed 64
  /// bits until `bounded`, a comparison or another calculation uses it.
  case calculation(Operator, isWhole: Bool)
  case negative(isWhole: Bool)
  /// The result of a calculation with integers; NULL if it exceeds 64 bits.
  case bounded
  /// A number for a comparison of an integer with a real number, without loss of digits.
  case exact(isWhole: Bool)
  /// The minimum and the maximum of several values; NULL if one of them is NULL.
  case least, greatest
  /// The nearest integer as a real number; halves are rounded away from 0.
  case rounded
  /// The number of the given masks that overlap the first number.
  case flagCount

  // MARK: Conditions

  /// 1 for a true condition, 0 for a false or unknown one.
  case truth
  /// The same as a value for a column.
  case truthValue
  /// The second value if the first, a condition, is true; otherwise the third.
  case choice
  /// A text without the collation of its column, so that the other operand's collation applies.
  case plainOperand
  /// True if two values are equal, or different; NULL equals NULL.
  case same, different
  /// True if a value is in a list, or not in it. The second argument is a list alone.
  case isIn, isNotIn

  // MARK: Texts

  case ofText(TextFunction)
  /// A text without the differences that the options ignore.
  case folded(TextOptions)
  /// True if a text passes a test with another text, such as `contains`. The options are for
  /// regular expressions; for other tests, the texts are folded first.
  case test(TextTest, TextOptions)

  // MARK: Other types

  /// A conversion to another type; a number loses its fraction.
  case real, whole, text
  /// The first value if it is an integer, which some columns do not guarantee; otherwise the
  /// second.
  case wholeOrElse
  /// True if a column of any type contains an integer, a number or a text; false for NULL.
  case isWhole, isNumber, isText
  /// True for an integer and for NULL.
  case isWholeOrMissing
  /// The number at the beginning of a text; 0 if there is none.
  case realOfText, wholeOfText

  /// The shortest text of a real number that distinguishes it from all others.
  case shortest
  /// The text of a number in smallest units as a decimal without trailing zeros: `12.5`.
  case decimalText(places: Int)

  // MARK: Dates

  /// The microseconds since 1970 of a date, and the days since 1970 with a fraction.
  case microseconds, days
  case ofDate(DateFunction)

  // MARK: Arrays and bytes

  /// The number of elements of an array; NULL if the value is not an array.
  case elementCount
  /// An element of an array of this type, converted from JSON to the form of a column.
  case element(AttributeType)
  /// True if the first of two arrays has an element that the second lacks at the same index. For
  /// sets, the index does not matter.
  case hasOtherElement(AttributeType)
  /// True if a value in a column of arrays is an array.
  case isJSON
  /// An array as an element of another array.
  case json
  /// The text of an array of this type in the form of a flagdb file.
  case jsonText(AttributeType)
  /// The number of bytes of a text.
  case octetCount
  /// The number of bytes of data in a stored form; NULL if the data is missing.
  case byteCount(StoredForm)
  /// The value at a path of keys in JSON, in JSON's form; NULL if there is none.
  case jsonValue([Name], AttributeType)
  /// The first of the names that is a key of a JSON object.
  case jsonKey([Name])

  // MARK: Columns

  /// The value in flagdb's form for a stored value in another form, or in an engine's own type.
  case read(StoredForm, AttributeType)
  /// A date from a foreign column; NULL for any other value.
  case validDate
  /// A decimal in whole units, as `…_named` views show it, from the stored value.
  case inWholeUnits(places: Int)
  /// The value of a field in a mask.
  case field(BitField)
  /// The name of a field's value; the number if it has no name.
  case fieldName(BitField)

  /// The current time, and a new UUID: default values that are no constants.
  case moment(after: Int64)
  case newUUID(of: AttributeType)
  case newLowercasedUUID
  /// True if a text is valid for a column of this type; NULL for NULL.
  case isDate, isUUID, isURL
  /// A value from a lookup; if it is missing, the text of the searched value, or an error.
  /// - Parameter ofSameType: true if the searched value is itself the value that is found.
  case foundOrText(ofSameType: Bool)
  /// The first value that is not NULL, for display, of two values with different types.
  case firstShown
  /// The names of the flags of a number; NULL stays NULL.
  case spelled(FlagSet, isOptional: Bool)

  /// A text converted to another type; NULL if that is impossible.
  case converted(ValueConversion)
  /// A value converted by a migration, the part of it that is kept, and a flag that is true if all
  /// is kept. Engines call the value readers of `insert` for it.
  case becoming(ValueConversion)
  case canBecome(ValueConversion)

  // MARK: Storing

  /// A value that satisfies a requirement; otherwise an error.
  case demanded(ResultDemand)
  /// A flagdb value converted to the form of a column. A second argument shows the format of dates
  /// in the column.
  case kept(StoredForm, AttributeType)

  /// A value in the form of flagdb's columns on a server, converted to another type of the server.
  case native(NativeType, AttributeType)

  /// A value in the form of a file, converted to the form of a column of this type.
  case asColumn(AttributeType)
  /// NULL with a type, if nothing else determines the type.
  case missing(AttributeType)

  // MARK: Aggregates

  /// The minimum and the maximum for types that `min` does not support in every engine.
  case leastOfMany(AttributeType)
  case greatestOfMany(AttributeType)
  /// The sum; NULL without values. An integer sum beyond 64 bits is an error.
  /// See Documentation/Decisions/a-sum-is-right-or-an-error.md.
  case sum(isWhole: Bool)
  /// The sum of real numbers; 0 without values.
  case total
  /// The mean; NULL without values. That of integers is their exact sum, divided by their number.
  case average(isWhole: Bool)
  /// A percentile; NULL without values.
  case percentile(ofDates: Bool)
  /// The median of integers, also beyond 2^53; NULL without values.
  case medianOfWhole
  /// The standard deviation of a sample; NULL with fewer than two values.
  case deviation(isWhole: Bool)
  /// The bits that at least one number has, and the bits that all numbers have; NULL without
  /// numbers. The numbers have the bits of a word.
  /// See Documentation/Decisions/unions-are-bit-aggregates.md.
  case unionOfMany(NumberWord)
  case intersectionOfMany(NumberWord)
  /// The values as a JSON array, in the order of the rows.
  case jsonArray
  /// A real number as an element of such an array, with all of its digits.
  case jsonReal
  /// Comma-separated texts; a JSON array if a text contains a comma.
  case textList
}
