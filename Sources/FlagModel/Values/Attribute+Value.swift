import PlainText

extension Attribute {
  /// Parses a typed value and checks it against `@Valid`. Messages begin with the name of the
  /// attribute. For many values, use a `ValueCheck`.
  package func value(from text: String, now: Timestamp? = nil) throws(ValueError) -> Value {
    try checked { (type) throws(ValueError) in
      stored.exact(try type.value(from: text, now: now), typed: text)
    }
  }

  /// Parses a value in its stored form, as with `--raw`, and checks it in the same way.
  package func rawValue(from text: String, now: Timestamp? = nil) throws(ValueError) -> Value {
    try checked { (type) throws(ValueError) in
      stored.exact(try type.rawValue(from: text, now: now), typed: text)
    }
  }

  /// Checks a value from another source: its type, whether it is required, and `@Valid`.
  package func check(_ value: Value) throws(ValueError) { try ValueCheck(self).check(value) }

  /// Throws for a date that has no number in the column.
  package func requireForm(for value: Value) throws(ValueError) {
    if case .dates = stored.limit { try stored.limit?.check(value, of: self) }
  }

  private func checked(_ read: (AttributeType) throws(ValueError) -> Value) throws(ValueError)
    -> Value
  {
    let value: Value
    do {
      value = try read(type)
    } catch {
      throw error.named(name.text)
    }
    try ValueCheck(self).checkValidity(of: value)
    return value
  }
}
