import PlainText
import Testing

/// Numbers of things, as people read them.
@Suite struct CountingTests {
  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567")])
  func digits(_ number: Int, _ text: String) {
    #expect(groupedDigits(number) == text)
  }

  @Test(
    arguments: [
      (0, "1 kB"), (28 << 10, "28 kB"), ((1 << 20) - 1, "1023 kB"), (1 << 20, "1 MB"),
      (1 << 31, "2,048 MB"),
    ] as [(Int64, String)])
  func sizes(_ bytes: Int64, _ text: String) {
    #expect(sizeText(bytes) == text)
  }

  @Test(arguments: [
    (0, "0 entities"), (1, "1 entity"), (-1, "-1 entities"), (2_000, "2,000 entities"),
  ])
  func nouns(_ count: Int, _ text: String) {
    #expect(counted(count, "entity", plural: "entities") == text)
  }

  @Test(arguments: [(0, "have", "are"), (1, "has", "is"), (2, "have", "are")])
  func verbs(_ count: Int, _ verb: String, _ other: String) {
    #expect(have(count) == verb)
    #expect(agreeing(count, "is", "are") == other)
  }
}
