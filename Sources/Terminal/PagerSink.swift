import PlainText
import Platform

/// Writes to the terminal, through a pager if the output exceeds the screen. Leaving the pager
/// early is no failure.
///
/// The output waits in a spool until the pager reads it, so that a query can finish and close its
/// database.
final class PagerSink: ByteSink {
  private let command: String
  private let height: Int
  private let makeSpool: () -> Spool
  private var spool: Spool
  /// The number of bytes that the pager has read.
  private var taken = 0
  /// True if the spool contains the output from its beginning.
  private var isWhole = true
  private var lines = 0
  private var pager: ShellPipe?
  private let screen: StreamSink
  /// True if there is no pager, so that everything is written to the screen.
  private var isPlain = false
  private var restoreSignal: () -> Void = {}

  init(
    _ command: String, height: Int, screen: StreamSink = .standardOutput,
    spool makeSpool: @escaping () -> Spool = { Spool() }
  ) {
    self.command = command
    self.height = height
    self.screen = screen
    self.makeSpool = makeSpool
    spool = makeSpool()
  }

  deinit {
    endPager()
  }

  var showsAtOnce: Bool { true }

  func requireTaker(of count: Int) throws(OutputError) { try screen.requireTaker(of: count) }

  var isTerminal: Bool { true }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    if isPlain { return try screen.write(bytes) }
    let isKept = spool.append(bytes)
    lines += bytes.count { $0 == UInt8(ascii: "\n") }
    // One line of the screen is for the prompt.
    if pager == nil, lines >= height || !isKept { try startPager() }
    try feed(isWaiting: !isKept)
    if !isKept {
      spool = makeSpool()
      taken = 0
      isWhole = false
    }
  }

  func finish() throws(OutputError) {
    if pager == nil {
      if !isPlain { try showPlain() }
    } else {
      try feed(isWaiting: true)
      if pager != nil, Self.saysNoProgram(endPager()), isWhole { try showWithoutPager() }
    }
    if isPlain { try screen.finish() }
  }

  /// Passes on the bytes that the pager accepts at once, or all of them.
  private func feed(isWaiting: Bool) throws(OutputError) {
    while let pager, taken < spool.count {
      do throws(SystemError) {
        guard try canWrite(to: pager.descriptor, within: isWaiting ? -1 : 0) else { return }
        taken += try writeSome(spool.bytes(from: taken), to: pager.descriptor)
      } catch {
        switch error.code {
        case EAGAIN: continue
        case EPIPE: try pagerHasGone()
        case EINTR: throw .interrupted
        default: throw .standardOutput(error)
        }
      }
    }
  }

  private func pagerHasGone() throws(OutputError) {
    guard Self.saysNoProgram(endPager()), isWhole else { throw .closedPipe }
    try showWithoutPager()
  }

  private func showWithoutPager() throws(OutputError) {
    StandardError.write("warning: cannot run the pager '\(visible(command))'\n")
    try showPlain()
  }

  /// Writes the spooled output, and the following output directly.
  private func showPlain() throws(OutputError) {
    isPlain = true
    var shown = 0
    while shown < spool.count {
      let bytes = try spooled(from: shown)
      shown += bytes.count
      try screen.write(Array(bytes))
    }
    spool = makeSpool()
  }

  private func spooled(from offset: Int) throws(OutputError) -> ArraySlice<UInt8> {
    do {
      return try spool.bytes(from: offset)
    } catch {
      throw .standardOutput(error)
    }
  }

  private func startPager() throws(OutputError) {
    if !isKnown(command) { return try showWithoutPager() }
    // Quit if the output fits, allow colours, leave the text on the screen.
    setenv("LESS", "FRX", 0)
    do {
      let pager = try ShellPipe(running: command)
      _ = fcntl(pager.descriptor, F_SETFL, O_NONBLOCK)
      self.pager = pager
      // Ctrl-C is for the pager, and leaving it must not end this process.
      leaveInterrupts(toReaderOf: pager.descriptor)
      restoreSignal = ignoringSignal(SIGPIPE)
    } catch {
      throw .standardOutput(error)
    }
  }

  /// Waits for the end of the pager, and returns its status.
  @discardableResult
  private func endPager() -> Int32 {
    guard let pager else { return 0 }
    self.pager = nil
    // The pager can show its last screen for long after its pipe was closed.
    let restoreInterrupts = ignoringSignal(SIGINT)
    leaveInterrupts(toReaderOf: nil)
    let status = pager.finish()
    restoreInterrupts()
    restoreSignal()
    return status
  }

  /// True if the shell finds the command, or if this is uncertain. This is checked first, because
  /// the shell would print its own error.
  private func isKnown(_ command: String) -> Bool {
    // The shell would print control characters of the command unescaped.
    guard visible(command) == command else { return false }
    let word = command.prefix { $0 != " " }
    guard word.utf8.allSatisfy(Self.isPlain), word.utf8.first != UInt8(ascii: "-") else {
      return true
    }
    return (try? ShellPipe(running: "command -v \(word) >/dev/null 2>&1").finish()) == 0
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    isWordByte(byte) || "-./".utf8.contains(byte)
  }

  /// True if the shell's status means that the command does not exist or is not executable.
  private static func saysNoProgram(_ status: Int32) -> Bool {
    let exit = status >> 8 & 0xFF
    return status & 0x7F == 0 && (exit == 126 || exit == 127)
  }
}
