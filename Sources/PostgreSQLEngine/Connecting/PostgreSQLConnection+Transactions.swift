internal import CInterrupt
internal import CPostgreSQL

// The steps of transactions, which the engine combines.

extension PostgreSQLConnection {
  /// Begins a transaction. After an error, no transaction is open.
  /// See Documentation/Decisions/transactions-set-what-they-need.md.
  ///
  /// - Parameters:
  ///   - seesChanges: false if all statements see the data as of the first one; true if each sees
  ///     the current data.
  ///   - statement: a statement in the same round trip, such as LOCK, which does not count as the
  ///     first one.
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

  /// Begins a transaction for a single statement, and returns its number; nil if a transaction is
  /// already open.
  func beginAlone() throws(PostgreSQLError) -> Int? {
    if hasUnwantedTransaction { try endAlone() }
    guard PQtransactionStatus(wire.handle) == PQTRANS_IDLE else { return nil }
    try exchange("BEGIN; \(settingStatements)")
    aloneCount += 1
    alone = aloneCount
    return alone
  }

  /// Commits a transaction for a single statement, unless it has already ended; nil means the open
  /// one.
  func endAlone(_ number: Int? = nil) throws(PostgreSQLError) {
    guard let open = alone, number ?? open == open else { return }
    alone = nil
    hasUnwantedTransaction = false
    // The count of the statement itself must survive the COMMIT.
    let changes = changes
    try exchange("COMMIT")
    self.changes = changes
  }

  /// Rolls back a transaction for a single statement that failed.
  func undoAlone(_ number: Int) {
    if number == alone { rollBack() }
  }

  /// Rolls back to `SAVEPOINT flagdb`, unless the whole transaction is already rolled back.
  package func undoPart() {
    if !isLost, isAlive { try? exchange("ROLLBACK TO flagdb; RELEASE flagdb", isUndoing: true) }
  }

  /// Commits the transaction. A signal during the commit makes the server stop, and the server
  /// reports the outcome. If the server does not answer, the outcome is unknown.
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

  /// Rolls back the open transaction, even after a signal. A server that is gone does so itself.
  package func rollBack() {
    alone = nil
    hasUnwantedTransaction = false
    if isAlive { try? exchange("ROLLBACK", isUndoing: true) }
  }

  /// Runs a statement that reverts earlier work, even after a signal.
  package func takeBack(_ sql: String) throws(PostgreSQLError) {
    wire.guardWork()
    try exchange(sql, isUndoing: flagdb_caught_signal() != 0)
  }

  /// True if a transaction is open on the server.
  package var isAlive: Bool {
    [PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE].contains(PQtransactionStatus(wire.handle))
  }

  /// True if a transaction is open and has not failed.
  package var canGoOn: Bool { isAlive && !isFailed }

  /// Runs statements without any check.
  func exchange(_ sql: String, isUndoing: Bool = false) throws(PostgreSQLError) {
    try send(sql, isUndoing: isUndoing) { PQsendQuery(wire.handle, $0) }
    try finish(sql)
  }
}
