internal import Platform

/// Tells the observers of a database that it may have changed.
final class ChangeSignal: Sendable {
  private struct State {
    var next = 0
    /// True if no stream has more elements.
    var isOver = false
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Guarded(State())

  func send() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield() }
  }

  /// Ends all streams.
  func end() {
    let listeners = state.withLock { state in
      state.isOver = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  /// A stream with one element at the start, one for each change of this process, and one after
  /// each pause, because another process may have changed the file.
  func all(pausing pause: Duration) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = state.withLock { state -> Int? in
        if state.isOver { return nil }
        state.next += 1
        state.listeners[state.next] = continuation
        return state.next
      }
      guard let number else { return continuation.finish() }
      continuation.yield()
      let clock = Task {
        while (try? await Task.sleep(for: pause)) != nil { continuation.yield() }
      }
      continuation.onTermination = { [weak self] _ in
        clock.cancel()
        self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
      }
    }
  }
}
