import FlagModel
import FlagSQL
internal import Platform

/// How far a migration has come.
public struct MigrationProgress: Hashable, Sendable {
  /// What is being done: `copies Sample`.
  public let words: String
  /// Counted from 1.
  public let step: Int
  public let steps: Int
}

/// The statements of one migration, within its transaction: everything or, by an error, nothing.
struct MigrationRun {
  let survey: MigrationSurvey
  let database: Database
  let foreign: ForeignObjects
  /// For those who watch.
  var progress: ((MigrationProgress) -> Void)?
  /// For tests, which interrupt at each.
  var beforeStatement: ((String) throws -> Void)?

  private var connection: Connection { database.connection }

  /// Changes the tables; what is true of the records must be true afterwards.
  func apply() throws {
    let before = try survey.plan.invariants.map { try database.integer($0.before) }
    try changeTables()
    for (invariant, count) in zip(survey.plan.invariants, before) {
      let after = try database.integer(invariant.after)
      guard after == count else {
        throw DatabaseError(
          .failed,
          "the migration would change the number of \(invariant.subject) from \(count ?? 0) to "
            + "\(after ?? 0); nothing was changed",
          hint: "this is a fault of flagdb; keep the file and its model, and report it")
      }
    }
    try requireSoundKeys()
  }

  private func changeTables() throws {
    for sql in survey.repairs.map(\.statement) + foreign.removals { try run(sql) }
    for (index, step) in survey.plan.steps.enumerated() {
      let state = MigrationProgress(
        words: step.words, step: index + 1, steps: survey.plan.steps.count)
      progress?(state)
      try connection.watched(by: progress.map { progress in { progress(state) } }) {
        try run(step.sql)
      }
    }
    try beforeStatement?("-- what others made")
    try foreign.restore()
  }

  private func run(_ sql: SQLText) throws {
    try beforeStatement?(sql.written(in: SQLiteDialect()).text)
    do throws(SQLiteError) {
      try connection.run(sql)
    } catch {
      // `error in index other: no such column: note`
      for object in survey.foreign where error.message.hasPrefix("error in \(object.kind) \(object.name)") {
        throw ForeignObjects.refusal(object, error)
      }
      throw error
    }
  }

  /// https://sqlite.org/lang_altertable.html, section 7, step 10: what was switched off for the
  /// transaction is made good before it ends. A plan that reads no table changes no key.
  private func requireSoundKeys() throws {
    guard survey.plan.steps.contains(where: { $0.reads != nil }) else { return }
    let row = try connection.prepare("PRAGMA foreign_key_check")
    guard try row.step(), case .text(let table) = row.value(at: 0),
      case .text(let target) = row.value(at: 2)
    else { return }
    let record = if case .integer(let key) = row.value(at: 1) { "\(table) \(key)" } else { table }
    throw DatabaseError(
      .refused, "\(record) would refer to a \(target) that is not there; nothing was changed",
      hint: "see 'flagdb check \(database.path)'")
  }

  // MARK: Room on the disk

  /// Throws where what is to be written has no room, before any of it is: the tables that are made
  /// anew, the journal that could bring back the old ones, and the backup.
  func requireRoom(forBackup needsBackup: Bool) throws {
    guard let free = freeSpace(besides: database.path) else { return }
    let size = try (database.integer("PRAGMA page_count") ?? 0).multipliedReportingOverflow(
      by: database.integer("PRAGMA page_size") ?? 0)
    let needed = size.partialValue / 100 * (try shareRewritten() * 2 + (needsBackup ? 100 : 0))
    guard !size.overflow, needed > free else { return }
    throw DatabaseError(
      .failed,
      "the migration needs about \(megabytes(needed)), and only \(megabytes(free)) are free beside "
        + "'\(database.path)'; nothing was changed", hint: "make room on the disk")
  }

  /// How many of a hundred records stand in tables that are read whole.
  private func shareRewritten() throws -> Int64 {
    let read = Set(survey.plan.steps.compactMap(\.reads))
    if read.isEmpty { return 0 }
    var (all, rewritten): (Int64, Int64) = (0, 0)
    for entity in database.schema.entities {
      let count = try database.integer("SELECT count(*) FROM \(name: entity.name)") ?? 0
      all += count
      if read.contains(entity.name) { rewritten += count }
    }
    return all == 0 ? 0 : min(100, rewritten * 100 / all + 1)
  }

  private func megabytes(_ bytes: Int64) -> String { "\(max(1, bytes >> 20)) MB" }
}

extension SchemaObject {
  /// The statement that makes it.
  var statement: SQLText { SQLText(stringLiteral: sql) }
}
