import Engines
package import FlagModel
package import Migrations
internal import Platform
import SQLText

/// The person and the command behind a change, for the log of a database that has one.
package struct Author: Sendable {
  package let who: String
  package let command: String
  package let time: @Sendable () -> Timestamp

  package init(who: String, command: String, time: @escaping @Sendable () -> Timestamp) {
    self.who = who
    self.command = command
    self.time = time
  }

  /// The user of this process, and its program.
  static var ofProcess: Author {
    Author(who: userName(), command: programName()) {
      Timestamp(microseconds: wallClockMicroseconds()) ?? .earliest
    }
  }
}

/// The log of a database, as the writers of flagdb keep it. Triggers fill it; what belongs together, and
/// whose it is, is noted at the end of each change.
struct AuditLog {
  /// The kinds of rows that stand for something else than a record.
  enum Note: String {
    /// A model came into force; its version is the key.
    case migrate
    case on
    case off
    /// Old rows were taken away; their number is the key.
    case forget
    /// A command was to change records, and changed none: it is what the next `undo` is about all the same.
    case nothing
    /// Another program took all records of a table away at once.
    case truncate
  }

  let connection: any Connection
  private var words: any LogWords { connection.dialect.log }

  /// Nil if the database keeps no log.
  init?(of connection: any Connection) throws(EngineError) {
    let definition = connection.dialect.log.log
    guard try connection.isDefined(AuditObjects.log, by: definition) else { return nil }
    self.connection = connection
  }

  /// True if triggers fill the log.
  var isOn: Bool {
    get throws(EngineError) {
      try connection.hasTrigger(beginning: "\(AuditObjects.log) ")
    }
  }

  /// The number of the last row; 0 if there is none.
  var end: Int64 {
    get throws(EngineError) {
      let last = try connection.value("SELECT max(id) FROM \(name: AuditObjects.log)")
      if case .integer(let last) = last { return last }
      return 0
    }
  }

  /// The number of the last row before a change; 0 where the engine knows by itself what the change adds.
  var start: Int64 { get throws(EngineError) { words.tellsTransactions ? 0 : try end } }

  /// Notes something that is no change of a record.
  func note(_ note: Note, key: Int64 = 0) throws(EngineError) {
    try connection.run(Self.row(note, key: key))
  }

  static func row(_ note: Note, key: Int64) -> SQLText {
    """
    INSERT INTO \(name: AuditObjects.log) (entity, "key", change) \
    VALUES ('', \(.integer(key)), \(.text(note.rawValue)))
    """
  }

  /// Notes that a change which was asked for has changed nothing, if there are no rows after one.
  func noteNothing(after start: Int64) throws(EngineError) {
    guard try isOn else { return }
    guard words.tellsTransactions else {
      if try end == start { try note(.nothing) }
      return
    }
    let unkept = LogNames.isOfOthers("l")
    do throws(EngineError) {
      try connection.attempt { () throws(EngineError) in
        try connection.run(
          """
          INSERT INTO \(name: AuditObjects.log) (entity, "key", change) \
          SELECT '', 0, \(.text(Note.nothing.rawValue)) WHERE NOT EXISTS (\
          SELECT 1 FROM \(name: AuditObjects.log) AS l \
          WHERE l."transaction" = pg_current_xact_id()::text::bigint \
          AND l.time = transaction_timestamp() AND \(unkept))
          """)
      }
    } catch {
      // Whoever may only change records cannot write the log.
      guard error.kind == .forbidden else { throw error }
    }
  }

  /// Notes that the rows after one are one change; nothing if there are none.
  func keep(
    after start: Int64, by author: Author, model: Int64, undoing undone: Int64? = nil
  ) throws(EngineError) {
    if words.tellsTransactions {
      return try connection.run(Self.keeping(author, model, undone))
    }
    let end = try end
    guard end > start else { return }
    try connection.run(
      """
      INSERT INTO \(name: AuditObjects.changes) VALUES (\
      \(.integer(start + 1)), \(.integer(end)), \(.text(author.time().storedText)), \
      \(.text(author.who)), \(.text(author.command)), \(.integer(model)), \
      \(undone.map(Value.integer) ?? .null))
      """)
  }

