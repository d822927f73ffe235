import CommandTable
import FlagDB
import FlagModel
import Predicates

/// `flagdb define DB …`: adds to the model without a model file.
struct DefineCommand: Command {
  static let name = "define"
  static let summary = "adds to the model without a model file"

  enum Kind: String {
    case flags
    case enumeration = "enum"
    case entity
    case attribute
    case expression
  }

  var database = ""
  var kind: Kind?
  var name = ""
  /// The flags, cases or attributes.
  var parts: [String] = []
  var expression = ""
  var unique: [String] = []

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.form(.flags, &kind, summary: "adds a flag set, or flags to one")
    table.argument(
      "NAME", &name, .asks("flag-set"),
      help: "the name of the thing that is added or extended; an expression has its entity, as in "
        + "`Sample.passing` or `Sample.above(limit)`")
    table.argument(
      "FLAG", &parts,
      help: "a flag, which gets the next free bit; `NAME=0x40` says which, "
        + "`NAME=FLAG,FLAG` names a combination")
    table.form(.enumeration, &kind, summary: "adds an enum")
    table.argument("NAME", &name, .asks("enumeration"), help: "the enum")
    table.argument(
      "CASE", &parts, help: "a case, stored as its name; after `NAME=1` as numbers, counted on")
    table.form(.entity, &kind, summary: "adds a kind of record")
    table.argument("NAME", &name, help: "the entity")
    table.argument(
      "NAME:TYPE", &parts, .asks("definition"),
      help: "an attribute as in `note:String?`, with a default as in `score:Double=50` "
        + "or `taken:Date=now`")
    table.form(.attribute, &kind, summary: "adds attributes to an entity")
    table.argument("NAME", &name, .asks("entity"), help: "the entity")
    table.argument(
      "NAME:TYPE", &parts, .asks("definition"), help: "an attribute, as for a new entity")
    table.form(
      .expression, &kind,
      summary: "names a calculation, which is then used like an attribute"
    )
    table.argument("NAME", &name, .asks("expression-name"), help: "the entity and the name")
    table.argument(
      "EXPRESSION", &expression, .asks("predicate"),
      help: "in the language of `--where`, as in `readings[value >= 90].count`; a "
        + "parameter is written `$limit`")
    table.value(
      "unique", &unique, "NAME", .asks("defined-name"),
      help: "no two records have the same value of this attribute")
  }

  func complete() throws {
    if !unique.isEmpty, kind != .entity, kind != .attribute {
      throw CommandError("'--unique' belongs to 'entity' and 'attribute'")
    }
  }

  func run(in session: Session) throws -> Exit {
    let definition = try definition
    let database = try session.open(database, for: .writing)
    let added = try definition.added(to: database.schema, now: session.now)
    let schema = try checkedModel(added.swiftSource)
    try schema.checkExpressions(now: session.now)
    let made = kind == .expression ? [expression] : parts
    let origin = ["define", kind?.rawValue ?? "", name] + made
    try database.grow(to: schema, origin: origin.joined(separator: " "), now: session.now)
    return .done
  }

  private var definition: any ModelAddition {
    get throws {
      switch kind {
      case .flags: try FlagSetAddition(name, parts)
      case .enumeration: try EnumerationAddition(name, parts)
      case .entity: try EntityAddition(name, parts, unique: unique, isNew: true)
      case .expression: try ExpressionAddition(name, expression)
      case .attribute, nil: try EntityAddition(name, parts, unique: unique, isNew: false)
      }
    }
  }

  static let manual = CommandManual(
    """
    `define` changes the model without a Swift file. The result is the same as that of a model file:
    `flagdb schema` shows it as Swift.

    A type is one of Swift's (`Bool`, `Int`, `Double`, `Decimal`, `String`, `Date`, `UUID`, `URL`,
    `Data`), an array or a set of these such as `[String]` and `Set<String>`, a flag set or an enum of
    the model, or an entity.
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
