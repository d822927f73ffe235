import PlainText
import Testing

@Suite struct UTF8ValidationTests {
  @Test(
    arguments: [
      ("text", Array("naïve 日本語 🦓".utf8), nil),
      ("nothing", [], nil),
      ("the last scalar", [0xF4, 0x8F, 0xBF, 0xBF], nil),
      ("beyond the last scalar", [0xF4, 0x90, 0x80, 0x80], 0),
      ("Latin-1", [0x63, 0x61, 0x66, 0xE9], 3),
      ("Latin-1 inside", [0x63, 0xE9, 0x66, 0x67], 1),
      ("overlong in two", [0xC0, 0x80], 0),
      ("overlong in three", [0x41, 0xE0, 0x80, 0x80], 1),
      ("overlong in four", [0xF0, 0x80, 0x80, 0x80], 0),
      ("a surrogate", [0x41, 0x42, 0xED, 0xA0, 0x80], 2),
      ("a stray continuation", [0x41, 0x80], 1),
      ("cut short", [0x41, 0xE2, 0x82], 1),
      ("UTF-16 with its mark", [0xFF, 0xFE, 0x41, 0x00], 0),
      ("far inside", Array(repeating: 0x41, count: 37) + [0xFF], 37),
    ] as [(String, [UInt8], Int?)])
  func firstError(_ name: String, _ bytes: [UInt8], _ offset: Int?) {
    #expect(firstInvalidUTF8(in: bytes) == offset)
    // The standard library agrees on whether all of it is text.
    #expect((String(validating: bytes, as: UTF8.self) != nil) == (offset == nil))
  }

  @Test func agreesWithTheStandardLibrary() {
    let alphabet: [UInt8] = [0x41, 0x80, 0x90, 0xA0, 0xC2, 0xE0, 0xE2, 0xED, 0xF0, 0xF4]
    // Every text of four bytes of the alphabet.
    for number in 0..<10_000 {
      let bytes = [number / 1000, number / 100 % 10, number / 10 % 10, number % 10]
        .map { alphabet[$0] }
      let offset = firstInvalidUTF8(in: bytes)
      #expect((String(validating: bytes, as: UTF8.self) != nil) == (offset == nil), "\(bytes)")
      let valid = bytes[..<(offset ?? 4)]
      #expect(String(validating: valid, as: UTF8.self) != nil, "\(bytes)")
    }
  }
}
