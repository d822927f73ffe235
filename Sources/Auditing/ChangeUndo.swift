import Databases
import Engines
import FlagModel
import Migrations
import SQLText

/// Reads the rows of one change backwards, and reverts each with its own statement. So each
/// intermediate state is a state that the database once had.
/// See Documentation/Decisions/changes-are-logged-by-triggers.md.
struct ChangeUndo {
  private struct Column: Hashable {
    let entity: Name
    let name: Name
    let verb: String
  }

  private let change: LoggedChange
  private let reader: LogReader
  private let tables: Schema
  private let later: LaterChanges
  private var statements: [Column: any Statement] = [:]
  /// The values of the record that is inserted again.
  private var revived: (place: LoggedRecord, values: [Name: Value])?
  /// The values to restore together. One statement changed them together, and a CHECK may involve
  /// several of them.
  private var restored: RestoredValues?

  private struct RestoredValues {
    let place: LoggedRecord
    /// The index of the last column. A trigger writes the columns in the order of the table.
    var last: Int
    var columns: [Name] = []
    var before: [Value] = []
    var after: [Value] = []
  }
  /// The reversals that the record did not fit when their rows were read.
  private var postponed: [Reversal] = []
  private var expected: [String: Int64] = [:]
  /// The entities whose added records may be removed together with others.
  private var removedTogether: Set<Name> = []

  private enum Reversal {
    case values(RestoredValues, of: Entity, key: Value)
    case other(Column, [Value], LoggedRecord)

    var place: LoggedRecord {
      switch self {
      case .values(let values, _, _): values.place
      case .other(_, _, let place): place
      }
    }
  }

  private var connection: any Connection { reader.connection }

  init(_ change: LoggedChange, _ reader: LogReader) throws {
    self.change = change
    self.reader = reader
    tables = reader.database.schema.tables
    later = try LaterChanges(than: change, reader)
  }

  // MARK: Reverting

  mutating func run() throws {
    let start = try reader.end
    try requireFirstValues()
    let rows = try reader.database.rows(
      """
      SELECT entity, \(name: "key"), change, property, before, after FROM \(name: LogNames.log) \
      WHERE id BETWEEN \(.integer(change.first)) AND \(.integer(change.last)) ORDER BY id DESC
      """)
    while try rows.next() {
      guard let entity = rows.text(at: 0), let key = rows.integer(at: 1),
        let verb = rows.text(at: 2)
      else { continue }
      try takeBack(
        LoggedRecord(entity: Name(entity), key: key), verb, rows.text(at: 3).map { Name($0) },
        before: rows.value(at: 4), after: rows.value(at: 5))
    }
    try restore()
    try revive()
    try runPostponed()
    try requireNothingElse(after: start)
  }

  private mutating func takeBack(
    _ place: LoggedRecord, _ verb: String, _ property: Name?, before: Value, after: Value
  ) throws {
    guard let entity = tables.entity(named: place.entity) else { return }
    if verb != "delete" || revived?.place != place { try revive() }
    if verb != "update" || restored?.place != place { try restore() }
    let part = LaterChanges.part(verb, property?.text, after == .null ? before : after)
    try later.requireNone(of: place, part)
    switch verb {
    case "update":
      guard let property else { return }
      try takeBack(property, of: entity, place, before: before, after: after)
    case "insert":
      let dialect = reader.auditDialect
      try run(
        Column(entity: place.entity, name: "", verb: verb),
        Self.removal(from: entity, dialect), [.integer(place.key), after], place)
    case "delete":
      guard let property else { return }
      revived = revived ?? (place, [:])
      revived?.values[property] = before
    case "link", "unlink":
      guard let property, let join = entity.relationship(named: property)?.joinTable
      else { return }
      let column = Column(entity: place.entity, name: property, verb: verb)
      let other = verb == "link" ? after : before
      try run(column, Self.reversal(of: verb, join), [.integer(place.key), other], place)
    default: return
    }
    // Updates and deletions are counted when they are done.
    if verb != "delete", verb != "update" { expected[Self.opposite(verb), default: 0] += 1 }
  }

