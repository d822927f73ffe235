import Engines
import FlagModel
import Migrations
import SQLText

/// Reads the log of a database. Use it within `read` or `write`.
package struct LogReader {
  let database: Database
  private let log: AuditLog
  /// The changes that are taken back, each with that which does so.
  private let undone: [Int64: Int64]
  private var tables: [Int64: Schema] = [:]

  /// Throws if the file keeps no log.
  package init(_ database: Database) throws {
    self.database = database
    if database.isTemporary {
      throw DatabaseError(
        .refused, "'\(database.path)' holds records and is no database, so that it keeps no log")
    }
    guard database.isOurs else {
      throw DatabaseError(
        .refused, "'\(database.path)' was made by another program, and flagdb keeps no log in it",
        hint: "'flagdb copy' makes a database of it that can have one")
    }
    guard let log = try AuditLog(of: database.connection) else {
      throw DatabaseError(
        .refused, "'\(database.path)' keeps no log of its changes",
        hint: "'flagdb define \(database.path) audit on' begins one")
    }
    self.log = log
    let rows = try database.rows(
      """
      SELECT first, undoes FROM \(name: AuditObjects.changes) WHERE undoes IS NOT NULL \
      ORDER BY first DESC
      """)
    var undone: [Int64: Int64] = [:]
    while try rows.next() {
      // A change that is taken back itself takes nothing back.
      guard let first = rows.integer(at: 0), let other = rows.integer(at: 1),
        undone[first] == nil
      else { continue }
      undone[other] = first
    }
    self.undone = undone
    tables[database.version] = database.schema.tables
  }

  var connection: any Connection { database.connection }
  package var isOn: Bool { get throws { try log.isOn } }
  var end: Int64 { get throws { try log.end } }

  // MARK: Changes

  /// The newest change before a row; nil if there is none.
  package func change(before row: Int64) throws -> LoggedChange? {
    let newest = try connection.prepare(
      """
      SELECT l.id, l.time, \(LogRequest.ownTime), c.first, c.last, c.time, c.who, c.command, c.model, \
      c.undoes FROM \(name: AuditObjects.log) l \(LogRequest.change) \
      WHERE l.id < \(.integer(row)) ORDER BY l.id DESC LIMIT 1
      """)
    guard try newest.step(), case .integer(let id) = newest.value(at: 0) else { return nil }
    func integer(_ column: Int) -> Int64? {
      if case .integer(let number) = newest.value(at: column) { number } else { nil }
    }
    func text(_ column: Int) -> String? {
      if case .text(let text) = newest.value(at: column) { text } else { nil }
    }
    let model = integer(8) ?? database.version
    if let first = integer(3), let last = integer(4), last >= id {
      return LoggedChange(
        first: first, last: last, time: text(5) ?? "", who: text(6), command: text(7), model: model,
        undoes: integer(9), undoneBy: undone[first])
    }
    // Rows of one statement have one time.
    let first = try connection.value(
      """
      SELECT id + 1 FROM \(name: AuditObjects.log) WHERE id < \(.integer(id)) \
      AND (id <= \(.integer(integer(4) ?? 0)) OR time <> \(newest.value(at: 1))) \
      ORDER BY id DESC LIMIT 1
      """)
    let oldest = try connection.value("SELECT min(id) FROM \(name: AuditObjects.log)")
    let start = if case .integer(let start)? = first ?? oldest { start } else { id }
    return LoggedChange(
      first: start, last: id, time: text(2) ?? "", who: nil, command: nil, model: model,
      undoes: nil, undoneBy: undone[start])
  }

  /// The change of a number; nil if there is none.
  package func change(_ number: Int64) throws -> LoggedChange? {
    guard number < .max, let found = try change(before: number + 1) else { return nil }
    // The rows of another program's statement may go on behind that one.
    guard found.command == nil, found.first == number else {
      return found.first == number ? found : nil
    }
    let last = try connection.value(
      """
      SELECT max(l.id) FROM \(name: AuditObjects.log) l WHERE l.id >= \(.integer(number)) \
      AND l.id < coalesce((
        SELECT min(first) FROM \(name: AuditObjects.changes) WHERE first > \(.integer(number))
      ), 9223372036854775807) AND l.id < coalesce((
        SELECT min(o.id) FROM \(name: AuditObjects.log) o WHERE o.id > \(.integer(number)) AND o.time \
      <> (SELECT time FROM \(name: AuditObjects.log) WHERE id = \(.integer(number)))
      ), 9223372036854775807)
      """)
    guard case .integer(let last) = last, last > found.last else { return found }
    return try change(before: last + 1)
  }

  /// Goes through the changes, the newest one first, until the body answers false.
  package func changes(_ body: (LoggedChange) throws -> Bool) throws {
    var row = Int64.max
    while let change = try change(before: row), try body(change) { row = change.first }
  }

  /// The number of records of a change, and of rows, that the request asks for.
  package func counts(
    of change: LoggedChange, _ request: LogRequest
  ) throws -> (records: Int64, values: Int64) {
    var request = request
    (request.who, request.since, request.until) = (nil, nil, nil)
    let row = try connection.prepare(
      """
      SELECT count(*), sum(n) FROM (
        SELECT count(*) AS n FROM \(name: AuditObjects.log) l WHERE l.id BETWEEN \
      \(.integer(change.first)) AND \(.integer(change.last)) AND l.entity <> '' AND \
      \(request.condition) GROUP BY entity, "key"
      )
      """)
    guard try row.step(), case .integer(let records) = row.value(at: 0),
      case .integer(let values) = row.value(at: 1)
    else { return (0, 0) }
    return (records, values)
  }

  // MARK: Values

  /// Goes through the rows that are asked for, the newest one first, until the body answers false.
  package mutating func values(
    _ request: LogRequest, _ body: (LoggedValue) throws -> Bool
  ) throws {
    var within: SQLText = ""
    if let number = request.change {
      guard let change = try change(number) else { throw noChange(number) }
      within = " AND l.id BETWEEN \(.integer(change.first)) AND \(.integer(change.last))"
    }
    let rows = try database.rows(
      """
      SELECT l.id, l.entity, l."key", l.change, l.property, l.before, l.after, \(LogRequest.time), \
      c.first, c.last, c.who, c.model FROM \(name: AuditObjects.log) l \(LogRequest.change) \
      WHERE \(request.condition)\(within) ORDER BY l.id DESC
      """)
    var known: LoggedChange?
    while try rows.next() {
      guard let id = rows.integer(at: 0), let key = rows.integer(at: 2) else { continue }
      let isOurs = rows.integer(at: 9).map { $0 >= id } ?? false
      if !isOurs, known.map({ !($0.first...$0.last).contains(id) }) ?? true {
        known = try change(before: id + 1)
      }
      let value = try shown(
        Name(rows.text(at: 1) ?? ""), rows.text(at: 4).map { Name($0) },
        [rows.value(at: 5), rows.value(at: 6)], model: rows.integer(at: 11) ?? database.version)
      let goesOn = try body(
        LoggedValue(
          id: id, change: (isOurs ? rows.integer(at: 8) : known?.first) ?? id,
          time: rows.text(at: 7) ?? "", who: isOurs ? rows.text(at: 10) : nil,
          entity: value.entity, key: key, what: rows.text(at: 3) ?? "", property: value.property,
          before: value.values[0], after: value.values[1]))
      if !goesOn { return }
    }
  }

  func noChange(_ number: Int64) -> DatabaseError {
    DatabaseError(
      .refused, "the log of '\(database.path)' has no change \(number)",
      hint: "'flagdb log \(database.path) --changes' lists them")
  }

  /// Values in the names of the model that was in force.
  private mutating func shown(
    _ entity: Name, _ column: Name?, _ values: [Value], model: Int64
  ) throws -> (entity: Name?, property: Name?, values: [Value]) {
    if entity.isEmpty { return (nil, column, values) }
    guard let column, let table = try schema(model)?.entity(named: entity) else {
      return (entity, column, values)
    }
    if let attribute = table.attributes.first(where: { $0.column == column }) {
      return (entity, attribute.name, values.map { attribute.type.named($0) })
    }
    let relationship = table.relationships.first { $0.foreignKey?.column == column }
    return (entity, relationship?.name ?? column, values)
  }

  private mutating func schema(_ version: Int64) throws -> Schema? {
    if tables[version] == nil {
      let models = try ModelTable(connection: connection, path: database.path).all()
      for model in models { tables[model.version] = model.schema.tables }
    }
    return tables[version]
  }
}

extension AttributeType {
  /// A stored value in names; numbers and texts that mean themselves stay what they are.
  fileprivate func named(_ value: Value) -> Value {
    if value == .null { return value }
    switch self {
    case .integer, .double, .float, .string, .any: return value
    default: return .text(text(of: value))
    }
  }
}
