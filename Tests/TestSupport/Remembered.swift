import Synchronization

/// Results that many tests need and that take long to make: one for each key. Debug code reads a model in
/// milliseconds, and a table of tests asks for the same model a thousand times.
public final class Remembered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Mutex<[Key: Value]>([:])

  public init() {}

  /// The value of a key, made at the first call. Two threads may both make it, so that none waits for the other.
  public func value(of key: Key, orMake make: () throws -> Value) rethrows -> Value {
    if let value = values.withLock({ $0[key] }) { return value }
    let value = try make()
    values.withLock { $0[key] = value }
    return value
  }
}
