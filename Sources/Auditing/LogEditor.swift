package import Databases
import Engines
package import FlagModel
import SQLText

/// A change that was undone.
package struct UndoneChange: Sendable {
  package let change: LoggedChange
  /// For each entity, the number of records that were restored, removed and inserted again.
  package typealias Counts = [(entity: Name, restored: Int, removed: Int, revived: Int)]
  package let counts: Counts
}

/// Undoes and forgets changes of the audit log. Call its methods within `write`.
/// See Documentation/Decisions/undo-is-written-for-each-kind-of-log.md.
package final class LogEditor {
  private let database: Database
  /// The change that was undone last.
  private var chosen: Int64?

  package init(_ database: Database) { self.database = database }

  /// Undoes a change completely or not at all. Every value becomes what it was before. Throws if a
  /// later change concerns the same records.
  /// - Parameter number: the number of the change; nil for the newest one that is not undone. A retry then undoes
  ///   the same change, even if another program has added a newer one.
  package func undo(_ number: Int64? = nil) throws -> UndoneChange {
    var reader = try readerToUndo()
    let change = try reader.change(toUndo: number ?? chosen)
    chosen = change.first
    try reader.ask(about: change)
    try reader.requireSameModel(as: change)
    database.asksForChange = true
    database.undoing = change.first
    if change.note == .nothing { return UndoneChange(change: change, counts: []) }
    return try database.withoutForeignTriggers { triggers in
      reader.foreignTriggers = triggers
      return UndoneChange(change: change, counts: try counts(ofUndoing: change, reader))
    }
  }

  /// Undoes a change. Foreign keys rest if records are deleted before those that refer to them: a
  /// change may have deleted a record and added it again, and a trigger in a file may have logged
  /// its own changes before the change that called it.
  private func counts(
    ofUndoing change: LoggedChange, _ reader: LogReader
  ) throws -> UndoneChange.Counts {
    let references = RestingReferences(of: database, in: database)
    let undo = try UndoAtOnce(change, reader)
    let isReplacing =
      try undo == nil && !reader.foreignTriggers.isEmpty || reader.hasReplaced(in: change)
    let counts = try reader.counts(ofUndone: change)
    defer { database.connection.heedReferences() }
    if isReplacing { try references.rest() }
    try database.connection.deferReferences()
    if let undo {
      try undo.run()
    } else {
      var undo = try ChangeUndo(change, reader)
      try undo.run()
    }
    if isReplacing { try references.end() }
    return counts
  }

  private func readerToUndo() throws -> LogReader {
    let reader = try LogReader(database)
    if try reader.log.isOn { return reader }
    throw DatabaseError(
      .refused,
      "the audit of '\(database.path)' is off: changes since the last one are unknown",
      hint: "\(quotedCommand("flagdb", "define", database.path, "audit", "on")) switches it on")
  }

  /// Deletes the rows of all changes before a time from the audit log, and returns their number.
  package func forgetChanges(before moment: String) throws -> Int64 {
    let reader = try LogReader(database)
    var cut = try reader.end + 1
    try reader.changes { change in
      guard change.time >= moment else { return false }
      cut = change.first
      return true
    }
    let isOld =
      database.dialect.log.transactions?.isOfChange(before: cut) ?? "l.id < \(.integer(cut))"
      as SQLText
    let count = try database.integer(
      "SELECT count(*) FROM \(name: LogNames.log) AS l WHERE \(isOld)")
    guard let count, count > 0 else { return 0 }
    // An empty log would reuse the numbers of the deleted rows, so one row records the deletion.
    try database.auditLog()?.note(.forget, key: count)
    try database.connection.run("DELETE FROM \(name: LogNames.log) AS l WHERE \(isOld)")
    // The last entry before the remaining ones tells the model of that time.
    try database.connection.run(
      """
      DELETE FROM \(name: LogNames.changes) WHERE first < (
        SELECT max(first) FROM \(name: LogNames.changes) WHERE first < \(.integer(cut))
      )
      """)
    return count
  }
}

extension LogReader {
  /// The change with a number, or the newest one that is not undone. Throws if it cannot be undone.
  fileprivate func change(toUndo number: Int64?) throws -> LoggedChange {
    guard let number else { return try newestToUndo() }
    guard let change = try change(number) else { throw noChange(number) }
    if let other = change.undoneBy {
      throw refusal(
        "change \(number) was undone by change \(other)",
        hint: "\(quotedCommand("flagdb", "undo", database.path, "\(other)")) redoes it")
    }
    return change
  }

  /// The newest change that is neither undone nor an undo itself, so that repeated calls go further
  /// back.
  private func newestToUndo() throws -> LoggedChange {
    var newest: LoggedChange?
    try changes { change in
      if change.undoes != nil || change.undoneBy != nil || change.note == .forget { return true }
      newest = change
      return false
    }
    guard let newest else {
      throw refusal("the log of '\(database.path)' has no change to undo")
    }
    return newest
  }

  /// Asks a server, in one round trip, the questions about a change that is to be undone.
  fileprivate func ask(about change: LoggedChange) throws {
    try connection.ask(
      [laterNote(than: change), replacements(by: change), counts(of: change), AuditLog.newestRow]
        + UndoAtOnce.questions(about: change))
  }

