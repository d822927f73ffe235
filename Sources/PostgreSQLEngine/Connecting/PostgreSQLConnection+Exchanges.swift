internal import CPostgreSQL

// Several statements in one exchange, each with its answer.

extension PostgreSQLConnection {
  /// Runs statements of the program's own in one exchange, and answers with what each has answered. The first exchange
  /// of a connection does more before.
  func exchange(all statements: [String]) throws(PostgreSQLError) -> ArraySlice<Answer> {
    guard isUnused else {
      var answers: [Answer] = []
      try run(statements, &answers)
      return answers[...]
    }
    let first = Self.firstStatements(cleaning: isSecondHand)
    var answers: [Answer] = []
    do throws(PostgreSQLError) {
      try run(first + statements, &answers)
    } catch {
      if answers.count >= first.count {
        noteFirst(answers.prefix(first.count))
      } else if isSecondHand, isLost {
        // The server has ended the connection while nobody used it.
        try connectAnew()
        return try exchange(all: statements)
      }
      throw error
    }
    noteFirst(answers.prefix(first.count))
    return answers.dropFirst(first.count)
  }

  /// Makes the first exchange, if it was not made yet.
  func startUp() throws(PostgreSQLError) {
    if isUnused { _ = try exchange(all: []) }
  }

  private func noteFirst(_ answers: ArraySlice<Answer>) {
    isUnused = false
    noteSettings(answers)
  }

  /// Appends the answers of statements up to the first that fails, whose error is thrown.
  private func run(
    _ statements: [String], _ answers: inout [Answer]
  ) throws(PostgreSQLError) {
    let sql = statements.joined(separator: "; ")
    try send(sql) { PQsendQuery(wire.handle, $0) }
    var failure: PostgreSQLError?
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
  }

  /// The error of one of several statements, with its place in that one.
  private func failure(
    _ result: OpaquePointer, _ statements: [String], _ index: Int
  ) -> PostgreSQLError {
    guard statements.indices.contains(index) else { return wire.error(of: result, sql: nil) }
    var error = wire.error(of: result, sql: statements[index])
    let before = statements[..<index].reduce(0) { $0 + $1.unicodeScalars.count + 2 }
    if let position = error.report.position { error.report.position = max(1, position - before) }
    return error
  }
}
