internal import CInterrupt

#if canImport(Darwin)
  import MachO
#endif

/// An environment variable; nil if it is not set.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// The message for a lack of memory.
package let outOfMemory = FLAGDB_OUT_OF_MEMORY

/// Prepares the process. Descriptors 0 to 2 exist, so that no database gets one of them. Exceeding
/// the file-size limit becomes a write error and does not end the process.
/// See Documentation/Decisions/no-memory-is-an-error.md.
package func prepareProcess() {
  for descriptor in STDIN_FILENO...STDERR_FILENO
  where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
    // Opened in the opposite direction, so that using the closed stream is still an error.
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
  signal(SIGXFSZ, SIG_IGN)
  // With `FLAGDB_TRACE`, Swift's stack trace shows the allocation that failed.
  if environmentVariable("FLAGDB_TRACE") == nil { flagdb_end_without_memory(1) }
}

package func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// The columns and rows of a terminal; nil if they are unknown.
package func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return (Int(size.ws_col), Int(size.ws_row))
}

/// Microseconds of a monotonic clock, for durations.
package func monotonicMicroseconds() -> Int64 { microseconds(of: CLOCK_MONOTONIC) }

/// Microseconds since 1970, UTC.
package func wallClockMicroseconds() -> Int64 { microseconds(of: CLOCK_REALTIME) }

private func microseconds(of clock: clockid_t) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// Ignores a signal, and returns a function that restores the previous handler.
package func ignoringSignal(_ number: Int32) -> () -> Void {
  // `signal` would restore a handler after which blocking calls are restarted.
  var previous = sigaction()
  sigaction(number, nil, &previous)
  signal(number, SIG_IGN)
  return { sigaction(number, &previous, nil) }
}

/// A number that is unique among the running threads.
package func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}

/// The login name of the user, or the user's number.
package func userName() -> String {
  let names = ["LOGNAME", "USER"].compactMap(environmentVariable)
  return names.first { !$0.isEmpty } ?? "uid \(geteuid())"
}

/// The name of the running program, without its folder.
package func programName() -> String {
  guard let path = CommandLine.arguments.first else { return "" }
  return path.split(separator: "/").last.map(String.init) ?? path
}

/// The path of the running program; nil if it is unknown.
package func programPath() -> String? {
  #if canImport(Darwin)
    var size = UInt32(0)
    _NSGetExecutablePath(nil, &size)
    var path = [CChar](repeating: 0, count: Int(size))
    if _NSGetExecutablePath(&path, &size) == 0 { return resolvedPath(String(cString: path)) }
    return nil
  #else
    return resolvedPath("/proc/self/exe")
  #endif
}

/// Replaces the process by another program. The first word is its name. It returns only if the
/// program cannot be started.
package func replaceProcess(by path: String, _ words: [String]) {
  var arguments = words.map { strdup($0) } + [nil]
  execv(path, &arguments)
  for argument in arguments { free(argument) }
}
