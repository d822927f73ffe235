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
}