  /// The statement by which an engine that knows the rows of a transaction notes them as one change.
  static func keeping(_ author: Author, _ model: Int64, _ undone: Int64?) -> SQLText {
    """
    CALL flagdb_keep(\(.text(author.time().storedText), of: .date), \(.text(author.who)), \
    \(.text(author.command)), \(.integer(model)), \(undone.map(Value.integer) ?? .null))
    """
  }

  /// The statements by which a script notes a new model.
  static func script(
    of version: Int64, by author: Author, _ words: any LogWords
  ) -> [SQLText] {
    if words.tellsTransactions {
      return [row(.migrate, key: version), keeping(author, version, nil)]
    }
    let last: SQLText = "SELECT max(id) FROM \(name: AuditObjects.log)"
    return [
      row(.migrate, key: version),
      """
      INSERT INTO \(name: AuditObjects.changes) \
      SELECT (\(last)), (\(last)), \(.text(author.time().storedText)), \(.text(author.who)), \
      \(.text(author.command)), \(.integer(version)), NULL
      """,
    ]
  }
}

extension Database {
  /// The log; nil if the database keeps none.
  func auditLog() throws(EngineError) -> AuditLog? {
    kind.allows(.logChanges) ? try AuditLog(of: connection) : nil
  }

  /// Runs a part of a writing transaction, and notes in the log of the file what it has changed.
  func logging<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isLogging, let log = try auditLog() else { return try body() }
    isLogging = true
    asksForChange = false
    defer { (isLogging, undoing) = (false, nil) }
    let start = try log.start
    let result = try body()
    if asksForChange { try log.noteNothing(after: start) }
    try log.keep(after: start, by: author, model: version, undoing: undoing)
    return result
  }

  /// The tables, triggers and the view of the log; none if the file keeps no log.
  package func auditObjects() throws -> [SchemaObject] {
    try read { try auditObjects(of: schema) }
  }

  /// The objects of the log, as a model has them; none if the file keeps no log.
  func auditObjects(of schema: Schema) throws -> [SchemaObject] {
    guard let log = try auditLog() else { return [] }
    let objects = AuditObjects(schema: schema, dialect: dialect)
    return try objects.lasting + (log.isOn ? objects.triggers : [])
  }

  /// True if every change of a record is kept in the log of the file.
  package var isAudited: Bool {
    get throws { try read { try auditLog()?.isOn ?? false } }
  }

  /// Begins to keep a log of all changes, or ends it. What the log has stays. Answers false if it is
  /// so already.
  package func setAudit(_ isOn: Bool) throws -> Bool {
    try Self.requireOneMachine(dialect.spreads, path)
    return try migrating { _ in
      let objects = AuditObjects(schema: schema, dialect: dialect)
      let log = try auditLog()
      if try (log?.isOn ?? false) == isOn { return (schema, false) }
      for object in objects.lasting {
        let isNeeded = object.name == LogNames.pending && !connection.has(object.name, column: nil)
        if log == nil || isNeeded { try connection.execute(object.sql) }
      }
      guard let log = try auditLog() else { return (schema, false) }
      let start = try log.start
      for trigger in isOn ? objects.triggers : objects.triggers.reversed() {
        try connection.runAll(
          isOn ? trigger.statement : dialect.log.removal(of: trigger.name, on: trigger.table))
      }
      try log.note(isOn ? .on : .off)
      if !isLogging { try log.keep(after: start, by: author, model: version) }
      return (schema, true)
    }
  }

  /// Throws where records are on several machines, whose triggers no transaction of one sees.
  static func requireOneMachine(
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
