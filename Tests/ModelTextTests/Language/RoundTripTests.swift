import FlagModel
import ModelText
import Testing

/// Schemas made by chance survive being written and read.
struct RoundTripTests {
  @Test func generatedSchemasReadInAgain() {
    let first = UInt64.random(in: 0...UInt64.max)
    for seed in (0..<200).map({ first &+ $0 }) {
      var generator = SchemaGenerator(seed: seed)
      expectRoundTrip(generator.schema(), "the schema of seed \(seed)")
    }
  }

  @Test("keys in JSON that name no property, or none at all", arguments: ["case other", ""])
  func codingKeys(cases: String) throws {
    let text = """
      struct Rule { var days = 1; enum CodingKeys: CodingKey { \(cases) } }
      @Model final class Plan { var rules: [Rule] = []; var named: [String: Rule] = [:] }
      """
    let schema = try #require(readModel([SourceText(text)]).schema)
    #expect(schema.swiftSource.contains("enum CodingKeys: CodingKey {"))
    expectRoundTrip(schema, "keys: \(cases)")
  }
}
