internal import CSQLite
import FlagModel

/// Caches the values that one call in a statement has converted. Most columns have few distinct
/// values. SQLite keeps the cache while the conversion argument stays the same.
final class ConversionCache {
  struct Converted {
    let value: Value
    /// True if the conversion loses nothing.
    let isWhole: Bool
  }

  private let conversion: ValueConversion
  private var cache: [Value: Converted] = [:]
  private static let most = 4096

  private init(_ conversion: ValueConversion) { self.conversion = conversion }

  /// `flagdb_convert(value, conversion)`; NULL stays NULL.
  static func answer(
    _ context: OpaquePointer?, _ arguments: SQLFunctions.Arguments?,
    _ answer: (Converted) -> Value
  ) {
    guard let argument = arguments?[0], sqlite3_value_type(argument) != SQLITE_NULL else {
      return sqlite3_result_null(context)
    }
    guard let values = kept(context, arguments) else {
      return sqlite3_result_error(context, "the second argument is not a conversion", -1)
    }
    result(answer(values.converted(value(argument))), to: context)
  }

  /// `flagdb_read(value, form)`
  static func read(_ context: OpaquePointer?, _ arguments: SQLFunctions.Arguments?) {
    guard let argument = arguments?[0] else { return sqlite3_result_null(context) }
    guard let (form, type) = SQLFunctions.text(arguments, 1).flatMap(StoredForm.parse) else {
      return sqlite3_result_error(context, "the second argument is not a form of values", -1)
    }
    result(form.value(value(argument), of: type), to: context)
  }

  private static func kept(
    _ context: OpaquePointer?, _ arguments: SQLFunctions.Arguments?
  ) -> ConversionCache? {
    if let kept = sqlite3_get_auxdata(context, 1) {
      return Unmanaged<ConversionCache>.fromOpaque(kept).takeUnretainedValue()
    }
    guard let text = SQLFunctions.text(arguments, 1),
      let conversion = ValueConversion(text: text)
    else { return nil }
    let values = ConversionCache(conversion)
    sqlite3_set_auxdata(context, 1, Unmanaged.passRetained(values).toOpaque()) { kept in
      if let kept { Unmanaged<ConversionCache>.fromOpaque(kept).release() }
    }
    return values
  }

  private func converted(_ stored: Value) -> Converted {
    // Numbers have many distinct values, and their conversion is fast.
    guard case .text = stored else { return fresh(stored) }
    if let cached = cache[stored] { return cached }
    let converted = fresh(stored)
    if cache.count == Self.most { cache.removeAll(keepingCapacity: true) }
    cache[stored] = converted
    return converted
  }

  private func fresh(_ stored: Value) -> Converted {
    let whole = try? conversion.value(of: stored)
    return Converted(value: whole ?? conversion.keptValue(of: stored), isWhole: whole != nil)
  }

  // MARK: Values

  static func value(_ argument: OpaquePointer) -> Value {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: .real(sqlite3_value_double(argument))
    case SQLITE_TEXT:
      .text(String(decoding: bytes(sqlite3_value_text(argument), argument), as: UTF8.self))
    case SQLITE_BLOB: .blob(Array(bytes(sqlite3_value_blob(argument), argument)))
    default: .null
    }
  }

  private static func bytes(
    _ start: UnsafeRawPointer?, _ argument: OpaquePointer
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
  }

  static func result(_ value: Value, to context: OpaquePointer?) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .text(let text): flagdb_result_text(context, text, Int64(text.utf8.count))
    case .blob(let bytes): flagdb_result_blob(context, bytes, Int64(bytes.count))
    }
  }
}
