import FlagModel
import Testing

extension FlagSet {
  static let biomarker = FlagSet(
    name: "BIOMarker", rawType: .int64,
    flags: [
      Flag(name: "RAW", mask: 1 << 0), Flag(name: "HRM", mask: 1 << 1),
      Flag(name: "PLX", mask: 1 << 2), Flag(name: "heartRate", mask: 1 << 1),
      Flag(name: "top", mask: 1 << 63),
    ],
    combinations: [
      Flag(name: "vitals", mask: 0b110), Flag(name: "lab", mask: 0b1100_0000),
      Flag(name: "none", mask: 0),
    ])

  /// `Int8` or the like with flags on its lowest and its highest bit.
  static func narrow(_ type: IntegerType) -> FlagSet {
    FlagSet(
      name: "Narrow", rawType: type,
      flags: [Flag(name: "a", mask: 1), Flag(name: "z", mask: 1 << UInt64(type.bitWidth - 1))])
  }
}

extension Enumeration {
  static let status = Enumeration(
    name: "Status", rawType: .integer(.int32),
    cases: [
      Case(name: "received", rawValue: .integer(0)), Case(name: "measured", rawValue: .integer(1)),
      Case(name: "archived", rawValue: .integer(-7)),
    ])

  static let mood = Enumeration(
    name: "Mood", rawType: .string,
    cases: [
      Case(name: "good", rawValue: .text("g")), Case(name: "g", rawValue: .text("other")),
      Case(name: "bad", rawValue: .text("so, so")),
    ])
}

/// Reads a text, and checks that the value is one of the type's, that it is shown as expected, and
/// that what is shown is read as the same value.
func expectReads(
  _ text: String, as type: AttributeType, _ stored: Value, shown: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(throws: Never.self, sourceLocation: sourceLocation) {
    let value = try type.value(from: text)
    #expect(isSame(value, stored), "'\(text)' is read as \(value)", sourceLocation: sourceLocation)
    try type.check(value)
    let back = type.text(of: value)
    if let shown { #expect(back == shown, sourceLocation: sourceLocation) }
    #expect(isSame(try type.value(from: back), stored), sourceLocation: sourceLocation)
    let raw = type.rawText(of: value)
    #expect(isSame(try type.rawValue(from: raw), stored), sourceLocation: sourceLocation)
  }
}

/// Equal, texts byte for byte, zeros by sign.
func isSame(_ a: Value, _ b: Value) -> Bool {
  switch (a, b) {
  case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
  case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
  default: a == b
  }
}

/// Expects a text to be refused with these words.
func expectRefuses(
  _ text: String, as type: AttributeType, _ message: String, hint: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let error = #expect(throws: ValueError.self, sourceLocation: sourceLocation) {
    try type.value(from: text)
  }
  #expect(error?.message == message, sourceLocation: sourceLocation)
  #expect(error?.hint?.text == hint, sourceLocation: sourceLocation)
}
