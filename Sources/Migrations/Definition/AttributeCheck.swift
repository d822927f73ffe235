import FlagModel
import SQLText

/// The CHECK of an attribute, which refuses invalid values from every client. NULL passes each
/// CHECK.
/// See Documentation/Decisions/rules-that-sql-cannot-say.md.
extension Attribute {
  /// The condition for the values of the column; nil if every stored value is valid. Some engines
  /// refuse wrong values by the column type.
  func check(in dialect: any Dialect) -> SQLText? {
    let name: SQLText = "\(name: column)"
    var checks = validity.checks(name, of: type)
    if let check = dialect.check(name, of: type, usual: type.check(name)) {
      checks.insert(check, at: 0)
    }
    if checks.isEmpty { return nil }
    return checks.joined(by: " AND ")
  }

  /// The same condition as a list; empty if every stored value is valid.
  func checks(in dialect: any Dialect) -> [SQLText] {
    if let check = check(in: dialect) { [check] } else { [] }
  }
}

extension AttributeType {
  /// The pattern of the stored texts.
  fileprivate var jsonPattern: String { isObject ? "{*}" : "[*]" }

  /// The condition that follows from the type of the column alone.
  fileprivate func check(_ column: SQLText) -> SQLText? {
    switch self {
    case .bool: "\(column) IN (0, 1)"
    case .integer(let type): type.check(column)
    // JSON and CSV have no notation for an infinity, and NaN is stored as NULL.
    case .double: "\(.ofNumber(.abs), of: column) < \(.real(.infinity))"
    // From this value on, conversion to Float gives infinity.
    case .float: "\(.ofNumber(.abs), of: column) < \(.real(3.4028235677973366e+38))"
    case .date: "\(.isDate, of: column)"
    case .uuid: "\(.isUUID, of: column)"
    case .url: "\(.isURL, of: column)"
    // `json_valid` cannot be used: before version 3.41 SQLite forbids it in an untrusted schema. A
    // connection that trusts every schema would execute an attacker's code.
    case .array, .json:
      "\(.test(.like, .exact), of: column, "\(.text(jsonPattern))")"
    case .enumeration(let enumeration): "\(column) IN \(list: enumeration.cases.map(\.rawValue))"
    case .flags(let set): set.check(column)
    case .decimal, .string, .data, .any: nil
    }
  }
}

extension FlagSet {
  /// The condition that every enum field has a valid case, or is nil.
  fileprivate func check(_ column: SQLText) -> SQLText? {
    var checks: [SQLText] = []
    for field in fields {
      guard let enumeration = field.enumeration else { continue }
      let rawValues = enumeration.cases.map(\.rawValue)
      checks.append("\(.field(field), of: column) IN \(list: rawValues)")
    }
    if checks.isEmpty { return nil }
    return checks.joined(by: " AND ")
  }
}

extension IntegerType {
  fileprivate func check(_ column: SQLText) -> SQLText? {
    let range = storedRange
    if bitWidth == 64 { return isSigned ? nil : "\(column) >= 0" }
    return "\(column) BETWEEN \(literal: range.lowerBound) AND \(literal: range.upperBound)"
  }
}

extension Validity {
  fileprivate func checks(_ column: SQLText, of type: AttributeType) -> [SQLText] {
    var checks: [SQLText] = []
    if let lower = bounds?.lower { checks.append("\(column) >= \(lower, of: type)") }
    if let bounds, let upper = bounds.upper {
      let sign: SQLText = bounds.includesUpper ? "<=" : "<"
      checks.append("\(column) \(sign) \(upper, of: type)")
    }
    let length: SQLFunction = type == .data ? .byteCount(.own) : .ofText(.length)
    if let range = self.length {
      let count: SQLText = "\(length, of: column)"
      let (lower, upper) = (Int64(range.lowerBound), Int64(range.upperBound))
      if range.upperBound == .max {
        checks.append("\(count) >= \(literal: lower)")
      } else {
        checks.append("\(count) BETWEEN \(literal: lower) AND \(literal: upper)")
      }
    }
    return checks
  }
}
