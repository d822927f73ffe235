import Engines
internal import Synchronization

/// Counts the interruptions of a connection, from any thread.
final class Interruptions: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}

extension SQLiteConnection {
  /// A check for work that SQLite does not see. It throws if nothing more may run, or if another thread
  /// has interrupted the connection since the work began.
  func lifeOfWork() -> () throws(EngineError) -> Void {
    let before = interruptions.count
    return { [self] () throws(EngineError) in
      try requireUsable()
      if interruptions.count != before { throw .interrupted }
    }
  }
}
