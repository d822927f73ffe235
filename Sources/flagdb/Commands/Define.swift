import CommandTable
import FlagDB
import FlagModel
import Migrations
import Predicates
import Queries
import SQLText
import UserSQL

/// `flagdb define DB …`: adds to the model without a model file.
struct DefineCommand: Command {
  private let database: String
  private let definition: any ModelAddition
  private let origin: String

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    let unique = line.values(ofOption: "unique")
    let name = try line.required("NAME")
    let parts: [String]
    switch line.form {
    case "flags":
      parts = line.values(of: "FLAG")
      definition = try FlagSetWords(name, parts)
    case "enum":
      parts = line.values(of: "CASE")
      definition = try EnumerationWords(name, parts)
    case "entity":
      parts = line.values(of: "NAME:TYPE")
      definition = try EntityWords(name, parts, unique: unique, isNew: true)
    case "expression":
      parts = [try line.required("EXPRESSION")]
      definition = try ExpressionWords(name, parts[0])
    default:
      parts = line.values(of: "NAME:TYPE")
      definition = try EntityWords(name, parts, unique: unique, isNew: false)
    }
    if !unique.isEmpty, line.form != "entity", line.form != "attribute" {
      throw CommandError("--unique belongs to 'entity' and 'attribute'")
    }
    origin = (["define", line.form ?? "", name] + parts).joined(separator: " ")
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.open(database, for: .writing)
    let added = try definition.added(to: database.schema, now: session.now)
    let schema = try checkedModel(added.swiftSource)
    try schema.checkExpressions(now: session.now)
    try database.grow(to: schema, origin: origin, now: session.now)
    return .done
  }

  static let description = CommandDescription(
    "define", group: "the database", summary: "adds to the model without a model file",
    arguments: [.database],
    forms: [
      CommandForm(
        "flags", summary: "adds a flag set, or flags to one",
        arguments: [
          ArgumentDescription(
            "NAME", completion: .asks("flag-set"),
            help: "what is added, or added to; of an expression with its entity, as in "
              + "`Sample.passing` or `Sample.above(limit)`"),
          ArgumentDescription(
            "FLAG", isRepeating: true,
            help: "a flag, which gets the next free bit; `NAME=0x40` says which, "
              + "`NAME=FLAG,FLAG` names a combination"),
        ]),
      CommandForm(
        "enum", summary: "adds an enum",
        arguments: [
          ArgumentDescription("NAME", completion: .asks("enumeration"), help: "the enum"),
          ArgumentDescription(
            "CASE", isRepeating: true,
            help: "a case, stored as its name; after `NAME=1` as numbers, counted on"),
        ]),
      CommandForm(
        "entity", summary: "adds a kind of record",
        arguments: [
          ArgumentDescription("NAME", help: "the entity"),
          ArgumentDescription(
            "NAME:TYPE", isRepeating: true, completion: .asks("definition"),
            help: "an attribute as in `note:String?`, with a default as in `score:Double=50` "
              + "or `taken:Date=now`"),
        ]),
      CommandForm(
        "attribute", summary: "adds attributes to an entity",
        arguments: [
          ArgumentDescription("NAME", completion: .asks("entity"), help: "the entity"),
          ArgumentDescription(
            "NAME:TYPE", isRepeating: true, completion: .asks("definition"),
            help: "an attribute, as for a new entity"),
        ]),
      CommandForm(
        "expression", summary: "names a calculation, which is then used like an attribute",
        arguments: [
          ArgumentDescription(
            "NAME", completion: .asks("expression-name"),
            help: "the entity and the name"),
          ArgumentDescription(
            "EXPRESSION", completion: .asks("predicate"),
            help: "in the language of `--where`, as in `readings[value >= 90].count`; a "
              + "parameter is written `$limit`"),
        ]),
    ],
    options: [
      OptionDescription(
        "unique", value: OptionValue("NAME", .asks("defined-name")), isRepeatable: true,
        help: "no two records have the same value of this attribute")
    ],
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
