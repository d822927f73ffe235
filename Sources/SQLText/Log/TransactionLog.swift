/// The SQL of a log that several programs write at the same time. Each of its rows has the number of
/// its transaction, so that the engine finds the rows of a change, and reverts them, by itself.
///
/// A query for changes has these columns: the first and the last row, the number of the transaction,
/// the time, the person, the command, the model, the change that it undoes, and the note of flagdb
/// with which it begins. The command is NULL for another program, and the model is NULL before the
/// first change of flagdb.
package protocol TransactionLog: Sendable {
  /// A query that returns 1 if the user may read and delete rows of the log.
  var mayForget: SQLText { get }
  /// The condition that a row belongs to the current transaction.
  var isOfThisTransaction: SQLText { get }
  /// A query that prepares the transaction for many queries for changes.
  var preparation: SQLText { get }
  /// The statement that adds a note, if the current transaction has no rows but those of earlier
  /// changes.
  func note(ifUnchanged note: String) -> SQLText
  /// The statement that records the rows of the current transaction as a single change.
  func keep(_ change: KeptChange) -> SQLText
  /// The condition that a row `l` belongs to a change.
  /// - Parameter isOurs: false for a change by another program.
  func isOfChange(of transaction: Int64, from first: Int64, to last: Int64, isOurs: Bool) -> SQLText
  /// The condition that a row `l` belongs to a change whose number is below the given one. Later
  /// rows may belong to it too.
  func isOfChange(before number: Int64) -> SQLText
  /// A query for the change of a row.
  func changes(ofRow row: Int64) -> SQLText
  /// A query for the changes whose first rows are in a range, newest first.
  func changes(firstIn rows: Range<Int64>) -> SQLText
  /// A query for the changes whose first rows are among the newest numbers, which need not be known.
  func changes(firstInNewest count: Int64) -> SQLText

  /// A single statement that reverts rows, the last one first.
  /// - Parameters:
  ///   - conflict: the query for later rows; nil if there are none.
  ///   - tables: the tables of the rows, with the changed columns.
  ///   - removed: the tables with added records.
  ///   - together: those whose records the engine may remove together with others.
  ///   - revived: the tables with deleted records, with all their columns.
  func undo(
    of rows: SQLText, unless conflict: SQLText?, in tables: [LoggedTable],
    removing removed: [LoggedTable], together: [LoggedTable], reviving revived: [LoggedTable],
    _ pairs: [LoggedPairs]
  ) -> SQLText
  /// A query for the record that the statement could not revert, the reason, and its later row; no row
  /// after success.
  var failureOfUndo: SQLText { get }
  /// A query for a record with both some of the rows and later rows, and for its last row. It
  /// ignores changes that undo others, and undone changes.
  /// - Parameters:
  ///   - undone: the first rows of the undone changes.
  ///   - tables: the tables of the rows, with the changed columns.
  func conflict(
    of rows: SQLText, with later: SQLText, undone: [Int64], in tables: [LoggedTable]
  ) -> SQLText
  /// A query that returns a row if a log row after `start` concerns a part of a record that `rows`
  /// do not concern.
  /// - Parameter tables: the tables of the rows, with the changed columns.
  func strayRow(after start: Int64, of rows: SQLText, in tables: [LoggedTable]) -> SQLText
}

/// The change of a transaction that flagdb records.
package struct KeptChange: Sendable {
  /// In the stored form of dates.
  package let time: String
  package let who: String
  package let command: String
  package let model: Int64
  package let undone: Int64?

  package init(time: String, who: String, command: String, model: Int64, undone: Int64?) {
    self.time = time
    self.who = who
    self.command = command
    self.model = model
    self.undone = undone
  }
}
