/// Functions as SQLite has them, or as FlagDB adds them to its own connections.
extension SQLiteDialect {
  public func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText {
    let list = arguments.joined(by: ", ")
    switch function {
    case .real: return "CAST(\(list) AS REAL)"
    case .whole: return "CAST(\(list) AS INTEGER)"
    case .text: return "CAST(\(list) AS TEXT)"
    // Seconds and fraction apart: SQLite rounds to milliseconds.
    case .microseconds:
      return """
        (CAST(strftime('%s', substr(\(list), 1, 19)) AS INTEGER) * 1000000 \
        + CAST(substr(substr(\(list), 21) || '000000', 1, 6) AS INTEGER))
        """
    case .days: return "(julianday(\(list)) - 2440587.5)"
    case .year: return "CAST(substr(\(list), 1, 4) AS INTEGER)"
    case .month: return "substr(\(list), 1, 7)"
    case .day: return "substr(\(list), 1, 10)"
    case .monthOfYear: return "CAST(substr(\(list), 6, 2) AS INTEGER)"
    case .dayOfMonth: return "CAST(substr(\(list), 9, 2) AS INTEGER)"
    // SQLite counts from Sunday as 0.
    case .weekday: return "((strftime('%w', substr(\(list), 1, 10)) + 6) % 7 + 1)"
    case .hour: return "CAST(substr(\(list), 12, 2) AS INTEGER)"
    // Another client may have stored what is no JSON, which has no elements to count.
    case .elementCount: return "iif(json_valid(\(list)), json_array_length(\(list)), NULL)"
    case .element(let type): return element(of: type, list)
    case .hasOtherElement(let type): return hasOtherElement(of: type, arguments[0], arguments[1])
    default: return "\(keyword: Self.name(of: function))(\(list))"
    }
  }

  private static func name(of function: SQLFunction) -> StaticString {
    switch function {
    case .abs: "abs"
    case .floor: "floor"
    case .ceiling: "ceil"
    case .trunc: "trunc"
    case .sqrt: "sqrt"
    case .ln: "ln"
    case .log: "log"
    case .exp: "exp"
    case .power: "pow"
    case .least: "min"
    case .greatest: "max"
    case .lowercased: "flagdb_lower"
    case .uppercased: "flagdb_upper"
    case .folded: "flagdb_fold"
    case .length, .byteCount: "length"
    case .real, .whole, .text, .microseconds, .days, .year, .month, .day, .monthOfYear,
      .dayOfMonth, .weekday, .hour, .elementCount, .element, .hasOtherElement:
      "NULL"
    }
  }
}
