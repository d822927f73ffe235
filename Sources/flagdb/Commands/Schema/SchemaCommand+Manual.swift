import CommandTable

extension SchemaCommand {
  static let manual = CommandManual(
    """
    For a database, `schema` prints the model that it carries, as the Swift of `flagdb-model`(5); a
    file with this text makes the same database again. For a model file it prints the model that was
    read from it, so that a file can be tried before it is used.
    """,
    examples: """
      One entity as an app declares it.
          $ flagdb schema zoo.db Reading
          @Model final class Reading {
            var sample: Sample?
            var value: Double
            var tags: [String] = []
          }

      The same as SQL.
          $ flagdb schema zoo.db Reading --format sql | tail -n 6
          CREATE VIEW Reading_named AS SELECT
            id,
            sample,
            value,
            tags
          FROM Reading;
      """,
    seeAlso: ["flagdb-flags(1)", "flagdb-new(1)", "flagdb-model(5)"])
}
