// This module is the library of apps and servers.

internal import Databases
import FlagModel
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
  let changes = ChangeSignal()

  /// The connections of a database, and the longest wait for one.
  public struct Configuration: Hashable, Sendable {
    /// The number of connections that read at the same time, at least 1.
    public var readers: Int
    /// The longest wait for a connection of this database. Then the call throws, so that a program whose
    /// connections wait for each other does not hang.
    public var timeout: Duration

    /// Creates a configuration.
    public init(readers: Int = 4, timeout: Duration = .seconds(60)) {
      self.readers = readers
      self.timeout = timeout
    }
  }

  /// Opens an existing database.
  public init(
    at path: String, for access: Access = .writing, _ configuration: Configuration = .init()
  ) throws(DatabaseError) {
    self.path = path
    func pool(_ name: String, most: Int, _ access: Databases.Database.Access) -> LanePool {
      LanePool(most: most, named: name, patience: configuration.timeout) {
        Lane(try Databases.Database(path: path, for: access))
      }
    }
    readers = pool("reader", most: max(1, configuration.readers), .reading)
    watchers = pool("observer", most: 1, .reading)
    writer = access == .writing ? pool("writer", most: 1, .writing) : nil
    // Opens the first connection, so that a broken file throws here.
    try telling { try (writer ?? readers).run { _ in } }
  }

  /// Creates a database from a model in Swift, in a file that must not exist yet. With a
  /// write-ahead log, readers and the writer do not wait for each other.
  public static func create(
    at path: String, model: String, usesWAL: Bool = true
  ) throws(DatabaseError) -> Database {
    try telling {
      try Databases.Database.create(
        path: path, schema: schema(model), origin: "library", usesWAL: usesWAL, now: .now)
    }
    return try Database(at: path)
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
    if let open = writer.ofThisThread { return try open.write(body) }
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
      let reading = try RecordReading(
        lane.plan(for: type), in: lane.engine.schema, with: related)
      return (try snapshot.query(reading, condition, sort, nil), reading)
    }
  }

  func requireWriter() throws(DatabaseError) -> LanePool {
    if let writer { return writer }
    throw DatabaseError(
      "'\(path)' was opened for reading", code: .readOnly,
      hint: "open it for writing to change it")
  }

  /// Notifies the observers of the database if the body changed records.
  private func tellingOthers<Result>(_ lane: Lane, _ body: () throws -> Result) rethrows -> Result {
    let before = lane.engine.totalChanges
    defer { if lane.engine.totalChanges != before { changes.send() } }
    return try body()
  }
}

extension Timestamp {
  /// The current time of the system clock.
  static var now: Timestamp { Timestamp(microseconds: wallClockMicroseconds()) ?? .earliest }
}
