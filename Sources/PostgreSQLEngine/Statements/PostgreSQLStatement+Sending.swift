internal import CPostgreSQL
package import Engines
package import SQLText

// Sends a statement to the server, with its name if it has one there.

extension PostgreSQLStatement {
  /// Sends it in one round trip with the pending statements, and with its name if the server does not know it.
  func sendItself() throws(EngineError) {
    let handle = connection.wire.handle
    var isNew = false
    if runCount > 0 || prepared != nil { isNew = try nameItself() }
    runCount += 1
    var messages = pendingMessages()
    if isNew, let prepared {
      messages.append { [sql] in
        PQsendPrepare(handle, prepared.name, sql, Int32(prepared.types.count), prepared.types)
      }
    }
    let values = values
    let name = prepared?.name
    let sendStatement = { [sql] in
      name.map { values.send(toStatement: $0, on: handle) }
        ?? values.send(sql, on: handle)
    }
    if messages.isEmpty {
      try connection.send(sql) { _ in sendStatement() }
    } else {
      try connection.send(together: messages + [sendStatement], sql)
      do throws(EngineError) {
        try connection.passResults(messages.count, sql)
      } catch {
        if isNew { prepared = nil }
        throw error
      }
    }
    PQsetSingleRowMode(handle)
  }

  /// Sends the pending statements, one in each message.
  private func pendingMessages() -> [() -> Int32] {
    let handle = connection.wire.handle
    return connection.takePending().map { sql in
      { PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 0) }
    }
  }

  /// Requests the columns, which COPY does not report, and the rows in one round trip.
  func sendCopy(_ sql: String) throws(EngineError) {
    let before = connection.takePending()
    let all =
      before + ["SELECT * FROM (\(sql)) AS flagdb_answer LIMIT 0", "COPY (\(sql)) TO STDOUT"]
    try connection.send(all.joined(separator: "; ")) {
      PQsendQuery(connection.wire.handle, $0)
    }
    var passed = 0
    while let result = connection.wire.nextResult() {
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK: passed += 1
      case PGRES_TUPLES_OK: noteColumns(of: result)
      case PGRES_COPY_OUT:
        connection.wire.isCopying = true
        return
      default:
        let failed = passed < before.count ? before[passed] : self.sql
        failure = failure ?? connection.wire.error(of: result, sql: failed)
      }
    }
    defer { failure = nil }
    throw failure ?? connection.wire.error(of: nil, sql: self.sql)
  }

  /// Gives the statement a name on the server, unless it has one that fits the values, or a pooler keeps no
  /// names. Returns true if the server does not know the name yet.
  private func nameItself() throws(EngineError) -> Bool {
    if let prepared {
      if values.fit(prepared.types) { return false }
      self.prepared = nil
      connection.noteUnused(prepared.name)
    }
    guard let name = try connection.newName() else { return false }
    prepared = (name, values.types)
    return true
  }

  /// Makes the server parse the statement and report its columns, without running it.
  /// - Parameter question: another query for the same round trip, whose result is returned.
  @discardableResult
  package func describe(asking question: SQLStatement? = nil) throws(EngineError) -> Answer? {
    try connection.requireUsable(sql)
    alone = try connection.beginAlone()
    let answer: Answer?
    do throws(EngineError) {
      answer = try prepareAndDescribe(asking: question)
    } catch {
      prepared = nil
      undoAlone()
      throw error
    }
    try endAlone()
    return answer
  }

  /// The name of the server's last statement is empty.
  private func prepareAndDescribe(asking question: SQLStatement?) throws(EngineError) -> Answer? {
    let handle = connection.wire.handle
    let isNew = try nameItself()
    let name = prepared?.name
    let types = prepared?.types ?? values.types
    var messages = pendingMessages()
    if isNew || name == nil {
      messages.append { [sql] in
        PQsendPrepare(handle, name ?? "", sql, Int32(types.count), types)
      }
    }
    let before = messages.count
    messages.append { PQsendDescribePrepared(handle, name ?? "") }
    if let question { messages.append(connection.message(asking: question)) }
    try connection.send(together: messages, sql)
    try connection.passResults(before, sql)
    var failure: EngineError?
    while let result = connection.wire.nextResult() {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else {
        failure = failure ?? connection.wire.error(of: result, sql: sql)
        continue
      }
      noteColumns(of: result)
      guard let name else { continue }
      prepared = (name, (0..<PQnparams(result)).map { PQparamtype(result, $0) })
    }
    var answer: Answer?
    if let question {
      connection.wire.nextMessage()
      do throws(EngineError) {
        answer = try connection.takeAnswer(to: question.text)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return answer
  }
}
