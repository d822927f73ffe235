import Foundation

/// A process that leads a session of its own, so that all it started can be ended with it.
///
/// Foundation's `Process` can neither start a session, which a terminal needs, nor promise a group
/// to kill when a command hangs.
final class ChildProcess {
  /// The end of a process; none if it had to be killed because its time was up.
  enum Ending: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
    case outOfTime
  }

  /// The call that the system refused.
  struct Failure: Error, CustomStringConvertible {
    var call: String
    var code: Int32
    var description: String { "\(call): \(String(cString: strerror(code)))" }
  }

  /// The files that a process reads and writes; a terminal named as its input becomes its own.
  struct Streams {
    var input = "/dev/null"
    var output: String
    var error: String
  }

  /// The time after which a command hangs: far more than any takes on a machine that does much else.
  static let patience = Duration.seconds(600)

  let id: pid_t
  private(set) var ending: Ending?

  /// Starts a program, which is looked for on the PATH of the environment given.
  init(
    _ words: [String], environment: [String: String], folder: URL, streams: Streams
  ) throws {
    var actions = posix_spawn_file_actions_t.unset
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let output = O_RDWR | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 0, streams.input, O_RDWR, 0)
    posix_spawn_file_actions_addopen(&actions, 1, streams.output, output, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, streams.error, output, 0o600)

    var attributes = posix_spawnattr_t.unset
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let flags = Self.newSession | Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    // A shell enters the folder, since no portable file action does, and then becomes the program.
    let enter = ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path]
    var started = pid_t()
    let code = withCStrings(enter + words) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawn(&started, "/bin/sh", &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw Failure(call: "posix_spawn", code: code) }
    id = started
  }

  deinit {
    if ending == nil { _ = Self.end(of: id, atMost: .zero) }
  }

  /// `POSIX_SPAWN_SETSID`, which Glibc does not show to Swift.
  #if canImport(Darwin)
    private static let newSession = Int32(POSIX_SPAWN_SETSID)
  #else
    private static let newSession: Int32 = 0x80
  #endif

  /// Waits until the process has ended; when the time is up, ends it and its whole group.
  func wait(atMost limit: Duration) async -> Ending {
    if let ending { return ending }
    // On a thread of its own: tests that compute hold up all tasks, and would stretch the time.
    let ending = await withCheckedContinuation { [id] continuation in
      Thread { continuation.resume(returning: Self.end(of: id, atMost: limit)) }.start()
    }
    self.ending = ending
    return ending
  }

  /// The end of the process, if it has ended.
  func poll() -> Ending? {
    if ending == nil { ending = Self.reap(id) }
    return ending
  }

  /// Waits for a process, and kills it and all that it started when the time is up.
  private static func end(of id: pid_t, atMost limit: Duration) -> Ending {
    if let ending = reap(id) { return ending }
    let alarm = Alarm(after: limit) { kill(-id, SIGKILL) }
    var info = siginfo_t()
    // The number stays that of the process until it is reaped, so that the alarm kills nobody else.
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    let isOutOfTime = alarm.stop()
    let ending = reap(id) ?? .outOfTime
    return isOutOfTime ? .outOfTime : ending
  }

  /// Does something after a time, unless it is stopped before.
  private final class Alarm: @unchecked Sendable {
    /// A queue of its own: the threads of the global ones run tests.
    private static let queue = DispatchQueue(label: "alarms of commands")
    private let lock = NSLock()
    private var isStopped = false
    private var hasRung = false

    init(after time: Duration, _ action: @escaping @Sendable () -> Void) {
      let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
      Self.queue.asyncAfter(deadline: .now() + seconds) { [self] in
        lock.withLock {
          if isStopped { return }
          hasRung = true
          action()
        }
      }
    }

    /// True if it has rung.
    func stop() -> Bool {
      lock.withLock {
        isStopped = true
        return hasRung
      }
    }
  }

  /// The end of a process, if it has ended; what it left running in its group goes with it.
  private static func reap(_ id: pid_t) -> Ending? {
    var status: Int32 = 0
    guard waitpid(id, &status, WNOHANG) == id else { return nil }
    kill(-id, SIGKILL)
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
  }
}

/// Calls with a vector of C strings that ends in a null pointer.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}

#if canImport(Darwin)
  extension Optional where Wrapped == UnsafeMutableRawPointer {
    /// The settings of `posix_spawn`, before they have been initialised.
    fileprivate static var unset: Self { nil }
  }
#else
  extension posix_spawn_file_actions_t {
    /// Before it has been initialised.
    fileprivate static var unset: Self { Self() }
  }

  extension posix_spawnattr_t {
    /// Before it has been initialised.
    fileprivate static var unset: Self { Self() }
  }
#endif
