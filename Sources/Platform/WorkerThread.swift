internal import CInterrupt

/// The number of processors that the process may use.
package func processorCount() -> Int { max(1, Int(flagdb_processor_count())) }

/// Runs the body on several threads, of which the calling thread is one, and waits until it has
/// ended on all of them. There are fewer threads if the system allows no more.
package func runOnThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  runBeside(count - 1, other: body) { _ in body() }
}

/// Runs a body on the calling thread while another one runs on several other threads, and waits until all
/// of them have ended. The body gets the number of threads, which the system may limit.
package func runBeside(
  _ count: Int, other: @escaping @Sendable () -> Void, _ body: (_ threads: Int) -> Void
) {
  var others: [WorkerThread] = []
  while others.count < count, let thread = WorkerThread(other) { others.append(thread) }
  body(others.count)
  for thread in others { thread.join() }
}

/// A thread of flagdb. It handles no signals, so that a signal interrupts the thread that waits for
/// input and output.
private struct WorkerThread {
  private let thread: pthread_t

  /// The body, as an object that C code can carry.
  private final class Start {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Some C libraries give a thread only 128 kilobytes.
  private static let stackSize = 1 << 20

  /// The result is nil if there can be no more threads.
  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    // A new thread inherits the blocked signals.
    var before = sigset_t()
    var blocked = Self.signals
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let start = Unmanaged.passRetained(Start(body))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let code = pthread_create(
      &thread, &attributes,
      { context in
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, start.toOpaque())
    let made: pthread_t? = thread
    guard code == 0, let made else {
      start.release()
      return nil
    }
    self.thread = made
  }

  func join() { pthread_join(thread, nil) }

  /// All signals except those of errors in the thread itself.
  private static var signals: sigset_t {
    var signals = sigset_t()
    sigfillset(&signals)
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE] {
      sigdelset(&signals, number)
    }
    return signals
  }
}
