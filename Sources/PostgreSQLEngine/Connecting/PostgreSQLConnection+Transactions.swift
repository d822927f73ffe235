internal import CInterrupt
internal import CPostgreSQL

// The steps of transactions, which engines put together.

extension PostgreSQLConnection {
  /// Begins a transaction, all of whose statements see the data as they were at the first, unless they are
  /// to see what others change meanwhile. A statement that comes with it, such as LOCK, does not count. Where it
  /// fails no transaction is begun.
  /// See Documentation/Decisions/transactions-set-what-they-need.md.
  package func begin(
    writing: Bool, seesChanges: Bool = false, then statement: String? = nil
  ) throws(PostgreSQLError) {
    flagdb_honour_signals()
    if writing, onlyReads {
      throw PostgreSQLError(ServerReport(state: SQLState.readOnly, PostgreSQLError.setReadOnly))
    }
    let level = seesChanges ? "READ COMMITTED" : "REPEATABLE READ"
    let begin = "BEGIN ISOLATION LEVEL \(level), READ \(writing ? "WRITE" : "ONLY")"
    let sql = [begin, settingStatements, statement].compactMap(\.self).joined(separator: "; ")
    do throws(PostgreSQLError) {
      try requireLife(sql)
      try endAlone()
      try exchange(sql)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Begins a transaction for what stands in none, and gives it a number; nil if one is open.
  func beginAlone() throws(PostgreSQLError) -> Int? {
    if hasUnwantedTransaction { try endAlone() }
    guard PQtransactionStatus(wire.handle) == PQTRANS_IDLE else { return nil }
    try exchange("BEGIN; \(settingStatements)")
    aloneCount += 1
    alone = aloneCount
    return alone
  }

  /// Keeps a transaction that was begun for a statement, unless it has ended; nil for the one that is open.
  func endAlone(_ number: Int? = nil) throws(PostgreSQLError) {
    guard let open = alone, number ?? open == open else { return }
    alone = nil
    hasUnwantedTransaction = false
    // The statement before it is the one that was asked for.
    let changes = changes
    try exchange("COMMIT")
    self.changes = changes
  }

  /// The same for one that has failed.
  func undoAlone(_ number: Int) {
    if number == alone { rollBack() }
  }

  /// Undoes what was done since `SAVEPOINT flagdb`, as far as the whole is not undone.
  package func undoPart() {
    if !isLost, isAlive { try? exchange("ROLLBACK TO flagdb; RELEASE flagdb", isUndoing: true) }
  }

  /// Keeps the transaction. A signal that comes from here on asks the server to stop, which tells
  /// whether it has; where the server does not answer, nobody knows.
  package func commit() throws(PostgreSQLError) {
    try requireLife("COMMIT")
    if flagdb_begin_keeping() != 0 {
      flagdb_end_keeping(0)
      throw .interrupted
    }
    wire.isKeeping = true
    defer { wire.isKeeping = false }
    do throws(PostgreSQLError) {
      try exchange("COMMIT")
      flagdb_end_keeping(1)
    } catch {
      flagdb_end_keeping(0)
      var error = error
      error.outcome = isLost ? .unknown : .unchanged
      throw error
    }
  }

  /// Undoes what is open, even after a signal; the server does so by itself when it is gone.
  package func rollBack() {
    alone = nil
    hasUnwantedTransaction = false
    if isAlive { try? exchange("ROLLBACK", isUndoing: true) }
  }

  /// Runs a statement that takes back what others have done before, even after a signal.
  package func takeBack(_ sql: String) throws(PostgreSQLError) {
    wire.guardWork()
    try exchange(sql, isUndoing: flagdb_caught_signal() != 0)
  }

  /// True if the server has a transaction open.
  package var isAlive: Bool {
    [PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE].contains(PQtransactionStatus(wire.handle))
  }

  /// True if a transaction is open in which more can be done.
  package var canGoOn: Bool { isAlive && !isFailed }

  /// Runs statements whatever has happened before.
  func exchange(_ sql: String, isUndoing: Bool = false) throws(PostgreSQLError) {
    try send(sql, isUndoing: isUndoing) { PQsendQuery(wire.handle, $0) }
    try finish(sql)
  }
}
