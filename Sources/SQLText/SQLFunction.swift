package import FlagModel

/// A function of values, whatever an engine calls it or makes it of.
///
/// Operands of a calculation stand in brackets where arithmetic asks for them, the multiplications
/// binding tightest and the operators on bits loosest, and its answer must bind as tightly as the
/// operator. Every other answer can stand beside any operator that compares.
/// See Documentation/Decisions/dialects-translate-meanings.md.
package enum SQLFunction: Hashable, Sendable {
  // MARK: Numbers

  case ofNumber(NumberFunction)
  /// Two numbers; NULL where one is divided by zero. What whole numbers come to may leave the 64
  /// bits, as long as nobody but `bounded`, a comparison or another calculation sees it.
  case calculation(Operator, isWhole: Bool)
  case negative(isWhole: Bool)
  /// A result calculated with whole numbers; NULL if it left the 64 bits.
  case bounded
  /// A number that is compared with one of the other kind, a whole one with a real one.
  case exact(isWhole: Bool)
  /// The least and the greatest of several; NULL where one of them is.
  case least, greatest
  /// The nearest whole number as a real one, halves away from 0.
  case rounded
  /// The number of the masks after a number that it has bits of.
  case flagCount

  // MARK: Conditions

  /// 1 for a condition that holds, 0 for one that does not, or of which nobody knows.
  case truth
  /// The same as a value of a column.
  case truthValue
  /// The second where the first, a condition, holds, and otherwise the third.
  case choice
  /// A text without the rules of its column, so that what it is compared with has its own.
  case plainOperand
  /// True if two values are equal, or if they are not; NULL equals NULL.
  case same, different

  // MARK: Texts

  case ofText(TextFunction)
  /// A text without the differences that do not count.
  case folded(TextOptions)
  /// True if a text passes a test against another: contains it, begins with it, and so on. The
  /// options are those of a regular expression; for other ways to compare, the texts are folded
  /// before.
  case test(TextTest, TextOptions)

  // MARK: Other types

  /// As another type; a number without what stands after its point.
  case real, whole, text
  /// The first value if it is a whole number, as those of some columns need not be; otherwise the
  /// second.
  case wholeOrElse
  /// True if a column that may keep values of any kind has a whole number, any number, a text; not of NULL.
  case isWhole, isNumber, isText
  /// True of a whole number, and of NULL.
  case isWholeOrMissing
  /// The number that a text begins with, 0 where it begins with none.
  case realOfText, wholeOfText

  /// A real number with as few digits as tell it from all others.
  case shortest
  /// A number of the smallest units in whole ones, without zeros at its end: `12.5`.
  case decimalText(places: Int)

  // MARK: Dates

  /// The microseconds since 1970 of a date, and its days since then with their fraction.
  case microseconds, days
  case ofDate(DateFunction)

  // MARK: Arrays and bytes

  /// The number of elements of an array; NULL if the value is no array.
  case elementCount
  /// An element of an array of this type, from its form in JSON to that of a column.
  case element(AttributeType)
  /// True if the first of two arrays of this type has an element that the second has not in the same
  /// place, or a set one that the other has not.
  case hasOtherElement(AttributeType)
  /// True if a value of a column of arrays is one.
  case isJSON
  /// An array as an element of another.
  case json
  /// The text of an array of this type, as a file of ours has it.
  case jsonText(AttributeType)
  /// The number of bytes of a text.
  case octetCount
  /// The number of bytes in a column that keeps data in some form; NULL if they are not there.
  case byteCount(StoredForm)
  /// The value of a type at a path of keys in JSON, as JSON has it; NULL if there is none.
  case jsonValue([Name], AttributeType)
  /// The first of the names that is a key of an object.
  case jsonKey([Name])

  // MARK: Columns

  /// Our value for one that a column of this type keeps in another form, or for one that an engine keeps in
  /// the form of its own types: what a file of ours would keep.
  case read(StoredForm, AttributeType)
  /// A decimal in whole units, as views of other programs show it, of what is stored.
  case inWholeUnits(places: Int)
  /// The value of a field in a mask.
  case field(BitField)
  /// The name of that value; a number stays one.
  case fieldName(BitField)

  /// The moment, and a UUID that nobody else has: the defaults that no value can say.
  case moment(after: Int64)
  case newUUID(of: AttributeType)
  case newLowercasedUUID
  /// True if a text is one of a column of this type; NULL if it is NULL.
  case isDate, isUUID, isURL
  /// A value that was looked up, and if it is not there the text of the one by which it was looked for.
  case foundOrText
  /// The first of two values of different types that is there, to be shown.
  case firstShown
  /// The names of the flags of a number; NULL stays NULL.
  case spelled(FlagSet, isOptional: Bool)

  /// A text as a value of another type; NULL if it is none.
  case converted(ValueConversion)
  /// A value of another type as a migration makes it, or what is kept of it, and true if all of it is.
  /// Engines do it by `insert`'s own readers of values.
  case becoming(ValueConversion)
  case canBecome(ValueConversion)

  // MARK: What is stored

  /// A value that meets a demand, or an error.
  case demanded(ResultDemand)
  /// The value that a column of this form keeps for one of ours. A second one shows how the texts of
  /// its dates are written.
  case kept(StoredForm, AttributeType)

  /// A value of ours, as columns of ours keep it on a server, as one of another type of the server.
  case native(NativeType, AttributeType)

  /// The value that a column of this type keeps for one that stands as in a file of ours.
  case asColumn(AttributeType)
  /// NULL where nothing else tells its type.
  case missing(AttributeType)

  // MARK: What many records have

  /// The least and the greatest of the values of a type, for those that not every engine has `min` for.
  case leastOfMany(AttributeType)
  case greatestOfMany(AttributeType)
  /// NULL where there are no values; whole numbers that leave the 64 bits together are an error.
  /// See Documentation/Decisions/a-sum-is-right-or-an-error.md.
  case sum(isWhole: Bool)
  /// The sum of real numbers, 0 where there are none.
  case total
  case average
  /// The value at a number of percent; NULL where there are no values.
  case percentile(ofDates: Bool)
  /// The standard deviation of a sample; NULL where there are fewer than two values.
  case deviation
  /// The values as a JSON array, in the order of the rows.
  case jsonArray
  /// Texts with commas between them; as a JSON array where one has a comma.
  case textList
}
