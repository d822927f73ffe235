import CodeFiles
import CommandTable
import Databases
import FlagCodegen
import FlagModel
import Migrations
import ModelText
import SQLText

/// `flagdb schema DB [ENTITY]`: shows the model.
struct SchemaCommand: Command {
  static let name = "schema"
  static let summary = "shows the model as Swift, SQL, JSON or a diagram"

  enum Format: String, CommandChoice {
    case swift
    case sql
    case json
    case mermaid

    var help: String? {
      switch self {
      case .swift: "declarations that read in again to the same model"
      case .sql: "the statements that make the tables"
      case .json: "for programs"
      case .mermaid: "an entity diagram"
      }
    }

    static var shorthands: [Shorthand] { choices.flatMap(\.shorthands) }
  }

  var database = ""
  var reading = ReadingOptions()
  var entity: Name?
  var format: Format?

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrModel(&database, models: &reading.models)
    table.commit(&reading.commit)
    table.argument("ENTITY", &entity, .asks("entity"), help: "show this entity and what it uses")
    table.value(
      "format", short: "f", &format, "FORMAT", help: "the format of the output; swift by default")
    table.part(&reading.records)
  }

  func run(in session: Session) throws -> Exit {
    let isModel = database.hasSuffix(".swift") || ModelPackages.isName(database)
    if isModel, reading.commit != nil {
      throw CommandError("'\(database)' is a model, without a log")
    }
    let opened = try isModel ? nil : session.openToRead(database, reading)
    if let opened { try session.sayNotesOnModels(of: opened, all: true) }
    // A foreign file is shown with the definitions that it contains.
    if format == .sql, let opened, opened.kind.isForeign {
      if let line = try Database.lineToDump(database) {
        throw CommandError(
          "the tables of '\(database)' are written as SQL by the program of the server",
          hint: "\(line) --schema-only", exit: .failed)
      }
      let table = try entity.map { try opened.entity(named: $0).source.table }
      try session.print(
        try opened.definitions(of: table).map { "\($0);\n" }.joined(), isPaged: true)
      return .done
    }
    var schema = try opened.map { try model(of: $0) } ?? ModelFile.read([database], in: session)
    let whole = schema
    if let entity { schema = schema.part(about: try schema.entity(typed: entity)) }
    let text =
      switch format ?? .swift {
      case .swift: schema.swiftSource + comments(on: schema, in: opened)
      case .json: schema.json { opened?.spread(of: $0) }
      case .mermaid: schema.mermaid + (opened?.spreads(of: schema, after: "%%") ?? "")
      case .sql: try sql(of: schema, within: whole, opened)
      }
    try session.print(text, isPaged: true)
    return .done
  }

  /// The model. In a foreign file, types are detected from the values.
  private func model(of database: Database) throws -> Schema {
    if let entity { _ = try database.entity(named: entity) } else { try database.lookAtValues() }
    return database.schema
  }

  /// Comments on partitions and worker nodes, to print below a Swift model; empty if there are
  /// none.
  private func comments(on schema: Schema, in database: Database?) -> String {
    let lines = database?.spreads(of: schema, after: "//") ?? ""
    return lines.isEmpty ? "" : "\n\(lines)"
  }

  /// The statements that create the database, or those of one entity.
  private func sql(of part: Schema, within whole: Schema, _ database: Database?) throws -> String {
    var names: Set<Name> = []
    for entity in part.entities {
      names.formUnion([entity.source.table, entity.viewName])
      names.formUnion(entity.relationships.compactMap(\.joinTable?.name))
    }
    let objects =
      try schemaObjects(of: whole, in: database?.dialect ?? SQLiteDialect())
      + (database?.auditObjects() ?? [])
    var sql = ""
    for object in objects where entity == nil || names.contains(object.table) {
      sql += "\(object.sql);\n"
    }
    return sql
  }
}

/// The structs of the properties, including nested ones.
private func structures(of properties: [Property]) -> [Name] {
  properties.flatMap { property -> [Name] in
    guard case .group(let group) = property else { return [] }
    return [group.declaredType] + structures(of: group.properties)
  }
}

extension Database {
  /// The entities that are partitioned or distributed, as comment lines.
  fileprivate func spreads(of schema: Schema, after mark: String) -> String {
    var lines = ""
    for entity in schema.entities {
      guard let spread = spread(of: entity) else { continue }
      var place = "on every machine"
      if let key = entity.words(for: spread) {
        place = spread.isOfMachines ? "distributed by \(key)" : "partitioned by \(key)"
      }
      lines += "\(mark) \(entity.name): \(place)\n"
    }
    return lines
  }
}

extension Schema {
  /// One entity and the types that it uses.
  func part(about entity: Entity) -> Schema {
    let used = Set(
      structures(of: entity.properties)
        + entity.attributes.flatMap { attribute in
          attribute.declaredType.typeNames + attribute.type.usedNames
        })
    let line = line(of: entity)
    return Schema(
      types: types.filter { type in
        used.contains(type.name)
          || line.contains { type.name.isInside($0.name) || type.isAlias(of: $0) }
      },
      entities: line)
  }
}
