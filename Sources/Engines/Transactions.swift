// Transactions: whole or undone.

/// The steps of transactions, of which the same are made for each engine.
package protocol Transactions: AnyObject {
  /// True if a transaction of ours is open, unless the engine has undone it.
  var isInTransaction: Bool { get set }
  /// True if a transaction stays open between the calls of `transaction`.
  var isHeld: Bool { get set }
  /// True if the engine has a transaction open.
  var isAlive: Bool { get }
  /// True if a transaction is open that has read and not written.
  var isReading: Bool { get }
  /// True if a transaction that has only read waits for the next one that reads, which goes on with it.
  var isResting: Bool { get }
  /// An error in a transaction that is kept all the same, until somebody is told.
  var complaint: Complaint? { get set }

  /// Begins a transaction. A writer takes its lock at the beginning: a reader that becomes a writer
  /// later fails under load however long it waits.
  func begin(writing: Bool) throws(EngineError)
  /// Keeps the transaction. No signal stops it from here on until it is known what has become of it,
  /// except while it waits for others who read. An error says what has become of it.
  func commit() throws(EngineError)
  /// Undoes the transaction, unless the engine has done so already, as after a full disk.
  func rollBack()
  /// Ends a transaction that has only read, or lets it wait where it takes time to begin another one.
  func rest()
  /// Begins a part that can be undone alone.
  func beginPart() throws(EngineError)
  func endPart() throws(EngineError)
  /// Undoes a part, as far as the engine has not undone the whole.
  func undoPart()
  /// Takes what a log beside the database holds into it, as far as readers let it.
  func checkpoint() throws(EngineError)
}

extension Transactions {
  package var isResting: Bool { false }

  package func rest() { rollBack() }

  /// Runs the body in a transaction, which is undone if it throws. Within another it is a part of that.
  /// - Parameter rests: true if another one that reads will follow soon.
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

  /// Begins a transaction, of which every later `transaction` is a part.
  package func hold(writing: Bool = true) throws(EngineError) {
    Interruption.honourSignals()
    try begin(writing: writing)
    isHeld = true
    isInTransaction = true
  }

  /// Ends the transaction that is held open. Where it cannot be stored now, as while others read, it
  /// stays open.
  package func release(keeping: Bool) throws(EngineError) {
    if keeping { try commit() } else { rollBack() }
    isHeld = false
    isInTransaction = false
  }
}
