import Engines
import FlagModel
import Migrations
import PlainText
internal import Platform
import SQLText

/// The progress of a migration.
package struct MigrationProgress: Hashable, Sendable {
  /// The present work: `copies Sample`.
  package let words: String
  /// Counted from 1.
  package let step: Int
  package let steps: Int
  /// Of the records that the steps read, how many the steps before this one have read.
  package let records: Int64
  package let totalRecords: Int64
}

/// The statements of one migration, within its transaction: everything or, by an error, nothing.
struct MigrationRun {
  private let survey: MigrationSurvey
  private let database: Database
  private let foreign: ForeignObjects
  private let audit: AuditChange
  /// The records of each table that a step reads.
  private let sizes: [Name: Int64]
  /// For those who watch.
  var progress: ((MigrationProgress) -> Void)?
  /// For tests, which interrupt at each.
  var beforeStatement: ((String) throws -> Void)?

  private var connection: any Connection { database.connection }

  init(_ survey: MigrationSurvey, of database: Database) throws {
    self.survey = survey
    self.database = database
    foreign = try ForeignObjects(survey, in: database.connection)
    audit = try AuditChange(from: survey.plan.old, to: survey.plan.new, in: database)
    let read = Set(survey.plan.steps.compactMap(\.reads))
    var sizes: [Name: Int64] = [:]
    for entity in database.schema.tables.entities {
      let renamed = survey.plan.renames.first { $0.old == entity.name }
      let name = renamed?.new ?? entity.name
      guard read.contains(name) || read.contains(entity.name) else { continue }
      sizes[name] = try database.integer("SELECT count(*) FROM \(name: entity.name)")
    }
    self.sizes = sizes
  }

  /// Changes the tables; what is true of the records must be true afterwards.
  func apply() throws {
    // Where no record is touched, counting them would take longer than all the rest.
    let invariants = changesRecords ? survey.plan.invariants : []
    let before = try invariants.map { try numbers($0.before, $0.subjects.count) }
    try changeTables()
    for (invariant, old) in zip(invariants, before) {
      let new = try numbers(invariant.after, invariant.subjects.count)
      for (subject, (one, two)) in zip(invariant.subjects, zip(old, new)) where one != two {
        throw fault("would change the number of \(subject) from \(one) to \(two)")
      }
    }
    if let drift = try database.drift(from: survey.plan.new).first(where: { $0.kind != .foreign }) {
      throw fault("would fail: \(drift.message)")
    }
    try requireSoundKeys()
  }

  /// The numbers of one row; what counts no records at all is 0.
  private func numbers(_ query: SQLText, _ count: Int) throws -> [Int64] {
    let row = try connection.prepare(query)
    _ = try row.step()
    return (0..<count).map { index in
      if case .integer(let number) = row.value(at: index) { number } else { 0 }
    }
  }

  /// The error for a mistake in the plan, which is a fault of flagdb.
  private func fault(_ words: String) -> DatabaseError {
    DatabaseError(
      .failed, "the migration \(words)",
      hint: "this is a bug in flagdb; keep the file and its model, and report it",
      outcome: .unchanged)
  }

  var changesRecords: Bool { survey.plan.steps.contains(where: \.changesRecords) }

  private func changeTables() throws {
    if survey.isOfTables { try makeObjects() }
    for sql in survey.repairs.map(\.statement) + audit.removals + foreign.removals { try run(sql) }
    let steps = survey.plan.steps
    let records = steps.map { step in step.reads.flatMap { sizes[$0] } ?? 0 }
    for (index, step) in steps.enumerated() {
      let state = MigrationProgress(
        words: step.words, step: index + 1, steps: steps.count,
        records: records[..<index].reduce(0, +), totalRecords: records.reduce(0, +))
      try connection.watched(by: progress.map { progress in { progress(state) } }) {
        if step.effect == .rewords {
          try connection.rewording { try run(step.sql) }
        } else {
          try run(step.sql)
        }
      }
    }
    for sql in audit.renewals { try run(sql) }
    try beforeStatement?("-- objects of other programs")
    try foreign.restore()
  }

  /// Puts the indexes, triggers and views of the model from which the plan begins in the place of those
  /// of the model that cannot be read.
  private func makeObjects() throws {
    let objects = schemaObjects(of: survey.plan.old, in: connection.dialect)
      .filter { $0.kind != .table }
    let names = Set(objects.map(\.name))
    for object in try database.objects()
    where object.isNamedByModel || object.kind != .table && names.contains(object.name) {
      try run(object.removal)
    }
    for object in objects { try run(object.statement) }
  }

  private func run(_ sql: SQLText) throws {
    try beforeStatement?(sql.written(in: connection.dialect).text)
    do throws(EngineError) {
      try connection.runAll(sql)
    } catch {
      for object in survey.foreign {
        guard error.object?.hasPrefix("\(object.kind) \(object.name)") ?? false else { continue }
        throw ForeignObjects.refusal(object, error)
      }
      throw error
    }
  }

  /// https://sqlite.org/lang_altertable.html, section 7, step 10: what was switched off for the
  /// transaction is made good before it ends. A plan that reads no table changes no key.
  private func requireSoundKeys() throws {
    guard changesRecords else { return }
    guard let broken = try connection.brokenReferences(atMost: 1).first, let target = broken.target
    else { return }
    let table = broken.table.text
    let record = if case .integer(let key) = broken.key { "\(table) \(key)" } else { table }
    throw DatabaseError(
      .refused, "\(record) would refer to a \(target) that does not exist",
      hint: "see \(quotedCommand("flagdb", "check", database.path))", outcome: .unchanged)
  }

  // MARK: Room on the disk

  /// Throws where what is to be written has no room, before any of it is: the tables that are made
  /// anew, the journal that could bring back the old ones, and the backup.
  func requireRoom(forBackup needsBackup: Bool) throws {
    guard connection.file != nil, let free = freeSpace(besides: database.path) else { return }
    let storage = try connection.size()
    let bytes = storage.pages.multipliedReportingOverflow(by: storage.page)
    let needed =
      bytes.partialValue / 100 * (try shareRewritten() * 2 + (needsBackup ? 100 : 0))
    guard !bytes.overflow, needed > free else { return }
    throw DatabaseError(
      .failed,
      "the migration needs about \(megabytes(needed)), and only \(megabytes(free)) are free on the disk of "
        + "'\(database.path)'", hint: "free space on the disk", outcome: .unchanged)
  }

  /// The percentage of the records that stand in tables that are read whole.
  private func shareRewritten() throws -> Int64 {
    let rewritten = sizes.values.reduce(0, +)
    if rewritten == 0 { return 0 }
    let all = try database.schema.tables.entities.reduce(into: Int64(0)) { sum, entity in
      sum += try database.integer("SELECT count(*) FROM \(name: entity.name)") ?? 0
    }
    return min(100, Int64(Double(rewritten) / Double(all) * 100) + 1)
  }

  private func megabytes(_ bytes: Int64) -> String { "\(max(1, bytes >> 20)) MB" }
}
