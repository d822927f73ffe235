internal import CInterrupt

/// The result of a program run.
package struct ProgramAnswer: Sendable {
  /// True if it exited with status 0.
  package let succeeded: Bool
  package let output: [UInt8]
  package let errors: [UInt8]
}

/// Runs a program from `PATH` without a shell, and gives it an input.
///
/// It inherits no open files. If it exceeds the time or the output limit, it is killed and the
/// result is nil, as it is if a word has a zero byte, where the program would end it. It is killed too if a
/// signal ends this process. On most systems its memory is limited, and the time that its processors take, which
/// ends it if nobody is left to kill it.
/// - Parameter watching: an input of this process that is read while the program runs.
package func runProgram(
  _ words: [String], input: [UInt8], outputLimit: Int, milliseconds: Int64, memoryLimit: UInt64,
  watching: WatchedInput? = nil
) -> ProgramAnswer? {
  guard let first = words.first, first.hasPrefix("/"),
    let child = try? Child(words.map { $0 }, milliseconds: milliseconds, memoryLimit: memoryLimit)
  else { return nil }
  return child.answer(
    to: input, outputLimit: outputLimit, until: monotonicMicroseconds() + milliseconds * 1000,
    watching: watching)
}

/// An input that is read whenever it has bytes, while a program runs.
package struct WatchedInput {
  /// The consequence of what was read.
  package enum Next {
    case readMore
    case readNoMore
    /// The program is killed, and has no answer.
    case endProgram
  }

  let descriptor: Int32
  /// Reads the bytes.
  let read: () -> Next
}

/// The path of a program in `PATH`; relative folders are ignored.
package func programPath(_ name: String) -> String? {
  let folders = (environmentVariable("PATH") ?? "").split(separator: ":")
  return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
    .first { access($0, X_OK) == 0 }
}

/// A running program, with pipes to and from it.
private struct Child: ~Copyable {
  private let process: pid_t
  private var input: Int32
  private let output: Int32
  private let errors: Int32

  init(_ words: [String], milliseconds: Int64, memoryLimit: UInt64) throws(SystemError) {
    if words.contains(where: { $0.utf8.contains(0) }) { throw SystemError(code: EINVAL) }
    let pipes = try Pipes()
    // A signal between the start of the program and the note of its number would not end it.
    let before = holdingSignals()
    defer { releaseSignals(before) }
    process = try Self.start(words, pipes, receiving: before)
    flagdb_note_child(process)
    flagdb_limit_memory(process, memoryLimit)
    // Several threads can run at once.
    flagdb_limit_time(process, (milliseconds / 1000 + 1) * Int64(flagdb_processor_count()))
    input = pipes.input.writing
    output = pipes.output.reading
    errors = pipes.errors.reading
  }

  /// Starts the program with a signal mask, and closes its ends of the pipes in this process.
  private static func start(
    _ words: [String], _ pipes: Pipes, receiving signals: sigset_t
  ) throws(SystemError) -> pid_t {
    var actions = unsetSpawnActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes.input.reading, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes.output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes.errors.writing, STDERR_FILENO)
    var attributes = unsetSpawnAttributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // In a separate process group, its children can be killed with it, and Ctrl-C does not reach
    // it.
    posix_spawnattr_setpgroup(&attributes, 0)
    var mask = signals
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer {
      for argument in arguments { free(argument) }
    }
    var process = pid_t()
    let code = posix_spawn(&process, words[0], &actions, &attributes, &arguments, environ)
    pipes.closeProgramEnds()
    if code != 0 {
      pipes.closeOwnEnds()
      throw SystemError(code: code)
    }
    return process
  }

  private struct Pipes {
    let input: Pipe
    let output: Pipe
    let errors: Pipe

    init() throws(SystemError) {
      input = try Pipe()
      output = try Pipe()
      errors = try Pipe()
    }

    func closeProgramEnds() {
      for end in [input.reading, output.writing, errors.writing] { FilesInUse.close(end) }
    }

    func closeOwnEnds() {
      for end in [input.writing, output.reading, errors.reading] { FilesInUse.close(end) }
    }
  }

  private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws(SystemError) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw .last }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      reading = ends[0]
      writing = ends[1]
    }
  }

  /// Writes the input and reads the output in parallel, and waits for the end.
  consuming func answer(
    to bytes: [UInt8], outputLimit: Int, until deadline: Int64, watching: WatchedInput?
  ) -> ProgramAnswer? {
    let restore = ignoringSignal(SIGPIPE)
    defer { restore() }
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    var said: (output: [UInt8], errors: [UInt8]) = ([], [])
    var sent = 0
    var open = [true, true]
    var watched = watching
    var isWanted = true
    while open.contains(true) {
      let left = (deadline - monotonicMicroseconds()) / 1000
      guard isWanted, left > 0, said.output.count + said.errors.count <= outputLimit,
        caughtSignal() == nil
      else { break }
      var waited = [
        pollfd(fd: open[0] ? output : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: open[1] ? errors : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: watched?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&waited, nfds_t(waited.count), Int32(min(left, 1000)))
      if waited[2].revents != 0 { give(bytes, &sent) }
      if waited[0].revents != 0 { open[0] = take(output, &said.output) }
      if waited[1].revents != 0 { open[1] = take(errors, &said.errors) }
      guard waited[3].revents != 0, let next = watched?.read() else { continue }
      if next != .readMore { watched = nil }
      isWanted = next != .endProgram
    }
    let isWhole = !open.contains(true)
    let succeeded = end(kill: !isWhole)
    if isWhole {
      return ProgramAnswer(succeeded: succeeded, output: said.output, errors: said.errors)
    }
    return nil
  }

  /// Writes as much as the pipe accepts, and closes it after the last byte.
  private mutating func give(_ bytes: [UInt8], _ sent: inout Int) {
    let count = bytes[sent...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if count > 0 { sent += count }
    if sent == bytes.count || count < 0 && errno != EAGAIN && errno != EINTR {
      FilesInUse.close(input)
      input = -1
    }
  }

  /// True if more can be read.
  private func take(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 { bytes += chunk[..<count] }
    return count > 0 || count < 0 && errno == EINTR
  }

  private consuming func end(kill isLate: Bool) -> Bool {
    if isLate { kill(-process, SIGKILL) }
    for descriptor in [input, output, errors] where descriptor >= 0 {
      FilesInUse.close(descriptor)
    }
    defer { flagdb_forget_child(process) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1 {
      if errno != EINTR { return false }
    }
    return status == 0
  }
}

/// Holds back the signals that end this process.
/// - Returns: the mask before.
private func holdingSignals() -> sigset_t {
  var held = sigset_t()
  sigemptyset(&held)
  for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&held, signal) }
  var before = sigset_t()
  pthread_sigmask(SIG_BLOCK, &held, &before)
  return before
}

private func releaseSignals(_ before: sigset_t) {
  var mask = before
  pthread_sigmask(SIG_SETMASK, &mask, nil)
}
