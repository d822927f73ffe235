package import Engines
package import FlagModel
package import Migrations
internal import Platform
package import SQLText

/// The person and the command behind a change, for the audit log.
package struct Author: Sendable {
  package let who: String
  package let command: String
  package let time: @Sendable () -> Timestamp

  package init(who: String, command: String, time: @escaping @Sendable () -> Timestamp) {
    self.who = who
    self.command = command
    self.time = time
  }

  /// A change by the author now.
  fileprivate func change(_ model: Int64, undoing undone: Int64? = nil) -> KeptChange {
    KeptChange(time: time().storedText, who: who, command: command, model: model, undone: undone)
  }

  /// The user and the program of this process.
  static var ofProcess: Author {
    Author(who: userName(), command: programName()) {
      Timestamp(microseconds: wallClockMicroseconds()) ?? .earliest
    }
  }
}

/// The audit log. Triggers write its rows. At the end of a change, flagdb records its rows and its
/// author.
package struct AuditLog {
  /// Rows that do not record the change of a record.
  package enum Note: String {
    /// A new model took effect; the key is its version.
    case migrate
    case on
    case off
    /// Old rows were deleted; the key is their number.
    case forget
    /// A command intended to change records, and changed none. The next `undo` applies to it all
    /// the same.
    case nothing
    /// Another program truncated a table.
    case truncate
  }

  let connection: any Connection
  private var auditDialect: any AuditDialect { connection.dialect.log }

  /// Nil if the database has no audit log.
  init?(of connection: any Connection) throws(EngineError) {
    let definition = connection.dialect.log.log
    guard try connection.isDefined(AuditObjects.log, by: definition) else { return nil }
    self.connection = connection
  }

  /// True if triggers fill the log.
  package var isOn: Bool {
    get throws(EngineError) {
      try connection.hasTrigger(beginning: "\(AuditObjects.log) ")
    }
  }

  /// The query for the number of the last row.
  package static let newestRow: SQLText = "SELECT max(id) FROM \(name: AuditObjects.log)"

  /// The number of the last row; 0 if the log is empty.
  package var end: Int64 {
    get throws(EngineError) {
      if case .integer(let last) = try connection.value(Self.newestRow) { return last }
      return 0
    }
  }

  /// The number of the last row before a change; 0 if the engine itself identifies the rows of a
  /// transaction.
  var start: Int64 {
    get throws(EngineError) {
      if auditDialect.transactions != nil { return 0 }
      return try end
    }
  }

  /// Adds a row that does not record the change of a record.
  package func note(_ note: Note, key: Int64 = 0) throws(EngineError) {
    try connection.run(Self.row(note, key: key))
  }

  static func row(_ note: Note, key: Int64) -> SQLText {
    """
    INSERT INTO \(name: AuditObjects.log) (entity, \(name: "key"), change) \
    VALUES ('', \(.integer(key)), \(.text(note.rawValue)))
    """
  }

  /// Records the rows after the given one as a single change; does nothing if there are none.
  /// - Parameter isIntended: true to record also that an intended change had no effect.
  func keep(
    after start: Int64, by author: Author, model: Int64, undoing undone: Int64? = nil,
    isIntended: Bool = false
  ) throws(EngineError) {
    var notesNothing = isIntended
    if isIntended { notesNothing = try isOn }
    if let transactions = auditDialect.transactions {
      var note: SQLText?
      if notesNothing { note = transactions.note(ifUnchanged: Note.nothing.rawValue) }
      // A user with the right to change records only cannot write the note.
      return try connection.runLast(
        transactions.keep(author.change(model, undoing: undone)), after: note)
    }
    if notesNothing, try end == start { try note(.nothing) }
    let first = try connection.value(
      "SELECT min(id) FROM \(name: AuditObjects.log) WHERE id > \(.integer(start))")
    guard case .integer(let first) = first else { return }
    try connection.run(
      """
      INSERT INTO \(name: AuditObjects.changes) VALUES (\
      \(.integer(first)), \(.integer(end)), \(.text(author.time().storedText)), \
      \(.text(author.who)), \(.text(author.command)), \(.integer(model)), \
      \(undone.map(Value.integer) ?? .null))
      """)
  }

  /// The statements that record a new model in a script.
  package static func script(
    of version: Int64, by author: Author, _ auditDialect: any AuditDialect
  ) -> [SQLText] {
    if let transactions = auditDialect.transactions {
      return [row(.migrate, key: version), transactions.keep(author.change(version))]
    }
    return [
      row(.migrate, key: version),
      """
      INSERT INTO \(name: AuditObjects.changes) \
      SELECT (\(newestRow)), (\(newestRow)), \(.text(author.time().storedText)), \(.text(author.who)), \
      \(.text(author.command)), \(.integer(version)), NULL
      """,
    ]
  }
}

