// This module is the library of apps and servers.

package import Databases
internal import Dispatch
package import Engines
package import FlagModel
import ModelText
internal import Platform

/// A database with its model. Any number of threads and tasks can use it: one writes at a time, while the
/// others read the state before the write.
public final class Database: Sendable {
  /// The purpose for which a database is opened.
  public enum Access: Hashable, Sendable {
    /// For reading only.
    case reading
    /// For reading and changing records.
    case writing
  }

  let path: String
  let readers: LanePool
  /// Nil if the database is only read.
  let writer: LanePool?
  let watchers: LanePool
  /// The longest wait for a connection.
  let timeout: Duration
  let changes = ChangeSignal()
  /// Nil if no other program can change the database.
  let foreignChanges: ForeignChanges?

  /// Opens an existing database.
  public convenience init(
    at path: String, for access: Access = .writing, _ configuration: Configuration = .init()
  ) throws(DatabaseError) {
    try self.init(at: path, for: access, configuration, on: nil)
  }

  /// Opens an existing database in a file, or on a server if there is an engine for it.
  package init(
    at path: String, for access: Access, _ configuration: Configuration,
    on servers: (any ServerEngine)?, reading stores: (any StoreReader)? = nil
  ) throws(DatabaseError) {
    try Self.requirePlace(path, on: servers)
    self.path = path
    timeout = configuration.timeout
    func pool(_ name: String, most: Int, _ access: Databases.Database.Access) -> LanePool {
      LanePool(most: most, named: name, patience: configuration.timeout) {
        let engine = try Databases.Database(
          path: path, for: access, patience: configuration.lockTimeout, on: servers,
          models: ModelSearch(stores: stores))
        return try Lane(engine, configuration)
      }
    }
    readers = pool("reader", most: max(1, configuration.readers), .reading)
    watchers = pool("observer", most: 1, .reading)
    let isReadOnly = access == .reading || configuration.isReadOnly
    writer = isReadOnly ? nil : pool("writer", most: 1, .writing)
    // Opens the first connection, so that a broken file throws here.
    let pool = writer ?? readers
    let version = try telling { try pool.run { try $0.engine.dataVersion() } }
    // On a server, the writer cannot tell its own changes from those of others.
    let teller = servers == nil ? writer : nil
    foreignChanges = ForeignChanges(
      watchers, teller, written: version, changes, pause: configuration.pollInterval)
  }

  /// Throws if a path has the form of an address, or an address that of a path.
  private static func requirePlace(
    _ path: String, on servers: (any ServerEngine)?
  ) throws(DatabaseError) {
    let isAddress = Databases.Database.isAddress(path)
    if isAddress, servers == nil {
      throw DatabaseError(
        "'\(path)' is a database on a server", code: .invalidRequest,
        hint: "import FlagDBPostgreSQL, and open it with 'Database(onServer:)'")
    }
    if !isAddress, servers != nil {
      throw DatabaseError(
        "'\(path)' is not the address of a server", code: .invalidRequest,
        hint: "an address is as 'postgresql://host/database?schema=name'")
    }
  }

  /// Creates a database in memory for a connection, which does all work.
  private init(inMemory engine: Databases.Database, _ configuration: Configuration) throws {
    path = engine.path
    timeout = configuration.timeout
    let first = Guarded<Lane?>(try Lane(engine, configuration))
    let pool = LanePool(
      most: 1, named: "connection", patience: configuration.timeout, isShared: true
    ) {
      let lane = first.withLock { lane in
        defer { lane = nil }
        return lane
      }
      guard let lane else { throw DatabaseError("the database was closed", code: .closed) }
      return lane
    }
    readers = pool
    watchers = pool
    writer = configuration.isReadOnly ? nil : pool
    foreignChanges = nil
  }

  /// Creates a database in memory from a model in Swift. It ends with the object. One connection does all work, so
  /// that calls of different threads wait for each other.
  public static func inMemory(
    model: String, _ configuration: Configuration = .init()
  ) throws(DatabaseError) -> Database {
    try telling {
      try Database(
        inMemory: .inMemory(schema: schema(model), origin: "library", now: .now), configuration)
    }
  }

  /// Creates a database from a model in Swift, in a file that must not exist yet. With a
  /// write-ahead log, readers and the writer do not wait for each other.
  public static func create(
    at path: String, model: String, usesWAL: Bool = true, _ configuration: Configuration = .init()
  ) throws(DatabaseError) -> Database {
    try create(at: path, model: model, usesWAL: usesWAL, configuration, on: nil)
  }

  /// Creates a database in a file, or on a server if there is an engine for it.
  /// - Parameter makesDatabase: true to create the database on the server first.
  package static func create(
    at path: String, model: String, usesWAL: Bool = true, _ configuration: Configuration,
    on servers: (any ServerEngine)?, makesDatabase: Bool = false
  ) throws(DatabaseError) -> Database {
    try requirePlace(path, on: servers)
    try telling {
      try Databases.Database.create(
        path: path, schema: schema(model), origin: "library", usesWAL: usesWAL, on: servers,
        makesDatabase: makesDatabase, now: .now)
    }
    return try Database(at: path, for: .writing, configuration, on: servers)
  }

