import CReadline
import PlainText
import Platform

/// Lines that a person edits with GNU Readline. It draws on standard error, which leaves standard
/// output to results, and is set up when the first line is asked for.
final class EditedLineReader: LineReader {
  private var line = 0

  func readLine(prompt: String) throws(LineError) -> String? {
    if line == 0 {
      flagdb_readline_set_name("flagdb")
      flagdb_readline_draw_on_stderr()
      flagdb_readline_read_with { waitForKey() ? rl_getc($0) : flagdb_readline_failure() }
    }
    line += 1
    let typed = readline(prompt)
    defer { free(typed) }
    if caughtSignal() != nil {
      try? writeAll([0x0A], to: STDERR_FILENO)
      throw .interrupted
    }
    guard let typed else { return nil }
    let bytes = Array(UnsafeRawBufferPointer(start: typed, count: strlen(typed)))
    if let offset = firstInvalidUTF8(in: bytes) { throw .notText(line: line, byte: offset + 1) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Waits until something is typed; false where a signal asks the process to stop, after which
/// readline by itself would wait on.
///
/// While it edits, readline catches signals itself and passes them on when it is asked to. One that
/// comes between the asking and the waiting would be noticed at the next key only, so it is asked
/// again and again.
private func waitForKey() -> Bool {
  while true {
    rl_check_signals()
    switch waitForInput(on: STDIN_FILENO, within: 50) {
    case .ready: return true
    case .stopped: return false
    case .timedOut: continue
    }
  }
}

extension Terminal {
  /// The line editor where a person sits at both ends, since it would echo what a script sends.
  public func lineReader() -> any LineReader {
    let isInteractive = isTerminal(.input) && isTerminal(.error)
    if isInteractive, !isDumb { return EditedLineReader() }
    return PlainLineReader(showsPrompt: isInteractive)
  }

  /// Asks before something that cannot be undone; anything but yes is no, also where nobody can be
  /// asked.
  public func confirm(_ question: String, from reader: any LineReader) throws(LineError) -> Bool {
    let answer = try reader.readLine(prompt: "\(visible(question)) [y/N] ") ?? ""
    return ["y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
  }
}
