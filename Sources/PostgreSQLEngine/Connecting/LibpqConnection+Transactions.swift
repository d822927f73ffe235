internal import CInterrupt
internal import CPostgreSQL
package import Engines
internal import Platform
package import SQLText

// The steps of transactions, which the engine combines.

extension LibpqConnection {
  /// Begins a transaction in one round trip. After an error, no transaction is open.
  ///
  /// The first transaction of a connection also reads the lock timeout of the user, so it does not wait
  /// for the lock. If another program has it, the transaction begins again.
  /// See Documentation/Decisions/transactions-set-what-they-need.md.
  /// - Parameters:
  ///   - seesChanges: false if all statements see the data as of the first one; true if each sees
  ///     the current data.
  ///   - lock: `LOCK TABLE … MODE`, which does not count as the first statement.
  ///   - ends: true to roll back the open transaction before.
  ///   - questions: queries to run immediately.
  /// - Returns: the results of the queries.
  @discardableResult
  package func begin(
    writing: Bool, seesChanges: Bool = false, locking lock: String? = nil,
    ending ends: Bool = false,
    asking questions: [String] = []
  ) throws(EngineError) -> ArraySlice<Answer> {
    flagdb_honour_signals()
    let isFirst = isUnused
    try requireWritable(writing)
    let level = seesChanges ? "READ COMMITTED" : "REPEATABLE READ"
    let access = writing ? "READ WRITE" : "READ ONLY"
    var opening = ["BEGIN ISOLATION LEVEL \(level), \(access)"] + settingStatements
    if let lock { opening.append(isFirst ? "\(lock) NOWAIT" : lock) }
    var closing = questionsOnNames
    if writing { closing.append("SAVEPOINT flagdb") }
    var answers: [Answer]
    let start = monotonicMicroseconds()
    do throws(EngineError) {
      let before = try endLast(ends)
      answers = Array(try exchange(all: before + opening + questions + closing))
      if isFirst {
        try requireWritable(writing)
        if ownLockTimeout != nil { try exchange("SET LOCAL lock_timeout TO \(lockSetting)") }
      }
    } catch {
      giveUpBeginning()
      if isFirst, !isUnused, lock != nil, error.isBusy, mayWait(longerSince: start) {
        return try self.begin(
          writing: writing, seesChanges: seesChanges, locking: lock, asking: questions)
      }
      throw error
    }
    isUntouched = writing
    endedParts = 0
    let last = answers.suffix(closing.count)
    answers.removeLast(closing.count)
    noteNames(last)
    return answers.suffix(questions.count)
  }

  /// True if the first transaction did not wait for a lock as long as it may, because of NOWAIT or because the user's
  /// own limit was not known yet.
  private func mayWait(longerSince start: Int64) -> Bool {
    if ownLockTimeout != nil || lockTimeout == 0 { return true }
    return monotonicMicroseconds() - start < lockTimeout * 1_000
  }

  /// Schedules the rollback of a transaction that failed to begin.
  private func giveUpBeginning() {
    alone = nil
    hasUnwantedTransaction = false
    pending = []
    if isAlive, !isLost { pending = ["ROLLBACK"] }
  }

  /// Throws if the configuration forbids write transactions.
  private func requireWritable(_ writing: Bool) throws(EngineError) {
    if writing, onlyReads {
      throw EngineError(ServerReport(state: SQLState.readOnly, setReadOnly))
    }
  }

  /// The statement that rolls back the open transaction, if requested. The transaction of a single
  /// statement is committed.
  private func endLast(_ ends: Bool) throws(EngineError) -> [String] {
    guard ends, isAlive, !isLost else {
      try requireUsable("BEGIN")
      try endAlone()
      return []
    }
    giveUpRows()
    alone = nil
    hasUnwantedTransaction = false
    pending = []
    return ["ROLLBACK"]
  }

  /// Begins a transaction for a single statement, and returns its number; nil if a transaction is
  /// already open.
  func beginAlone() throws(EngineError) -> Int? {
    wire.settle()
    if hasUnwantedTransaction { try endAlone() }
    if isAlive { return nil }
    _ = try exchange(all: ["BEGIN"] + settingStatements)
    if ownLockTimeout != nil { try exchange("SET LOCAL lock_timeout TO \(lockSetting)") }
    isUntouched = false
    endedParts = 0
    aloneCount += 1
    alone = aloneCount
    return alone
  }

