import FlagModel
import SQLText

/// The CHECK of an attribute, by which every client's mistakes are refused. NULL passes each, as it
/// does every CHECK.
/// See Documentation/Decisions/rules-that-sql-cannot-say.md.
extension Attribute {
  /// The condition for the values of the column; nil if it takes all that its type stores. An engine may
  /// refuse wrong values by the type of the column.
  func check(in dialect: any Dialect) -> SQLText? {
    let name: SQLText = "\(name: column)"
    let checks =
      [dialect.check(name, of: type, usual: type.check(name))].compactMap(\.self)
      + validity.checks(name, of: type)
    return checks.isEmpty ? nil : checks.joined(by: " AND ")
  }
}

extension AttributeType {
  /// The condition for a column because of its type alone.
  fileprivate func check(_ column: SQLText) -> SQLText? {
    switch self {
    case .bool: "\(column) IN (0, 1)"
    case .integer(let type): type.check(column)
    // An infinity prints as no JSON and no CSV number, and NaN is stored as NULL.
    case .double: "\(.ofNumber(.abs), of: column) < \(.real(.infinity))"
    // From here on a Float is rounded to infinity.
    case .float: "\(.ofNumber(.abs), of: column) < \(.real(3.4028235677973366e+38))"
    case .date: "\(.isDate, of: column)"
    case .uuid: "\(.isUUID, of: column)"
    case .url: "\(.isURL, of: column)"
    // Not json_valid: before version 3.41 SQLite runs it in no schema that is not trusted, and a
    // connection that trusts every file's schema runs whatever an enemy wrote there.
    case .array, .json:
      "\(.test(.like, .exact), of: column, "\(.text(isObject ? "{*}" : "[*]"))")"
    case .enumeration(let enumeration): "\(column) IN \(list: enumeration.cases.map(\.rawValue))"
    case .flags(let set): set.check(column)
    case .decimal, .string, .data, .any: nil
    }
  }
}

extension FlagSet {
  /// Every field that is an enum has one of its cases, or is nil.
  fileprivate func check(_ column: SQLText) -> SQLText? {
    let checks = fields.compactMap { field -> SQLText? in
      field.enumeration.map {
        "\(.field(field), of: column) IN \(list: $0.cases.map(\.rawValue))"
      }
    }
    return checks.isEmpty ? nil : checks.joined(by: " AND ")
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
      checks.append(
        range.upperBound == .max
          ? "\(count) >= \(literal: lower)"
          : "\(count) BETWEEN \(literal: lower) AND \(literal: upper)")
    }
    return checks
  }
}
