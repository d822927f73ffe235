import Engines
internal import Platform
internal import Synchronization

/// Work that a task waits for. If the task is cancelled, the work is interrupted or never begins.
final class Job<Answer: Sendable>: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Answer, any Error>)
    case running(CheckedContinuation<Answer, any Error>, Lane)
    case over
  }

  private let state = Guarded(State.new)

  /// Runs the body with a lane of the pool, on a thread of the pool. The lane returns to the pool
  /// unless the body left a cursor in it.
  static func run(
    in pool: LanePool, _ body: @escaping @Sendable (Lane) throws -> Answer
  ) async throws -> Answer {
    try await run { job in
      pool.request { lane in
        switch lane {
        case .failure(let error): job.finish()?.resume(throwing: DatabaseError(error) ?? error)
        case .success(let lane): job.run(lane, in: pool, body)
        }
      }
    }
  }

  /// Continues with a lane that has an open cursor. If the body throws, the cursor is closed.
  static func run(
    on lane: Lane, of pool: LanePool, _ body: @escaping @Sendable (Lane) throws -> Answer
  ) async throws -> Answer {
    try await run { job in
      pool.resume { job.run(lane, in: pool, body) }
    }
  }

  private static func run(_ start: (Job) -> Void) async throws -> Answer {
    let job = Job()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if !job.begin(continuation) { continuation.resume(throwing: CancellationError()) }
        // The job also starts if its task is cancelled, because the lane may have a cursor to
        // close.
        start(job)
      }
    } onCancel: {
      job.cancel()
    }
  }

  private func begin(_ continuation: CheckedContinuation<Answer, any Error>) -> Bool {
    state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
  }

  private func run(_ lane: Lane, in pool: LanePool, _ body: (Lane) throws -> Answer) {
    let isWanted = state.withLock { state in
      guard case .waiting(let continuation) = state else { return false }
      state = .running(continuation, lane)
      return true
    }
    // The lock that `use` takes at its end orders all this before another thread closes the cursor.
    let (result, continuation, keepsLane) = pool.use(lane) {
      let result = isWanted ? Result { try body(lane) } : nil
      let continuation = finish()
      var hasSucceeded = false
      if case .success = result { hasSucceeded = true }
      if !hasSucceeded { lane.closeCursor() }
      return (result, continuation, lane.cursor != nil)
    }
    if !keepsLane { pool.giveBack(lane) }
    if let result { continuation?.resume(with: result) }
  }

  /// Ends the job. From now on, nothing interrupts the lane.
  private func finish() -> CheckedContinuation<Answer, any Error>? {
    state.withLock { state in
      defer { state = .over }
      switch state {
      case .waiting(let continuation), .running(let continuation, _): return continuation
      case .new, .over: return nil
      }
    }
  }

  private func cancel() {
    let waiting = state.withLock { state -> CheckedContinuation<Answer, any Error>? in
      switch state {
      case .running(_, let lane):
        lane.isCancelled.store(true, ordering: .relaxed)
        lane.interrupter.interrupt()
        return nil
      case .waiting(let continuation):
        state = .over
        return continuation
      case .new, .over:
        state = .over
        return nil
      }
    }
    waiting?.resume(throwing: CancellationError())
  }
}
