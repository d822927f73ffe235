package import FlagModel

extension DefaultValue {
  /// The value as SQL: a constant, or what makes a new one for each record.
  package var sql: SQLText {
    switch self {
    case .value(let value): "\(value)"
    case .moment(let micros): "\(.moment(after: micros), of: [])"
    case .newUUID: "\(.newUUID, of: [])"
    case .newLowercasedUUID: "\(.newLowercasedUUID, of: [])"
    }
  }
}
