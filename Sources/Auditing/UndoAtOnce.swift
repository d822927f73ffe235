import Databases
import Engines
import FlagModel
import Migrations
import SQLText

/// Undoes a change with one statement of the engine, which reads its rows backwards. A single query
/// searches all rows for later changes.
/// See Documentation/Decisions/server-audit-log-records-transactions.md.
struct UndoAtOnce {
  private let change: LoggedChange
  private let reader: LogReader
  private let log: any TransactionLog
  private let tables: [LoggedTable]
  private let revived: [LoggedTable]
  private let pairs: [LoggedPairs]
  private let statement: SQLText

  private var connection: any Connection { reader.connection }

  /// Nil if the engine has no such statement.
  init?(_ change: LoggedChange, _ reader: LogReader) throws {
    guard let log = reader.auditDialect.transactions else { return nil }
    self.log = log
    self.change = change
    self.reader = reader
    let touched = try Self.touched(by: change, reader)
    let entities = reader.database.schema.tables.entities
    let all = entities.map { LoggedTable(of: $0) }
    tables = all.compactMap { $0.limited(to: touched) }
    func tablesWith(_ verb: LogEvent) -> [LoggedTable] {
      all.filter { table in
        touched.contains { $0.entity == table.name && $0.verb == verb.rawValue }
      }
    }
    let removed = tablesWith(.insert)
    revived = tablesWith(.delete)
    pairs = entities.flatMap { LoggedPairs.all(of: $0) }.filter { pairs in
      touched.contains { $0.entity == pairs.entity && $0.property == pairs.property }
    }
    let together = RemovedTogether(
      Set(touched.compactMap { TouchedEntity(name: $0.entity, $0.verb) }),
      in: reader.database.schema)
    statement = log.undo(
      of: change.condition, unless: try Self.conflict(with: change, reader, in: tables, log),
      in: tables, removing: removed, together: together.tables, reviving: revived, pairs)
  }

  /// An entity, a kind of change and a column that the change concerns.
  fileprivate struct Touched: Hashable {
    let entity: Name
    let verb: String
    let property: Name?
  }

  /// The questions of an undo that do not depend on other answers.
  static func questions(about change: LoggedChange) -> [SQLText] {
    [touchedColumns(of: change), laterRow(than: change)]
  }

  private static func touchedColumns(of change: LoggedChange) -> SQLText {
    """
    SELECT DISTINCT entity, change, property FROM \(name: LogNames.log) l \
    WHERE \(change.condition)
    """
  }

  private static func touched(by change: LoggedChange, _ reader: LogReader) throws -> Set<Touched> {
    let rows = try reader.database.rows(touchedColumns(of: change))
    var touched: Set<Touched> = []
    while try rows.next() {
      guard let entity = rows.text(at: 0), let verb = rows.text(at: 1) else { continue }
      touched.insert(
        Touched(entity: Name(entity), verb: verb, property: rows.text(at: 2).map { Name($0) }))
    }
    return touched
  }

  func run() throws {
    let stray = log.strayRow(after: try reader.end, of: change.condition, in: tables)
    let onKeys = revived.compactMap { connection.questionOnKeys(of: $0.name, $0.key) }
    try connection.runAll(
      [.written(statement.script(in: connection.dialect))],
      asking: [log.failureOfUndo, stray] + onKeys)
    try requireTakenBack()
    // The undo may have written more than the change had, such as records that refer to an inserted one.
    if try connection.value(stray) != nil { throw reader.refusalOfWiderChange(of: change) }
    for table in revived { try connection.continueKeys(of: table.name, table.key) }
  }

  private func requireTakenBack() throws {
    let row = try connection.prepare(log.failureOfUndo)
    guard try row.step(), let entity = row.text(at: 0), let key = row.integer(at: 1) else {
      return
    }
    if let other = row.integer(at: 3) { try reader.refuse(Name(entity), key, becauseOf: other) }
    throw reader.refusal(Name(entity), key, of: change, row.text(at: 2))
  }

  // MARK: Later changes

  /// The condition that a row `l` belongs to a later change of records.
  private static func isLater(than change: LoggedChange) -> SQLText {
    "l.id > \(.integer(change.first)) AND l.entity <> '' AND NOT (\(change.condition))"
  }

  private static func laterRow(than change: LoggedChange) -> SQLText {
    "SELECT 1 FROM \(name: LogNames.log) AS l WHERE \(isLater(than: change)) LIMIT 1"
  }

  /// The query for a later change of the same values that is not undone. Usually the newest change is
  /// undone, so that there is no later row, and the result is nil.
  private static func conflict(
    with change: LoggedChange, _ reader: LogReader, in tables: [LoggedTable],
    _ log: any TransactionLog
  ) throws -> SQLText? {
    if try reader.connection.value(laterRow(than: change)) == nil { return nil }
    return log.conflict(
      of: change.condition, with: isLater(than: change), undone: reader.undone.keys.sorted(),
      in: tables)
  }
}

extension LoggedTable {
  /// The table with only the columns that the change wrote; nil if it wrote none.
  fileprivate func limited(to touched: Set<UndoAtOnce.Touched>) -> LoggedTable? {
    let ofTable = touched.filter { $0.entity == name }
    if ofTable.isEmpty { return nil }
    let written = Set(ofTable.filter { $0.verb == "update" }.compactMap(\.property))
    return LoggedTable(name: name, key: key, columns: columns.filter { written.contains($0.name) })
  }
}