  /// Commits a transaction for a single statement, unless it has already ended; nil means the open
  /// one.
  func endAlone(_ number: Int? = nil) throws(EngineError) {
    guard let open = alone, number ?? open == open else { return }
    alone = nil
    hasUnwantedTransaction = false
    // The count of the statement itself must survive the COMMIT.
    let changes = changes
    try exchange("COMMIT")
    self.changes = changes
  }

  /// Rolls back a transaction for a single statement that failed.
  func undoAlone(_ number: Int) { if number == alone { rollBack() } }

  /// Begins a nested transaction. Before the first change of a transaction, its initial savepoint is
  /// used. Savepoints of completed nested transactions are released later.
  package func beginPart() throws(EngineError) {
    if isUntouched, canGoOn {
      isUntouched = false
      return
    }
    try requireUsable("SAVEPOINT flagdb")
    pending += Array(repeating: "RELEASE flagdb", count: endedParts) + ["SAVEPOINT flagdb"]
    endedParts = 0
  }

  /// Rolls back to `beginPart`, unless the whole transaction is already rolled back.
  package func undoPart() {
    let points = endedParts + 1
    endedParts = 0
    for _ in 0..<points { undoPoint() }
  }

  /// Rolls back to the last `SAVEPOINT flagdb` with the next message.
  func undoPoint() {
    guard !isLost, isAlive else { return }
    giveUpRows()
    if pending.last == "SAVEPOINT flagdb" {
      pending.removeLast()
    } else {
      pending += [Self.undoing, "RELEASE flagdb"]
    }
  }

  /// Commits the transaction. A signal during the commit makes the server stop, and the server
  /// reports the outcome. If the server does not answer, the outcome is unknown.
  /// - Parameters:
  ///   - last: statements to run before, in the same round trip.
  ///   - optional: a statement to run before these. After it fails, a rollback to
  ///     `flagdb_attempt` lets the transaction continue.
  package func commit(
    after last: [SQLStatement] = [], attempting optional: SQLStatement? = nil
  ) throws(EngineError) {
    try requireUsable("COMMIT")
    if flagdb_begin_keeping() != 0 {
      flagdb_end_keeping(0)
      throw .stopped
    }
    wire.isKeeping = true
    defer { wire.isKeeping = false }
    do throws(EngineError) {
      try exchange(committing: (optional.map(Self.attempt) ?? []) + last)
      flagdb_end_keeping(1)
    } catch {
      flagdb_end_keeping(0)
      var error = error
      error.outcome = isLost ? .unknown : .unchanged
      throw error
    }
  }

  private func exchange(committing last: [SQLStatement]) throws(EngineError) {
    if last.isEmpty { return try exchange("COMMIT") }
    _ = try answers(to: last + [SQLStatement(text: "COMMIT")])
  }

  /// The statements that run one that may fail.
  private static func attempt(_ statement: SQLStatement) -> [SQLStatement] {
    [
      SQLStatement(text: "SAVEPOINT flagdb_attempt"), statement,
      SQLStatement(text: "RELEASE flagdb_attempt"),
    ]
  }

  /// Rolls back the open transaction, even after a signal, and does not wait for the response. A server
  /// that is gone does so itself.
  package func rollBack() {
    alone = nil
    hasUnwantedTransaction = false
    pending = []
    guard isAlive, (try? send("ROLLBACK", isUndoing: true, { PQsendQuery(wire.handle, $0) })) != nil
    else { return }
    wire.endsTransaction()
  }

  /// Runs a statement that reverts earlier work, even after a signal.
  package func takeBack(_ sql: String) throws(EngineError) {
    wire.guardWork()
    try exchange(sql, isUndoing: flagdb_caught_signal() != 0)
  }

  /// True if a transaction is open on the server.
  package var isAlive: Bool { wire.isInTransaction && pending.first != "ROLLBACK" }

  /// True if a transaction is open and has not failed.
  package var canGoOn: Bool { isAlive && !isFailed }

  /// Runs statements without any check.
  func exchange(_ sql: String, isUndoing: Bool = false) throws(EngineError) {
    if isUndoing { pending = [] }
    var answers: [Answer] = []
    try run([sql], &answers, isUndoing: isUndoing)
  }
}
