internal import Databases
internal import Dispatch
internal import PlainText
internal import Platform
internal import Synchronization

/// A pool of connections of one kind. One thread uses a connection at a time; the others wait in
/// the order of their requests.
/// See Documentation/Decisions/connections-are-lent-to-threads.md.
final class LanePool: Sendable {
  private struct State {
    var free: [Lane] = []
    /// The number of lanes that were lent or are free.
    var count = 0
    /// True if no more lanes are lent.
    var isClosed = false
    /// True if returned lanes are closed.
    var closesReturned = false
    /// The number of connections that are open.
    var open = 0
    var taken: [(thread: UInt, lane: Lane)] = []
    /// The first one has waited for the longest time.
    var waiting: [Request] = []
    /// True if a timer will look for requests that have waited too long.
    var hasTimer = false
  }

  /// A request that waits for a lane.
  private struct Request {
    let end: ContinuousClock.Instant
    let answer: @Sendable (Result<Lane, any Error>) -> Void
  }

  private let most: Int
  private let name: String
  /// True if one connection does all work, so that a sequence of rows must not keep it.
  let isShared: Bool
  /// The longest wait for a lane.
  private let patience: Duration
  private let open: @Sendable () throws -> Lane
  private let state = Guarded(State())
  /// Signalled when a connection of a closed pool ends.
  private let ending = DispatchSemaphore(value: 0)
  /// The threads for asynchronous work, separate from the thread pool of Swift.
  private let queue: DispatchQueue

  init(
    most: Int, named name: String, patience: Duration, isShared: Bool = false,
    open: @escaping @Sendable () throws -> Lane
  ) {
    self.most = most
    self.name = name
    self.isShared = isShared
    self.patience = patience
    self.open = open
    queue = DispatchQueue(label: "FlagDB.\(name)", attributes: .concurrent)
  }

  /// The lane that the current thread uses; nil if it uses none.
  var ofThisThread: Lane? {
    let thread = currentThread()
    return state.withLock { state in state.taken.last { $0.thread == thread }?.lane }
  }

  /// Runs the body with a lane on the current thread, and waits until a lane is free.
  func run<Result>(_ body: (Lane) throws -> Result) throws -> Result {
    let lane = try take()
    defer { giveBack(lane) }
    return try use(lane) { try body(lane) }
  }

  /// Passes a lane to the body on a thread of the pool. The body must return the lane.
  func request(_ body: @escaping @Sendable (Swift.Result<Lane, any Error>) -> Void) {
    queue.async { [self] in
      take { lane in
        self.queue.async { body(lane) }
      }
    }
  }

  /// Continues on a thread of the pool with a lane that is already taken.
  func resume(_ body: @escaping @Sendable () -> Void) { queue.async { body() } }

  /// Runs the body and notes meanwhile that the current thread uses the lane.
  func use<Result>(_ lane: Lane, _ body: () throws -> Result) rethrows -> Result {
    let thread = currentThread()
    state.withLock { $0.taken.append((thread, lane)) }
    defer {
      state.withLock { state in
        if let place = state.taken.lastIndex(where: { $0.lane === lane }) {
          state.taken.remove(at: place)
        }
      }
    }
    return try body()
  }

