package import FlagModel

extension DefaultValue {
  /// The value of a type as SQL: a constant, or what makes a new one for each record.
  package func sql(of type: AttributeType) -> SQLText {
    switch self {
    case .value(let value): "\(value, of: type)"
    case .moment(let micros): "\(.moment(after: micros), of: [])"
    case .newUUID: "\(.newUUID(of: type), of: [])"
    case .newLowercasedUUID: "\(.newLowercasedUUID, of: [])"
    }
  }
}
