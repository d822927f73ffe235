import Platform

/// The terminal, through a pager once there is more than the screen shows. To leave the pager
/// early is no failure.
final class PagerSink: ByteSink {
  private let command: String
  private let height: Int
  /// What came before it was known whether a pager is needed.
  private var held: [UInt8] = []
  private var pager: ShellPipe?
  private var restoreSignals: [() -> Void] = []

  init(_ command: String, height: Int) {
    self.command = command
    self.height = height
  }

  deinit {
    endPager()
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    if let pager { return try write(bytes, to: pager) }
    held += bytes
    // One line of the screen is left for the prompt.
    guard held.count(where: { $0 == UInt8(ascii: "\n") }) >= height else { return }
    let pager = try startPager()
    let first = held
    held = []
    try write(first, to: pager)
  }

  func finish() throws(OutputError) {
    guard pager != nil else {
      let screen = StreamSink.standardOutput
      try screen.write(held)
      held = []
      return try screen.finish()
    }
    try check(endPager())
  }

  private func startPager() throws(OutputError) -> ShellPipe {
    // Quit if it fits, keep colours, leave the text on the screen.
    setenv("LESS", "FRX", 0)
    do {
      let pager = try ShellPipe(running: command)
      self.pager = pager
      // The pager has Ctrl-C to itself, and leaving it must not kill this process.
      restoreSignals = [ignoringSignal(SIGPIPE), ignoringSignal(SIGINT)]
      return pager
    } catch {
      throw .standardOutput(error)
    }
  }

  private func write(_ bytes: [UInt8], to pager: ShellPipe) throws(OutputError) {
    do {
      try writeAll(bytes, to: pager.descriptor)
    } catch {
      guard error.code == EPIPE else { throw .standardOutput(error) }
      try check(endPager())
      throw .closedPipe
    }
  }

  /// Waits for the pager; the status that it ended with.
  @discardableResult
  private func endPager() -> Int32 {
    let status = pager?.finish() ?? 0
    pager = nil
    for restore in restoreSignals { restore() }
    restoreSignals = []
    return status
  }

  private func check(_ status: Int32) throws(OutputError) {
    // What the shell answers when there is no such command, or none that may be run.
    let exit = status >> 8 & 0xFF
    if status & 0x7F == 0, exit == 126 || exit == 127 { throw .pager(command) }
  }
}
