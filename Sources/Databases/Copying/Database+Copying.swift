import Engines
package import FlagModel
package import Migrations
import ModelText
internal import PlainText
import Predicates
import SQLText

extension Database {
  /// The plan for a copy of entities and their subentities; nil for all entities that are not
  /// views. Call it within `read`.
  package func copyPlan(of entities: [Name]?, now: Timestamp) throws -> CopyPlan {
    let views = entities == nil ? try viewNames() : []
    let folded = Set(views.map(\.folded))
    let names =
      entities ?? schema.entities.filter { !folded.contains($0.source.table.folded) }.map(\.name)
    // The first records may have values of other types than the rest.
    try lookAtValues(of: names, all: true)
    let infinite = try keepInfinities(of: names)
    let all = names.compactMap(schema.entity(named:))
    try requireAllRecords(of: all)
    let chosen = Set(all.flatMap(schema.members(of:)).map(\.name))
    let (added, notes) = try unknownCases(of: all)
    var plan = try CopyPlan(of: schema.adding(added), records: chosen, now: now)
    plan.notes = infinite + notes + plan.notes + (try brokenInverses(of: all))
    if entities == nil { plan.notes += try leftOut(views) + strayRecords(of: all) }
    plan.notes += try ordinaryParts(of: all)
    return plan
  }

  /// Relationships whose two sides disagree. The copy stores only one of them.
  private func brokenInverses(of entities: [Entity]) throws -> [String] {
    guard kind.isForeign else { return [] }
    return try entities.flatMap { entity in
      try despiteDamage(of: entity) {
        try schema.ownRelationships(of: entity).flatMap { try brokenInverses($0, of: entity) }
      } ?? []
    }.map { "\($0.entity ?? "") \($0.key?.text ?? ""): \($0.problem)" }
  }

  // MARK: What is not copied

  private func viewNames() throws -> [Name] {
    guard kind.isForeign else { return [] }
    return try translated { try modelSource.tables() }.filter { $0.kind == .view }.map(\.name)
  }

  /// Notes on the views that are not copied, some of which cannot be read.
  private func leftOut(_ views: [Name]) throws -> [String] {
    guard kind.entitiesAreTables else { return [] }
    let tables = try translated { try modelSource.tables() }
    return views.map { view in
      if let problem = tables.first(where: { $0.name == view })?.problem {
        return "the view '\(view)' is left out, since it cannot be read: \(problem)"
      }
      return "the view '\(view)' is left out; it is copied if it is named"
    }
  }

  /// The tables that cannot be read and therefore not be copied. Call it within `read`.
  package func unreadableTables() throws -> [CopyRefusal] {
    guard kind.entitiesAreTables else { return [] }
    return try translated { try modelSource.tables() }.filter { $0.kind != .view }.compactMap {
      table in
      table.problem.map { CopyRefusal(table.name, .null, "the table cannot be read: \($0)") }
    }
  }

  /// Notes on the columns that SQLite calculates in the file. The copy stores their values.
  private func ordinaryParts(of entities: [Entity]) throws -> [String] {
    guard kind.entitiesAreTables else { return [] }
    let tables = try translated { try modelSource.tables() }
    let copied = Set(entities.map(\.source.table.folded))
    return tables.filter { copied.contains($0.name.folded) }
      .flatMap { table -> [String] in
        let virtual =
          table.kind == .virtual
          ? ["the virtual table '\(table.name)' becomes an ordinary one"] : []
        return virtual
          + table.columns.filter(\.isGenerated).map {
            "'\(table.name).\($0.name)' keeps its values, but is no longer generated"
          }
      }
  }

  /// Notes on the rows that belong to no entity.
  private func strayRecords(of entities: [Entity]) throws -> [String] {
    try entities.filter { $0.parent == nil }.compactMap { root in
      guard let stray = schema.strayRows(of: root) else { return nil }
      let count = try despiteDamage(of: root) { try integer("SELECT count(*)\(stray)") ?? 0 } ?? 0
      return count == 0
        ? nil
        : "\(counted(count, "record")) in '\(root.source.table)' \(agreeing(count, "is", "are")) "
          + "left out, since no entity has their kind"
    }
  }

