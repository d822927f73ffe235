import CommandTable
import Databases
import Definitions
import FlagModel
import Migrating
import ModelText
import Predicates

/// `flagdb define DB …`: adds flags, enums, entities and attributes to the model.
struct DefineCommand: Command {
  static let name = "define"
  static let summary = "adds flags, enums, entities and attributes to the model"

  enum Kind: String {
    case flags
    case enumeration = "enum"
    case entity
    case attribute
    case expression
    case audit
    case partition
    case distribute
  }

  /// The two states of the audit log.
  enum AuditState: String, CommandChoice {
    case on
    case off

    var help: String? {
      switch self {
      case .on: "record who changed what and when"
      case .off: "stop recording; the audit log keeps earlier changes"
      }
    }
  }

  var database = ""
  var kind: Kind?
  var name = ""
  /// The flags, cases or attributes.
  var parts: [String] = []
  var expression = ""
  var audit = AuditState.on
  var unique: [String] = []
  var source: String?
  var definitions = DefinitionOptions()

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    declareTypes(in: &table)
    declareEntities(in: &table)
    declareStorage(in: &table)
    table.value(
      "unique", &unique, "NAME", .asks("defined-name"),
      help: "no two records have the same value of this attribute")
    let from = table.value(
      "from", &source, "FILE:TYPE", .namedInFile("defined-flags", DefinitionLanguage.allExtensions),
      help: "read them from a file, `linux/stat.h:STATX_ATTR`, or from `item_flags(bit, name)`")
    table.need(from, all: DefinitionOptions.names)
    table.part(&definitions)
  }

  private mutating func declareTypes(in table: inout OptionTable) {
    table.form(.flags, &kind, summary: "adds a flag set, or flags to one")
    table.argument(
      "NAME", &name, .asks("flag-set"),
      help: "the name to add or extend; for an expression with its entity, as in "
        + "`Sample.above(limit)`")
    table.argument(
      "FLAG", isOptional: true, &parts,
      help: "a flag on the next free bit, `NAME=0x40`, a combination `NAME=FLAG,FLAG`, "
        + "or a field `NAME:0xF0=TYPE`")
    table.form(.enumeration, &kind, summary: "adds an enum")
    table.argument("NAME", &name, .asks("enumeration"), help: "the enum")
    table.argument(
      "CASE", isOptional: true, &parts,
      help: "a case, stored by name, or as a number: `NAME=1`")
  }

  private mutating func declareEntities(in table: inout OptionTable) {
    table.form(.entity, &kind, summary: "adds an entity")
    table.argument("NAME", &name, help: "the entity")
    table.argument(
      "NAME:TYPE", &parts, .asks("definition"),
      help: "an attribute as in `note:String?`, with a default as in `score:Double=50` "
        + "or `taken:Date=now`")
    table.form(.attribute, &kind, summary: "adds attributes to an entity")
    table.argument("NAME", &name, .asks("entity"), help: "the entity")
    table.argument(
      "NAME:TYPE", &parts, .asks("definition"), help: "an attribute, as for a new entity")
    table.form(.expression, &kind, summary: "adds a named expression, used like an attribute")
    table.argument("NAME", &name, .asks("expression-name"), help: "the entity and the name")
    table.argument(
      "EXPRESSION", &expression, .asks("predicate"),
      help: "as for `--where`: `readings[value >= 90].count`; a "
        + "parameter is `$limit`")
  }

  private mutating func declareStorage(in table: inout OptionTable) {
    table.form(.audit, &kind, summary: "turns the audit log of changes on or off")
    table.argument("STATE", &audit, help: "on or off")
    table.form(.partition, &kind, summary: "partitions an entity by time on a server")
    table.argument(
      "PARTITION", &name, .asks("partition"),
      help: "`Reading=month(taken)`; `Reading` adds missing ones")
    table.form(.distribute, &kind, summary: "distributes an entity over Citus worker nodes")
    table.argument(
      "DISTRIBUTION", &name, .asks("distribution"),
      help: "an entity and a property, `Reading=sample`")
  }

  func complete() throws {
    if !unique.isEmpty, kind != .entity, kind != .attribute {
      throw CommandError("'--unique' is only for 'define DB entity' and 'define DB attribute'")
    }
    if source != nil, kind != .flags, kind != .enumeration {
      throw CommandError("'--from' is only for 'define DB flags' and 'define DB enum'")
    }
    if isSpreading { _ = try spreadRequest() }
    if source == nil, parts.isEmpty {
      switch kind {
      case .flags: throw CommandError("expected a FLAG, or --from FILE:TYPE")
      case .enumeration: throw CommandError("expected a CASE, or --from FILE:TYPE")
      default: break
      }
    }
  }

  private var isSpreading: Bool { kind == .partition || kind == .distribute }

  func run(in session: Session) throws -> Exit {
    if kind == .audit {
      let opened = try session.openOurs(database, for: .writing)
      let isNew = try opened.setAudit(audit == .on)
      if isNew {
        session.say("the audit log is \(audit.rawValue)\n")
      } else {
        session.say("note: the audit is \(audit.rawValue) already\n")
      }
      return .done
    }
    if isSpreading { return try spread(in: session) }
    if kind == .flags, let table = source.flatMap(FlagTable.init) {
      let database = try session.openOurs(database, for: .writing)
      let set = try table.flags(in: database, session)
      return try add(FlagSetAddition(name, parts, from: set), to: database, session)
    }
    let definition = try definition(in: session)
    return try add(definition, to: try session.openOurs(database, for: .writing), session)
  }

  private func add(
    _ definition: any ModelAddition, to database: Database, _ session: Session
  ) throws -> Exit {
    let old = database.schema
    let added = try definition.added(to: old, now: session.now)
    let schema = try checkedModel(added.swiftSource)
    try schema.checkExpressions(now: session.now)
    var origin = ["define", kind?.rawValue ?? "", name]
    if kind == .expression {
      origin.append(expression)
    } else {
      origin += parts
      if let source { origin += ["--from", source] }
    }
    try Migrator(database).grow(to: schema, origin: origin.joined(separator: " "), now: session.now)
    session.say(DefinitionReport(from: old, to: schema, name: Name(name)).text)
    return .done
  }

  private func definition(in session: Session) throws -> any ModelAddition {
    switch kind {
    case .flags:
      try FlagSetAddition(
        name, parts, from: defined(in: session) { try $1.flags($0, definitions, session) })
    case .enumeration:
      try EnumerationAddition(
        name, parts, from: defined(in: session) { try $1.cases($0, definitions, session) })
    case .entity: try EntityAddition(name, parts, unique: unique, isNew: true)
    case .expression: try ExpressionAddition(name, expression)
    case .attribute, .audit, .partition, .distribute, nil:
      try EntityAddition(name, parts, unique: unique, isNew: false)
    }
  }

  /// The type that `--from` names; nil without the option.
  private func defined<Result>(
    in session: Session, _ read: (Name, FlagSource) throws -> Result
  ) throws -> Result? {
    guard let source else { return nil }
    let named = FlagSource(source)
    guard let type = named.type else { throw try named.missingType(definitions, session) }
    return try read(type, named)
  }
}
