import FlagModel
import Testing

@testable import Migrations
@testable import SQLText

/// A database in memory that a plan has brought from one model to another. Making one checks what
/// holds of every plan: the tables are those of a fresh database, no link dangles, what may not
/// change did not, a second plan finds nothing to do, and a server comes to the same records.
struct Migrated {
  let database: MemoryDatabase
  let plan: MigrationPlan
  /// Counts of the checks, by what they say: those that are not 0.
  let findings: [String]

  init(
    _ database: MemoryDatabase, from old: Schema, to new: Schema,
    decisions: MigrationDecisions = .none,
    tables: [Name: StoredTable] = [:], onServerToo: Bool = true,
    isAllowed: (MigrationCheck) -> Bool = { _ in true }
  ) throws {
    self.database = database
    plan = MigrationPlan(
      from: old, to: new, decisions: decisions, tables: tables, in: SQLiteDialect(), now: Self.now)
    #expect(plan.questions.map(\.words) == [])
    #expect(plan.faults.map(\.message) == [])
    let server =
      onServerToo
      ? try MigratedOnServer(of: database, from: old, to: new, decisions: decisions) : nil
    let there = try server?.run(isAllowed: isAllowed)
    try database.run("PRAGMA foreign_keys = OFF")
    var findings: [String] = []
    for check in plan.checks {
      guard case .integer(let count)? = try database.run(check.count).first?.first, count > 0
      else { continue }
      #expect(try database.run(check.example).count == 1, "\(check.effect)")
      findings.append("\(check.severity): \(check.words(count: count))")
      if check.severity == .obstacle || !isAllowed(check) {
        if let there { #expect(there.findings == findings) }
        throw Stopped(findings: findings)
      }
    }
    if let there { #expect(there.findings == findings) }
    self.findings = findings
    for inspection in plan.inspections { try database.run(inspection.values) }
    let before = try plan.invariants.map { try database.run($0.before) }
    for step in plan.steps {
      do {
        try database.run(step.sql)
      } catch {
        throw Stopped(findings: ["\(step.words): \(step.sql.script(in: SQLiteDialect())): \(error)"]
        )
      }
    }
    let after = try plan.invariants.map { try database.run($0.after) }
    for (invariant, (one, two)) in zip(plan.invariants, zip(before, after)) {
      #expect(one == two, "\(invariant.subjects)")
      #expect(one.first?.count == invariant.subjects.count)
    }
    #expect(try database.run("PRAGMA foreign_key_check") == [])
    #expect(try database.run("PRAGMA integrity_check") == [[.text("ok")]])
    let (objects, others) = (try Self.objects(database), try Self.objects(MemoryDatabase(new)))
    if tables.isEmpty {
      #expect(objects == others)
    } else {
      // Columns stand in another order, and nothing else is different.
      #expect(
        objects.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
          == others.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) })
    }
    if let there {
      let here = try MigratedOnServer.records(of: new) { try database.run($0) }
      for (table, records) in there.records ?? [:] {
        let others = here[table] ?? []
        #expect(records.filter { !others.contains($0) } == others.filter { !records.contains($0) })
        #expect(records.count == others.count)
      }
    }
    let again = MigrationPlan(from: new, to: new, in: SQLiteDialect(), now: Self.now)
    #expect(again.steps.isEmpty && again.changes.isEmpty)
    try database.run("PRAGMA foreign_keys = ON")
  }

  struct Stopped: Error {
    let findings: [String]
  }

  static let now = Timestamp.earliest

  static func objects(_ database: MemoryDatabase) throws -> [String] {
    try database.run("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql").map {
      if case .text(let text)? = $0.first { text } else { "?" }
    }
  }
}

/// A database of an old model with some rows, brought to a new one.
func migrated(
  _ old: String, _ new: String, rows: [String] = [], decisions: MigrationDecisions = .none
) throws -> Migrated {
  let (old, new) = (try model(old), try model(new))
  let database = try MemoryDatabase(old)
  for row in rows { try database.run(row) }
  return try Migrated(database, from: old, to: new, decisions: decisions)
}

/// The plan between two models, without a database.
func plan(
  _ old: String, _ new: String, decisions: MigrationDecisions = .none,
  tables: [Name: StoredTable] = [:]
) throws -> MigrationPlan {
  try MigrationPlan(
    from: model(old), to: model(new), decisions: decisions, tables: tables, in: SQLiteDialect(),
    now: Migrated.now)
}
