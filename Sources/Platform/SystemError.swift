/// A call to the system that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The `errno` that it left.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The error that the last failed call left in `errno`.
  package static var last: SystemError { SystemError(code: errno) }

  /// True if the call was ended by a signal that asks the process to stop.
  package var isInterruption: Bool { code == EINTR }

  /// The system's words, in the case of our messages: `no space left on device`.
  package var message: String {
    let words = String(cString: strerror(code))
    // "RPC struct is bad" and "I/O" keep their capitals.
    guard let first = words.first, words.dropFirst().first?.isLowercase == true else {
      return words
    }
    return first.lowercased() + words.dropFirst()
  }
}

/// Calls again what a signal interrupted, unless it asks the process to stop; the call answers -1
/// when it failed.
func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    if errno != EINTR || caughtSignal() != nil { throw .last }
  }
}

/// Writes all the bytes, in as many calls as it takes, unless a signal asks the process to stop
/// while it waits for a reader.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var done = 0
  while done < bytes.count {
    // A signal ends a write of which some bytes have gone as if these had been all.
    if done > 0, caughtSignal() != nil { throw SystemError(code: EINTR) }
    do throws(SystemError) {
      done += try writeSome(bytes[done...], to: descriptor)
    } catch {
      guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
      // Somebody made a shared descriptor non-blocking: wait instead of losing the rest.
      _ = try canWrite(to: descriptor, within: -1)
    }
  }
}

/// Writes as many of the bytes as the descriptor takes at once; how many these were.
package func writeSome(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int
{
  try retrying {
    bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}

/// True if, within `limit` milliseconds, a descriptor takes bytes or tells that it never will; a
/// limit of -1 is for ever.
package func canWrite(to descriptor: Int32, within limit: Int32) throws(SystemError) -> Bool {
  try retrying {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, limit)
  } > 0
}

/// Opens what is there already, a pipe or a device, to write to it.
package func openForAppending(_ path: String, in files: FilesInUse) throws(FileError) -> Int32 {
  try files.requireWritable(path, replaces: false)
  do throws(SystemError) {
    try refuseNUL(in: path)
    return try retrying { open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY) }
  } catch {
    throw FileError(.write, path, error)
  }
}
