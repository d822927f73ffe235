// Transactions take effect completely or not at all.

package import SQLText

/// The steps of transactions, which each engine implements.
package protocol Transactions: AnyObject {
  /// True if a transaction of flagdb is open, unless the engine has rolled it back.
  var isInTransaction: Bool { get set }
  /// True if a transaction stays open between calls of `transaction`.
  var isHeld: Bool { get set }
  /// True if the engine has a transaction open.
  var isAlive: Bool { get }
  /// True if the open transaction is read-only.
  var isReading: Bool { get }
  /// True if a finished read transaction was left open, so that the next reader can continue it.
  var isResting: Bool { get }
  /// An error of a transaction that was committed all the same, to be reported later.
  var complaint: Complaint? { get set }

  /// Announces the first queries of the next transaction. A server runs them when it begins.
  /// - Parameter ofLog: queries on the audit log, which a database need not have. They are dropped if they fail.
  func expect(_ questions: [SQLText], ofLog: [SQLText])
  /// Begins a transaction. A writer takes its lock immediately, because a reader that becomes a
  /// writer later can fail under load, however long it waits.
  func begin(writing: Bool) throws(EngineError)
  /// Commits the transaction. Signals are postponed until the outcome is known, except while it
  /// waits for readers. An error contains the outcome.
  func commit() throws(EngineError)
  /// Rolls back the transaction, unless the engine has already done so, for instance after a full
  /// disk.
  func rollBack()
  /// Ends a read transaction, or leaves it open for the next reader if a new transaction is
  /// expensive.
  func rest()
  /// Begins a nested transaction.
  func beginPart() throws(EngineError)
  func endPart() throws(EngineError)
  /// Rolls back a nested transaction, unless the engine has rolled back everything.
  func undoPart()
  /// Makes a checkpoint of the write-ahead log, as far as readers allow it.
  func checkpoint() throws(EngineError)
}

extension Transactions {
  package var isResting: Bool { false }

  package func rest() { rollBack() }

  package func expect(_ questions: [SQLText], ofLog: [SQLText]) {}

  package func expect(_ questions: [SQLText]) { expect(questions, ofLog: []) }

  /// Runs the body in a transaction, which is rolled back if it throws. Within another transaction,
  /// it is a nested one.
  /// - Parameter rests: true if another read will follow soon.
  package func transaction<Result>(
    writing: Bool, rests: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    if isInTransaction { return try part(body) }
    Interruption.honourSignals()
    try begin(writing: writing)
    isInTransaction = true
    defer { isInTransaction = false }
    do {
      let result = try body()
      if writing { try commit() } else if rests { rest() } else { rollBack() }
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs the body in a nested transaction, which is rolled back if it throws.
  package func nested<Result>(
    _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    try beginPart()
    do throws(EngineError) {
      let result = try body()
      try endPart()
      return result
    } catch {
      undoPart()
      throw error
    }
  }

  private func part<Result>(_ body: () throws -> Result) throws -> Result {
    try beginPart()
    do {
      let result = try body()
      try endPart()
      return result
    } catch {
      undoPart()
      throw error
    }
  }

  /// Begins a transaction that contains every later call of `transaction`.
  package func hold(writing: Bool = true) throws(EngineError) {
    Interruption.honourSignals()
    try begin(writing: writing)
    isHeld = true
    isInTransaction = true
  }

  /// Ends the held transaction. If it cannot be committed now, for instance because of readers, it
  /// stays open.
  package func release(keeping: Bool) throws(EngineError) {
    if keeping { try commit() } else { rollBack() }
    isHeld = false
    isInTransaction = false
  }
}
