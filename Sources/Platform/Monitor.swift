/// A value with a lock, and threads that wait for changes of the value.
package final class Monitor<Value>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
    lock.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Runs the body with exclusive access to the value. No thread waits for what it changes.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  /// Changes the value with exclusive access, and wakes the threads that wait.
  package func change(_ body: (inout Value) -> Void) {
    pthread_mutex_lock(lock)
    body(&value)
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  /// Waits until a condition of the value is true.
  package func wait(until holds: (Value) -> Bool) {
    pthread_mutex_lock(lock)
    while !holds(value) { pthread_cond_wait(changed, lock) }
    pthread_mutex_unlock(lock)
  }
}
