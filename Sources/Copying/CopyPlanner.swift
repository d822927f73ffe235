import Checking
package import Databases
import Engines
package import FlagModel
import Migrating
import SQLText

/// Plans the copy of a database of any kind into a new one. Call its methods within `read`.
///
/// This module copies records from one database into another.
package struct CopyPlanner: DatabaseWork {
  package let database: Database

  package init(_ database: Database) { self.database = database }

  /// The plan for a copy of entities and their subentities; nil for all entities that are not
  /// views.
  package func plan(of entities: [Name]?, now: Timestamp) throws -> CopyPlan {
    let views = entities == nil ? try viewNames() : []
    let folded = Set(views.map(\.folded))
    let names =
      entities ?? schema.entities.filter { !folded.contains($0.source.table.folded) }.map(\.name)
    // The first records may have values of other types than the rest.
    try database.lookAtValues(of: names, all: true)
    let long = try LongNumbers(database).keepDigits(of: names)
    let infinite = try InfiniteNumbers(database).keepInfinities(of: names)
    let all = names.compactMap(schema.entity(named:))
    try database.requireAllRecords(of: all)
    let chosen = Set(all.flatMap(schema.members(of:)).map(\.name))
    let (added, notes) = try UnknownCases(database).unknownCases(of: all)
    var plan = try CopyPlan(of: schema.adding(added), records: chosen, now: now)
    plan.notes = long + infinite + notes + plan.notes + (try brokenInverses(of: all))
    if entities == nil {
      plan.notes += try leftOut(views) + objectsLeftOut() + strayRecords(of: all)
    }
    plan.notes += try ordinaryParts(of: all)
    return plan
  }

  /// Relationships whose two sides disagree. The copy stores only one of them.
  private func brokenInverses(of entities: [Entity]) throws -> [String] {
    guard kind.isForeign else { return [] }
    var notes: [String] = []
    for entity in entities {
      let findings = try database.despiteDamage(of: entity) {
        try schema.ownRelationships(of: entity).flatMap {
          try DatabaseChecker(database).brokenInverses($0, of: entity)
        }
      }
      for finding in findings ?? [] {
        notes.append("\(finding.entity ?? "") \(finding.key?.text ?? ""): \(finding.problem)")
      }
    }
    return notes
  }

  // MARK: What is not copied

  private func viewNames() throws -> [Name] {
    guard kind.isForeign else { return [] }
    return try database.foreignTables().filter { $0.kind == .view }.map(\.name)
  }

  /// Notes on the views that are not copied, some of which cannot be read.
  private func leftOut(_ views: [Name]) throws -> [String] {
    guard kind.entitiesAreTables else { return [] }
    let tables = try database.foreignTables()
    return views.map { view in
      if let problem = tables.first(where: { $0.name == view })?.problem {
        return "the view '\(view)' is left out, since it cannot be read: \(problem)"
      }
      return "the view '\(view)' is left out; it is copied if it is named"
    }
  }

  /// Notes on what a flagdb database has besides its model.
  private func objectsLeftOut() throws -> [String] {
    guard case .own = kind else { return [] }
    var notes = try DriftFinder(database).wordsOfObjects(besides: schema).map {
      "\($0) is left out, since it is not in the model"
    }
    if try database.auditLog() != nil {
      notes.append("the audit log is left out; 'define NEW audit on' starts one")
    }
    return notes
  }

  /// The tables that cannot be read and therefore not be copied.
  package func unreadableTables() throws -> [CopyRefusal] {
    guard kind.entitiesAreTables else { return [] }
    var refusals: [CopyRefusal] = []
    for table in try database.foreignTables() where table.kind != .view {
      guard let problem = table.problem else { continue }
      refusals.append(CopyRefusal(table.name, .null, "the table cannot be read: \(problem)"))
    }
    return refusals
  }

  /// Notes on the columns that SQLite calculates in the file. The copy stores their values.
  private func ordinaryParts(of entities: [Entity]) throws -> [String] {
    guard kind.entitiesAreTables else { return [] }
    let tables = try database.foreignTables()
    let copied = Set(entities.map(\.source.table.folded))
    var notes: [String] = []
    for table in tables where copied.contains(table.name.folded) {
      if table.kind == .virtual {
        notes.append("the virtual table '\(table.name)' becomes an ordinary one")
      }
      for column in table.columns where column.isGenerated {
        notes.append("'\(table.name).\(column.name)' keeps its values, but is no longer generated")
      }
    }
    return notes
  }

  /// Notes on the rows that belong to no entity.
  private func strayRecords(of entities: [Entity]) throws -> [String] {
    try entities.filter { $0.parent == nil }.compactMap { root in
      guard let stray = schema.strayRows(of: root) else { return nil }
      let count = try database.despiteDamage(of: root) {
        try database.integer("SELECT count(*)\(stray)")
      }
      guard let count = count ?? nil, count > 0 else { return nil }
      return
        "\(counted(count, "record")) in '\(root.source.table)' \(agreeing(count, "is", "are")) "
        + "left out, since no entity has their kind"
    }
  }
}
