internal import Databases
import Engines
import FlagModel
internal import Platform
internal import Synchronization

/// A connection with its prepared statements and plans. One thread uses it at a time.
final class Lane: @unchecked Sendable {
  let engine: Databases.Database
  let interrupter: Interrupter
  /// True once the task that uses it was cancelled.
  let isCancelled = Atomic(false)
  /// The cursor of a sequence that reads rows in batches.
  var cursor: AnyObject?
  /// The access of the open transaction; nil if none is open.
  private(set) var access: Database.Access?
  /// The notes about what an observer reads.
  private(set) var notes: ReadNotes?
  private var plans: [ObjectIdentifier: AnyObject] = [:]
  private var version: Int64 = 0

  init(_ engine: Databases.Database, _ configuration: Database.Configuration) throws {
    self.engine = engine
    interrupter = engine.interrupter
    engine.endRest()
    if configuration.durability == .normal { try engine.syncRarely() }
    if let trace = configuration.trace {
      engine.trace { statement in
        let statement = Database.TracedStatement(statement)
        if statement.isOfUser { trace(statement) }
      }
    }
    // A checkpoint after each transaction would sync the disk four times instead of once.
    engine.leavesLog = true
  }

  /// The plan for a struct, which is made once for each version of the model.
  func plan<Of: FlagDB.Entity>(for type: Of.Type) throws -> RecordPlan<Of> {
    if version != engine.version { plans = [:] }
    version = engine.version
    if let plan = plans[ObjectIdentifier(type)] as? RecordPlan<Of> { return plan }
    let plan = try RecordPlan<Of>(in: engine.schema)
    plans[ObjectIdentifier(type)] = plan
    return plan
  }

  /// Closes the cursor and ends its read transaction.
  func closeCursor() {
    if cursor == nil { return }
    cursor = nil
    try? engine.endReading()
  }

  /// Writes a copy of the database to a new file, with the sidecar of an adopted one.
  func backUp(to path: String) throws {
    do {
      let sidecar = try DatabaseBackup(engine).write(to: path, in: .ofNoCommand) {
        !self.isCancelled.load(ordering: .relaxed)
      }
      if case .failed(let error) = sidecar {
        throw DatabaseError(
          "the database was copied, but not its sidecar: \(error.message)", code: .unavailable)
      }
    } catch {
      try requireWanted()
      throw DatabaseError(error) ?? error
    }
  }

  /// Throws if the task that waits for the result was cancelled.
  func requireWanted() throws(CancellationError) {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
  }

  /// Runs the body in one read transaction.
  func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
    try run(.reading, Snapshot(self), body)
  }

  /// Runs the body in one read transaction, and returns the records that its result depends on.
  func noting<Result>(
    _ body: (Snapshot) throws -> Result
  ) throws -> (result: Result, region: RecordRegion) {
    try engine.noting { notes in
      self.notes = notes
      defer { self.notes = nil }
      return try read(body)
    }
  }

  /// Runs a body that prepares a statement for a single record.
  func reading<Result>(
    only key: Int64, of entity: FlagModel.Entity, _ body: () throws -> Result
  ) rethrows -> Result {
    // A foreign table may be a view, and its key may be no rowid.
    guard let notes, engine.kind.hasTablesOfModel, !refersToItself(entity) else {
      return try body()
    }
    return try notes.noting(key, of: entity.source.table, body)
  }

  /// True if a property may be found in another record of the same table.
  private func refersToItself(_ entity: FlagModel.Entity) -> Bool {
    entity.relationships.contains { relationship in
      engine.schema.entity(named: relationship.target)?.source.table == entity.source.table
    }
  }

  /// Runs the body in one transaction.
  func write<Result>(_ body: (Transaction) throws -> Result) throws -> Result {
    try run(.writing, Transaction(self), body)
  }

  private func run<View: Snapshot, Result>(
    _ access: Database.Access, _ view: View, _ body: (View) throws -> Result
  ) throws -> Result {
    defer { view.isOver = true }
    let outer = self.access
    self.access = outer ?? access
    defer { self.access = outer }
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

  /// Runs the body with the current model, which another program may have changed. If the
  /// transaction finds a new model, it ends before it runs the body, and starts again.
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
