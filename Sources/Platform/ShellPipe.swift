#if canImport(Musl)
  private typealias CStream = OpaquePointer
#else
  private typealias CStream = UnsafeMutablePointer<FILE>
#endif

/// A command that the shell runs and that reads what is written to `descriptor`.
package final class ShellPipe {
  package let descriptor: Int32
  private var stream: CStream?

  package init(running command: String) throws(SystemError) {
    guard let stream = popen(command, Self.mode) else { throw .last }
    self.stream = stream
    descriptor = fileno(stream)
  }

  /// Writing, by this process alone: a program that another thread starts meanwhile would hold the
  /// pipe too, and its reader would wait for the end of that program.
  #if canImport(Darwin)
    private static let mode = "w"
  #else
    private static let mode = "we"
  #endif

  deinit {
    finish()
  }

  /// Ends the input and waits until the command is done; its status as `wait` gives it.
  @discardableResult
  package func finish() -> Int32 {
    defer { stream = nil }
    return stream.map { pclose($0) } ?? 0
  }
}
