import CommandTable

extension SchemaCommand {
  static let manual = CommandManual(
    discussion: [
      """
      For a database, `schema` prints the model that it carries, as the Swift of \
      `flagdb-model`(5); a file with this text makes the same database again. For a model file it \
      prints the model that was read from it, so that a file can be tried before it is used.
      """
    ],
    examples: [
      Example(
        "One entity as an app declares it.", "flagdb schema zoo.db Reading",
        output: """
          @Model final class Reading {
            var sample: Sample?
            var value: Double
            var tags: [String] = []
          }
          """),
      Example(
        "The same as SQL.", "flagdb schema zoo.db Reading --format sql | tail -n 6",
        output: """
          CREATE VIEW Reading_named AS SELECT
            id,
            sample,
            value,
            tags
          FROM Reading;
          """),
    ],
    seeAlso: [
      PageReference("flagdb-flags", 1), PageReference("flagdb-new", 1),
      PageReference("flagdb-model", 5),
    ])
}
