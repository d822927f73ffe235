import Testing

@testable import FlagFormats

@Suite struct SeenTextsTests {
  private func insert(_ text: String, into seen: inout SeenTexts) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { seen.insert($0) }
  }

  @Test func saysOnlyWhatIsSure() {
    var seen = SeenTexts()
    var known: Set<String> = []
    // More texts than it has places for, each of them again and again.
    for number in 0..<20_000 {
      let text = "text \(number * number % 3_001)"
      if insert(text, into: &seen) { #expect(known.contains(text)) }
      known.insert(text)
    }
    #expect(known.count > 1_024)
  }

  @Test func knowsTheFewOfAColumn() {
    var seen = SeenTexts()
    let texts = ["HRM|PLX", "RAW", "", String(repeating: "x", count: 65)]
    let first = texts.map { insert($0, into: &seen) }
    let second = texts.map { insert($0, into: &seen) }
    #expect(first == [false, false, false, false])
    #expect(second == [true, true, false, false])
  }

  @Test func givesUpWhereNothingComesAgain() {
    var seen = SeenTexts()
    for number in 0..<10_000 { #expect(!insert("\(number)", into: &seen)) }
    #expect(!insert("9999", into: &seen))
  }
}