  /// The current model in Swift.
  public var model: String {
    get throws(DatabaseError) {
      try telling { try read { $0.lane.engine.schema.swiftSource } }
    }
  }

  // MARK: Reading and writing

  /// Runs the body with a snapshot of the database. Within another call of `read` or `write` on the same thread, it
  /// uses the snapshot or transaction of that call.
  public func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
    if let open = writer?.ofThisThread ?? readers.ofThisThread {
      return try open.read(body)
    }
    return try readers.run { try $0.read(body) }
  }

  /// Runs the body with a snapshot of the database, on a separate thread. Cancelling the task interrupts it.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (Snapshot) throws -> Result
  ) async throws -> Result {
    try await Job.run(in: readers) { try $0.read(body) }
  }

  /// Runs the body in a transaction, which is rolled back if the body throws. Other writers wait. A
  /// call within another call of `write` on the same thread runs a nested transaction, which is
  /// rolled back alone.
  @discardableResult
  public func write<Result>(_ body: (Transaction) throws -> Result) throws -> Result {
    let writer = try requireWriter()
    if let open = writer.ofThisThread, open.access == .writing { return try open.write(body) }
    if readers.ofThisThread != nil {
      throw DatabaseError(
        "a read transaction cannot write", code: .readOnly, hint: "begin a write transaction")
    }
    return try writer.run { lane in try tellingOthers(lane) { try lane.write(body) } }
  }

  /// Runs the body in a transaction, on a separate thread. Cancelling the task interrupts it and rolls it back.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Result
  ) async throws -> Result {
    try await Job.run(in: try requireWriter()) { [self] lane in
      try tellingOthers(lane) { try lane.write(body) }
    }
  }

  /// Returns the structs that meet a condition as an asynchronous sequence, which has only some of
  /// them in memory at a time. The sequence uses one connection until its end.
  public func rows<Of: Entity>(
    _ type: Of.Type = Of.self, where condition: Condition = .all, sort: [Order<Of>] = [],
    with related: [Related<Of>] = []
  ) -> Rows<Of> {
    Rows(pool: readers) { snapshot in
      let lane = snapshot.lane
      let reading = try RecordReading(lane.plan(for: type), in: lane.engine.schema, with: related)
      return (try snapshot.query(reading, condition, sort, nil), reading)
    }
  }

  // MARK: Copies and the end

  /// Writes a consistent copy of the database to a file that must not exist yet. Others read and write meanwhile,
  /// except in a database in memory. It cannot be called within `read` or `write`.
  public func backup(to path: String) throws(DatabaseError) {
    try requireOutside("a backup", method: "backup")
    try telling { try readers.run { try $0.backUp(to: path) } }
  }

  /// Writes a consistent copy of the database to a file that must not exist yet, on a separate thread. Cancelling
  /// the task ends it without a copy.
  public func backup(to path: String) async throws {
    try await Job.run(in: readers) { try $0.backUp(to: path) }
  }

  /// Closes all connections. Later calls throw an error with the code `closed`, and sequences of `observe` end.
  /// Waits for the calls in progress, at most for the `timeout` of the configuration; then it throws, and the rest is
  /// closed when these calls end. It cannot be called within `read` or `write`. A database that is not closed ends
  /// with its object.
  public func close() throws(DatabaseError) {
    try requireOutside("closing", method: "close")
    changes.end()
    let deadline = DispatchTime.now() + timeout.interval
    let pools = [readers, watchers, writer].compactMap(\.self)
    for pool in pools { pool.refuseAll() }
    // The writer is closed last, because the last connection that can write takes in the write-ahead log.
    for pool in pools where !pool.closeAll(by: deadline) {
      throw DatabaseError(
        "a connection of '\(path)' is still in use after \(timeout.shortText)", code: .timeout,
        hint: "end the sequences and transactions first")
    }
  }

  /// Throws within a call of `read` or `write` on the same thread.
  func requireOutside(_ action: String, method: String) throws(DatabaseError) {
    let isWithin = [readers, watchers, writer].contains { $0?.ofThisThread != nil }
    guard isWithin else { return }
    throw DatabaseError(
      "\(action) cannot run within 'read' or 'write'", code: .invalidRequest,
      hint: "call '\(method)' outside them")
  }

  func requireWriter() throws(DatabaseError) -> LanePool {
    if let writer { return writer }
    throw DatabaseError(
      "'\(path)' was opened for reading", code: .readOnly,
      hint: "open it for writing to change it")
  }

  /// Wakes the observers that depend on records that the body changes.
  private func tellingOthers<Result>(_ lane: Lane, _ body: () throws -> Result) rethrows -> Result {
    try lane.engine.notingChanges(isObserved: changes.hasListeners, changes.send, body)
  }
}

extension Timestamp {
  /// The current time of the system clock.
  package static var now: Timestamp {
    Timestamp(microseconds: wallClockMicroseconds()) ?? .earliest
  }
}
