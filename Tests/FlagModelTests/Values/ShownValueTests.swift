import FlagModel
import JSON
import TestSupport
import Testing

@Suite struct ShownValueTests {
  /// A value that another client may have stored and that is none of the type.
  @Test(arguments: [
    (AttributeType.bool, Value.integer(2), "2"), (.bool, .text("yes"), "yes"),
    (.integer(.int8), .integer(1000), "1000"), (.integer(.int), .real(1.5), "1.5"),
    (.integer(.int), .integer(.min), "-9223372036854775808"),
    (.double, .integer(3), "3"), (.double, .real(.infinity), "inf"), (.float, .real(0.1), "0.1"),
    (.float, .real(1e300), "1e+300"), (.double, .text("abc"), "abc"),
    (.decimal(places: 2), .text("12.5"), "12.5"), (.decimal(places: 2), .real(0.5), "0.5"),
    (.date, .text("yesterday"), "yesterday"), (.date, .text("2026-02-30"), "2026-02-30"),
    (.date, .text("2026-11-20"), "2026-11-20T00:00:00Z"),
    (.date, .text("2026-11-20 10:30:00.123"), "2026-11-20T10:30:00.123Z"),
    (.date, .text("2026-11-20T12:30:00+02:00"), "2026-11-20T10:30:00Z"),
    (.date, .integer(1_700_000_000), "1700000000"),
    (.uuid, .blob([1, 2, 3]), "AQID"), (.string, .integer(7), "7"), (.string, .blob([255]), "/w=="),
    (.data, .text("plain"), "plain"), (.array(.integer(.int)), .text("not json"), "not json"),
    (.array(.enumeration(.status)), .text("{}"), "{}"),
    (.flags(.biomarker), .text("HRM"), "HRM"), (.flags(.biomarker), .real(6), "6.0"),
    (.enumeration(.status), .integer(7), "?7"), (.enumeration(.status), .text("x"), "?x"),
    (.enumeration(.mood), .text("unknown"), "?unknown"),
    (.string, .null, ""), (.enumeration(.status), .null, ""), (.flags(.biomarker), .null, ""),
  ])
  func strangeValues(type: AttributeType, value: Value, shown: String) {
    #expect(type.text(of: value) == shown)
    var bytes = Array("before ".utf8)
    type.appendText(of: value, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "before " + shown)
  }

  @Test(arguments: [
    (AttributeType.flags(.biomarker), Value.integer(6), "6"),
    (.enumeration(.status), .integer(-7), "-7"), (.enumeration(.mood), .text("g"), "g"),
    (.decimal(places: 2), .integer(1250), "1250"), (.bool, .integer(1), "1"),
    (.date, .text("2026-11-20 00:00:00"), "2026-11-20 00:00:00"),
    (.float, .real(Double(Float(0.1))), "0.1"),
    (.data, .blob([1, 2, 3]), "AQID"), (.string, .null, ""),
  ])
  func rawValues(type: AttributeType, value: Value, shown: String) {
    #expect(type.rawText(of: value) == shown)
  }

  @Test func generatedValuesComeBack() {
    var source = RandomSource()
    for _ in 0..<500 {
      let number = source.integer()
      let real = Double(bitPattern: source.next())
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: source.next()))
      let data = (0..<Int.random(in: 0..<40, using: &source)).map { _ in
        UInt8(truncatingIfNeeded: source.next())
      }
      var values: [(AttributeType, Value)] = [
        (.integer(.int64), .integer(number)), (.flags(.biomarker), .integer(number)),
        (.decimal(places: Int(number.magnitude % 19)), .integer(source.integer())),
        (.date, .text(source.moment().storedText)), (.data, .blob(data)),
        (.string, .text(source.text())), (.uuid, .text(UUIDText.random(using: &source))),
        (.bool, .integer(number & 1)),
      ]
      if real.isFinite { values.append((.double, .real(real == 0 ? 0 : real))) }
      if float.isFinite { values.append((.float, .real(Double(float == 0 ? 0 : float)))) }
      for (type, value) in values { expectComesBack(value, as: type, seed: source.seed) }
    }
  }

  @Test func generatedArraysComeBack() throws {
    var source = RandomSource()
    for _ in 0..<300 {
      var json: [UInt8] = Array("[".utf8)
      for index in 0..<Int.random(in: 0..<4, using: &source) {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        appendJSON(source.text(), to: &json)
      }
      json.append(UInt8(ascii: "]"))
      let text = String(decoding: json, as: UTF8.self)
      expectComesBack(.text(text), as: .array(.string), seed: source.seed)
    }
  }

  private func expectComesBack(_ value: Value, as type: AttributeType, seed: UInt64) {
    #expect(throws: Never.self, "seed \(seed), \(value)") {
      try type.check(value)
      let shown = try type.value(from: type.text(of: value))
      let raw = try type.rawValue(from: type.rawText(of: value))
      #expect(isSame(shown, value) && isSame(raw, value), "seed \(seed), \(value)")
    }
  }
}
