package import FlagModel
import JSON

/// The SQL of SQLite.
package struct SQLiteDialect: Dialect {
  package let takesNamesForTexts: Bool
  /// True for a connection with flagdb's own aggregates: sums that do not depend on the order of
  /// the records, and unions of masks.
  let hasOwnAggregates: Bool
  /// The quote for names. SQLite never takes a name in backquotes for a text.
  private let quote: UInt8

  package init(takesNamesForTexts: Bool = false, hasOwnAggregates: Bool = false) {
    self.takesNamesForTexts = takesNamesForTexts
    self.hasOwnAggregates = hasOwnAggregates
    quote = takesNamesForTexts ? UInt8(ascii: "`") : UInt8(ascii: "\"")
  }

  package var engine: String { "SQLite" }

  /// Other clients only have SQLite's own aggregates.
  package var forPeople: any Dialect { SQLiteDialect(takesNamesForTexts: takesNamesForTexts) }

  package func quoted(_ name: Name) -> String {
    Self.isPlain(name.text) ? name.text : enclosed(name)
  }

  /// The name in quotes, even if none are necessary.
  func enclosed(_ name: Name) -> String { Self.enclosed(name.text, in: quote) }

  package func bind(_ value: Value, of type: AttributeType?, to bindings: inout [Value]) -> String {
    bindings.append(value)
    return "?"
  }

  /// SQLite allows 32,766 bindings, so a long list becomes a single JSON text, which preserves
  /// integers and texts.
  package func list(
    _ values: [Value], of type: AttributeType?, to bindings: inout [Value]
  ) -> String {
    if values.count > Self.longestList, let json = Self.json(values) {
      return "(SELECT value FROM json_each(\(bind(.text(json), of: nil, to: &bindings))))"
    }
    let marks = values.map { bind($0, of: nil, to: &bindings) }
    return "(\(marks.joined(separator: ", ")))"
  }

  private static let longestList = 100

  private static func json(_ values: [Value]) -> String? {
    var items: [JSONValue] = []
    for value in values {
      switch value {
      case .integer(let number): items.append(.integer(number))
      case .text(let text): items.append(.string(text))
      case .null, .real, .blob: return nil
      }
    }
    return JSONValue.array(items).text()
  }

  package func literal(_ value: Value, of type: AttributeType?) -> String {
    switch value {
    case .null: "NULL"
    // SQLite parses the digits of -2^63 as a REAL, because 2^63 is not an integer. Hexadecimal
    // works.
    case .integer(.min): "0x8000000000000000"
    case .integer(let number): String(number)
    case .real(let number): Self.real(number)
    case .text(let text): Self.enclosed(text, in: UInt8(ascii: "'"))
    case .blob(let bytes): "x'" + bytes.map(hexadecimal).joined() + "'"
    }
  }

  /// SQLite has no escapes in texts, so a hidden character becomes a call:
  /// `('a' || char(27) || 'b')`.
  package func visibleLiteral(_ text: String) -> String {
    var pieces: [String] = []
    var plain = ""
    for scalar in text.unicodeScalars {
      guard isHidden(scalar) else {
        plain.unicodeScalars.append(scalar)
        continue
      }
      if !plain.isEmpty { pieces.append(literal(.text(plain), of: nil)) }
      plain = ""
      pieces.append("char(\(scalar.value))")
    }
    if !plain.isEmpty || pieces.count < 2 { pieces.append(literal(.text(plain), of: nil)) }
    return "(\(pieces.joined(separator: " || ")))"
  }

  package func closed(_ sql: SQLText) -> String {
    var text: [UInt8] = []
    for segment in sql.expanded(in: self) {
      let piece =
        switch segment {
        case .value(let value, let type): shownLiteral(value, of: type)
        case .list(let values, let type):
          "(\(values.map { shownLiteral($0, of: type) }.joined(separator: ", ")))"
        default: SQLText(segments: [segment]).script(in: self)
        }
      text.append(literal: piece)
    }
    return String(decoding: text, as: UTF8.self)
  }

  package func addedFunctions(in sql: SQLText) -> [String] {
    var names: [String] = []
    for case .text(let text) in sql.expanded(in: self) {
      // A bracket begins the arguments of the last word before it.
      for piece in text.split(separator: "(", omittingEmptySubsequences: false).dropLast() {
        let word = piece.utf8.reversed().prefix(while: isWordByte).reversed()
        let name = String(decoding: word, as: UTF8.self)
        if name.hasPrefix("flagdb_"), !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  private static func real(_ number: Double) -> String {
    if number.isNaN { return "NULL" }
    if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
    return "\(number)"
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      name.utf8.allSatisfy(isWordByte)
    else { return false }
    let word = name.uppercased()
    let place = partition(keywords.count) { keywords[$0] >= word }
    return place == keywords.count || keywords[place] != word
  }

  /// The keywords of https://sqlite.org/lang_keywords.html, and words that newer versions may add;
  /// sorted.
  private static let keywords = [
    "ABORT", "ACTION", "ADD", "AFTER", "ALL", "ALTER", "ALWAYS", "ANALYZE", "AND", "AS", "ASC",
    "ATTACH", "AUTOINCREMENT", "BEFORE", "BEGIN", "BETWEEN", "BY", "CASCADE", "CASE", "CAST",
    "CHECK", "COLLATE", "COLUMN", "COMMIT", "CONFLICT", "CONSTRAINT", "CREATE", "CROSS", "CURRENT",
    "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "DATABASE", "DEFAULT", "DEFERRABLE",
    "DEFERRED", "DELETE", "DESC", "DETACH", "DISTINCT", "DO", "DROP", "EACH", "ELSE", "END",
    "ESCAPE", "EXCEPT", "EXCLUDE", "EXCLUSIVE", "EXISTS", "EXPLAIN", "FAIL", "FALSE", "FILTER",
    "FIRST", "FOLLOWING", "FOR", "FOREIGN", "FROM", "FULL", "GENERATED", "GLOB", "GROUP", "GROUPS",
    "HAVING", "IF", "IGNORE", "IMMEDIATE", "IN", "INDEX", "INDEXED", "INITIALLY", "INNER", "INSERT",
    "INSTEAD", "INTERSECT", "INTO", "IS", "ISNULL", "JOIN", "KEY", "LAST", "LEFT", "LIKE", "LIMIT",
    "MATCH", "MATERIALIZED", "NATURAL", "NO", "NOT", "NOTHING", "NOTNULL", "NULL", "NULLS", "OF",
    "OFFSET", "ON", "OR", "ORDER", "OTHERS", "OUTER", "OVER", "PARTITION", "PLAN", "PRAGMA",
    "PRECEDING", "PRIMARY", "QUERY", "RAISE", "RANGE", "RECURSIVE", "REFERENCES", "REGEXP",
    "REINDEX", "RELEASE", "RENAME", "REPLACE", "RESTRICT", "RETURNING", "RIGHT", "ROLLBACK", "ROW",
    "ROWID", "ROWS", "SAVEPOINT", "SELECT", "SET", "TABLE", "TEMP", "TEMPORARY", "THEN", "TIES",
    "TO", "TRANSACTION", "TRIGGER", "TRUE", "UNBOUNDED", "UNION", "UNIQUE", "UPDATE", "USING",
    "VACUUM", "VALUES", "VIEW", "VIRTUAL", "WHEN", "WHERE", "WINDOW", "WITH", "WITHIN", "WITHOUT",
  ]
}
