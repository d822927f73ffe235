import Engines
package import FlagModel
package import Migrations
import ModelText
internal import PlainText
import Predicates
import SQLText

extension Database {
  /// The plan for a copy of entities, with those that inherit from them; nil for all that are no views.
  /// Call it within `read`.
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

  /// A copy keeps one column of a relationship of which both sides had one.
  private func brokenInverses(of entities: [Entity]) throws -> [String] {
    guard kind.isForeign else { return [] }
    return try entities.flatMap { entity in
      try despiteDamage(of: entity) {
        try schema.ownRelationships(of: entity).flatMap { try brokenInverses($0, of: entity) }
      } ?? []
    }.map { "\($0.entity ?? "") \($0.key?.text ?? ""): \($0.problem)" }
  }

  // MARK: What is not a record

  private func viewNames() throws -> [Name] {
    guard kind.isForeign else { return [] }
    return try translated { try modelSource.tables() }.filter { $0.kind == .view }.map(\.name)
  }

  /// The views, of which some cannot be read.
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

  /// The tables that cannot be read, and so not be copied. Call it within `read`.
  package func unreadableTables() throws -> [CopyRefusal] {
    guard kind.entitiesAreTables else { return [] }
    return try translated { try modelSource.tables() }.filter { $0.kind != .view }.compactMap {
      table in
      table.problem.map { CopyRefusal(table.name, .null, "the table cannot be read: \($0)") }
    }
  }

  /// The parts that SQLite calculates in the file, and that keep their values in the copy.
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

  /// The rows of which no entity is.
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

  /// The model with cases for the values of enums that have none.
  func addingUnknownCases(to schema: Schema) throws -> Schema {
    let (cases, _) = try unknownCases(of: schema.entities)
    if cases.isEmpty { return schema }
    // Attributes have the types that stand in a text.
    let text = SourceText(name: path, schema.adding(cases).swiftSource)
    return readModel([text], isStored: true).schema ?? schema
  }

  /// Cases for the values of enums that have none, which are not to be lost.
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

  /// More are no cases, but any numbers.
  private static let mostCases: Int64 = 100
}

extension Enumeration {
  /// True if a case can have the raw value.
  fileprivate func canHave(_ value: Value) -> Bool {
    switch (rawType, value) {
    case (.integer(let type), .integer(let number)): type.storedRange.contains(number)
    case (.string, .text): true
    default: false
    }
  }

  /// The enum with cases for more values: `unknown7`.
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
  /// The model with more cases in its enums.
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

  /// `FROM … WHERE …` for the rows in the table of a root that are of none of its kinds; nil if its rows
  /// are of one kind.
  func strayRows(of root: Entity) -> SQLText? {
    guard let kinds = root.source.kinds else { return nil }
    return """
       FROM \(name: root.source.table) \
      WHERE (\(name: kinds.column) IN \(list: kinds.all)) IS NOT TRUE
      """
  }
}
