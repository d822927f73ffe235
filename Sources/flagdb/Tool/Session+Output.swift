import Engines
import FlagFormats
import FlagModel
import PlainText
import Platform
import Plots
import Terminal

/// Where results go, and how they are shown there.
extension Session {
  /// True if a person sees the results at once.
  private var showsResults: Bool { results == nil && terminal.isTerminal(.output) }

  /// A file that an option of the command names.
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

  /// Throws if the output names a file that is in use; for commands that change something before
  /// they write it.
  func requireOutput(_ options: OutputOptions) throws {
    guard let path = options.path else { return }
    do throws(FileError) {
      try files.requireWritable(path)
    } catch {
      throw CommandError("--output: \(error.message)")
    }
  }

  private func output(isPaged: Bool) -> Output {
    results?.part() ?? terminal.output(isPaged: isPaged && self.isPaged)
  }

  /// Writes a result. It may hold what others have put into the database, which is not to drive
  /// the terminal.
  func print(_ text: String, isPaged: Bool = false) throws {
    act()
    let output = output(isPaged: isPaged)
    try output.write(output.isTerminal ? visibleLines(text) : text)
    try output.finish()
  }

  /// Runs a change, which makes its answer while it can be undone, and tells the answer when all is
  /// kept. Where it is known before that nobody can be told, nothing is changed. One that meets another
  /// program's is tried again as long as nothing was answered.
  /// See Documentation/Decisions/results-are-printed-after-the-commit.md.
  func answer(
    mayRetry: @autoclosure () -> Bool = true,
    by change: (_ answer: (String) throws -> Void) throws -> Void
  ) throws {
    let output = output(isPaged: false)
    output.hold()
    var hasAnswered = false
    try retrying(if: !hasAnswered && mayRetry()) {
      try change { text in
        hasAnswered = true
        try output.write(output.isTerminal ? visibleLines(text) : text)
        try output.requireTakerOfAnswer()
      }
    }
    act()
    try output.deliverAnswer()
  }

  /// Runs a change again that another program's was in the way of, some times, after waiting a little.
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

  /// Writes records that are at hand as the options ask: to a file, through the pager, or as they come.
  func writeRecords(
    _ columns: [OutputColumn], _ options: OutputOptions, _ records: some Sequence<[Value]>
  ) throws {
    let output = try recordOutput(options)
    try output.write(columns) { write in
      for record in records { try write(StoredRow(record)) }
    }
    try output.finish()
  }

  /// True if records would be shown as a table to a person.
  func showsTable(_ options: OutputOptions) -> Bool { options.path == nil && showsResults }

  /// The output for several answers, one below the other.
  func recordOutput(_ options: OutputOptions) throws -> RecordOutput {
    let path = options.path
    let toTerminal = showsTable(options)
    let usual = toTerminal ? configuration.format ?? .table : .csv
    try options.requireNullText(fits: options.format ?? usual)
    let output = try path.map { try file($0, for: "--output") } ?? output(isPaged: true)
    var style = style(
      options, toTerminal,
      isColoured: path == nil && results == nil && terminal.usesColour(on: .output))
    style.guardsTerminal = output.isTerminal
    let format = options.format ?? usual
    return RecordOutput(
      output, format: format, style: style, of: self, tellsRows: toTerminal && format == .table)
  }

  /// Writes a document: to the file that an option names, or as it comes. For a terminal it is
  /// changed.
  func writeDocument(
    _ text: String, to path: String?, _ option: String = "--output",
    guarded: (String) -> String = visibleLines
  ) throws {
    act()
    let path = path == "-" ? nil : path
    let output = try path.map { try file($0, for: option) } ?? output(isPaged: true)
    try output.write(output.isTerminal ? guarded(text) : text)
    try output.finish()
  }

  /// Writes a picture in text that fits the place where it is shown.
  func writePlot(to path: String?, _ draw: (TextPlotStyle) -> String) throws {
    let isFile = path != nil && path != "-" || results != nil
    let toTerminal = !isFile && terminal.isTerminal(.output)
    let style = TextPlotStyle(
      width: isFile ? 80 : terminal.width, cutsLines: toTerminal,
      usesColour: !isFile && terminal.usesColour(on: .output), usesUnicode: terminal.usesUnicode)
    // What draws has escaped all names, and may colour them.
    try writeDocument(draw(style), to: path) { $0 }
  }

  private func style(
    _ options: OutputOptions, _ toTerminal: Bool, isColoured: Bool
  ) -> OutputStyle {
    var style = OutputStyle()
    style.isRaw = options.isRaw
    style.showsHeader = options.showsHeader
    style.nullText = options.nullText ?? (toTerminal ? configuration.nullText : nil)
    style.recordEnd = options.endsRecordsWithNUL ? .nul : .newline
    style.disarmsFormulas = options.isSafeForSpreadsheets
    style.width = toTerminal && !options.isWide ? terminal.width : nil
    style.usesColour = isColoured
    style.usesUnicode = terminal.usesUnicode
    return style
  }
}
