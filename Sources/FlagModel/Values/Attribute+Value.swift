import PlainText

extension Attribute {
  /// Reads what a person typed and checks it against `@Valid`. Messages begin with the attribute's
  /// name; whoever reads many values makes one `ValueCheck` instead.
  package func value(from text: String, now: Timestamp? = nil) throws(ValueError) -> Value {
    try checked { (type) throws(ValueError) in try type.value(from: text, now: now) }
  }

  /// Reads a value given as it is stored, as `--raw` has it, and checks it likewise.
  package func rawValue(from text: String, now: Timestamp? = nil) throws(ValueError) -> Value {
    try checked { (type) throws(ValueError) in try type.rawValue(from: text, now: now) }
  }

  /// Checks a value from elsewhere: its type, whether there must be one, `@Valid`.
  package func check(_ value: Value) throws(ValueError) {
    try ValueCheck(self).check(value)
  }

  /// Throws for a value that the column has no number for.
  package func requireForm(for value: Value) throws(ValueError) {
    if let limits = stored.limits { try requireForm(for: value, in: limits) }
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
