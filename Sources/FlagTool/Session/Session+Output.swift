import Engines
import PlainText
import Platform
import Plots
import Terminal

extension Output {
  /// Writes a text. On a terminal, control characters are escaped.
  func writeVisibly(_ text: String, _ guarded: (String) -> String = visibleLines) throws {
    try write(isTerminal ? guarded(text) : text)
  }
}

/// The outputs for results.
extension Session {
  /// True if results go to a terminal.
  var showsResults: Bool { results == nil && terminal.isTerminal(.output) }

  /// Opens the file that an option names.
  func file(_ path: String, for option: String) throws -> Output {
    do throws(OutputError) {
      return try Output.file(path, in: files)
    } catch {
      if case .file(let problem) = error, case .inUse = problem.problem {
        throw CommandError("\(option): \(problem.message)")
      }
      throw error
    }
  }

  func output(isPaged: Bool) -> Output {
    results?.part() ?? terminal.output(isPaged: isPaged && self.isPaged)
  }

  /// Writes a result. Control characters from the database are escaped on a terminal.
  func print(_ text: String, isPaged: Bool = false) throws {
    act()
    let output = output(isPaged: isPaged)
    try output.writeVisibly(text)
    try output.finish()
  }

  /// Runs a change that produces an answer, and writes the answer after the commit. If the output
  /// is known to be closed, nothing is changed. A conflict with another program is retried if
  /// nothing was written.
  /// See Documentation/Decisions/results-are-printed-after-the-commit.md.
  func answer(
    mayRetry: @autoclosure () -> Bool = true,
    by change: (_ answer: @escaping (String) throws -> Void) throws -> Void
  ) throws {
    let output = output(isPaged: false)
    output.hold()
    var hasAnswered = false
    try retrying(if: !hasAnswered && mayRetry()) {
      try change { text in
        hasAnswered = true
        try output.writeVisibly(text)
        try output.requireTakerOfAnswer()
      }
    }
    act()
    try output.deliverAnswer()
  }

  /// Retries a change that conflicts with another program, a few times, after short waits.
  func retrying<Result>(
    if mayRetry: @autoclosure () -> Bool, _ change: () throws -> Result
  ) throws -> Result {
    for attempt in 1..<Self.mostTries {
      do {
        return try change()
      } catch let error as DatabaseError where error.isConflict && mayRetry() {
        _ = waitForInput(on: -1, within: .random(in: 1...5 << attempt))
      }
    }
    return try change()
  }

  private static let mostTries = 8

  /// Writes a document to the file of an option, or to the output. On a terminal control characters
  /// are escaped.
  func writeDocument(
    _ text: String, to path: String?, _ option: String = "--output",
    guarded: (String) -> String = visibleLines
  ) throws {
    act()
    let path = path == "-" ? nil : path
    let output = try path.map { try file($0, for: option) } ?? output(isPaged: true)
    try output.writeVisibly(text, guarded)
    try output.finish()
  }

  /// Writes a text plot that fits the width of the output.
  func writePlot(to path: String?, _ draw: (TextPlotStyle) -> String) throws {
    let isFile = path != nil && path != "-" || results != nil
    let toTerminal = !isFile && terminal.isTerminal(.output)
    let style = TextPlotStyle(
      width: isFile ? 80 : terminal.width, cutsLines: toTerminal,
      usesColour: !isFile && terminal.usesColour(on: .output), usesUnicode: terminal.usesUnicode)
    // The plot has already escaped all names, and may contain colours.
    try writeDocument(draw(style), to: path) { $0 }
  }
}