  // MARK: Enums

  /// The model with additional cases for enum values that have none.
  func addingUnknownCases(to schema: Schema) throws -> Schema {
    let (cases, _) = try unknownCases(of: schema.entities)
    if cases.isEmpty { return schema }
    // The text is parsed again, so that attributes use the new types.
    let text = SourceText(name: path, schema.adding(cases).swiftSource)
    return readModel([text], isStored: true).schema ?? schema
  }

  /// Cases for enum values that have none, so that the copy does not lose them.
  private func unknownCases(
    of entities: [Entity]
  ) throws -> (cases: [Name: [Value]], notes: [String]) {
    var found: [Name: [Value]] = [:]
    if !kind.isForeign, mistakes == nil { return ([:], []) }
    for entity in entities {
      for attribute in entity.attributes.flatMap({ [$0] + $0.fields }) {
        guard case .enumeration(let enumeration) = attribute.type else { continue }
        let values = try despiteDamage(of: entity) {
          try unknownValues(attribute, enumeration, of: entity)
        }
        for value in values ?? []
        where found[enumeration.name]?.contains(value) != true {
          found[enumeration.name, default: []].append(value)
        }
      }
    }
    let notes = found.sorted { $0.key < $1.key }.map { name, values in
      "\(name) gets \(counted(values.count, "case")) more, for \(listed(values.map(\.text), "and"))"
    }
    return (found, notes)
  }

  private func unknownValues(
    _ attribute: Attribute, _ enumeration: Enumeration, of entity: Entity
  ) throws -> [Value] {
    let value = Term(attribute).sql
    let rows = try rows(
      """
      SELECT DISTINCT \(value)\(entity.rows(
        where: "\(value) NOT IN \(list: enumeration.cases.map(\.rawValue))")) \
      ORDER BY 1 LIMIT \(literal: Self.mostCases)
      """)
    return try rows.all { rows.value(at: 0) }.filter(enumeration.canHave)
  }

  /// The maximum number of additional cases. Beyond it, the values are taken for plain numbers.
  private static let mostCases: Int64 = 100
}

extension Enumeration {
  /// True if the raw value is valid for a case.
  fileprivate func canHave(_ value: Value) -> Bool {
    switch (rawType, value) {
    case (.integer(let type), .integer(let number)): type.storedRange.contains(number)
    case (.string, .text): true
    default: false
    }
  }

  /// The enum with additional cases: `unknown7`.
  fileprivate func adding(_ values: [Value]) -> Enumeration {
    var cases = cases
    for value in values {
      var name: Name = "unknown"
      if case .integer(let number) = value {
        name = number < 0 ? "unknownMinus\(number.magnitude)" : "unknown\(number)"
      } else if case .text(let text) = value, !text.isEmpty {
        name = Name(text).asPropertyName
      }
      while cases.contains(where: { $0.name == name }) { name = "\(name)_" }
      cases.append(Case(name: name, rawValue: value))
    }
    return Enumeration(
      name: self.name, rawType: rawType, cases: cases, fallback: declaredFallback, summary: summary)
  }
}

extension Schema {
  /// The model with additional cases in its enums.
  fileprivate func adding(_ cases: [Name: [Value]]) -> Schema {
    if cases.isEmpty { return self }
    return Schema(
      types: types.map { type in
        guard case .enumeration(let enumeration) = type, let more = cases[enumeration.name] else {
          return type
        }
        return .enumeration(enumeration.adding(more))
      }, entities: entities)
  }

  /// `FROM … WHERE …` for the rows of a table that have none of its kinds; nil if the table has
  /// only one kind.
  func strayRows(of root: Entity) -> SQLText? {
    guard let kinds = root.source.kinds else { return nil }
    return """
       FROM \(name: root.source.table) \
      WHERE (\(name: kinds.column) IN \(list: kinds.all)) IS NOT TRUE
      """
  }
}
