internal import JSON

// Converts values between foreign forms and flagdb's own.

extension StoredForm {
  /// The value in flagdb's form for a stored value; the same value if it is not in the expected
  /// form.
  package func value(_ stored: Value, of type: AttributeType) -> Value {
    switch (self, stored) {
    case (.dates(let dates), _): dates.moment(of: stored).map { .text($0.storedText) } ?? stored
    case (.text, .text(let text)): (try? Timestamp(text)).map { .text($0.storedText) } ?? stored
    case (.real, .real(let number)): Self.units(number, type).map(Value.integer) ?? stored
    case (.real, .integer(let number)):
      Self.units(Double(number), type).map(Value.integer) ?? stored
    case (.blob, .blob(let bytes)): UUIDText.text(of: bytes).map(Value.text) ?? stored
    case (.anyNumber, .integer(let number)): .integer(number == 0 ? 0 : 1)
    case (.anyNumber, .real(let number)): .integer(number == 0 ? 0 : 1)
    case (.word, .integer(let number)): type.word.map { .integer($0.value(of: number)) } ?? stored
    case (.digits, .real(let number)): .real(SignificantDigits(number)?.rounded ?? number)
    case (.coded, .blob(let bytes)): Self.json(bytes) == nil ? stored : .text(bytes.asText)
    case (.rawValue, .blob(let bytes)): Self.rawValue(bytes).map(Value.integer) ?? stored
    default: stored
    }
  }

  private static func json(_ bytes: [UInt8]) -> JSONValue? {
    try? JSONValue(reading: bytes)
  }

  private static func rawValue(_ bytes: [UInt8]) -> Int64? {
    let json = json(bytes)
    var number = json
    if case .object(let members)? = json {
      number = members.first { $0.key == "rawValue" }?.value
    }
    if case .number(let text)? = number { return Int64(text) }
    return nil
  }

  /// The stored value for one in flagdb's form. If several stored values have the same meaning, it
  /// is the middle one.
  package func stored(_ value: Value, of type: AttributeType) -> Value {
    switch (self, value) {
    case (.dates(let dates), .text(let text)):
      (try? Timestamp(text)).map(dates.value) ?? value
    case (.real, .integer(let units)): .real(Double(units) / type.unit)
    case (.blob, .text(let text)): UUIDText.bytes(of: text).map(Value.blob) ?? value
    case (.native(let native), .text(let text)) where native.isArray:
      Self.serverArray(text).map(Value.text) ?? value
    default: value
    }
  }

  /// Converts a JSON array to the text form of a server: `{1,2}`; nil if it is not an array of
  /// plain values.
  private static func serverArray(_ json: String) -> String? {
    guard case .array(let items)? = try? JSONValue(reading: Array(json.utf8)) else { return nil }
    var texts: [String] = []
    for item in items {
      switch item {
      case .string(let text): texts.append(quotedForServer(text))
      case .number(let number): texts.append(number)
      case .bool(let truth): texts.append("\(truth)")
      case .null: texts.append("NULL")
      case .array, .object: return nil
      }
    }
    return "{\(texts.joined(separator: ","))}"
  }

  private static func quotedForServer(_ text: String) -> String {
    let escaped = text.utf8.flatMap { byte in
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        [UInt8(ascii: "\\"), byte]
      } else {
        [byte]
      }
    }
    return "\"\(String(decoding: escaped, as: UTF8.self))\""
  }

  /// The range of stored values with the same meaning, with an exclusive upper end. Nil for a form
  /// with a single value for each meaning, or without an order.
  package func interval(of value: Value, _ type: AttributeType) -> (lower: Value, upper: Value)? {
    switch (self, value) {
    case (.dates(let dates), .text(let text)):
      return (try? Timestamp(text)).flatMap(dates.interval)
    case (.real, .integer(let units)):
      return (
        .real((Double(units) - 0.5) / type.unit), .real((Double(units) + 0.5) / type.unit)
      )
    case (.digits, .real(let number)): return SignificantDigits(number)?.interval
    case (.digits, .integer(let number)):
      return interval(of: .real(Double(number)), type)
    default: return nil
    }
  }

  /// The stored values with the same meaning, if they are few.
  package func alternatives(of value: Value, _ type: AttributeType) -> [Value]? {
    switch (self, value) {
    case (.word, .integer(let number)): return type.word?.equals(of: number).map(Value.integer)
    case (.blob, .text): return [stored(value, of: type)]
    default: return nil
    }
  }

  private static func units(_ number: Double, _ type: AttributeType) -> Int64? {
    Int64(exactly: (number * type.unit).rounded())
  }
}

extension AttributeType {
  /// The integer for 1.
  fileprivate var unit: Double {
    guard case .decimal(let places) = self else { return 1 }
    return (0..<places).reduce(1) { unit, _ in unit * 10 }
  }
}

extension [UInt8] {
  fileprivate var asText: String { String(decoding: self, as: UTF8.self) }
}
