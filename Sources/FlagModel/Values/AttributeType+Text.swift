import PlainText

extension AttributeType {
  /// A stored value with names, for people. It never fails: an invalid value is shown as stored,
  /// for an enum with `?` before it. Null is empty.
  package func text(of value: Value) -> String {
    if case .string = self, case .text(let text) = value { return text }
    var bytes: [UInt8] = []
    appendText(of: value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The stored value itself, with numbers instead of names.
  package func rawText(of value: Value) -> String {
    if case .text(let text) = value { return text }
    var bytes: [UInt8] = []
    appendRawText(of: value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func appendText(of value: Value, to bytes: inout [UInt8]) {
    switch (self, value) {
    case (.bool, .integer(0)): bytes.append(contentsOf: "false".utf8)
    case (.bool, .integer(1)): bytes.append(contentsOf: "true".utf8)
    case (.decimal(let places), .integer(let units)):
      FixedPoint.appendText(of: units, places: places, to: &bytes)
    case (.date, .text(let text)):
      if let moment = try? Timestamp(text) {
        moment.appendText(to: &bytes)
      } else {
        bytes.append(contentsOf: text.utf8)
      }
    case (.array, .text(let text)), (.json, .text(let text)):
      bytes.append(contentsOf: shownJSON(text).utf8)
    case (.flags(let set), .integer(let stored)):
      bytes.append(contentsOf: set.text(of: set.mask(stored: stored)).utf8)
    case (.enumeration(let enumeration), _) where value != .null:
      if let name = enumeration.caseName(of: value) {
        bytes.append(contentsOf: name.utf8)
      } else {
        bytes.append(UInt8(ascii: "?"))
        appendRawText(of: value, to: &bytes)
      }
    default: appendRawText(of: value, to: &bytes)
    }
  }

  func appendRawText(of value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: break
    case .integer(let number): appendDecimal(number, to: &bytes)
    case .real(let number): bytes.append(contentsOf: realText(number).utf8)
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .blob(let data): DataText.appendBase64(of: data, to: &bytes)
    }
  }

  /// The shortest text that is parsed as the same number: `50.0`, `1e-07`.
  private func realText(_ number: Double) -> String {
    if case .float = self, Double(Float(number)) == number { return Float(number).description }
    return number.description
  }
}

extension Value {
  /// The text of a value without a known type.
  package var text: String { AttributeType.any.text(of: self) }
}
