import CReadline
import PlainText
package import Platform

/// Reads lines that a user edits with GNU Readline, or with libedit if the tool is built with it. The
/// editor draws on standard error, so that standard output contains only results. It is initialised
/// before the first line.
/// See Documentation/Decisions/typed-lines-have-no-colour.md.
/// See Documentation/Decisions/the-line-editor-is-chosen-when-building.md.
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

  /// Waits shortly, because a terminal can write a pasted text in pieces.
  func hasMoreInput() -> Bool { waitForInput(on: STDIN_FILENO, within: 20) == .ready }

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

/// Waits for a key; false if a signal asks the process to stop, which readline would ignore.
///
/// During editing, readline catches signals and handles them on request. A signal between the
/// request and the wait would be handled only at the next key, so requests are repeated.
private func waitForKey() -> Bool {
  while true {
    flagdb_editor_check_signals()
    // The editor restores the terminal mode, but output of other programs may cover the line.
    if wasContinued() { flagdb_editor_redraw() }
    switch waitForInput(on: STDIN_FILENO, within: 50) {
    case .ready:
      // A key after Ctrl-C belongs to the next line.
      if flagdb_editor_has_signal() == 0 { return true }
    case .stopped: return false
    case .timedOut: continue
    }
  }
}

/// Reads the lines of a file.
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

  /// A line editor if input and error output are a terminal; otherwise plain lines without echo.
  package func lineReader() -> any LineReader {
    let isInteractive = isTerminal(.input) && isTerminal(.error)
    if isInteractive, !isDumb { return EditedLineReader() }
    return PlainLineReader(showsPrompt: isInteractive)
  }

  /// The reader of a session's commands: with history, completion, and a length limit.
  package func sessionReader(
    limit: Int, history: History?, complete: @escaping LineCompleter
  ) -> any LineReader {
    let isInteractive = isTerminal(.input) && isTerminal(.error)
    if isInteractive, !isDumb { return EditedLineReader(history: history, complete: complete) }
    return PlainLineReader(showsPrompt: isInteractive, limit: limit)
  }

  /// Asks for confirmation of an irreversible action. Any answer except yes is no, as is a missing
  /// terminal.
  package func confirm(_ question: String, from reader: any LineReader) throws(LineError) -> Bool {
    let answer = try reader.readLine(prompt: "\(question) [y/N] ") ?? ""
    return ["y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
  }
}
