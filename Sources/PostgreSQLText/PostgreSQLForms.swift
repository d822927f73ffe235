import FlagModel
import SQLText

/// Columns of foreign tables, with stored forms and types that flagdb's own columns do not have.
extension PostgreSQLDialect {
  /// The value in flagdb's form, from a foreign column.
  func read(_ form: StoredForm, _ type: AttributeType, _ column: SQLText) -> SQLText {
    switch form {
    case .own: ours(column, type)
    case .native(let native): read(native, type, column)
    case .anyNumber: "(\(column) != 0)"
    case .word: type.word.map { read($0, column) } ?? column
    case .dates(let dates): Self.moment(dates.microseconds(of: column))
    case .text: "(\(column))::timestamptz"
    case .blob: "encode(\(column), 'hex')::uuid"
    case .real, .digits, .coded, .rawValue, .external: column
    }
  }

  private func read(_ native: NativeType, _ type: AttributeType, _ column: SQLText) -> SQLText {
    switch type {
    // A timestamp ends before a date, and its microseconds fit in 64 bits until this year.
    case .date where native.name == "date":
      """
      (CASE WHEN \(column) >= date '294247-01-01' THEN 'infinity' ELSE (\(column))::timestamp END) \
      AT TIME ZONE 'UTC'
      """
    case .date: "(\(column)) AT TIME ZONE 'UTC'"
    case .integer: "(\(column))::bigint"
    // The bits above the width of the column are only copies of its sign.
    case .flags:
      native.word.map { "((\(column))::bigint & \(literal: $0.mask))" } ?? column
    case .enumeration(let enumeration) where enumeration.rawType.isNumber: "(\(column))::bigint"
    case .double, .float: "(\(column))::double precision"
    case .decimal: ours(column, type)
    case .array: "to_jsonb(\(column))"
    default: "(\(column))::text"
    }
  }

  /// `NumberWord.value(of:)`
  private func read(_ word: NumberWord, _ number: SQLText) -> SQLText {
    guard let others = word.isSigned ? word.highPositives : word.negatives else { return number }
    let range: SQLText = "\(literal: others.lowerBound) AND \(literal: others.upperBound)"
    let bits: SQLText =
      if word.isSigned { "| \(literal: ~word.mask)" } else { "& \(literal: word.mask)" }
    return """
      CASE WHEN \(number) BETWEEN \(range) THEN (\(number))::bigint \(bits) ELSE \(number) END
      """
  }

  /// A calculated value, converted to the form of a foreign column.
  func kept(_ form: StoredForm, _ type: AttributeType, _ value: SQLText) -> SQLText {
    switch (form, type) {
    // Calculations with decimals use integers.
    case (.native, .decimal), (.own, _): kept(value, type)
    case (.native(let native), _): self.native(native, type, value)
    case (.dates(let dates), _): dates.number(ofMicroseconds: microseconds(of: value))
    case (.blob, _): "decode(replace((\(value))::text, '-', ''), 'hex')"
    case (.text, _), (.anyNumber, _), (.word, _), (.real, _), (.digits, _), (.coded, _),
      (.rawValue, _),
      (.external, _):
      value
    }
  }

  /// A value of a flagdb type, converted to a type of the server.
  func native(_ native: NativeType, _ type: AttributeType, _ value: SQLText) -> SQLText {
    switch type {
    // A date can be compared with a timestamp, and is converted to one when it is stored.
    case .date: "(\(value)) AT TIME ZONE 'UTC'"
    // A direct cast to `numeric` would keep only 15 digits.
    case .double: "(\(value))::text::numeric"
    // The server compares numbers of any width, and converts them when they are stored.
    case .decimal, .integer, .float, .flags: value
    case .enumeration(let enumeration) where enumeration.rawType.isNumber: value
    default: "(\(value))::\(Self.name(of: native))"
    }
  }

  /// The quoted type name, so that it cannot be taken for a keyword.
  private static func name(of native: NativeType) -> SQLText {
    let isArray = native.isArray
    let whole = isArray ? native.name.dropLast(2) : native.name[...]
    let parts = whole.split(separator: ".", maxSplits: 1)
    let quoted = parts.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ".")
    return .written(isArray ? "\(quoted)[]" : quoted)
  }

  /// The time for microseconds since 1970; NULL beyond the years of dates.
  private static func moment(_ micros: SQLText) -> SQLText {
    let (first, last) = (Timestamp.earliest.microseconds, Timestamp.latest.microseconds)
    return """
      CASE WHEN (\(micros)) BETWEEN \(literal: first) AND \(literal: last) THEN \
      timestamptz '1970-01-01 00:00:00+00' + div((\(micros))::numeric, 3600000000) * interval '1 hour' \
      + mod((\(micros))::numeric, 3600000000) * interval '1 microsecond' END
      """
  }
}

extension NumberedDates {
  /// The microseconds since 1970 for the number in a column, with all digits of a real number.
  fileprivate func microseconds(of number: SQLText) -> SQLText {
    """
    (round((\(number))::text::numeric * \(literal: scale.microseconds) / \(literal: scale.units)) \
    + \(literal: start.microseconds))
    """
  }

  /// The number for microseconds since 1970.
  fileprivate func number(ofMicroseconds micros: SQLText) -> SQLText {
    """
    (((\(micros))::numeric - \(literal: start.microseconds)) * \(literal: scale.units) \
    / \(literal: scale.microseconds))
    """
  }
}
