/// A failed system call.
package struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of the last failed call, from `errno`.
  package static var last: SystemError { SystemError(code: errno) }

  /// True if a signal that asks the process to stop ended the call.
  package var isInterruption: Bool { code == EINTR }

  /// The system's message in lower case: `no space left on device`.
  package var message: String {
    let words = String(cString: strerror(code))
    // "RPC struct is bad" and "I/O" keep their capitals.
    guard let first = words.first, words.dropFirst().first?.isLowercase == true else {
      return words
    }
    return first.lowercased() + words.dropFirst()
  }
}

/// Repeats an interrupted call, unless a signal asks the process to stop. The call returns -1 if it
/// fails.
func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    if errno != EINTR || caughtSignal() != nil { throw .last }
  }
}

/// Writes all bytes, unless a signal asks the process to stop while it waits for a reader.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var done = 0
  while done < bytes.count {
    // A signal ends a partial write without an error.
    if done > 0, caughtSignal() != nil { throw SystemError(code: EINTR) }
    do throws(SystemError) {
      done += try writeSome(bytes[done...], to: descriptor)
    } catch {
      guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
      // If another process made a shared descriptor non-blocking, wait.
      _ = try canWrite(to: descriptor, within: -1)
    }
  }
}

/// Writes as many bytes as the descriptor accepts at once, and returns their number.
package func writeSome(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int
{
  try retrying {
    bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}

/// True if the descriptor accepts bytes, or has failed, within `limit` milliseconds; -1 means no
/// limit.
package func canWrite(to descriptor: Int32, within limit: Int32) throws(SystemError) -> Bool {
  try retrying {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, limit)
  } > 0
}

/// Opens an existing pipe or device for writing.
package func openForAppending(_ path: String, in files: FilesInUse) throws(FileError) -> Int32 {
  try files.requireWritable(path, replaces: false)
  do throws(SystemError) {
    try refuseNUL(in: path)
    return try retrying { open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY) }
  } catch {
    throw FileError(.write, path, error)
  }
}
