internal import CSQLite
import FlagModel

/// The SQL functions of `ResultDemand`: they return a value that the column can store, or fail.
enum DemandedValues {
  private typealias Arguments = SQLFunctions.Arguments

  static func add(to database: OpaquePointer) {
    addChecks(to: database)
    addConversions(to: database)
    SQLFunctions.add("flagdb_keep", -1, to: database) { context, count, arguments in
      DemandedValues.keep(context, count, arguments)
    }
  }

  // MARK: Checks of unchanged values

  private static func addChecks(to database: OpaquePointer) {
    SQLFunctions.add("flagdb_whole", 1, to: database) { context, _, arguments in
      DemandedValues.check(context, arguments, DemandedValues.beyondWhole) {
        sqlite3_value_type($0) != SQLITE_FLOAT
      }
    }
    SQLFunctions.add("flagdb_divisor", 1, to: database) { context, _, arguments in
      DemandedValues.check(context, arguments, "division by zero") {
        sqlite3_value_double($0) != 0
      }
    }
    SQLFunctions.add("flagdb_finite", 1, to: database) { context, _, arguments in
      DemandedValues.check(context, arguments, "the result is beyond all numbers") {
        sqlite3_value_double($0).isFinite
      }
    }
    SQLFunctions.add("flagdb_number", 1, to: database) { context, _, arguments in
      DemandedValues.check(context, arguments, "a value that it is made of is not a number") {
        [SQLITE_INTEGER, SQLITE_FLOAT].contains(sqlite3_value_type($0))
      }
    }
    SQLFunctions.add("flagdb_field", 2, to: database) { context, _, arguments in
      DemandedValues.field(context, arguments)
    }
    SQLFunctions.add("flagdb_present", -1, to: database) { context, count, arguments in
      DemandedValues.present(context, count, arguments)
    }
  }

  private static let beyondWhole = "the result does not fit in 64 bits"

  private static func check(
    _ context: OpaquePointer?, _ arguments: Arguments?, _ reason: String,
    _ isMet: (OpaquePointer) -> Bool
  ) {
    guard let value = arguments?[0] else { return sqlite3_result_null(context) }
    guard sqlite3_value_type(value) == SQLITE_NULL || isMet(value) else {
      return fail(context, reason)
    }
    sqlite3_result_value(context, value)
  }

  /// Fails with the error code for a constraint of a function, which SQLite itself never uses.
  private static func fail(_ context: OpaquePointer?, _ reason: String) {
    sqlite3_result_error(context, reason, -1)
    sqlite3_result_error_code(context, flagdb_constraint_function)
  }

  private static func field(_ context: OpaquePointer?, _ arguments: Arguments?) {
    guard let value = arguments?[0], sqlite3_value_type(value) != SQLITE_NULL else {
      return fail(context, "the calculation has no result")
    }
    guard let mask = arguments?[1], sqlite3_value_type(value) == SQLITE_INTEGER,
      sqlite3_value_int64(value) & ~sqlite3_value_int64(mask) == 0
    else { return fail(context, "a field has no room for the result") }
    sqlite3_result_value(context, value)
  }

  private static func present(_ context: OpaquePointer?, _ count: Int32, _ arguments: Arguments?) {
    guard let arguments, let result = arguments[0] else { return sqlite3_result_null(context) }
    let isNull = { sqlite3_value_type(arguments[$0]) == SQLITE_NULL }
    if isNull(0), !(1..<Int(count)).contains(where: isNull) {
      return fail(context, "the calculation has no result")
    }
    sqlite3_result_value(context, result)
  }

  // MARK: Conversions

