import CommandTable

extension DefineCommand {
  static let manual = CommandManual(
    """
    `define` changes the model without a Swift file. The result is the same as that of a model file:
    `flagdb schema` shows it as Swift.

    A type is one of Swift's (`Bool`, `Int`, `Double`, `Decimal`, `String`, `Date`, `UUID`, `URL`,
    `Data`), an array of these such as `[String]`, a flag set or an enum of the model, or an entity.
    A question mark makes it optional.

    An attribute added to an entity that has records must be optional or have a default. Changes
    that could lose something, or that need an answer, are made by `flagdb migrate`.
    """,
    examples: """
      A flag set of three flags.
          $ flagdb define zoo.db flags Permission read write admin

      A kind of record that uses it.
          $ flagdb define zoo.db entity Keeper name:String rights:Permission=read --unique name

      A name for a calculation, and its use.
          $ flagdb define zoo.db expression Sample.high 'readings[value >= 90].count' && flagdb \\
          > query zoo.db Sample --where 'high > 0' --columns code,high
          code,high
          S-2,1
          S-4,1

      One attribute more.
          $ flagdb define zoo.db attribute Sample 'reviewer:Keeper?'
      """,
    seeAlso: [
      "flagdb-new(1)", "flagdb-migrate(1)", "flagdb-schema(1)", "flagdb-model(5)",
      "flagdb-predicates(7)",
    ])
}
