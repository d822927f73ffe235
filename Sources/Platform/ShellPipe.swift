#if canImport(Musl)
  private typealias CStream = OpaquePointer
#else
  private typealias CStream = UnsafeMutablePointer<FILE>
#endif

/// A shell command that reads the bytes written to `descriptor`.
package final class ShellPipe {
  package let descriptor: Int32
  private var stream: CStream?

  package init(running command: String) throws(SystemError) {
    guard let stream = popen(command, Self.mode) else { throw .last }
    self.stream = stream
    descriptor = fileno(stream)
  }

  /// The mode for writing. Other child processes must not inherit the pipe, because its reader
  /// would wait for their end.
  #if canImport(Darwin)
    private static let mode = "w"
  #else
    private static let mode = "we"
  #endif

  deinit {
    finish()
  }

  /// Closes the pipe and waits for the command. Returns its status in the form of `wait`.
  @discardableResult
  package func finish() -> Int32 {
    defer { stream = nil }
    return stream.map { pclose($0) } ?? 0
  }
}