  private static func addConversions(to database: OpaquePointer) {
    SQLFunctions.add("flagdb_truncated", 1, to: database) { context, _, arguments in
      DemandedValues.convert(context, arguments, DemandedValues.beyondWhole) { value in
        guard case .real(let number) = value else { return value }
        return Int64(exactly: number.rounded(.towardZero)).map(Value.integer)
      }
    }
    SQLFunctions.add("flagdb_units", 2, to: database) { context, _, arguments in
      let unit = arguments.map { sqlite3_value_double($0[1]) } ?? 1
      DemandedValues.convert(context, arguments, "the result is beyond all decimals") { value in
        guard let number = value.number else { return nil }
        return Int64(exactly: (number * unit).rounded()).map(Value.integer)
      }
    }
    SQLFunctions.add("flagdb_rounded", 2, to: database) { context, _, arguments in
      let unit = arguments.map { sqlite3_value_int64($0[1]) } ?? 1
      DemandedValues.convert(context, arguments, DemandedValues.beyondWhole) { value in
        guard case .integer(let number) = value else { return nil }
        return .integer(DemandedValues.rounded(number, unit))
      }
    }
    SQLFunctions.add("flagdb_float", 1, to: database) { context, _, arguments in
      DemandedValues.convert(context, arguments, "the result is beyond all numbers") { value in
        let number = value.number.map(Float.init)
        return number.flatMap { $0.isFinite ? .real(Double($0)) : nil }
      }
    }
    SQLFunctions.add("flagdb_later", 2, to: database) { context, _, arguments in
      DemandedValues.later(context, arguments)
    }
    SQLFunctions.add("flagdb_valid_date", 1, to: database) { context, _, arguments in
      DemandedValues.answerIfDate(context, arguments)
    }
    SQLFunctions.add("flagdb_date", 1, to: database) { context, _, arguments in
      DemandedValues.convert(context, arguments, DemandedValues.beyondYears) {
        guard case .integer(let number) = $0 else { return nil }
        return Timestamp(microseconds: number).map { .text($0.storedText) }
      }
    }
  }

  /// Answers a date in flagdb's form, and NULL for any other value.
  private static func answerIfDate(_ context: OpaquePointer?, _ arguments: Arguments?) {
    guard let value = arguments?[0], sqlite3_value_type(value) == SQLITE_TEXT else {
      return sqlite3_result_null(context)
    }
    let count = Int(sqlite3_value_bytes(value))
    let text = UnsafeBufferPointer(start: sqlite3_value_text(value), count: count)
    guard DateBytes.moment(text) != nil else { return sqlite3_result_null(context) }
    sqlite3_result_value(context, value)
  }

  /// - Parameter unit: above zero.
  private static func rounded(_ number: Int64, _ unit: Int64) -> Int64 {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: unit)
    if rest.magnitude >= unit.magnitude - rest.magnitude { return quotient + number.signum() }
    return quotient
  }

  private static let beyondYears = "the date is beyond the years 1 to 9999"

  /// Adds a time span to a date. A text that is not a date gives NULL.
  private static func later(_ context: OpaquePointer?, _ arguments: Arguments?) {
    guard let value = arguments?[0], let span = arguments?[1],
      sqlite3_value_type(value) != SQLITE_NULL
    else { return sqlite3_result_null(context) }
    let count = Int(sqlite3_value_bytes(value))
    let text = UnsafeBufferPointer(start: sqlite3_value_text(value), count: count)
    guard
      let date = DateBytes.moment(text) ?? (try? Timestamp(String(decoding: text, as: UTF8.self)))
    else { return fail(context, "a value that it is made of is not a date") }
    guard let later = date.adding(microseconds: sqlite3_value_int64(span)) else {
      return fail(context, beyondYears)
    }
    ConversionCache.result(.text(later.storedText), to: context)
  }

  private static func convert(
    _ context: OpaquePointer?, _ arguments: Arguments?, _ reason: String,
    _ convert: (Value) -> Value?
  ) {
    guard let argument = arguments?[0], sqlite3_value_type(argument) != SQLITE_NULL else {
      return sqlite3_result_null(context)
    }
    guard let value = convert(ConversionCache.value(argument)) else { return fail(context, reason) }
    ConversionCache.result(value, to: context)
  }

  // MARK: The form of a column

  /// `flagdb_keep(value, form)` or `flagdb_keep(value, form, sample)`: the value in the form of a
  /// foreign column.
  private static func keep(_ context: OpaquePointer?, _ count: Int32, _ arguments: Arguments?) {
    guard let argument = arguments?[0] else { return sqlite3_result_null(context) }
    guard let (form, type) = SQLFunctions.text(arguments, 1).flatMap(StoredForm.parse) else {
      return sqlite3_result_error(context, "the second argument is not a form of values", -1)
    }
    let value = ConversionCache.value(argument)
    let sample = count > 2 ? SQLFunctions.text(arguments, 2) : nil
    if case .text(let text) = value, let style = sample.flatMap(DateTextStyle.init(showing:)),
      let moment = try? Timestamp(text)
    {
      return ConversionCache.result(.text(style.text(of: moment)), to: context)
    }
    ConversionCache.result(form.stored(value, of: type), to: context)
  }
}