  /// Reverts one column. If the column is not before the previous one in the table, the row comes
  /// from an earlier statement, and the collected values are restored first.
  private mutating func takeBack(
    _ property: Name, of entity: Entity, _ place: LoggedRecord, before: Value, after: Value
  ) throws {
    let number = LoggedTable(of: entity).columns.firstIndex { $0.name == property } ?? Int.max
    let isKey = property == entity.keyColumn
    // Later changes of the record have its new key.
    if isKey, case .integer(let key) = after {
      try later.requireNone(of: LoggedRecord(entity: place.entity, key: key), nil)
    }
    if let restored, restored.last <= number { try restore() }
    let values = restored ?? RestoredValues(place: place, last: number)
    restored = values
    restored?.last = number
    restored?.columns.append(property)
    restored?.before.append(before)
    restored?.after.append(after)
    if isKey { try restore(from: after) }
  }

  /// Restores the values of the record, if it still has those of the change.
  /// - Parameter key: the current key, if it differs from the key in the log.
  private mutating func restore(from key: Value? = nil) throws {
    guard let values = restored, let entity = tables.entity(named: values.place.entity) else {
      return
    }
    restored = nil
    try revert(.values(values, of: entity, key: key ?? .integer(values.place.key)))
  }

  /// Runs a reversal, or postpones it if it changes no record. The rows of a trigger may precede
  /// those of the change that called it, so that the order of the log is not that of the values.
  private mutating func revert(_ reversal: Reversal) throws {
    switch reversal {
    case .values(let values, let entity, let key):
      guard try restore(values, of: entity, key) else { return postponed.append(reversal) }
      expected["update", default: 0] += Int64(values.columns.count)
    case .other(let column, let values, let place):
      if try !perform(column, "", with: values, on: place) { postponed.append(reversal) }
    }
  }

  /// Runs the postponed reversals. Throws if one still changes no record.
  private mutating func runPostponed() throws {
    var before = Int.max
    while !postponed.isEmpty, postponed.count < before {
      let waiting = postponed
      before = waiting.count
      postponed = []
      for reversal in waiting { try revert(reversal) }
    }
    for reversal in postponed {
      if try isRemovedTogether(reversal) { continue }
      guard case .values(var values, let entity, let key) = reversal else {
        throw reader.refusal(reversal.place.entity, reversal.place.key, of: change, nil)
      }
      try leaveOutRestored(of: &values, entity, key)
      if values.columns.isEmpty { continue }
      guard try restore(values, of: entity, key) else {
        throw reader.refusal(entity.name, values.place.key, of: change, nil)
      }
      expected["update", default: 0] += Int64(values.columns.count)
    }
  }

  /// Throws if a record that may be removed together with others no longer has the values of the change.
  private mutating func requireFirstValues() throws {
    let rows = try reader.database.rows(
      "SELECT DISTINCT entity, change FROM \(name: LogNames.log) AS l WHERE \(change.condition)")
    var touched: Set<TouchedEntity> = []
    while try rows.next() {
      guard let entity = rows.text(at: 0), let verb = rows.text(at: 1),
        let part = TouchedEntity(name: Name(entity), verb)
      else { continue }
      touched.insert(part)
    }
    for table in RemovedTogether(touched, in: tables).tables {
      let changed = reader.auditDialect.changedRecord(of: change.condition, in: table)
      if let key = try reader.database.integer(changed) {
        throw reader.refusal(table.name, key, of: change, nil)
      }
      removedTogether.insert(table.name)
    }
  }

  /// True for the removal of a record that is gone already.
  private func isRemovedTogether(_ reversal: Reversal) throws -> Bool {
    guard case .other(let column, _, let place) = reversal, column.verb == "insert",
      removedTogether.contains(place.entity), let entity = tables.entity(named: place.entity)
    else { return false }
    let rows = try reader.database.rows(
      """
      SELECT 1 FROM \(name: entity.name) WHERE \(name: entity.keyColumn) = \(.integer(place.key))
      """)
    return try !rows.next()
  }

