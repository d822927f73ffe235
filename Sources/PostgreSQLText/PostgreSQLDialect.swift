package import FlagModel
package import SQLText

/// The SQL of PostgreSQL 13 and later.
///
/// This module writes SQL for PostgreSQL without a server. Programs for files only do not link it.
/// See Documentation/Decisions/postgresql-columns-have-native-types.md.
package struct PostgreSQLDialect: Dialect {
  package let spreads: TableSpreads

  package init(_ spreads: TableSpreads = TableSpreads()) { self.spreads = spreads }

  package var engine: String { "PostgreSQL" }
  package var altersTables: Bool { true }
  package var keepsComments: Bool { true }
  package var longestName: Int? { 63 }
  /// https://www.postgresql.org/docs/current/ddl-system-columns.html
  package var systemColumns: Set<String> { ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"] }
  package var notation: SQLNotation { .postgresql }
  package var keepsNumbersAmongTexts: Bool { false }

  /// A name without capital letters and symbols needs no quotes, because the server reads it
  /// unchanged.
  package func quoted(_ name: Name) -> String {
    let bytes = name.utf8
    let isPlain =
      bytes.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      } && bytes.first.map { $0 > UInt8(ascii: "9") } == true
    if isPlain && !Self.keywords.contains(name.text) { return name.text }
    return Self.enclosed(name.text, in: UInt8(ascii: "\""))
  }

  /// Binds equal values to one placeholder, so that an expression is the same wherever it occurs in
  /// the statement.
  package func bind(_ value: Value, of type: AttributeType?, to bindings: inout [Value]) -> String {
    if let truth = Self.truth(value, type) { return truth }
    let value = type.map { Self.kept(value, $0) } ?? value
    let existing = value == .null ? nil : bindings.firstIndex(of: value)
    let index = existing ?? bindings.count
    if existing == nil { bindings.append(value) }
    return "$\(index + 1)\(Self.cast(value, type))"
  }

  private static func cast(_ value: Value, _ type: AttributeType?) -> String {
    switch (type, value) {
    case (.date, _): "::timestamptz"
    case (.any, _): "::text"
    // The server would change the text of JSON bound to the same placeholder.
    case (.array, _), (.json, _): "::text::jsonb"
    case (.uuid, _): "::uuid"
    // An import binds a Bool as the number of a file.
    case (.bool, _): "::bigint::int::boolean"
    case (.decimal(let places), .null): "::bigint * \(unit(places))"
    case (.decimal, _): "::numeric"
    case (_, .null): ""
    // A number with more digits than a Double.
    case (.double, .text): "::numeric"
    case (_, .integer): "::bigint"
    case (_, .real): "::double precision"
    case (_, .text): "::text"
    case (_, .blob): "::bytea"
    }
  }

  /// A value as the server writes it, so that equal texts can share a placeholder.
  private static func kept(_ value: Value, _ type: AttributeType) -> Value {
    switch (type, value) {
    case (.date, .text(let text)): .text("\(text)+00")
    case (.uuid, .text(let text)): .text(text.lowercased())
    case (.any, .integer(let number)): .text("\(number)")
    case (.any, .real(let number)): .text("\(number)")
    case (.decimal(let places), .integer(let units)):
      .text(FixedPoint.text(of: units, places: places))
    default: value
    }
  }

  private static func truth(_ value: Value, _ type: AttributeType?) -> String? {
    switch (type, value) {
    case (.bool, .integer(0)): "FALSE"
    case (.bool, .integer(1)): "TRUE"
    default: nil
    }
  }

  /// A statement allows 65,535 bindings, so a long list becomes a single array.
  package func list(
    _ values: [Value], of type: AttributeType?, to bindings: inout [Value]
  ) -> String {
    if values.count > Self.longestList, let array = Self.array(of: values, type) {
      bindings.append(.text(array.text))
      return "(SELECT unnest($\(bindings.count)\(array.cast)[]))"
    }
    return "(\(values.map { bind($0, of: type, to: &bindings) }.joined(separator: ", ")))"
  }

  private static let longestList = 100

  /// A long list is an array, for which an index is used even if another condition would do.
  func isIn(_ value: SQLText, _ list: SQLText) -> SQLText {
    array(of: list).map { "\(value) = ANY (\($0))" } ?? "\(value) IN \(list)"
  }

  func isNotIn(_ value: SQLText, _ list: SQLText) -> SQLText {
    array(of: list).map { "\(value) != ALL (\($0))" } ?? "\(value) NOT IN \(list)"
  }

  /// A long list as an array; nil for a short one, and for one of values that are not all integers or all texts.
  private func array(of list: SQLText) -> SQLText? {
    guard case .list(let values, let type)? = list.segments.first,
      values.count > Self.longestList, let array = Self.array(of: values, type)
    else { return nil }
    return "\(.text(array.text))\(.written(array.cast))[]"
  }

  /// The values as an array of the server, if all are integers or all are texts.
  private static func array(
    of values: [Value], _ type: AttributeType?
  ) -> (text: String, cast: String)? {
    let values = type.map { type in values.map { kept($0, type) } } ?? values
    guard let first = values.first else { return nil }
    let cast = cast(first, type)
    let numbers = values.compactMap {
      if case .integer(let number) = $0 { "\(number)" } else { nil }
    }
    if numbers.count == values.count { return ("{\(numbers.joined(separator: ","))}", cast) }
    let texts = values.compactMap { value in
      if case .text(let text) = value { enclosedItem(text) } else { nil }
    }
    if texts.count == values.count { return ("{\(texts.joined(separator: ","))}", cast) }
    return nil
  }

  private static func enclosedItem(_ text: String) -> String {
    var bytes = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
  }

  package func literal(_ value: Value, of type: AttributeType?) -> String {
    if let truth = Self.truth(value, type) { return truth }
    switch type {
    case nil: break
    case .array, .json: return "\(literal(value, of: nil))::jsonb"
    case let type?:
      return "\(literal(Self.kept(value, type), of: nil))\(Self.cast(value, type))"
    }
    switch value {
    case .null: return "NULL"
    // The server would parse the digits of -2^63 without the sign, which exceeds its bigint.
    case .integer(.min): return "(-9223372036854775808)::bigint"
    case .integer(let number): return String(number)
    case .real(let number): return "'\(number)'::double precision"
    case .text(let text): return Self.literal(text)
    case .blob(let bytes):
      return "\(Self.literal("\\x\(bytes.map(hexadecimal).joined())"))::bytea"
    }
  }

  /// A text as a literal. Without E, a setting of the client decides what a backslash means.
  private static func literal(_ text: String) -> String {
    let quote = UInt8(ascii: "'")
    if !text.utf8.contains(UInt8(ascii: "\\")) { return enclosed(text, in: quote) }
    return "E\(enclosed(text.replacing("\\", with: "\\\\"), in: quote))"
  }

  /// A text of flagdb as a literal, such as a regular expression.
  static func constant(_ text: String) -> SQLText { .written(literal(text)) }

  package func visibleLiteral(_ text: String) -> String {
    let pieces = text.unicodeScalars.map { scalar in
      switch scalar {
      case "'": "''"
      case "\\": "\\\\"
      case " "..."~", "\n", "\t": "\(scalar)"
      default: Self.escape(of: scalar)
      }
    }
    return "E'\(pieces.joined())'"
  }

  /// `\U0000202e`
  private static func escape(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  package func closed(_ sql: SQLText) -> String { sql.written(in: self).closed(in: self) }

  /// The reserved words, including those that are only reserved for functions and types.
  /// https://www.postgresql.org/docs/current/sql-keywords-appendix.html
  private static let keywords: Set<String> = Set(
    """
    all analyse analyze and any array as asc asymmetric authorization binary both case cast check \
    collate collation column concurrently constraint create cross current_catalog current_date \
    current_role current_schema current_time current_timestamp current_user default deferrable desc \
    distinct do else end except false fetch for foreign freeze from full grant group having ilike in \
    initially inner intersect into is isnull join lateral leading left like limit localtime \
    localtimestamp natural not notnull null offset on only or order outer overlaps placing primary \
    references returning right select session_user similar some symmetric system_user table \
    tablesample then to trailing true union unique user using variadic verbose when where window with
    """.split(separator: " ").map(String.init))
}
