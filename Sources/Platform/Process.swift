internal import CInterrupt

/// A variable of the environment; nil where it is not set.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// The message if there is no more memory.
package let outOfMemory = FLAGDB_OUT_OF_MEMORY

/// Makes the process safe to write from: descriptors 0 to 2 exist, so that a database is never
/// opened as one of them, and a file-size limit is an error of the write instead of a death.
/// See Documentation/Decisions/no-memory-is-an-error.md.
package func prepareProcess() {
  for descriptor in STDIN_FILENO...STDERR_FILENO
  where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
    // Opened the wrong way round: using what the caller closed stays an error.
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
  signal(SIGXFSZ, SIG_IGN)
  // For those who look for what took the memory, Swift's stack trace stays.
  if environmentVariable("FLAGDB_TRACE") == nil { flagdb_end_without_memory(1) }
}

package func isTerminal(_ descriptor: Int32) -> Bool {
  isatty(descriptor) == 1
}

/// The columns and rows of a terminal, where it tells them.
package func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return (Int(size.ws_col), Int(size.ws_row))
}

/// Microseconds of a clock that never jumps, to measure with.
package func monotonicMicroseconds() -> Int64 {
  microseconds(of: CLOCK_MONOTONIC)
}

/// Microseconds since 1970, UTC.
package func wallClockMicroseconds() -> Int64 {
  microseconds(of: CLOCK_REALTIME)
}

private func microseconds(of clock: clockid_t) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// Ignores a signal; what is returned undoes that.
package func ignoringSignal(_ number: Int32) -> () -> Void {
  // Not by `signal`, which would let a handler that it restores no longer end calls that wait.
  var previous = sigaction()
  sigaction(number, nil, &previous)
  signal(number, SIG_IGN)
  return { sigaction(number, &previous, nil) }
}

/// A number that no other thread has at the same time.
package func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}

/// The name under which the user of the process has logged in, or the number of the user.
package func userName() -> String {
  let names = ["LOGNAME", "USER"].compactMap(environmentVariable)
  return names.first { !$0.isEmpty } ?? "uid \(geteuid())"
}

/// The name of the program of the process, without its folder.
package func programName() -> String {
  guard let path = CommandLine.arguments.first else { return "" }
  return path.split(separator: "/").last.map(String.init) ?? path
}

/// The path of the program that runs, wherever it was started from; nil where the system does not tell.
package func programPath() -> String? {
  #if canImport(Darwin)
    var size = UInt32(0)
    _NSGetExecutablePath(nil, &size)
    var path = [CChar](repeating: 0, count: Int(size))
    return _NSGetExecutablePath(&path, &size) == 0 ? resolvedPath(String(cString: path)) : nil
  #else
    return resolvedPath("/proc/self/exe")
  #endif
}

/// Runs another program in the place of this one, with words of which the first is its name. It returns
/// where that cannot be started.
package func replaceProcess(by path: String, _ words: [String]) {
  var arguments = words.map { strdup($0) } + [nil]
  execv(path, &arguments)
  for argument in arguments { free(argument) }
}
