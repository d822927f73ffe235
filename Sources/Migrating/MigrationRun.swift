import Databases
import Engines
import FlagModel
import Migrations
internal import Platform
import SQLText

/// The progress of a migration.
package struct MigrationProgress: Hashable, Sendable {
  /// The current step: `copies Sample`.
  package let words: String
  /// The number of the step, from 1.
  package let step: Int
  package let steps: Int
  /// The number of records that earlier steps read.
  package let records: Int64
  package let totalRecords: Int64
}

/// Runs the statements of one migration within its transaction.
struct MigrationRun: DatabaseWork {
  private let survey: MigrationSurvey
  let database: Database
  private let foreign: ForeignObjects
  private let audit: AuditChange
  /// The number of records in each table that a step reads.
  private let sizes: [Name: Int64]
  /// Called with the progress.
  var progress: ((MigrationProgress) -> Void)?
  /// Called before each statement; tests interrupt here.
  var beforeStatement: ((String) throws -> Void)?

  init(_ survey: MigrationSurvey, of database: Database) throws {
    self.survey = survey
    self.database = database
    foreign = try ForeignObjects(survey, in: database.connection)
    audit = try AuditChange(from: survey.plan.old, to: survey.plan.new, in: database)
    let read = Set(survey.plan.steps.compactMap(\.reads))
    var questions: [(name: Name, count: SQLText)] = []
    for entity in database.schema.tables.entities {
      let renamed = survey.plan.renames.first { $0.old == entity.name }
      let name = renamed?.new ?? entity.name
      guard read.contains(name) || read.contains(entity.name) else { continue }
      questions.append((name, "SELECT count(*) FROM \(name: entity.name)"))
    }
    let invariants = survey.changesRecords ? survey.plan.invariants.map(\.before) : []
    try database.connection.ask(questions.map(\.count) + invariants)
    var sizes: [Name: Int64] = [:]
    for question in questions { sizes[question.name] = try database.integer(question.count) }
    self.sizes = sizes
  }

  /// Changes the tables. The invariants of the plan must hold before and after the change.
  func apply() throws {
    // If no record changes, a count would take longer than all other work.
    let invariants = changesRecords ? survey.plan.invariants : []
    let before = try invariants.map { try numbers($0.before, $0.subjects.count) }
    try changeTables(asking: invariants.map(\.after))
    for (invariant, old) in zip(invariants, before) {
      let new = try numbers(invariant.after, invariant.subjects.count)
      for (subject, (one, two)) in zip(invariant.subjects, zip(old, new)) where one != two {
        throw fault("would change the number of \(subject) from \(one) to \(two)")
      }
    }
    if let drift = try DriftFinder(database).drift(from: survey.plan.new).first(where: {
      $0.kind != .foreign
    }) {
      throw fault("would fail: \(drift.message)")
    }
    try requireSoundKeys()
  }

  /// The numbers of one row; missing numbers are 0.
  private func numbers(_ query: SQLText, _ count: Int) throws -> [Int64] {
    let row = try connection.prepare(query)
    _ = try row.step()
    return (0..<count).map { index in
      if case .integer(let number) = row.value(at: index) { number } else { 0 }
    }
  }

  /// The error for a mistake in the plan, which is a bug in flagdb.
  private func fault(_ words: String) -> DatabaseError {
    DatabaseError(
      .failed, "the migration \(words)",
      hint: "this is a bug in flagdb; keep the file and its model, and report it",
      outcome: .unchanged)
  }

  var changesRecords: Bool { survey.changesRecords }

  /// - Parameter questions: the queries that follow.
  private func changeTables(asking questions: [SQLText]) throws {
    if survey.isOfTables { try makeObjects() }
    let removals = survey.repairs.map(\.statement) + audit.removals + foreign.removals
    let steps = survey.plan.steps
    if connection.isRemote, beforeStatement == nil {
      try runAll(removals + steps.map(\.sql) + audit.renewals, asking: questions)
    } else {
      for sql in removals { try run(sql) }
      try run(steps)
      for sql in audit.renewals { try run(sql) }
    }
    try beforeStatement?("-- foreign objects")
    try foreign.restore()
  }

  private func run(_ steps: [MigrationStep]) throws {
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
  }

  /// Replaces the objects of an unreadable model by the indexes, triggers and views of the model
  /// with which the plan begins.
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
      throw refusal(error) ?? error
    }
  }

  private func runAll(_ statements: [SQLText], asking questions: [SQLText]) throws {
    do throws(EngineError) {
      try connection.runAll(statements, asking: questions)
    } catch {
      throw refusal(error) ?? error
    }
  }

  /// The refusal, if the error is about a foreign object that would no longer work.
  private func refusal(_ error: EngineError) -> (any Error)? {
    let object = survey.foreign.first {
      error.object?.hasPrefix("\($0.kind) \($0.name)") ?? false
    }
    return object.map { ForeignObjects.refusal($0, error) }
  }

  /// Checks the foreign keys that were not enforced during the transaction
  /// (https://sqlite.org/lang_altertable.html, section 7, step 10). A plan that reads no table
  /// changes no key.
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

  // MARK: Disk space

  /// Throws before anything is written if the disk has too little space for rebuilt tables, the
  /// journal and the backup.
  func requireRoom(forBackup needsBackup: Bool) throws {
    guard connection.file?.isInMemory == false,
      let free = freeSpace(besides: database.path)
    else { return }
    let storage = try connection.size()
    let bytes = storage.pages.multipliedReportingOverflow(by: storage.page)
    var percent = try shareRewritten() * 2
    if needsBackup { percent += 100 }
    let needed = bytes.partialValue / 100 * percent
    guard !bytes.overflow, needed > free else { return }
    throw DatabaseError(
      .failed,
      "the migration needs about \(sizeText(needed)), and only \(sizeText(free)) are free on the disk of "
        + "'\(database.path)'", hint: "free space on the disk", outcome: .unchanged)
  }

  /// The percentage of the records in tables that are read completely.
  private func shareRewritten() throws -> Int64 {
    let rewritten = sizes.values.reduce(0, +)
    if rewritten == 0 { return 0 }
    let all = try database.schema.tables.entities.reduce(into: Int64(0)) { sum, entity in
      sum += try database.integer("SELECT count(*) FROM \(name: entity.name)") ?? 0
    }
    return min(100, Int64(Double(rewritten) / Double(all) * 100) + 1)
  }
}
