package import FlagModel

extension DefaultValue {
  /// The default value as SQL: a constant, or an expression that gives each record a new value.
  package func sql(of type: AttributeType) -> SQLText {
    switch self {
    case .value(let value): "\(value, of: type)"
    case .moment(let micros): "\(.moment(after: micros), of: [])"
    case .newUUID: "\(.newUUID(of: type), of: [])"
    case .newLowercasedUUID: "\(.newLowercasedUUID, of: [])"
    }
  }
}
