import CommandTable
import FlagFormats
import FlagModel
import PlainText
import Platform
import Plots
import Terminal

/// What a command has around it: the terminal, the clock, and where results and words go.
struct Session {
  let now: Timestamp
  private let terminal: Terminal
  private let isSilent: Bool

  init(colour: Terminal.ColourChoice) {
    terminal = Terminal(colour: colour)
    now = Timestamp(microseconds: wallClockMicroseconds()) ?? .earliest
    isSilent = false
  }

  private init() {
    terminal = Terminal(colour: .never)
    now = .earliest
    isSilent = true
  }

  /// For completions, which never say anything.
  static let silent = Session()

  /// Writes a result. It may hold what others have put into the database, which is not to drive
  /// the terminal.
  func print(_ text: String, isPaged: Bool = false) throws {
    let output = terminal.output(isPaged: isPaged)
    try output.write(terminal.isTerminal(.output) ? visibleLines(text) : text)
    try output.finish()
  }

  /// Says something that is no result.
  func say(_ text: String) {
    if !isSilent { try? writeAll(Array(text.utf8), to: STDERR_FILENO) }
  }

  /// A line that tells how far long work has come; nil where nobody would see it, and where it
  /// would stand among what is typed.
  func progress(isTyped: Bool = false) -> Progress? {
    isSilent || isTyped && terminal.isTerminal(.input) ? nil : Progress(terminal)
  }

  /// The width that running text fits into.
  var textWidth: Int { terminal.isTerminal(.output) ? min(terminal.width, 100) : 80 }

  var canAsk: Bool { terminal.isTerminal(.input) && terminal.isTerminal(.error) }

  func confirm(_ question: String) throws -> Bool {
    try terminal.confirm(question, from: terminal.lineReader())
  }

  /// Writes records as the options ask: to a file, through the pager, or as they come.
  func writeRecords(
    _ columns: [OutputColumn], _ options: OutputOptions,
    _ body: (_ write: ([Value]) throws -> Void) throws -> Void
  ) throws {
    let output = try recordOutput(options)
    try output.write(columns, body)
    try output.finish()
  }

  /// Where several answers are written, one below the other.
  func recordOutput(_ options: OutputOptions) throws -> RecordOutput {
    // A hyphen is standard output, as everywhere.
    let path = options.path == "-" ? nil : options.path
    let toTerminal = path == nil && terminal.isTerminal(.output)
    return RecordOutput(
      try path.map(Output.file) ?? terminal.output(isPaged: true),
      format: options.format ?? (toTerminal ? .table : .csv),
      style: style(
        options, toTerminal, isColoured: path == nil && terminal.usesColour(on: .output)))
  }

  /// Writes a document: to a file, or as it comes. Elsewhere than in a file it may meet a terminal,
  /// for which it is then changed.
  func writeDocument(
    _ text: String, to path: String?, guarded: (String) -> String = { $0 }
  ) throws {
    let path = path == "-" ? nil : path
    let output = try path.map(Output.file) ?? terminal.output(isPaged: true)
    try output.write(path == nil && terminal.isTerminal(.output) ? guarded(text) : text)
    try output.finish()
  }

  /// Writes a picture in text that fits the place where it is shown.
  func writePlot(to path: String?, _ draw: (TextPlotStyle) -> String) throws {
    let isFile = path != nil && path != "-"
    let toTerminal = !isFile && terminal.isTerminal(.output)
    let style = TextPlotStyle(
      width: isFile ? 80 : terminal.width, cutsLines: toTerminal,
      usesColour: !isFile && terminal.usesColour(on: .output), usesUnicode: terminal.usesUnicode)
    try writeDocument(draw(style), to: path)
  }

  private func style(
    _ options: OutputOptions, _ toTerminal: Bool, isColoured: Bool
  ) -> OutputStyle {
    var style = OutputStyle()
    style.isRaw = options.isRaw
    style.showsHeader = options.showsHeader
    style.nullText = options.nullText
    style.recordEnd = options.endsRecordsWithNUL ? .nul : .newline
    style.disarmsFormulas = options.isSafeForSpreadsheets
    style.guardsTerminal = toTerminal
    style.width = toTerminal ? terminal.width : nil
    style.usesColour = isColoured
    style.usesUnicode = terminal.usesUnicode
    return style
  }
}
