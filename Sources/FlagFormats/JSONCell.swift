import FlagModel

/// One member of every object: its key, and how the values of its column become JSON.
struct JSONCell {
  /// `,"name":`
  private let key: [UInt8]
  private let type: AttributeType?
  private let isRaw: Bool
  private let escapesUnseen: Bool
  private var flagLists: [Int64: [UInt8]] = [:]
  private static let mostRemembered = 1 << 14

  init(_ column: OutputColumn, isFirst: Bool, _ style: OutputStyle) {
    type = column.type
    isRaw = style.isRaw
    escapesUnseen = style.guardsTerminal
    var key: [UInt8] = isFirst ? [] : [UInt8(ascii: ",")]
    appendJSONText(column.name, escapesUnseen: escapesUnseen, to: &key)
    key.append(UInt8(ascii: ":"))
    self.key = key
  }

  /// Appends the key and the value.
  mutating func append(_ value: Value, to bytes: inout [UInt8]) {
    bytes += key
    switch (type, value) {
    case (_, .null): bytes += "null".utf8
    case (.bool, .integer(0)): bytes += "false".utf8
    case (.bool, .integer(1)): bytes += "true".utf8
    case (.array(let element), .text(let text)): appendArray(text, element, to: &bytes)
    case (.flags(let set), .integer(let stored)) where !isRaw:
      appendFlags(stored, set, to: &bytes)
    case (.decimal(let places), .integer(let units)) where !isRaw:
      FixedPoint.appendText(of: units, places: places, to: &bytes)
    case (.date, .text(let text)) where !isRaw: appendDateText(text, to: &bytes)
    case (.enumeration, _) where !isRaw:
      appendText(type?.text(of: value) ?? "", to: &bytes)
    default: appendStored(value, to: &bytes)
    }
  }

  private func appendStored(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes += "null".utf8
    case .integer(let number): appendInteger(number, to: &bytes)
    // JSON has no infinity; a number too large for a Double is read as one.
    case .real(let number) where number.isInfinite:
      bytes += (number < 0 ? "-9e999" : "9e999").utf8
    case .real(let number) where number.isNaN: bytes += "null".utf8
    case .real: (type ?? .double).appendRawText(of: value, to: &bytes)
    case .text(let text): appendText(text, to: &bytes)
    case .blob(let data):
      bytes.append(UInt8(ascii: "\""))
      DataText.appendBase64(of: data, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private func appendDateText(_ stored: String, to bytes: inout [UInt8]) {
    var text: [UInt8] = []
    appendDate(stored, to: &text)
    // It may be any text that another client has put there.
    appendText(String(decoding: text, as: UTF8.self), to: &bytes)
  }

  private func appendText(_ text: String, to bytes: inout [UInt8]) {
    appendJSONText(text, escapesUnseen: escapesUnseen, to: &bytes)
  }

  /// A stored array as an array, in one line however another client wrote it; what is none, as the
  /// text that it is.
  private func appendArray(
    _ text: String, _ element: AttributeType, to bytes: inout [UInt8]
  ) {
    let shown = isRaw ? text : AttributeType.array(element).text(of: .text(text))
    guard let array = try? JSONParser.parse(SourceText(shown)), case .array = array.kind else {
      return appendText(text, to: &bytes)
    }
    array.append(to: &bytes, escapesUnseen: escapesUnseen)
  }

  private mutating func appendFlags(
    _ stored: Int64, _ set: FlagSet, to bytes: inout [UInt8]
  ) {
    if let list = flagLists[stored] {
      bytes += list
      return
    }
    var list = [UInt8(ascii: "[")]
    for name in set.names(of: set.mask(stored: stored)) {
      if list.count > 1 { list.append(UInt8(ascii: ",")) }
      appendText(name, to: &list)
    }
    list.append(UInt8(ascii: "]"))
    if flagLists.count == Self.mostRemembered { flagLists = [:] }
    flagLists[stored] = list
    bytes += list
  }
}
