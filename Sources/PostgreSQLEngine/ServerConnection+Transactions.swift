package import Engines

extension ServerConnection {
  /// Begins a transaction. All its statements see the data as of its first statement, which follows
  /// the lock. If the lock waits for a migration, the transaction sees the result of the migration.
  package func begin(writing: Bool) throws(EngineError) {
    if hasRest {
      defer { hasRest = false }
      if isResting, !writing { return }
      server.rollBack()
    }
    knownLayout = nil
    let mode = isMigrating ? "ACCESS EXCLUSIVE" : "ACCESS SHARE"
    let lock = hasModels ? "LOCK TABLE flagdb_model IN \(mode) MODE" : nil
    do throws(PostgreSQLError) {
      try server.begin(writing: writing, seesChanges: isMigrating, then: lock)
    } catch {
      throw writing && error.isOfStandby
        ? EngineError(.readOnly, "it is a standby", sql: error.sql) : EngineError(error)
    }
    isReadingOnly = !writing
  }

  package func commit() throws(EngineError) {
    try translated { () throws(PostgreSQLError) in try server.commit() }
  }

  package func rollBack() { server.rollBack() }

  package func beginPart() throws(EngineError) { try execute("SAVEPOINT flagdb") }

  package func endPart() throws(EngineError) { try execute("RELEASE flagdb") }

  package func undoPart() { server.undoPart() }

  package var isAlive: Bool { server.isAlive }

  /// True for a read-only transaction. A server decides at the beginning if a transaction may
  /// write.
  package var isReading: Bool { isAlive && isReadingOnly && !hasRest }

  package func rest() { hasRest = true }

  package func checkpoint() {}
}

extension PostgreSQLError {
  /// True if the transaction cannot write because the server is a standby.
  fileprivate var isOfStandby: Bool { kind == .unsupported }
}