  func giveBack(_ lane: Lane) {
    lane.isCancelled.store(false, ordering: .relaxed)
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        if !state.closesReturned { state.free.append(lane) }
        return nil as (@Sendable (Swift.Result<Lane, any Error>) -> Void)?
      }
      return state.waiting.removeFirst().answer
    }
    // A new lane takes the place of one that is lost.
    if let next { next(usable(lane)) }
  }

  /// The lane, or a new one in place of a lost one.
  private func usable(_ lane: Lane) -> Swift.Result<Lane, any Error> {
    lane.engine.isUsable ? .success(lane) : opened()
  }

  private func take() throws -> Lane {
    let semaphore = DispatchSemaphore(value: 0)
    let taken = Guarded<Swift.Result<Lane, any Error>?>(nil)
    take { lane in
      taken.withLock { $0 = lane }
      semaphore.signal()
    }
    semaphore.wait()
    guard let lane = taken.withLock({ $0 }) else { throw CancellationError() }
    return try lane.get()
  }

  /// Calls the closure immediately if a lane is free or can be opened, else when a lane is
  /// returned.
  private func take(_ answer: @escaping @Sendable (Swift.Result<Lane, any Error>) -> Void) {
    enum Found {
      case lane(Lane)
      case room
      case none(needsTimer: Bool)
      case closed
    }
    func look(_ state: inout State) -> Found {
      if state.isClosed { return .closed }
      if let lane = state.free.popLast() { return .lane(lane) }
      if state.count < most {
        state.count += 1
        return .room
      }
      state.waiting.append(Request(end: .now + patience, answer: answer))
      defer { state.hasTimer = true }
      return .none(needsTimer: !state.hasTimer)
    }
    switch state.withLock({ look(&$0) }) {
    case .lane(let lane): answer(usable(lane))
    case .room: answer(opened())
    case .none(let needsTimer): if needsTimer { startTimer(patience) }
    case .closed: answer(.failure(Self.closed))
    }
  }

  // MARK: Closing

  /// Lends no more lanes. Requests that wait fail.
  func refuseAll() {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for request in waiting { request.answer(.failure(Self.closed)) }
  }

  /// Closes the connections, and waits for those in use. Returns false if one is still in use at the deadline; it is
  /// closed when it is returned.
  func closeAll(by deadline: DispatchTime) -> Bool {
    _ = state.withLock { state in
      state.closesReturned = true
      defer { state.free = [] }
      return state.free
    }
    while state.withLock({ $0.open > 0 }) {
      if ending.wait(timeout: deadline) == .timedOut { return false }
    }
    // Another thread may wait for the same end.
    ending.signal()
    return true
  }

  private static var closed: DatabaseError {
    DatabaseError("the database was closed", code: .closed)
  }

  /// Refuses requests that have waited too long, after a pause. There is one timer for all requests.
  private func startTimer(_ pause: Duration) {
    queue.asyncAfter(deadline: .now() + pause.interval) { [self] in
      let now = ContinuousClock.now
      let (late, rest) = state.withLock { state -> ([Request], Duration?) in
        let count = state.waiting.prefix { $0.end <= now }.count
        let late = Array(state.waiting.prefix(count))
        state.waiting.removeFirst(count)
        state.hasTimer = !state.waiting.isEmpty
        return (late, state.waiting.first.map { $0.end - now })
      }
      for request in late { request.answer(.failure(refusal)) }
      if let rest { startTimer(rest) }
    }
  }

  private var refusal: DatabaseError {
    let users = most == 1 ? "the \(name) is" : "all \(most) \(name)s are"
    return DatabaseError(
      "\(users) still in use after \(patience.shortText)", code: .timeout,
      hint: "end the sequences and transactions that are not needed, or allow more readers")
  }

  private func opened() -> Swift.Result<Lane, any Error> {
    do {
      let lane = try open()
      state.withLock { $0.open += 1 }
      lane.engine.afterClose { [weak self] in self?.noteEnd() }
      return .success(lane)
    } catch {
      // Without a lane, nothing would ever resume the waiting requests, so they fail too.
      let waiting = state.withLock { state in
        state.count -= 1
        defer { if state.count == 0 { state.waiting = [] } }
        return state.count == 0 ? state.waiting : []
      }
      for request in waiting { request.answer(.failure(error)) }
      return .failure(error)
    }
  }

  private func noteEnd() {
    state.withLock { $0.open -= 1 }
    ending.signal()
  }
}

extension Duration {
  var interval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    let most: Int64 = 1 << 40
    return .milliseconds(
      Int(min(max(seconds, 0), most)) * 1_000 + Int(attoseconds / 1_000_000_000_000_000) + 1)
  }

  /// `60 s`, or `0.25 s`.
  var shortText: String {
    let (seconds, attoseconds) = components
    let hundredths = attoseconds / 10_000_000_000_000_000
    if hundredths == 0 { return "\(seconds) s" }
    if hundredths < 10 { return "\(seconds).0\(hundredths) s" }
    return "\(seconds).\(hundredths) s"
  }
}
