import PlainText
import Platform

/// The terminal, through a pager once there is more than the screen shows. To leave the pager
/// early is no failure.
///
/// The pager takes what it likes when it likes; the rest waits in a spool, so that a query can end
/// and let go of its database however long somebody reads.
final class PagerSink: ByteSink {
  private let command: String
  private let height: Int
  private let makeSpool: () -> Spool
  private var spool: Spool
  /// The number of bytes of the spool that the pager has taken.
  private var taken = 0
  /// True if the spool holds the output from its beginning on.
  private var isWhole = true
  private var lines = 0
  private var pager: ShellPipe?
  private let screen: StreamSink
  /// True if there is no pager, so that all goes to the screen.
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

  func requireTaker(of count: Int) throws(OutputError) {
    try screen.requireTaker(of: count)
  }

  var isTerminal: Bool { true }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    if isPlain { return try screen.write(bytes) }
    let isKept = spool.append(bytes)
    lines += bytes.count { $0 == UInt8(ascii: "\n") }
    // One line of the screen is left for the prompt.
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

  /// Passes on what the pager takes at once, or all.
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

  /// Shows all that there is so far, and lets the rest follow.
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
}

extension PagerSink {
  private func startPager() throws(OutputError) {
    if !isKnown(command) { return try showWithoutPager() }
    // Quit if it fits, keep colours, leave the text on the screen.
    setenv("LESS", "FRX", 0)
    do {
      let pager = try ShellPipe(running: command)
      _ = fcntl(pager.descriptor, F_SETFL, O_NONBLOCK)
      self.pager = pager
      // The pager has Ctrl-C to itself, and leaving it must not kill this process.
      leaveInterrupts(toReaderOf: pager.descriptor)
      restoreSignal = ignoringSignal(SIGPIPE)
    } catch {
      throw .standardOutput(error)
    }
  }

  /// Waits until the pager is left; the status that it ended with.
  @discardableResult
  private func endPager() -> Int32 {
    guard let pager else { return 0 }
    self.pager = nil
    // It may show its last screen for long after its pipe was closed.
    let restoreInterrupts = ignoringSignal(SIGINT)
    leaveInterrupts(toReaderOf: nil)
    let status = pager.finish()
    restoreInterrupts()
    restoreSignal()
    return status
  }

  /// True if the shell knows the first word of the command, or if that is hard to tell. Asked
  /// first, since the shell would complain in words of its own.
  private func isKnown(_ command: String) -> Bool {
    // The shell would repeat as it is what could drive the terminal.
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

  /// True if the shell's status says that there is no such command, or none that may be run.
  private static func saysNoProgram(_ status: Int32) -> Bool {
    let exit = status >> 8 & 0xFF
    return status & 0x7F == 0 && (exit == 126 || exit == 127)
  }
}
