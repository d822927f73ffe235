package import Engines
package import SQLText

extension PostgreSQLConnection {
  package func expect(_ questions: [SQLText], ofLog: [SQLText]) {
    expected = questions
    expectedOfLog = ofLog
  }

  /// Begins a transaction. All its statements see the data as of its first statement, which follows
  /// the lock. If the lock waits for a migration, the transaction sees the result of the migration.
  package func begin(writing: Bool) throws(EngineError) {
    let usual = expected
    var ofLog = expectedOfLog
    expectedOfLog = []
    if !ofLog.isEmpty, !writing { ofLog = Self.questionsOnLog + ofLog }
    do throws(EngineError) {
      try begin(writing: writing, asking: ofLog)
    } catch {
      // A command that needs the log says later that there is none, or that it may not be read.
      let isOfLog = error.unknownName != nil || error.kind == .forbidden
      guard !ofLog.isEmpty, isOfLog else { throw error }
      expected = usual
      try begin(writing: writing, asking: [])
    }
  }

  private func begin(writing: Bool, asking ofLog: [SQLText]) throws(EngineError) {
    if isResting, !writing, ofLog.isEmpty {
      hasRest = false
      expected = []
      return
    }
    let ends = hasRest
    hasRest = false
    if !ends { sizeOfTable = nil }
    forgetAll()
    let mode = isMigrating ? "ACCESS EXCLUSIVE" : "ACCESS SHARE"
    let lock = hasModels ? "LOCK TABLE flagdb_model IN \(mode) MODE" : nil
    let questions = questions(writing) + ofLog
    do throws(EngineError) {
      let answers = try server.begin(
        writing: writing, seesChanges: isMigrating, locking: lock, ending: ends,
        asking: questions.map { $0.written(in: dialect).closed(in: dialect) })
      note(answers, to: questions)
    } catch {
      if writing, error.isOfStandby {
        throw EngineError(.readOnly, "it is a standby", sql: error.sql)
      }
      throw error
    }
    isReadingOnly = !writing
  }

  /// The queries that every transaction of the kind runs.
  private func questions(_ writing: Bool) -> [SQLText] {
    defer { expected = [] }
    guard hasModels else { return expected }
    if isMigrating { return expected + [Self.layout, Self.grants] }
    if writing { return expected + [Self.layout] + Self.questionsOnLog }
    return expected + [Self.layout]
  }

  /// Stores results for `prepare`.
  func note(_ answers: some Sequence<Answer>, to questions: [SQLText]) {
    for (question, answer) in zip(questions, answers) {
      let statement = question.written(in: dialect)
      if Self.catalogQuestions.contains(question) || question == Self.grants {
        catalog[statement] = answer
      } else {
        knownAnswers[statement] = answer
      }
    }
  }

  package func runLast(_ statement: SQLText, after optional: SQLText?) throws(EngineError) {
    // A held transaction has several changes, one after the other.
    guard isInTransaction, !isHeld else { return try runNow(statement, after: optional) }
    last = (statement.written(in: dialect), optional?.written(in: dialect))
  }

  package func commit() throws(EngineError) {
    forgetAll()
    let last = last
    self.last = nil
    guard let last else { return try server.commit() }
    if let optional = last.optional {
      do throws(EngineError) {
        return try server.commit(after: [last.statement], attempting: optional)
      } catch {
        guard error.kind == .forbidden, error.sql == optional.text else { throw error }
        server.pending = ["ROLLBACK TO flagdb_attempt"]
      }
    }
    try server.commit(after: [last.statement])
  }

  package func rollBack() {
    last = nil
    forgetAll()
    server.rollBack()
  }

  package func beginPart() throws(EngineError) { try server.beginPart() }

  package func endPart() { server.endedParts += 1 }

  package func undoPart() {
    forgetAll()
    server.undoPart()
  }

  package var isAlive: Bool { server.isAlive }

  /// True for a read-only transaction. A server decides at the beginning if a transaction may
  /// write.
  package var isReading: Bool { isAlive && isReadingOnly && !hasRest }

  package func rest() { hasRest = true }
}

extension EngineError {
  /// True if the transaction cannot write because the server is a standby.
  fileprivate var isOfStandby: Bool {
    code?.text == SQLState.unsupported && sql?.hasPrefix("BEGIN ") ?? false
  }
}
