import CommandTable
import FlagFormats
import FlagModel
import Platform
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

  /// Writes a result.
  func print(_ text: String) throws {
    let output = terminal.output()
    try output.write(text)
    try output.finish()
  }

  /// Says something that is no result.
  func say(_ text: String) {
    if !isSilent { try? writeAll(Array(text.utf8), to: STDERR_FILENO) }
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
