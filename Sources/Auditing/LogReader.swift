package import Databases
import Engines
import FlagModel
package import SQLText

/// Reads the audit log of a database. Use it within `read` or `write`.
///
/// This module reads the audit log, and undoes and forgets changes. Triggers write the log.
package struct LogReader: DatabaseWork {
  package let database: Database
  let log: AuditLog
  /// The undone changes, each with the change that undid it.
  let undone: [Int64: Int64]
  /// The triggers of other programs that ran during a change.
  var foreignTriggers: [String] = []
  private let finder: any ChangeFinder
  private var tables: [Int64: Schema] = [:]

  /// Throws if the database has no audit log.
  package init(_ database: Database) throws {
    self.database = database
    try database.requireAllowed(.logChanges)
    guard let log = try database.auditLog() else {
      throw DatabaseError(
        .refused, "'\(database.path)' has no audit log",
        hint: "\(quotedCommand("flagdb", "define", database.path, "audit", "on")) begins one")
    }
    self.log = log
    let transactions = database.dialect.log.transactions
    try database.connection.ask(
      [Self.undoings] + (transactions.map(ChangesOfTransactions.questions) ?? []))
    let rows = try database.rows(Self.undoings)
    var undone: [Int64: Int64] = [:]
    while try rows.next() {
      // An undo that is itself undone has no effect.
      guard let first = rows.integer(at: 0), let other = rows.integer(at: 1),
        undone[first] == nil
      else { continue }
      undone[other] = first
    }
    self.undone = undone
    let connection = database.connection
    let version = database.version
    if let log = transactions {
      finder = ChangesOfTransactions(
        log: log, connection: connection, version: version, undone: undone)
    } else {
      finder = ChangesOfRanges(connection: connection, version: version, undone: undone)
    }
    tables[database.version] = database.schema.tables
  }

  /// The query for the changes that undo others.
  private static let undoings: SQLText = """
    SELECT first, undoes FROM \(name: LogNames.changes) WHERE undoes IS NOT NULL ORDER BY first DESC
    """

  /// The first questions on the log of a database. A server is asked them when the transaction begins.
  package static func questions(of database: Database) -> [SQLText] {
    guard let log = database.dialect.log.transactions else { return [] }
    return [undoings] + ChangesOfTransactions.questions(log)
  }

  /// The first questions of a search for a change, or for the newest changes.
  package static func questions(of database: Database, seeking change: Int64?) -> [SQLText] {
    guard let log = database.dialect.log.transactions else { return [] }
    let search = change.map(log.changes(ofRow:)) ?? ChangesOfTransactions.newest(log)
    return questions(of: database) + [search]
  }

  var auditDialect: any AuditDialect { connection.dialect.log }
  var end: Int64 { get throws { try log.end } }

  // MARK: Changes

  /// The change that a row belongs to; nil if there is no such row.
  func change(ofRow row: Int64) throws -> LoggedChange? { try finder.change(ofRow: row) }

  /// The change with a number; nil if there is none.
  package func change(_ number: Int64) throws -> LoggedChange? { try finder.change(number) }

  /// Passes the changes to the body, newest first, until it returns false.
  package func changes(_ body: (LoggedChange) throws -> Bool) throws {
    try finder.changes(before: .max, body)
  }

  /// The number of records of each change, and of its rows, that match the request.
  package func counts(
    of changes: [LoggedChange], _ request: LogRequest
  ) throws -> [(records: Int64, values: Int64)] {
    var request = request
    request.who = nil
    request.since = nil
    request.until = nil
    let condition = request.condition(auditDialect)
    let questions = changes.map { change in
      """
      SELECT count(*), CAST(sum(n) AS bigint) FROM (
        SELECT count(*) AS n FROM \(name: LogNames.log) l WHERE \(change.condition) \
      AND l.entity <> '' AND \(condition) GROUP BY entity, \(name: "key")
      ) AS counts
      """ as SQLText
    }
    try connection.ask(questions)
    return try questions.map { question in
      let row = try connection.prepare(question)
      guard try row.step(), case .integer(let records) = row.value(at: 0),
        case .integer(let values) = row.value(at: 1)
      else { return (0, 0) }
      return (records, values)
    }
  }

  // MARK: Values

  /// Passes the rows that match the request to the body, newest first, until it returns false.
  package mutating func values(_ request: LogRequest, _ body: (LoggedValue) throws -> Bool) throws {
    var within: SQLText = ""
    var limit: SQLText = ""
    if let number = request.change {
      guard let change = try change(number) else { throw noChange(number) }
      within = " AND \(change.condition)"
    }
    if let most = request.most { limit = " LIMIT \(literal: most)" }
    let rows = try database.rows(
      """
      SELECT l.id, l.entity, l.\(name: "key"), l.change, l.property, l.before, \
      CASE WHEN l.change <> 'insert' THEN l.after END, \(auditDialect.time), \
      c.first, c.last, \(auditDialect.person), \(auditDialect.model), \
      \(auditDialect.transaction) FROM \(name: LogNames.log) l \
      \(auditDialect.join) WHERE \(request.condition(auditDialect))\(within) ORDER BY l.id DESC\(limit)
      """)
    var current: LoggedChange?
    while try rows.next() {
      guard let id = rows.integer(at: 0), let key = rows.integer(at: 2) else { continue }
      let isOurs = rows.integer(at: 9).map { $0 >= id } ?? false
      if !isOurs, current?.has(id, rows.integer(at: 12)) != true {
        current = try change(ofRow: id)
      }
      let value = try shown(
        Name(rows.text(at: 1) ?? ""), rows.text(at: 4).map { Name($0) },
        [rows.value(at: 5), rows.value(at: 6)], model: rows.integer(at: 11) ?? database.version,
        isRaw: request.isRaw)
      let change = isOurs ? rows.integer(at: 8) : current?.first
      let continues = try body(
        LoggedValue(
          id: id, change: change ?? id,
          time: rows.text(at: 7) ?? "", who: rows.text(at: 10),
          entity: value.entity, key: key, what: rows.text(at: 3) ?? "", property: value.property,
          before: value.values[0], after: value.values[1]))
      if !continues { return }
    }
  }

  func noChange(_ number: Int64) -> DatabaseError {
    DatabaseError(
      .refused, "the log of '\(database.path)' has no change \(number)",
      hint: "\(quotedCommand("flagdb", "log", database.path, "--changes")) lists them")
  }

  /// The values in the names of the model at the time of the change, or as they are stored.
  private mutating func shown(
    _ entity: Name, _ column: Name?, _ values: [Value], model: Int64, isRaw: Bool
  ) throws -> (entity: Name?, property: Name?, values: [Value]) {
    if entity.isEmpty { return (nil, column, values) }
    guard let column, let table = try schema(model)?.entity(named: entity) else {
      return (entity, column, values)
    }
    if let attribute = table.attribute(ofColumn: column) {
      let stored = values.map { connection.loggedValue($0, of: attribute.type) }
      return (entity, attribute.name, isRaw ? stored : stored.map(attribute.type.named))
    }
    let relationship = table.relationships.first { $0.foreignKey?.column == column }
    return (
      entity, relationship?.name ?? column,
      values.map { connection.loggedValue($0, of: .integer(.int64)) }
    )
  }

  private mutating func schema(_ version: Int64) throws -> Schema? {
    if tables[version] == nil {
      let models = try database.history()
      for model in models { tables[model.version] = model.schema?.tables }
    }
    return tables[version]
  }
}

extension AttributeType {
  /// A stored value by its name. Numbers and texts stay unchanged.
  fileprivate func named(_ value: Value) -> Value {
    if value == .null { return value }
    switch self {
    case .integer, .double, .float, .string, .any: return value
    default: return .text(text(of: value))
    }
  }
}
