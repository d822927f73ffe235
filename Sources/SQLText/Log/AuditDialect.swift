package import FlagModel

/// The SQL of the audit log for one engine: its tables and triggers, and the assignment of rows to
/// changes. In its queries, `l` is a row of the log, and `c` is its change by flagdb.
package protocol AuditDialect: Sendable {
  /// The statement that creates the table of rows.
  var log: String { get }
  /// The statement that creates the table of changes.
  var changes: String { get }
  /// The statement that creates the table in which triggers note records that a statement may
  /// remove without a trigger; nil if the engine always calls triggers.
  var pending: String? { get }
  /// The triggers that fill the log, in the order of their creation.
  func triggers(of table: LoggedTable) -> [LogTrigger]
  func triggers(of pairs: LoggedPairs) -> [LogTrigger]
  /// A text that changes if a value of a record changes. The log contains it for each added record,
  /// because `undo` must not delete a record that was changed without the log.
  /// - Parameter record: the table, or the row in a trigger, that contains the columns.
  func fingerprint(of record: SQLText, in table: LoggedTable) -> SQLText
  /// The statement that drops a trigger if it exists.
  func removal(of trigger: Name, on table: Name) -> SQLText
  /// The SQL for changes, if several programs may write to the log at the same time. Then the engine
  /// itself finds the rows of a change. Nil if each change is a range of rows.
  var transactions: (any TransactionLog)? { get }

  /// The join of `l` with `c`, and the time, the person and the model of a row.
  var join: SQLText { get }
  var time: SQLText { get }
  var person: SQLText { get }
  var model: SQLText { get }
  /// The row's own timestamp column.
  var ownTime: SQLText { get }
  /// The end of the history view, which joins the rows in the same way.
  var historyJoin: SQLText { get }
  var historyPerson: SQLText { get }
  /// The transaction number of a row; NULL if rows have none.
  var transaction: SQLText { get }
  /// A value of the log in the form of a column of the type; nil if the log already has this form.
  func column(_ value: SQLText, of type: AttributeType) -> SQLText?
}

extension AuditDialect {
  package var pending: String? { nil }
  package var transaction: SQLText { "NULL" }
}

/// The names of the objects of an audit log.
package enum LogNames {
  /// A row for each changed value, and for each inserted record.
  package static let log: Name = "flagdb_log"
  /// A row for each change by flagdb: its author, and its rows in the log.
  package static let changes: Name = "flagdb_change"
  /// The records that `OR REPLACE` may be about to delete.
  package static let pending: Name = "flagdb_pending"
  /// The log with names in place of numbers, for people and other programs.
  package static let history: Name = "flagdb_history"
}

extension AuditDialect {
  /// A query for the key of a record that a change added and that no longer has its first values.
  /// - Parameter change: the condition that a row `l` of the log belongs to the change.
  package func changedRecord(of change: SQLText, in table: LoggedTable) -> SQLText {
    """
    SELECT l."key" FROM \(name: LogNames.log) AS l WHERE (\(change)) AND l.change = 'insert' \
    AND l.entity = \(.text(table.name.text)) AND NOT EXISTS (SELECT 1 FROM \(name: table.name) \
    WHERE \(name: table.name).\(name: table.key) = l."key" AND (l.after IS NULL \
    OR l.after = \(fingerprint(of: "\(name: table.name)", in: table)))) LIMIT 1
    """
  }
}

/// The events of a record.
package enum LogEvent: String, CaseIterable, Sendable {
  case insert
  case update
  case delete
}

/// The table of an entity, as triggers log it.
package struct LoggedTable: Sendable {
  package let name: Name
  package let key: Name
  /// All columns, the key first, with their types.
  package let columns: [(name: Name, type: AttributeType)]
  /// The sets of columns with a unique constraint, except the key.
  package let uniques: [[Name]]

  package init(
    name: Name, key: Name, columns: [(name: Name, type: AttributeType)],
    uniques: [[Name]] = []
  ) {
    self.name = name
    self.key = key
    self.columns = columns
    self.uniques = uniques
  }
}

/// A join table, whose rows are logged as changes of the entity's property.
package struct LoggedPairs: Sendable {
  package let name: Name
  package let entity: Name
  package let property: Name
  package let ownColumn: Name
  package let otherColumn: Name

  package init(name: Name, entity: Name, property: Name, ownColumn: Name, otherColumn: Name) {
    self.name = name
    self.entity = entity
    self.property = property
    self.ownColumn = ownColumn
    self.otherColumn = otherColumn
  }
}

/// A trigger that fills the log.
package struct LogTrigger: Sendable {
  package let name: Name
  package let table: Name
  package let statement: SQLText

  package init(name: Name, table: Name, statement: SQLText) {
    self.name = name
    self.table = table
    self.statement = statement
  }
}
