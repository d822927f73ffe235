package import FlagModel

/// The words of an engine for the log of changes: what it makes of tables and triggers, and how it tells
/// which rows are one change. In its queries `l` is a row of the log, and `c` the change of flagdb that it
/// belongs to.
package protocol LogWords: Sendable {
  /// The statement that makes the table of the rows.
  var log: String { get }
  /// The statement that makes the table of the changes.
  var changes: String { get }
  /// The statement that makes the table in which triggers note what a statement may remove unseen; nil
  /// for an engine whose triggers see everything.
  var pending: String? { get }
  /// The triggers that fill the log, in the order in which they can be made.
  func triggers(of table: LoggedTable) -> [LogTrigger]
  func triggers(of pairs: LoggedPairs) -> [LogTrigger]
  /// A text that is the same as long as the values of a record are. The log has that of each added record,
  /// since `undo` must not remove a record that was changed without the log.
  /// - Parameter record: the table or the row of a trigger that has the columns.
  func fingerprint(of record: SQLText, in table: LoggedTable) -> SQLText
  /// The statement that takes a trigger away if it is there.
  func removal(of trigger: Name, on table: Name) -> SQLText
  /// True if several programs write the log at the same time, so that a row has the number of its
  /// transaction, and the engine notes by itself which rows a change has.
  var tellsTransactions: Bool { get }

  /// The join that brings `c` to `l`, and the time, the person and the model of a row.
  var join: SQLText { get }
  var time: SQLText { get }
  var person: SQLText { get }
  var model: SQLText { get }
  /// The time that a row has by itself.
  var ownTime: SQLText { get }
  /// The end of the view for people, whose rows are joined as these.
  var historyJoin: SQLText { get }
  var historyPerson: SQLText { get }
  /// The number of the transaction of a row; NULL where rows have none.
  var transaction: SQLText { get }
  /// A value of the log as a column of a type has it; nil if the log spells it already.
  func column(_ value: SQLText, of type: AttributeType) -> SQLText?

  /// One statement that does the opposite of rows, the last one first. Nil for an engine that is asked for one
  /// after another.
  /// - Parameters:
  ///   - tables: those that the rows are about, with the columns that they are about.
  ///   - removed: those that lose records which the rows added, with all of their columns.
  ///   - revived: those that get records back, with all of their columns.
  func undo(
    of rows: SQLText, in tables: [LoggedTable], removing removed: [LoggedTable],
    reviving revived: [LoggedTable], _ pairs: [LoggedPairs]
  ) -> SQLText?
  /// A query for the record and the reason for which that statement gave up; no row if it is done.
  var failureOfUndo: SQLText? { get }
  /// A query for a record that both some rows and later ones are about, and the last of the later rows. It
  /// passes over changes that undo others, or that are undone. Nil where the rows are undone one by one.
  /// - Parameter undone: the first rows of the changes that are undone.
  func conflict(
    of rows: SQLText, with later: SQLText, undone: [Int64]
  ) -> SQLText?
  /// A query that answers if a row behind `start` is about a part of a record that `rows` are not about.
  /// - Parameter keys: the properties that are keys.
  func strayRow(after start: Int64, of rows: SQLText, keys: [Name]) -> SQLText?
}

extension LogWords {
  package var pending: String? { nil }
  package var transaction: SQLText { "NULL" }
  package var failureOfUndo: SQLText? { nil }

  package func undo(
    of rows: SQLText, in tables: [LoggedTable], removing removed: [LoggedTable],
    reviving revived: [LoggedTable], _ pairs: [LoggedPairs]
  ) -> SQLText? { nil }

  package func conflict(
    of rows: SQLText, with later: SQLText, undone: [Int64]
  ) -> SQLText? { nil }

  package func strayRow(after start: Int64, of rows: SQLText, keys: [Name]) -> SQLText? { nil }
}

/// The names of what a log consists of.
package enum LogNames {
  /// A row for each value that was changed, and for each record that was added.
  package static let log: Name = "flagdb_log"
  /// A row for each change that flagdb made: whose it was, and which rows of the log belong to it.
  package static let changes: Name = "flagdb_change"
  /// The records that `OR REPLACE` may be about to remove.
  package static let pending: Name = "flagdb_pending"
  /// The log in names, for people and other programs.
  package static let history: Name = "flagdb_history"

  /// The condition that flagdb has not noted a row, where rows have the numbers of transactions.
  package static func isOfOthers(_ row: Name) -> SQLText {
    """
    NOT EXISTS (SELECT 1 FROM \(name: changes) AS ours \
    WHERE ours."transaction" = \(name: row)."transaction" \
    AND \(name: row).id BETWEEN ours.first AND ours.last)
    """
  }
}

/// The events of a record.
package enum LogEvent: String, CaseIterable, Sendable {
  case insert
  case update
  case delete
}

/// A table of an entity, as triggers log it.
package struct LoggedTable: Sendable {
  package let name: Name
  package let key: Name
  /// All columns, the key first, with the types of their values.
  package let columns: [(name: Name, type: AttributeType)]
  /// The columns besides the key of which no two records have the same value.
  package let uniques: [Name]

  package init(
    name: Name, key: Name, columns: [(name: Name, type: AttributeType)], uniques: [Name] = []
  ) {
    self.name = name
    self.key = key
    self.columns = columns
    self.uniques = uniques
  }
}

/// A table of pairs, which are told as a change of the entity's property.
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
}
