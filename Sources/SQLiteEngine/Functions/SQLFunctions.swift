internal import CInterrupt
internal import CSQLite
import FlagModel
internal import Platform
internal import RegularExpressions
import SQLText

/// SQL functions for predicates: case folding by Unicode, and regular expressions with bounded
/// time. Only flagdb's own statements may call them, and never the schema of a file
/// (`SQLITE_DIRECTONLY`).
enum SQLFunctions {
  typealias Arguments = UnsafeMutablePointer<OpaquePointer?>
  typealias Function = @convention(c) (OpaquePointer?, Int32, Arguments?) -> Void

  static func add(to database: OpaquePointer) {
    add("flagdb_fold", 2, to: database) { context, _, arguments in
      SQLFunctions.answer(context, arguments) { text, letters in
        foldedText(text, case: letters.contains("c"), accents: letters.contains("d"))
      }
    }
    add("flagdb_lower", 1, to: database) { context, _, arguments in
      SQLFunctions.answer(context, arguments) { $0.lowercased() }
    }
    add("flagdb_upper", 1, to: database) { context, _, arguments in
      SQLFunctions.answer(context, arguments) { $0.uppercased() }
    }
    add("flagdb_split", 3, to: database) { context, _, arguments in
      SQLFunctions.split(context, arguments)
    }
    add("flagdb_like", 2, to: database) { context, _, arguments in
      guard let text = SQLFunctions.text(arguments, 0),
        let pattern = SQLFunctions.text(arguments, 1)
      else { return sqlite3_result_null(context) }
      sqlite3_result_int(context, sqlite3_strglob(LikePattern.glob(pattern), text) == 0 ? 1 : 0)
    }
    add("flagdb_matches", 3, to: database) { context, _, arguments in
      SQLFunctions.match(context, arguments)
    }
    add("flagdb_convert", 2, to: database) { context, _, arguments in
      ConversionCache.answer(context, arguments) { $0.value }
    }
    add("flagdb_read", 2, to: database) { context, _, arguments in
      ConversionCache.read(context, arguments)
    }
    add("flagdb_converts", 2, to: database) { context, _, arguments in
      ConversionCache.answer(context, arguments) { .integer($0.isWhole ? 1 : 0) }
    }
    addOrder(to: database)
    DemandedValues.add(to: database)
    SQLAggregates.add(to: database)
  }

  static let orderOfBytes = "flagdb_bytes"

  /// Adds the collation `flagdb_bytes`, which compares the bytes in UTF-8. SQLite's own collation
  /// compares them in the encoding of the file.
  private static func addOrder(to database: OpaquePointer) {
    sqlite3_create_collation_v2(
      database, orderOfBytes, SQLITE_UTF8, nil,
      { _, count, text, otherCount, other in
        guard let text, let other else { return count - otherCount }
        let order = memcmp(text, other, Int(min(count, otherCount)))
        if order == 0 { return count - otherCount }
        return order
      }, nil)
  }

  static func add(
    _ name: String, _ count: Int32, to database: OpaquePointer, _ function: @escaping Function
  ) {
    let traits = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    sqlite3_create_function_v2(database, name, count, traits, nil, function, nil, nil, nil)
  }

  // MARK: Regular expressions

  /// A compiled pattern, which SQLite keeps while the pattern argument stays the same.
  private final class Pattern {
    let expression: RegularExpression

    init(_ expression: RegularExpression) { self.expression = expression }
  }

  private static func match(_ context: OpaquePointer?, _ arguments: Arguments?) {
    guard let text = text(arguments, 0), let letters = self.text(arguments, 2),
      let source = self.text(arguments, 1)
    else { return sqlite3_result_null(context) }
    let ignoresAccents = letters.contains("d")
    guard let expression = pattern(context, source, letters) else {
      return sqlite3_result_error(context, "the pattern is not a regular expression", -1)
    }
    let subject = if ignoresAccents { foldedText(text, case: false, accents: true) } else { text }
    let isMatch = expression.matchesWhole(subject) { flagdb_caught_signal() != 0 }
    if flagdb_caught_signal() != 0 { return sqlite3_result_error_code(context, SQLITE_INTERRUPT) }
    sqlite3_result_int(context, isMatch ? 1 : 0)
  }

  private static func pattern(
    _ context: OpaquePointer?, _ source: String, _ letters: String
  ) -> RegularExpression? {
    if let kept = sqlite3_get_auxdata(context, 1) {
      return Unmanaged<Pattern>.fromOpaque(kept).takeUnretainedValue().expression
    }
    let source =
      if letters.contains("d") { foldedText(source, case: false, accents: true) } else { source }
    guard
      let expression = try? RegularExpression(source, ignoringCase: letters.contains("c"))
    else { return nil }
    let pattern = Unmanaged.passRetained(Pattern(expression)).toOpaque()
    sqlite3_set_auxdata(context, 1, pattern) { kept in
      if let kept { Unmanaged<Pattern>.fromOpaque(kept).release() }
    }
    return expression
  }

  // MARK: Values

  /// Returns a converted text; NULL stays NULL.
  private static func answer(
    _ context: OpaquePointer?, _ arguments: Arguments?, _ change: (String) -> String
  ) {
    guard let text = text(arguments, 0) else { return sqlite3_result_null(context) }
    result(change(text), to: context)
  }

  private static func answer(
    _ context: OpaquePointer?, _ arguments: Arguments?, _ change: (String, String) -> String
  ) {
    guard let first = text(arguments, 0), let second = text(arguments, 1) else {
      return sqlite3_result_null(context)
    }
    result(change(first, second), to: context)
  }

  /// `flagdb_split(text, separator, number)`; NULL if there are fewer parts.
  private static func split(_ context: OpaquePointer?, _ arguments: Arguments?) {
    guard let text = text(arguments, 0), let separator = self.text(arguments, 1),
      let number = arguments?[2],
      let part = part(Int(sqlite3_value_int64(number)), of: text, between: separator)
    else { return sqlite3_result_null(context) }
    result(part, to: context)
  }

  /// A part of a text, counted from 1, or from the end with -1.
  private static func part(_ number: Int, of text: String, between separator: String) -> String? {
    if separator.isEmpty { return number.magnitude == 1 ? text : nil }
    let parts = text.unicodeScalars.split(
      separator: Array(separator.unicodeScalars), omittingEmptySubsequences: false)
    let index = number > 0 ? number - 1 : parts.count + number
    if number != 0 && parts.indices.contains(index) { return String(parts[index]) }
    return nil
  }

  private static func result(_ text: String, to context: OpaquePointer?) {
    flagdb_result_text(context, text, Int64(text.utf8.count))
  }

  /// An argument as a text; nil for NULL.
  static func text(_ arguments: Arguments?, _ index: Int) -> String? {
    guard let value = arguments?[index], sqlite3_value_type(value) != SQLITE_NULL,
      let start = sqlite3_value_text(value)
    else { return nil }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
