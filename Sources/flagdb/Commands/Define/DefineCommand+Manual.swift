import CommandTable

extension DefineCommand {
  static let manual = CommandManual(
    discussion: [
      """
      This is for those who do not write Swift. What it makes is the same as a model file would \
      make: `flagdb schema` shows it as Swift.
      """,
      """
      A type is one of Swift's (`Bool`, `Int`, `Double`, `Decimal`, `String`, `Date`, `UUID`, \
      `URL`, `Data`), an array of these as in `[String]`, a flag set or an enum of the model, or \
      an entity. A question mark makes it optional.
      """,
      """
      An attribute that is added to an entity with records must be optional or have a default. What \
      would lose something, or needs an answer, is for `flagdb migrate`.
      """,
    ],
    examples: [
      Example(
        "A flag set of three flags.", "flagdb define zoo.db flags Permission read write admin",
        output: ""),
      Example(
        "A kind of record that uses it.",
        "flagdb define zoo.db entity Keeper name:String rights:Permission=read --unique name",
        output: ""),
      Example(
        "A name for a calculation, and what it is good for.",
        "flagdb define zoo.db expression Sample.high 'readings[value >= 90].count' && "
          + "flagdb query zoo.db Sample --where 'high > 0' --columns code,high",
        output: """
          code,high
          S-2,1
          S-4,1
          """),
      Example(
        "One attribute more.", "flagdb define zoo.db attribute Sample 'reviewer:Keeper?'",
        output: ""),
    ],
    seeAlso: [
      PageReference("flagdb-new", 1), PageReference("flagdb-migrate", 1),
      PageReference("flagdb-schema", 1), PageReference("flagdb-model", 5),
      PageReference("flagdb-predicates", 7),
    ])
}
