internal import JSON

// Converts values between foreign forms and flagdb's own.

extension StoredForm {
  /// The value in flagdb's form for a stored value; the same value if it is not in the expected
  /// form.
  package func value(_ stored: Value, of type: AttributeType) -> Value {
    switch (self, stored) {
    case (.dates(let dates), _):
      if let moment = dates.moment(of: stored) { return .text(moment.storedText) }
    case (.text, .text(let text)):
      if let moment = try? Timestamp(text) { return .text(moment.storedText) }
    case (.real, .real(let number)):
      if let units = Self.units(number, type) { return .integer(units) }
    case (.real, .integer(let number)):
      if let units = Self.units(Double(number), type) { return .integer(units) }
    case (.blob, .blob(let bytes)):
      if let text = UUIDText.text(of: bytes) { return .text(text) }
    case (.anyNumber, .integer(let number)): return .bool(number != 0)
    case (.anyNumber, .real(let number)): return .bool(number != 0)
    case (.word, .integer(let number)):
      if let word = type.word { return .integer(word.value(of: number)) }
    case (.digits, .real(let number)): return .real(SignificantDigits(number)?.rounded ?? number)
    case (.coded, .blob(let bytes)): if Self.json(bytes) != nil { return .text(bytes.asText) }
    case (.rawValue, .blob(let bytes)):
      if let number = Self.rawValue(bytes) { return .integer(number) }
    default: break
    }
    return stored
  }

  private static func json(_ bytes: [UInt8]) -> JSONValue? { try? JSONValue(reading: bytes) }

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
      if let moment = try? Timestamp(text) { return dates.value(of: moment) }
    case (.real, .integer(let units)): return .real(Double(units) / type.unit)
    case (.blob, .text(let text)):
      if let bytes = UUIDText.bytes(of: text) { return .blob(bytes) }
    case (.native(let native), .text(let text)) where native.isArray:
      if let array = Self.serverArray(text) { return .text(array) }
    default: break
    }
    return value
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
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// The range of stored values with the same meaning, with an exclusive upper end. Nil for a form
  /// with a single value for each meaning, or without an order.
  package func interval(of value: Value, _ type: AttributeType) -> (lower: Value, upper: Value)? {
    switch (self, value) {
    case (.dates(let dates), .text(let text)):
      return (try? Timestamp(text)).flatMap(dates.interval)
    case (.real, .integer(let units)):
      return (.real((Double(units) - 0.5) / type.unit), .real((Double(units) + 0.5) / type.unit))
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

  /// A number as the server type `numeric` keeps it, with digits that a `Double` would round: a
  /// whole number, or else the text. Every other value stays unchanged.
  package func exact(_ value: Value, typed text: String) -> Value {
    guard isNumeric, case .real(let number) = value else {
      return value
    }
    let typed = String(text.trimmed)
    if let whole = Int64(typed) { return number.magnitude < 0x1p53 ? value : .integer(whole) }
    // A `Double` keeps 15 digits.
    let digits = typed.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return digits.drop { $0 == UInt8(ascii: "0") }.count <= 15 ? value : .text(typed)
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
