import FlagModel

/// Columns of tables that others made: values in other forms than ours, and in types that we have none for.
extension PostgreSQLDialect {
  /// Our value for one that a column of others keeps.
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
    case .date where native.name == "date": "(\(column))::timestamp AT TIME ZONE 'UTC'"
    case .date: "(\(column)) AT TIME ZONE 'UTC'"
    case .integer: "(\(column))::bigint"
    // Above the bits of the column there are only copies of its sign.
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
      word.isSigned ? "| \(literal: ~word.mask)" : "& \(literal: word.mask)"
    return """
      CASE WHEN \(number) BETWEEN \(range) THEN (\(number))::bigint \(bits) ELSE \(number) END
      """
  }

  /// The value that a column of others keeps for one of ours, which was calculated.
  func kept(_ form: StoredForm, _ type: AttributeType, _ value: SQLText) -> SQLText {
    switch (form, type) {
    // Decimals are calculated with as whole numbers.
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

  /// A value of one of our types as one of a type of the server.
  func native(_ native: NativeType, _ type: AttributeType, _ value: SQLText) -> SQLText {
    switch type {
    // A date compares with a moment, and becomes one where it is kept.
    case .date: "(\(value)) AT TIME ZONE 'UTC'"
    // As a `numeric` itself it would have no more than 15 digits.
    case .double: "(\(value))::text::numeric"
    // The server compares numbers of any width, and makes the one of a column where it is kept.
    case .decimal, .integer, .float, .flags: value
    case .enumeration(let enumeration) where enumeration.rawType.isNumber: value
    default: "(\(value))::\(Self.name(of: native))"
    }
  }

  /// Every name in quotes, so that it means the type and no word of SQL.
  private static func name(of native: NativeType) -> SQLText {
    let isArray = native.isArray
    let whole = isArray ? native.name.dropLast(2) : native.name[...]
    let parts = whole.split(separator: ".", maxSplits: 1)
    let quoted = parts.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ".")
    return .written(isArray ? "\(quoted)[]" : quoted)
  }

  /// So many microseconds since 1970; what is beyond the years of dates is NULL.
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
  /// The microseconds since 1970 of a number that a column has, with all digits of a real one.
  fileprivate func microseconds(of number: SQLText) -> SQLText {
    """
    (round((\(number))::text::numeric * \(literal: scale.microseconds) / \(literal: scale.units)) \
    + \(literal: start.microseconds))
    """
  }

  /// The opposite.
  fileprivate func number(ofMicroseconds micros: SQLText) -> SQLText {
    """
    (((\(micros))::numeric - \(literal: start.microseconds)) * \(literal: scale.units) \
    / \(literal: scale.microseconds))
    """
  }
}
