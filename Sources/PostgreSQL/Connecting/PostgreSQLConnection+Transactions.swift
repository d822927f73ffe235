internal import CInterrupt
internal import CPostgreSQL

// Transactions: whole or undone.

extension PostgreSQLConnection {
  /// Runs the body in a transaction, which is undone if it throws. It sees the data as they were at its
  /// first statement. Within another it is a part of that.
  package func transaction<Result>(writing: Bool, _ body: () throws -> Result) throws -> Result {
    if isInTransaction { return try savepoint(body) }
    try begin(writing: writing)
    defer { isInTransaction = false }
    do {
      let result = try body()
      if writing { try commit() } else { rollBack() }
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Begins a transaction, all of whose statements see the data as they were at the first.
  package func begin(writing: Bool) throws(PostgreSQLError) {
    flagdb_honour_signals()
    try execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ \(writing ? "WRITE" : "ONLY")")
    isInTransaction = true
  }

  /// A part of the transaction that is open: undone alone if it throws.
  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("SAVEPOINT flagdb")
    do {
      let result = try body()
      try execute("RELEASE flagdb")
      return result
    } catch {
      // Even after an error and a signal.
      undoPart()
      throw error
    }
  }

  /// Undoes what was done since `SAVEPOINT flagdb`, as far as the whole is not undone.
  package func undoPart() {
    if !isLost, isAlive { try? exchange("ROLLBACK TO flagdb; RELEASE flagdb", isUndoing: true) }
  }

  /// Begins a transaction, of which every later `transaction` is a part.
  package func hold(writing: Bool = true) throws(PostgreSQLError) {
    try begin(writing: writing)
    isHeld = true
  }

  /// Ends the transaction that is held open.
  package func release(keeping: Bool) throws(PostgreSQLError) {
    defer { (isHeld, isInTransaction) = (false, false) }
    if keeping { try commit() } else { rollBack() }
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
    if isAlive { try? exchange("ROLLBACK", isUndoing: true) }
  }

  /// True if the server has a transaction open.
  package var isAlive: Bool {
    [PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE].contains(PQtransactionStatus(wire.handle))
  }

  /// Runs statements whatever has happened before.
  private func exchange(_ sql: String, isUndoing: Bool = false) throws(PostgreSQLError) {
    try send(sql, isUndoing: isUndoing) { PQsendQuery(wire.handle, $0) }
    try finish(sql)
  }
}