  private func counts(of change: LoggedChange) -> SQLText {
    """
    SELECT entity, verb, count(*) FROM (SELECT entity, \
    CASE WHEN min(id) FILTER (WHERE change IN ('insert', 'delete')) = \
    min(id) FILTER (WHERE change = 'insert') THEN 'insert' \
    WHEN max(id) FILTER (WHERE change IN ('insert', 'delete')) = \
    max(id) FILTER (WHERE change = 'delete') THEN 'delete' \
    ELSE 'update' END AS verb FROM \(name: LogNames.log) AS l WHERE \(change.condition) \
    AND entity <> '' GROUP BY entity, \(name: "key")) AS records GROUP BY entity, verb
    """
  }

  /// For each entity, the number of records that an undo restored, removed and inserted again. A
  /// record that moved to another partition has one deletion and one insertion in the log, and so
  /// has a replaced record.
  func counts(ofUndone change: LoggedChange) throws -> UndoneChange.Counts {
    let rows = try database.rows(counts(of: change))
    var counts: [Name: [String: Int]] = [:]
    while try rows.next() {
      guard let entity = rows.text(at: 0), let verb = rows.text(at: 1),
        let count = rows.integer(at: 2)
      else { continue }
      counts[Name(entity), default: [:]][verb] = Int(count)
    }
    return counts.sorted { $0.key < $1.key }.map { entity, verbs in
      (
        entity, restored: verbs["update"] ?? 0, removed: verbs["insert"] ?? 0,
        revived: verbs["delete"] ?? 0
      )
    }
  }

  func refusal(_ message: String, hint: Hint? = nil) -> DatabaseError {
    DatabaseError(.refused, message, hint: hint, outcome: .unchanged)
  }

  /// True if a change deleted records and added others with their keys. A record that moves to
  /// another partition is not meant.
  func hasReplaced(in change: LoggedChange) throws -> Bool {
    guard database.dialect.spreads.tables.isEmpty else { return false }
    return try connection.value(replacements(by: change)) != nil
  }

  private func replacements(by change: LoggedChange) -> SQLText {
    """
    SELECT 1 FROM \(name: LogNames.log) AS l WHERE \(change.condition) \
    AND change IN ('insert', 'delete') AND entity <> '' GROUP BY entity, \(name: "key") \
    HAVING min(CASE WHEN change = 'delete' THEN id END) < \
    max(CASE WHEN change = 'insert' THEN id END) LIMIT 1
    """
  }

  // MARK: Later changes

  /// The query for a note in the change or after it that keeps it from being undone.
  private func laterNote(than change: LoggedChange) -> SQLText {
    """
    SELECT CASE WHEN \(change.condition) THEN 1 ELSE 0 END, change, \(name: "key"), property \
    FROM \(name: LogNames.log) l WHERE id >= \(.integer(change.first)) AND entity = '' \
    AND change <> \(.text(AuditLog.Note.nothing.rawValue)) AND (
      change <> \(.text(AuditLog.Note.forget.rawValue)) OR \(change.condition)
    ) ORDER BY id LIMIT 1
    """
  }

  /// Throws if the change is a note, or if a migration has changed the meaning of the values.
  func requireSameModel(as change: LoggedChange) throws {
    let note = try connection.prepare(laterNote(than: change))
    guard try note.step(), case .integer(let isItself) = note.value(at: 0),
      case .text(let word) = note.value(at: 1), case .integer(let key) = note.value(at: 2),
      let kind = AuditLog.Note(rawValue: word)
    else { return }
    let isMigration = kind == .migrate
    let what =
      switch kind {
      case .migrate: "the model \(key) came into force"
      case .on, .off: "the audit was switched \(word)"
      case .nothing: "nothing was changed"
      case .forget: "old changes were forgotten"
      case .truncate: "all records of '\(note.value(at: 3).text)' were taken away by TRUNCATE"
      }
    if isItself == 1 {
      var hint: Hint?
      if isMigration {
        let command = quotedCommand("flagdb", "migrate", database.path, "--to", "\(key - 1)")
        hint = "\(command) restores the previous model"
      }
      throw refusal("change \(change.first) is not a change of records: \(what)", hint: hint)
    }
    throw refusal("after change \(change.first) \(what)", hint: "see flagdb-undo(1)")
  }

  /// Throws an error that names the later change of a record.
  func refuse(_ entity: Name, _ key: Int64, becauseOf row: Int64) throws {
    guard let other = try change(ofRow: row) else { return }
    let who = other.who.map { " by \($0)" } ?? ""
    let command = quotedCommand("flagdb", "undo", database.path, "\(other.first)")
    throw refusal(
      "\(entity) \(key) was changed after it: change \(other.first)\(who), "
        + AttributeType.date.text(of: .text(other.time)),
      hint: "\(command) undoes that change")
  }

  /// The error for a record that differs from the result of the change, or that a constraint of the
  /// tables protects.
  func refusal(
    _ entity: Name, _ key: Int64, of change: LoggedChange, _ reason: String?
  ) -> DatabaseError {
    if let reason {
      return refusal(
        "\(entity) \(key) cannot be restored to its state before change \(change.first): \(reason)")
    }
    let cause: Hint =
      foreignTriggers.isEmpty
      ? "another program has changed it without the log"
      : "the trigger \(listedInQuotes(foreignTriggers, "or")) may have changed it"
    return refusal("\(entity) \(key) is not as change \(change.first) left it", hint: cause)
  }

  /// The error for an undo that would change more than the change did.
  func refusalOfWiderChange(of change: LoggedChange) -> DatabaseError {
    refusal(
      "other records refer to records that change \(change.first) added or replaced, and would change too",
      hint: "\(quotedCommand("flagdb", "log", database.path, "--changes")) lists all changes"
    )
  }
}
