import CommandTable
import FlagCodegen
import FlagModel
import Migrations
import Predicates
import Queries
import SQLText
import UserSQL

/// `flagdb schema DB [ENTITY]`: shows the model.
struct SchemaCommand: Command {
  private enum Format: String, CaseIterable {
    case swift
    case sql
    case json
    case mermaid
  }

  private let database: String
  private let entity: String?
  private let format: Format

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    entity = line.value(of: "ENTITY")
    format = line.value(ofOption: "format").flatMap(Format.init) ?? .swift
  }

  func run(in session: Session) throws -> Exit {
    var schema = try ModelFile.schema(of: database, in: session)
    let whole = schema
    if let entity { schema = schema.part(about: try schema.entity(typed: entity)) }
    let text =
      switch format {
      case .swift: schema.swiftSource
      case .json: schema.json
      case .mermaid: schema.mermaid
      case .sql: sql(of: schema, within: whole)
      }
    try session.print(text, isPaged: true)
    return .done
  }

  /// The statements that make the database; of one entity those that belong to it.
  private func sql(of part: Schema, within whole: Schema) -> String {
    let names = part.entities.flatMap { entity in
      [entity.name, entity.viewName]
        + entity.relationships.compactMap { relationship in
          if case .joinTable(let join) = relationship.storage { join.name } else { nil }
        }
    }
    let objects = schemaObjects(of: whole, in: SQLiteDialect())
    return objects.filter { entity == nil || names.contains($0.table) }
      .map { "\($0.sql);\n" }.joined()
  }

  static let description = CommandDescription(
    "schema", group: "the database", summary: "shows the model",
    arguments: [
      .databaseOrModel,
      ArgumentDescription(
        "ENTITY", isOptional: true, completion: .asks("entity"),
        help: "show this entity and what it uses"),
    ],
    options: [
      OptionDescription(
        "format", short: "f",
        value: OptionValue(
          "FORMAT",
          .choices([
            Choice("swift", help: "declarations that read in again to the same model"),
            Choice("sql", help: "the statements that make the tables"),
            Choice("json", help: "for programs"),
            Choice("mermaid", help: "an entity diagram"),
          ])),
        help: "how it is written; swift if not said")
    ],
    discussion: [
      """
      What is printed is the model that travels in the database, as the Swift of `flagdb-model`(5): \
      a file of it makes the same database again. Of a model file it is what was understood of it, \
      so that a file can be tried before it is used.
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

/// The structs that properties are of, those within structs included.
private func structures(of properties: [Property]) -> [String] {
  properties.flatMap { property -> [String] in
    guard case .group(let group) = property else { return [] }
    return [group.declaredType] + structures(of: group.properties)
  }
}

extension Schema {
  /// One entity and the types that it uses.
  fileprivate func part(about entity: Entity) -> Schema {
    let used = Set(
      structures(of: entity.properties)
        + entity.attributes.flatMap { attribute -> [String] in
          var type = attribute.type
          while case .array(let element) = type { type = element }
          switch type {
          case .flags(let set): return [attribute.declaredType, set.name]
          case .enumeration(let enumeration): return [attribute.declaredType, enumeration.name]
          default: return [attribute.declaredType]
          }
        })
    return Schema(
      types: types.filter { used.contains($0.name) || $0.name.hasPrefix("\(entity.name).") },
      entities: [entity])
  }
}