extension Database {
  /// The audit log; nil if the database has none.
  package func auditLog() throws(EngineError) -> AuditLog? {
    if kind.allows(.logChanges) { return try AuditLog(of: connection) }
    return nil
  }

  /// Runs a part of a write transaction, and records its changes as a single change.
  func logging<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isLogging, let log = try auditLog() else { return try body() }
    isLogging = true
    asksForChange = false
    defer {
      isLogging = false
      undoing = nil
    }
    let start = try log.start
    let result = try body()
    try log.keep(
      after: start, by: author, model: version, undoing: undoing, isIntended: asksForChange)
    return result
  }

  /// The tables, triggers and the view of the audit log; empty if there is no log.
  package func auditObjects() throws -> [SchemaObject] { try read { try auditObjects(of: schema) } }

  /// The objects of the audit log for a model; empty if there is no log.
  package func auditObjects(of schema: Schema) throws -> [SchemaObject] {
    guard let log = try auditLog() else { return [] }
    let objects = AuditObjects(schema: schema, dialect: dialect)
    if try log.isOn { return objects.lasting + objects.triggers }
    return objects.lasting
  }

  /// True if the audit log records every change of a record.
  package var isAudited: Bool { get throws { try read { try auditLog()?.isOn ?? false } } }

  /// Starts or stops the audit log. Its rows stay. Returns false if it already has the requested
  /// state.
  package func setAudit(_ isOn: Bool) throws -> Bool {
    try Self.requireOneMachine(dialect.spreads, path)
    return try migrating { _ in
      let objects = AuditObjects(schema: schema, dialect: dialect)
      let existing = try auditLog()
      if try (existing?.isOn ?? false) == isOn { return (schema, false) }
      let missing = objects.lasting.filter { object in
        existing == nil
          || object.name == LogNames.pending && !connection.has(object.name, column: nil)
      }
      var statements = missing.map(\.statement)
      if isOn {
        if let cleaning = objects.cleaning { statements.append(cleaning) }
        statements += objects.triggers.map(\.statement)
      } else {
        statements += objects.triggers.reversed().map {
          dialect.log.removal(of: $0.name, on: $0.table)
        }
      }
      // None of them adds a row to the log.
      try connection.runAll(statements, asking: [])
      guard let log = try auditLog() else { return (schema, false) }
      let start = try log.start
      try log.note(isOn ? .on : .off)
      if !isLogging { try log.keep(after: start, by: author, model: version) }
      return (schema, true)
    }
  }

  /// Throws if the records are on several worker nodes, because the triggers of one node do not see
  /// the transactions of the others.
  package static func requireOneMachine(
    _ spreads: TableSpreads, _ path: String
  ) throws(DatabaseError) {
    guard spreads.others != nil || spreads.tables.values.contains(where: \.isOfMachines) else {
      return
    }
    throw DatabaseError(
      .refused, "'\(path)' is distributed, and a distributed database has no audit log",
      hint: "'flagdb copy' makes a database on one server, which can have one", outcome: .unchanged)
  }
}
