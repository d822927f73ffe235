package import Engines
package import FlagModel
import Migrations
package import SQLText

// Runs bodies in transactions, with the model that the database has then.

extension Database {
  /// Runs the body in one read transaction.
  /// - Parameter ofLog: the first queries of the body on the audit log, for a server.
  package func read<Result>(
    asking ofLog: [SQLText] = [], _ body: () throws -> Result
  ) throws -> Result {
    try run(writing: false, asking: ofLog, body)
  }

  /// Runs a body in a read transaction with the newest model, which another program may have
  /// changed since the file was opened.
  package func readNewest<Result>(_ body: () throws -> Result) throws -> Result {
    try run(writing: false, takesNewest: true, body)
  }

  /// Runs a body that plans a query, which may need a temporary table. If the engine forbids that
  /// in a read transaction, the body runs again in a write transaction that is rolled back.
  package func planning<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try readNewest(body)
    } catch let error as DatabaseError where error.cause?.isReadOnly == true {
      var result: Result?
      do {
        try run(writing: true, takesNewest: true) {
          result = try body()
          throw Undo()
        }
      } catch is Undo {}
      if let result { return result }
      throw error
    }
  }

  private struct Undo: Error {}

  /// Runs the body in one write transaction. If the outcome is uncertain, the error says so.
  /// - Parameter takesNewest: true to use the newest model, which another program may have changed
  ///   since the file was opened.
  /// - Parameter ofLog: the first queries of the body on the audit log, for a server.
  package func write<Result>(
    toNewest takesNewest: Bool = false, asking ofLog: [SQLText] = [], _ body: () throws -> Result
  ) throws -> Result {
    let result = try run(writing: true, takesNewest: takesNewest, asking: ofLog, body)
    tellComplaint()
    if !leavesLog { takeInLog() }
    TablePlacement(self).placeRecords()
    return result
  }

  /// Passes the engine's complaint about a committed transaction to `warn`.
  func tellComplaint() {
    guard let complaint = connection.complaint else { return }
    connection.complaint = nil
    warn("the changes to '\(path)' are saved, but \(complaint.danger): \(complaint.error.message)")
  }

  /// Makes a checkpoint of the write-ahead log. If it fails, nothing is lost, because the log has
  /// all changes.
  func takeInLog() {
    if connection.isInTransaction { return }
    do throws(EngineError) {
      try connection.checkpoint()
    } catch {
      warn("the changes stay in '\(path)-wal', because the checkpoint failed: " + error.message)
    }
  }

  /// Runs the body in a transaction, and first compares the model there with the known one, because
  /// another program may have migrated the file. The new version and schema are kept only if the
  /// transaction succeeds.
  private func run<Result>(
    writing: Bool, takesNewest: Bool = false, asking ofLog: [SQLText] = [],
    _ body: () throws -> Result
  ) throws -> Result {
    if writing { try requireNoReading() }
    defer { for notice in connection.takeNotices() { note(notice) } }
    let before = (version, schema)
    let continues = connection.isResting && !writing && ofLog.isEmpty
    expectModel(takesNewest, ofLog)
    if writing { expectTables() }
    return try translated {
      do {
        return try connection.transaction(writing: writing) {
          try place.repairing(!writing) {
            // A transaction that has already read the model continues.
            if continues { return }
            if takesNewest {
              (version, schema) = try newestModel()
            } else {
              try requireSameModel()
            }
          }
          let result = try writing ? logging(body) : body()
          try requireUnchanged()
          return result
        }
      } catch let stale as StaleModel {
        (version, schema) = stale.newest
        throw DatabaseError(
          .modelChanged, "another program changed the model of '\(path)' during this command",
          hint: "run the command again", outcome: .unchanged)
      } catch {
        (version, schema) = before
        // The model may be unreadable because another program is writing it at the same time.
        try requireUnchanged()
        throw error
      }
    }
  }

  /// Announces that the next transaction reads the model.
  private func expectModel(_ newest: Bool, _ ofLog: [SQLText] = []) {
    guard kind.storesModel, !connection.isInTransaction else { return }
    let question = newest ? ModelTable.newestQuestion : ModelTable.versionQuestion
    connection.expect([question], ofLog: ofLog)
  }

  /// Announces that a change reads the tables of a foreign database, unless they are known.
  private func expectTables() {
    guard kind.isForeign, knownTables == nil, !connection.isInTransaction else { return }
    connection.expect(connection.questionsOnTables)
  }

  /// Throws in a read transaction, because its end would roll back all that the body writes.
  private func requireNoReading() throws(DatabaseError) {
    guard connection.isReading else { return }
    throw DatabaseError(
      .refused, "a read transaction cannot write",
      hint: "begin a write transaction")
  }

  /// Throws if another program wrote to a file that is read without locks.
  package func requireUnchanged() throws(DatabaseError) {
    if connection.isUnchanged { return }
    throw DatabaseError(
      .fileChanged, "'\(path)' was changed by another program while it was read",
      hint: "run the command again")
  }

  private struct StaleModel: Error {
    let newest: (version: Int64, schema: Schema)
  }

  /// The newest model. If its own text has mistakes, the replacement gets cases for the stored
  /// values of enums that have none.
  private func newestModel() throws -> (version: Int64, schema: Schema) {
    let newest = try modelSource.newest()
    guard mistakes != nil, need == .mostRecent else { return newest }
    return (newest.version, try UnknownCases(self).addingUnknownCases(to: newest.schema))
  }

  private func requireSameModel() throws {
    if try modelSource.version() == .integer(version) { return }
    throw StaleModel(newest: try modelSource.newest())
  }

  /// Runs the body in the single transaction of a migration, without enforcement of foreign keys.
  /// The body learns if another program has changed the model since the file was opened. It returns
  /// the new model.
  package func migrating<Result>(
    _ body: (_ wasChanged: Bool) throws -> (schema: Schema, result: Result)
  ) throws -> Result {
    let before = (version, schema, mistakes)
    defer {
      tellComplaint()
      takeInLog()
    }
    expectModel(true)
    return try translated {
      do {
        return try connection.migration {
          let newest = try newestModel()
          let wasChanged = newest.version != version
          (version, schema) = newest
          try connection.lockTables(schemaObjects(.table, of: schema, in: dialect).map(\.name))
          try requireAllRecords(of: schema.entities)
          return try logging {
            let (target, result) = try body(wasChanged)
            if target != schema || mistakes != nil {
              version += 1
              schema = target
              mistakes = nil
              try auditLog()?.note(.migrate, key: version)
            }
            return result
          }
        }
      } catch {
        (version, schema, mistakes) = before
        throw error
      }
    }
  }
}
