internal import Databases
import Engines
import FlagModel
internal import Synchronization

/// A connection, and what is prepared for it. Whoever has taken it from its pool is the only one that
/// uses it.
final class Lane: @unchecked Sendable {
  let engine: Databases.Database
  let interrupter: Interrupter
  /// True once the task that uses it was cancelled.
  let isCancelled = Atomic(false)
  /// The rows that are read batch by batch.
  var cursor: AnyObject?
  private var plans: [ObjectIdentifier: AnyObject] = [:]
  private var version: Int64 = 0

  init(_ engine: Databases.Database) {
    self.engine = engine
    interrupter = engine.interrupter
    // To take it in after each transaction would sync the disk four times instead of once.
    engine.leavesLog = true
  }

  /// The columns of a struct, which are found once for each model.
  func plan<Of: FlagDB.Entity>(for type: Of.Type) throws -> RecordPlan<Of> {
    if version != engine.version { plans = [:] }
    version = engine.version
    if let plan = plans[ObjectIdentifier(type)] as? RecordPlan<Of> { return plan }
    let plan = try RecordPlan<Of>(in: engine.schema)
    plans[ObjectIdentifier(type)] = plan
    return plan
  }

  /// Ends the reading of rows batch by batch.
  func closeCursor() {
    if cursor == nil { return }
    cursor = nil
    try? engine.endReading()
  }

  /// Throws if nobody waits for the answer any more.
  func requireWanted() throws(CancellationError) {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
  }

  /// Runs the body with one unchanging view of the database.
  func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
    try run(.reading, Snapshot(self), body)
  }

  /// Runs the body in one transaction.
  func write<Result>(_ body: (Transaction) throws -> Result) throws -> Result {
    try run(.writing, Transaction(self), body)
  }

  private func run<View: Snapshot, Result>(
    _ access: Database.Access, _ view: View, _ body: (View) throws -> Result
  ) throws -> Result {
    defer { view.isOver = true }
    do {
      return try upToDate(access) {
        let result = try body(view)
        try requireWanted()
        return result
      }
    } catch {
      if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
      throw DatabaseError(error) ?? error
    }
  }

  /// Runs the body with the model that another program may have brought meanwhile. A transaction
  /// that finds one ends before it has run the body.
  private func upToDate<Result>(
    _ access: Database.Access, _ body: () throws -> Result
  ) throws -> Result {
    var hasBegun = false
    func begin() throws -> Result {
      hasBegun = true
      return try body()
    }
    func attempt() throws -> Result {
      try access == .reading ? engine.read(begin) : engine.write(begin)
    }
    do {
      return try attempt()
    } catch let error as Engines.DatabaseError where error.kind == .modelChanged && !hasBegun {
      return try attempt()
    }
  }
}
