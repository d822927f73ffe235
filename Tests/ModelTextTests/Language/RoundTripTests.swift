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

  @Test("a raw type that a struct names") func rawTypeOfStruct() throws {
    let text = """
      struct Mark { typealias RawValue = UInt8; let rawValue: Self.RawValue; let other: RawValue? }
      @Model final class Plan { var mark: Mark? }
      """
    let schema = try #require(readModel([SourceText(text)]).schema)
    #expect(schema.swiftSource.contains("var rawValue: UInt8"))
    expectRoundTrip(schema, "a raw type")
  }
}
