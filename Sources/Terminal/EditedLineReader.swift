import CReadline
import PlainText
package import Platform

/// Lines that a person edits with GNU Readline, or with libedit where the tool is built so. The editor
/// draws on standard error, which leaves standard output to results, and is set up when the first line
/// is asked for.
/// See Documentation/Decisions/typed-lines-have-no-colour.md.
final class EditedLineReader: LineReader {
  private var line = 0
  private let history: History?
  let complete: LineCompleter?

  init(history: History? = nil, complete: LineCompleter? = nil) {
    self.history = history
    self.complete = complete
  }

  func readLine(prompt: String) throws(LineError) -> String? {
    if line == 0 { setUp() }
    line += 1
    reading = self
    _ = wasContinued()
    defer { reading = nil }
    let typed = flagdb_editor_read(visible(prompt))
    defer { free(typed) }
    if caughtSignal() != nil {
      StandardError.write("\n")
      throw .interrupted
    }
    guard let typed else { return nil }
    let bytes = Array(UnsafeRawBufferPointer(start: typed, count: strlen(typed)))
    if let offset = firstInvalidUTF8(in: bytes) { throw .notText(line: line, byte: offset + 1) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func setUp() {
    flagdb_editor_begin(
      { waitForKey() ? 1 : 0 }, { _, _, _ in matches() },
      { matches, count, _ in list(matches, count) })
    for line in history?.load() ?? [] { flagdb_editor_remember(line) }
  }

  func remember(_ text: String) {
    guard let line = history?.append(text) else { return }
    flagdb_editor_remember(line)
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
    flagdb_editor_check_signals()
    // Readline puts the terminal in order, but what others wrote meanwhile hides the line.
    if wasContinued() { flagdb_editor_redraw() }
    switch waitForInput(on: STDIN_FILENO, within: 50) {
    case .ready:
      // A key that is typed after Ctrl-C belongs to the next line.
      if flagdb_editor_has_signal() == 0 { return true }
    case .stopped: return false
    case .timedOut: continue
    }
  }
}

/// The lines of a file, as they are.
package func lineReader(
  of path: String, limit: Int, in files: FilesInUse
) throws(FileError) -> any LineReader {
  PlainLineReader(try InputFile.open(path, in: files), showsPrompt: false, limit: limit)
}

extension Terminal {
  /// The library that edits lines, and its version.
  package static var lineEditor: (name: String, version: String) {
    (String(cString: flagdb_editor_name()), String(cString: flagdb_editor_version()))
  }

  /// The line editor where a person sits at both ends, since it would echo what a script sends.
  package func lineReader() -> any LineReader {
    let isInteractive = isTerminal(.input) && isTerminal(.error)
    if isInteractive, !isDumb { return EditedLineReader() }
    return PlainLineReader(showsPrompt: isInteractive)
  }

  /// The reader of a session's commands: with a history, completion, and a limit for the length of
  /// a line.
  package func sessionReader(
    limit: Int, history: History?, complete: @escaping LineCompleter
  ) -> any LineReader {
    let isInteractive = isTerminal(.input) && isTerminal(.error)
    if isInteractive, !isDumb { return EditedLineReader(history: history, complete: complete) }
    return PlainLineReader(showsPrompt: isInteractive, limit: limit)
  }

  /// Asks before something that cannot be undone; anything but yes is no, also where nobody can be
  /// asked.
  package func confirm(_ question: String, from reader: any LineReader) throws(LineError) -> Bool {
    let answer = try reader.readLine(prompt: "\(question) [y/N] ") ?? ""
    return ["y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
  }
}
