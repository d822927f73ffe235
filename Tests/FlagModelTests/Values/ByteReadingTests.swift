import Testing

@testable import FlagModel

/// The quick way from bytes must say what the long way says, or nothing.
@Suite struct ByteReadingTests {
  private static let texts = [
    "", " ", "0", "-0", "7", "+7", "007", " 7", "-12", "0x1F", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "1.5", "-0.50", ".5", "5.", "1e3", "0.1", "1.",
    "123456789012345678.99", "0.000000000000000000001", "1.50000000000000000000000000", "--1",
    "1-", "true", "TRUE", "false", "yes", "2026-11-20", "2026-11-20T10:30:05.500Z", "2026-13-01",
    "9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a", "{9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5A}",
    "https://example.org/a?b", "a b", "[]", "[1,2]", "[ 1 , -2]", "[01]", #"["a"]"#, #"["a", "é"]"#,
    "[1.5]", "a,b",
  ]

  @Test(arguments: [
    AttributeType.bool, .integer(.int), .integer(.uint8), .double, .float, .decimal(places: 2),
    .decimal(places: 0), .decimal(places: 30), .string, .date, .uuid, .url, .data,
    .array(.string), .array(.integer(.int8)), .array(.double), .array(.string, isSet: true),
  ])
  func agreesWithTheLongWay(type: AttributeType) {
    let read = type.byteReader
    for text in Self.texts {
      var row = StoredRow()
      let cell = Array(text.utf8).withUnsafeBufferPointer { read($0, &row) }
      guard let cell else {
        #expect(row.bytes.isEmpty, "\(text)")
        continue
      }
      #expect(row.value(of: cell) == (try? type.value(from: text)), "\(type) \(text)")
    }
  }

  @Test func roundsAsSwiftDoes() throws {
    var seed: UInt64 = 1
    for _ in 0..<5_000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let digits = String(seed >> (4 + (seed & 31)))
      let point = digits.index(digits.startIndex, offsetBy: Int(seed >> 32) % digits.count)
      let text = "\(seed & 1 == 0 ? "-" : "")0\(digits[..<point]).\(digits[point...])"
      let number = try #require(DecimalDigits(text.utf8)?.double)
      #expect(number == Double(text), "\(text)")
    }
  }
}