  /// Returns false if the record does not have the values of the change.
  private mutating func restore(
    _ values: RestoredValues, of entity: Entity, _ key: Value
  ) throws -> Bool {
    try perform(
      Column(
        entity: entity.name, name: Name(values.columns.map(\.text).joined(separator: "\n")),
        verb: "update"),
      Self.restoration(of: values.columns, in: entity),
      with: values.before + values.after + [key], on: values.place)
  }

  /// Leaves out the values that the record already has. A statement with OR REPLACE may log a lost
  /// reference twice, or log it and then keep it.
  private func leaveOutRestored(
    of values: inout RestoredValues, _ entity: Entity, _ key: Value
  ) throws {
    let tests = values.columns.indices.map { index in
      "\(name: values.columns[index]) COLLATE BINARY IS \(values.before[index])" as SQLText
    }
    let rows = try reader.database.rows(
      """
      SELECT \(tests.joined(by: ", ")) FROM \(name: entity.name) \
      WHERE \(name: entity.keyColumn) = \(key)
      """)
    guard try rows.next() else { return }
    for index in values.columns.indices.reversed() where rows.value(at: index) == .integer(1) {
      values.columns.remove(at: index)
      values.before.remove(at: index)
      values.after.remove(at: index)
    }
  }

  /// Inserts the collected record again.
  private mutating func revive() throws {
    guard let (place, values) = revived, let entity = tables.entity(named: place.entity) else {
      return
    }
    revived = nil
    let columns = LoggedTable(of: entity).columns.map(\.name)
    let marks = columns.indices.map { SQLText.written("?\($0 + 1)") }
    try run(
      Column(entity: place.entity, name: "", verb: "delete"),
      """
      INSERT INTO \(name: entity.name) (\(names: columns)) \
      VALUES (\(marks.joined(by: ", ")))
      """, columns.map { values[$0] ?? .null }, place)
    expected["insert", default: 0] += 1
  }

  /// Runs a statement, or postpones it unless it changes one record.
  private mutating func run(
    _ column: Column, _ sql: @autoclosure () -> SQLText, _ values: [Value], _ place: LoggedRecord
  ) throws {
    if try !perform(column, sql(), with: values, on: place) {
      postponed.append(.other(column, values, place))
    }
  }

  /// Runs a statement. Returns false unless it changes one record.
  private mutating func perform(
    _ column: Column, _ sql: @autoclosure () -> SQLText, with values: [Value],
    on place: LoggedRecord
  ) throws -> Bool {
    let statement: any Statement
    if let prepared = statements[column] {
      statement = prepared
    } else {
      statement = try connection.prepare(sql())
      statements[column] = statement
    }
    for (index, value) in values.enumerated() {
      try statement.bind(value, at: index + 1)
    }
    do throws(EngineError) {
      try statement.runAgain()
    } catch {
      guard error.isConstraintViolation, !error.endsTransaction else { throw error }
      throw reader.refusal(place.entity, place.key, of: change, error.message)
    }
    return connection.changes == 1
  }

  /// Throws if the undo deleted more than the change had inserted, such as records that refer to an
  /// inserted one.
  private func requireNothingElse(after start: Int64) throws {
    let rows = try reader.database.rows(
      """
      SELECT entity, change, property, count(*) FROM \(name: LogNames.log) \
      WHERE id > \(.integer(start)) GROUP BY 1, 2, 3
      """)
    var done: [String: Int64] = [:]
    while try rows.next() {
      guard let entity = rows.text(at: 0), let verb = rows.text(at: 1),
        let count = rows.integer(at: 3)
      else { continue }
      // A deletion logs one row with the key for each record.
      if verb == "delete", rows.text(at: 2) != tables.entity(named: Name(entity))?.keyColumn.text {
        continue
      }
      done[verb, default: 0] += count
    }
    guard done != expected.filter({ $0.value > 0 }) else { return }
    throw reader.refusalOfWiderChange(of: change)
  }
}
