internal import Databases
internal import Platform
internal import Queries

/// The structs that meet a condition, in the state of the database at the first request. Only some of them are
/// in memory at a time.
public struct Rows<Of: Entity>: AsyncSequence, Sendable {
  let pool: LanePool
  let query: @Sendable (Snapshot) throws -> (Query, RecordReading<Of>)

  /// The iterator of the structs.
  public func makeAsyncIterator() -> Iterator { Iterator(RowStream(pool, query)) }

  /// Reads the structs one by one.
  public struct Iterator: AsyncIteratorProtocol {
    private let stream: RowStream<Of>
    private var batch: ArraySlice<Of> = []

    fileprivate init(_ stream: RowStream<Of>) { self.stream = stream }

    /// The next struct; nil at the end.
    public mutating func next() async throws -> Of? { try await next(isolation: nil) }

    /// The next struct; nil at the end. It suspends only if rows must be read first.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Of? {
      if let next = batch.popFirst() { return next }
      batch = try await stream.batch()[...]
      return batch.popFirst()
    }
  }
}

/// Owns the connection and reads structs in batches, each batch on a thread of the pool.
private final class RowStream<Of: Entity>: Sendable {
  private enum State {
    case new
    case open(Lane)
    case over
  }

  /// The rows that are not read yet.
  private final class Cursor {
    let rows: RowCursor
    let reading: RecordReading<Of>

    init(_ rows: RowCursor, _ reading: RecordReading<Of>) {
      self.rows = rows
      self.reading = reading
    }
  }

  private let pool: LanePool
  private let query: @Sendable (Snapshot) throws -> (Query, RecordReading<Of>)
  private let state = Guarded(State.new)
  /// The number of structs in a batch. If one connection does all work, the first batch has all of them, so that the
  /// sequence does not keep the connection.
  private let size: Int

  init(
    _ pool: LanePool, _ query: @escaping @Sendable (Snapshot) throws -> (Query, RecordReading<Of>)
  ) {
    self.pool = pool
    self.query = query
    size = pool.isShared ? .max : 100
  }

  deinit {
    guard case .open(let lane) = state.withLock({ $0 }) else { return }
    pool.resume { [pool] in
      pool.use(lane) { lane.closeCursor() }
      pool.giveBack(lane)
    }
  }

  /// Reads the next structs; returns none at the end.
  func batch() async throws -> [Of] {
    do {
      switch state.withLock({ $0 }) {
      case .over: return []
      case .new:
        return try await Job.run(in: pool) { [self] lane in
          try open(lane)
          return try read(lane)
        }
      case .open(let lane): return try await Job.run(on: lane, of: pool) { [self] in try read($0) }
      }
    } catch {
      // The lane has already returned to the pool.
      state.withLock { $0 = .over }
      throw error
    }
  }

  private func open(_ lane: Lane) throws {
    try telling { try lane.engine.beginReading() }
    do {
      let (query, reading) = try query(Snapshot(lane))
      lane.cursor = Cursor(try lane.engine.rows(query), reading)
    } catch {
      try? lane.engine.endReading()
      throw DatabaseError(error) ?? error
    }
  }

  /// Reads one batch. The lock of the state makes its changes visible to the thread that reads the
  /// next batch.
  private func read(_ lane: Lane) throws -> [Of] {
    guard let cursor = lane.cursor as? Cursor else { return [] }
    let batch: [Of]
    do {
      batch = try cursor.reading.next(size, of: cursor.rows, in: lane)
    } catch {
      try lane.requireWanted()
      throw DatabaseError(error) ?? error
    }
    let isAtEnd = batch.count < size
    if isAtEnd { lane.closeCursor() }
    state.withLock { $0 = isAtEnd ? .over : .open(lane) }
    return batch
  }
}
