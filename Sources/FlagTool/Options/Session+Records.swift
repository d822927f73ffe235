import FlagFormats
import FlagModel
import Platform
import Terminal

/// The output of records, as `OutputOptions` request it.
extension Session {
  /// Throws if the output file is in use. Commands that change something call it first.
  func requireOutput(_ options: OutputOptions) throws {
    guard let path = options.path else { return }
    do throws(FileError) {
      try files.requireWritable(path, replaces: !Output.isStream(path))
    } catch {
      throw CommandError("--output: \(error.message)")
    }
  }

  /// Writes records as the options request: to a file, through the pager, or directly.
  func writeRecords(
    _ columns: [OutputColumn], _ options: OutputOptions, _ records: some Sequence<[Value]>
  ) throws {
    let output = try recordOutput(options)
    try output.write(columns) { write in
      for record in records { try write(StoredRow(record)) }
    }
    try output.finish()
  }

  /// True if records are shown as a table on a terminal.
  func showsTable(_ options: OutputOptions) -> Bool { options.path == nil && showsResults }

  private func format(of options: OutputOptions) -> OutputFormat {
    if let format = options.format { return format }
    if showsTable(options) { return configuration.format ?? .table }
    return .csv
  }

  /// True if several threads can write the records, because nobody watches them on a terminal.
  func sharesRecords(_ options: OutputOptions) -> Bool {
    !showsTable(options) && format(of: options).hasParts
  }

  /// The output for several results, one below the other.
  func recordOutput(_ options: OutputOptions) throws -> RecordOutput {
    let path = options.path
    let toTerminal = showsTable(options)
    let format = format(of: options)
    try options.requireNullText(fits: format)
    let output = try path.map { try file($0, for: "--output") } ?? output(isPaged: true)
    var style = style(
      options, toTerminal,
      isColoured: path == nil && results == nil && terminal.usesColour(on: .output))
    style.guardsTerminal = output.isTerminal
    return RecordOutput(
      output, format: format, style: style, of: self, tellsRows: toTerminal && format == .table)
  }

  private func style(
    _ options: OutputOptions, _ toTerminal: Bool, isColoured: Bool
  ) -> OutputStyle {
    var style = OutputStyle()
    style.isRaw = options.isRaw
    style.showsHeader = options.showsHeader
    style.nullText = options.nullText
    if toTerminal {
      style.nullText = options.nullText ?? configuration.nullText
      if !options.isWide { style.width = terminal.width }
    }
    style.recordEnd = options.endsRecordsWithNUL ? .nul : .newline
    style.disarmsFormulas = options.isSafeForSpreadsheets
    style.usesColour = isColoured
    style.usesUnicode = terminal.usesUnicode
    return style
  }
}
