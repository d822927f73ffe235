import Engines
import FlagModel
import SQLText

/// Takes back a change by one statement of the engine, which goes through its rows from the last one on. What
/// came after the change is looked for among all of its rows at once.
/// See Documentation/Decisions/server-audit-log-records-transactions.md.
struct UndoAtOnce {
  private let change: LoggedChange
  private let reader: LogReader
  private let tables: [LoggedTable]
  private let revived: [LoggedTable]
  private let pairs: [LoggedPairs]
  private let statement: SQLText

  private var connection: any Connection { reader.connection }

  /// Nil for an engine that has no such statement.
  init?(_ change: LoggedChange, _ reader: LogReader) throws {
    guard reader.words.tellsTransactions else { return nil }
    self.change = change
    self.reader = reader
    let touched = try Self.touched(by: change, reader)
    let entities = reader.database.schema.tables.entities
    let all = entities.map { LoggedTable(of: $0) }
    tables = all.compactMap { $0.limited(to: touched) }
    revived = all.filter { table in
      touched.contains { $0.entity == table.name && $0.verb == "delete" }
    }
    pairs = entities.flatMap { LoggedPairs.all(of: $0) }.filter { pairs in
      touched.contains { $0.entity == pairs.entity && $0.property == pairs.property }
    }
    guard
      let statement =
        reader.words.undo(of: change.condition, in: tables, reviving: revived, pairs)
    else { return nil }
    self.statement = statement
  }

  /// A kind of rows that a change has.
  fileprivate struct Touched: Hashable {
    let entity: Name
    let verb: String
    let property: Name?
  }

  private static func touched(
    by change: LoggedChange, _ reader: LogReader
  ) throws -> Set<Touched> {
    let rows = try reader.database.rows(
      """
      SELECT DISTINCT entity, change, property FROM \(name: AuditObjects.log) l \
      WHERE \(change.condition)
      """)
    var touched: Set<Touched> = []
    while try rows.next() {
      guard let entity = rows.text(at: 0), let verb = rows.text(at: 1) else { continue }
      touched.insert(
        Touched(entity: Name(entity), verb: verb, property: rows.text(at: 2).map { Name($0) }))
    }
    return touched
  }

  func run() throws -> UndoneChange.Counts {
    try requireNothingLater()
    try connection.deferReferences()
    let start = try reader.end
    try connection.execute(statement.script(in: connection.dialect))
    try requireTakenBack()
    for table in revived { try connection.continueKeys(of: table.name, table.key) }
    try requireNothingElse(after: start)
    return try reader.counts(ofUndone: change)
  }

  private func requireTakenBack() throws {
    guard let query = reader.words.failureOfUndo else { return }
    let row = try connection.prepare(query)
    guard try row.step(), let entity = row.text(at: 0), let key = row.integer(at: 1) else {
      return
    }
    throw reader.refusal(Name(entity), key, of: change, row.text(at: 2))
  }

  // MARK: What came after

  /// The part of a record that a row is about; each pair is one.
  private static let part: SQLText = """
    CASE WHEN l.change = 'update' THEN l.property \
    WHEN l.change IN ('link', 'unlink') THEN l.property || ' ' || coalesce(l.after, l.before) \
    ELSE '' END
    """

  /// Throws if a later change, which is in force, touched the same. Rows of a record are in order, since each is
  /// written while its record is locked. All rows are put together by their records: a server that joined those of
  /// before with those of later might look at each with each.
  private func requireNothingLater() throws {
    let later: SQLText = """
      \(name: AuditObjects.log) AS l WHERE l.id > \(.integer(change.first)) \
      AND l.entity <> '' AND NOT (\(change.condition))
      """
    // Most often it is the newest change.
    if try connection.value("SELECT 1 FROM \(later) LIMIT 1") == nil { return }
    let columns: SQLText = """
      l.entity, l."key", \(Self.part) AS part, l.change IN ('insert', 'delete') AS whole
      """
    let own: SQLText = "max(own) AS own, max(other) AS other"
    let row = try connection.prepare(
      """
      WITH part AS MATERIALIZED (SELECT \(columns), l.id AS own, NULL::bigint AS other \
      FROM \(name: AuditObjects.log) AS l WHERE \(change.condition) \
      UNION ALL SELECT \(columns), NULL, l.id FROM \(later) AND NOT (\(isCancelled))) \
      SELECT entity, "key", other FROM (SELECT entity, "key", \(own) FROM part GROUP BY entity, "key" \
      HAVING bool_or(whole) UNION ALL SELECT entity, "key", \(own) FROM part \
      GROUP BY entity, "key", part) AS records WHERE other > own ORDER BY own DESC, other DESC LIMIT 1
      """)
    guard try row.step(), let entity = row.text(at: 0), let key = row.integer(at: 1),
      let other = row.integer(at: 2)
    else { return }
    try reader.refuse(Name(entity), key, becauseOf: other)
  }

  /// The condition that a row `l` is of a change that takes another one back, or that is taken back.
  private var isCancelled: SQLText {
    let undone = reader.undone.keys.sorted().map(Value.integer)
    let numbers: SQLText = undone.isEmpty ? "(NULL)" : "\(list: undone)"
    return """
      EXISTS (SELECT 1 FROM \(name: AuditObjects.changes) AS c WHERE c."transaction" = l."transaction" \
      AND l.id BETWEEN c.first AND c.last AND (c.undoes IS NOT NULL OR c.first IN \(numbers))) \
      OR \(ChangesOfTransactions.isOfOthers("l")) AND EXISTS (SELECT 1 FROM \(name: AuditObjects.log) \
      AS f WHERE f.id IN \(numbers) AND f."transaction" = l."transaction" AND f.time = l.time \
      AND \(ChangesOfTransactions.isOfOthers("f")))
      """
  }

  /// Throws if more was written than the change is about, as records that refer to one that it had added.
  private func requireNothingElse(after start: Int64) throws {
    let pair: SQLText = "CASE WHEN l.change IN ('link', 'unlink') THEN \(Self.part) ELSE '' END"
    // A record that got another key is written with both.
    let keys = Set(tables.map(\.key)).sorted().map { Value.text($0.text) }
    let renumbered: SQLText =
      keys.isEmpty
      ? ""
      : """
       UNION ALL SELECT l.entity, l.after::bigint, '', FALSE FROM \(name: AuditObjects.log) AS l \
      WHERE \(change.condition) AND l.change = 'update' AND l.property IN \(list: keys)
      """
    let found = try connection.value(
      """
      SELECT 1 FROM (SELECT l.entity, l."key", \(pair) AS part, TRUE AS new \
      FROM \(name: AuditObjects.log) AS l WHERE l.id > \(.integer(start)) UNION ALL \
      SELECT l.entity, l."key", \(pair), FALSE FROM \(name: AuditObjects.log) AS l \
      WHERE \(change.condition)\(renumbered)) AS touched GROUP BY entity, "key", part \
      HAVING bool_and(new) LIMIT 1
      """)
    if found != nil { throw reader.refusalOfOthers(of: change) }
  }
}

extension LoggedTable {
  /// The table with the columns that a change has written; nil if it has written none.
  fileprivate func limited(to touched: Set<UndoAtOnce.Touched>) -> LoggedTable? {
    let own = touched.filter { $0.entity == name }
    if own.isEmpty { return nil }
    let written = Set(own.compactMap { $0.verb == "update" ? $0.property : nil })
    return LoggedTable(name: name, key: key, columns: columns.filter { written.contains($0.name) })
  }
}
