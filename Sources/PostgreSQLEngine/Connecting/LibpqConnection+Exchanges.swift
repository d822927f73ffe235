internal import CPostgreSQL
import Engines
import FlagModel
import SQLText

// Several statements in one round trip, each with its result.

extension LibpqConnection {
  /// Runs internal statements in one round trip and returns their results. The first round trip of a
  /// connection also reads the settings of the user.
  func exchange(all statements: [String]) throws(EngineError) -> ArraySlice<Answer> {
    guard isUnused else {
      var answers: [Answer] = []
      try run(statements, &answers)
      return answers[...]
    }
    let first = Self.firstStatements(cleaning: isSecondHand)
    var answers: [Answer] = []
    do throws(EngineError) {
      try run(first + statements, &answers)
    } catch {
      if answers.count >= first.count {
        noteFirst(answers.prefix(first.count))
      } else if isSecondHand, isLost {
        // The server has closed the unused connection.
        try connectAnew()
        return try exchange(all: statements)
      }
      throw error
    }
    noteFirst(answers.prefix(first.count))
    return answers.dropFirst(first.count)
  }

  /// Runs internal statements in one round trip, in a transaction, and returns their results.
  func executeAll(_ statements: [String]) throws(EngineError) -> ArraySlice<Answer> {
    try requireUsable(statements.first)
    let alone = try beginAlone()
    isUntouched = false
    let answers: ArraySlice<Answer>
    do throws(EngineError) {
      answers = try exchange(all: statements)
    } catch {
      if let alone { undoAlone(alone) }
      throw error
    }
    if let alone { try endAlone(alone) }
    return answers
  }

  /// Reads the settings of the user, unless that was done.
  func startUp() throws(EngineError) { if isUnused { _ = try exchange(all: []) } }

  private func noteFirst(_ answers: ArraySlice<Answer>) {
    isUnused = false
    noteSettings(answers)
  }

  /// Appends the results of statements up to the first one that fails, and throws its error.
  func run(
    _ statements: [String], _ answers: inout [Answer], isUndoing: Bool = false
  ) throws(EngineError) {
    let before = takePending()
    let statements = before + statements
    let sql = statements.joined(separator: "; ")
    let clock = StatementClock(sql, of: self)
    defer { clock?.end() }
    try send(sql, isUndoing: isUndoing) { PQsendQuery(wire.handle, $0) }
    var failure: EngineError?
    while let result = wire.nextResult() {
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
        noteChanges(of: result)
        answers.append(Answer(result))
      default:
        failure = failure ?? self.failure(result, statements, answers.count)
      }
    }
    if let failure { throw failure }
    answers.removeFirst(min(answers.count, before.count))
  }

  /// Returns the pending statements, and removes them from the list.
  func takePending() -> [String] {
    defer { pending = [] }
    return pending
  }

  /// Runs the pending statements alone, for a statement that cannot share their message.
  func sendPending() throws(EngineError) {
    if pending.isEmpty { return }
    var answers: [Answer] = []
    try run([], &answers)
  }

  /// Runs a statement without a result in the round trip of the next one.
  func runWithNext(_ sql: String) throws(EngineError) {
    try requireUsable(sql)
    isUntouched = false
    pending.append(sql)
  }

  // MARK: Questions with values

  /// Runs several queries in one round trip, within a transaction.
  func answers(to questions: [SQLStatement]) throws(EngineError) -> [Answer] {
    try requireUsable()
    let all = takePending().map { SQLStatement(text: $0) } + questions
    let messages = all.map { message(asking: $0) }
    let clock = StatementClock(questions.map(\.text).joined(separator: "; "), of: self)
    defer { clock?.end() }
    try send(together: messages, questions.first?.text ?? "")
    var answers: [Answer] = []
    var failure: EngineError?
    for (index, question) in all.enumerated() {
      if index > 0 { wire.nextMessage() }
      do throws(EngineError) {
        answers.append(try takeAnswer(to: question.text))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return answers.suffix(questions.count)
  }

  /// Sends a query with its values.
  func message(asking question: SQLStatement) -> () -> Int32 {
    var parameters = Parameters()
    for (index, value) in question.bindings.enumerated() { parameters.set(value, at: index + 1) }
    return { [wire, parameters] in parameters.send(question.text, on: wire.handle) }
  }

  /// Reads the result of the current message of a pipeline.
  func takeAnswer(to sql: String) throws(EngineError) -> Answer {
    var answer = Answer(names: [], rows: [])
    var rows: [[Value]] = []
    var failure: EngineError?
    while let result = wire.nextResult() {
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      // libpq may keep the single-row mode of the last statement for the first query.
      case PGRES_SINGLE_TUPLE: rows += Answer(result).rows
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
        let last = Answer(result)
        answer = Answer(names: last.names, rows: rows + last.rows)
      default: failure = failure ?? wire.error(of: result, sql: sql)
      }
    }
    if let failure { throw failure }
    return answer
  }

  /// Sends messages in one pipeline, after the remaining rows of another statement.
  func send(together messages: [() -> Int32], _ sql: String) throws(EngineError) {
    try send(sql) { _ in wire.send(together: messages) ? 1 : 0 }
  }

  /// Skips the results of the first messages of a pipeline, and throws the first error.
  func passResults(_ count: Int, _ sql: String) throws(EngineError) {
    var failure: EngineError?
    for _ in 0..<count {
      while let result = wire.nextResult() {
        defer { PQclear(result) }
        if PQresultStatus(result) != PGRES_COMMAND_OK {
          failure = failure ?? wire.error(of: result, sql: sql)
        }
      }
      wire.nextMessage()
    }
    guard let failure else { return }
    wire.skipMessages()
    throw failure
  }

  /// The error of one of several statements, with its position in that one. A text may contain several commands.
  /// - Parameter index: the number of commands before it.
  private func failure(
    _ result: OpaquePointer, _ statements: [String], _ index: Int
  ) -> EngineError {
    var rest = index
    var before = 0
    for statement in statements.dropLast() {
      let count = FirstStatement.count(in: statement)
      if rest < count { return wire.error(of: result, sql: statement, after: before) }
      rest -= count
      before += statement.unicodeScalars.count + 2
    }
    return wire.error(of: result, sql: statements.last, after: before)
  }
}
