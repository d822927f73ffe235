internal import Engines
internal import Platform

/// Wakes the observers that depend on changed records.
final class ChangeSignal: Sendable {
  private struct Listener {
    let wake: AsyncStream<Void>.Continuation
    /// The records that the last result depends on.
    var region = RecordRegion()
    /// The changes since the start of the current read; nil if there is none.
    var missed: RecordRegion?
  }

  private struct State {
    var next = 0
    var listeners: [Int: Listener] = [:]
    /// True if no stream has more elements.
    var isOver = false
  }

  private let state = Guarded(State())

  /// True if somebody wants to know which records change.
  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Wakes the observers whose results may have changed.
  func send(_ change: RecordRegion) {
    let awake = state.withLock { state in
      var awake: [AsyncStream<Void>.Continuation] = []
      for (number, listener) in state.listeners {
        if listener.missed != nil {
          state.listeners[number]?.missed?.add(change)
        } else if listener.region.overlaps(change) {
          awake.append(listener.wake)
        }
      }
      return awake
    }
    for wake in awake { wake.yield() }
  }

  /// Ends all streams.
  func end() {
    let listeners = state.withLock { state in
      state.isOver = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.wake.finish() }
  }

  // MARK: Observers

  /// A number for an observer, and a stream with one element at the start and one for each change that concerns it.
  func listen() -> (number: Int, stream: AsyncStream<Void>) {
    let (stream, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      if !state.isOver { state.listeners[state.next] = Listener(wake: wake) }
      return state.next
    }
    let isOver = state.withLock { $0.isOver }
    if isOver { wake.finish() } else { wake.yield() }
    wake.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return (number, stream)
  }

  /// Notes that an observer begins to read. Until its end, every change may concern it.
  func beginReading(_ number: Int) {
    state.withLock { $0.listeners[number]?.missed = RecordRegion() }
  }

  /// Notes what an observer has read. Wakes it if a part of that has changed meanwhile.
  func endReading(_ number: Int, _ region: RecordRegion) {
    let wake = state.withLock { state -> AsyncStream<Void>.Continuation? in
      let missed = state.listeners[number]?.missed
      state.listeners[number]?.region = region
      state.listeners[number]?.missed = nil
      guard let missed, missed.overlaps(region) else { return nil }
      return state.listeners[number]?.wake
    }
    wake?.yield()
  }
}
