import CommandTable
import FlagFormats
import FlagModel

/// `--flags`, `--type` and the other options for reading a record file in place of a database.
struct RecordOptions: CommandOptions, RecordReading {
  /// The same options of an import.
  var importing = ImportOptions()
  private var hasDates = true

  mutating func declare(in table: inout OptionTable) {
    table.heading(OptionDescription.recordsGroup)
    importing.declareTypes(in: &table)
    importing.declareSplits(in: &table)
    importing.declareMappings(in: &table)
    importing.declareDelimiter(in: &table)
    if hasDates { importing.declareDates(in: &table) }
    table.switch(
      "no-input-header", &importing.hasHeader, is: false,
      help: "the first line is a record: the columns are `column1` and so on")
    table.value(
      "input-columns", &importing.style.columnNames, "NAMES",
      help: "the columns of a file without a header"
    ) { $0.split(separator: ",", omittingEmptySubsequences: false).map { Name($0) } }
    table.value(
      "input-null", &importing.style.nullText, "TEXT", help: "the text that stands for no value")
  }

  /// These options and their values as the user typed them. `mcp` passes them on to each command.
  static func words(in session: Session) -> [String] {
    let names = Set(OptionTable(describing: Self.self).options.map(\.name))
    var line = LinePieces(session.words ?? [], of: session.commands.tool)
    line.command = nil
    line.pieces.removeAll { piece in !(piece.option.map(names.contains) ?? false) }
    return line.words
  }

  /// For a command that has another option of the name `--dates`.
  static var withoutDates: RecordOptions {
    var options = RecordOptions()
    options.hasDates = false
    return options
  }

  mutating func complete() throws {
    if importing.style.columnNames != nil { importing.hasHeader = false }
    try importing.applyMappings()
  }

  /// The first of these options in the command line; nil without any.
  var first: String? {
    let options = [
      ("--flags", !importing.flags.isEmpty), ("--type", !importing.types.isEmpty),
      ("--split", !importing.splits.isEmpty), ("--map", !importing.mappings.isEmpty),
      ("--delimiter", importing.style.delimiter != nil), ("--dates", importing.dates != nil),
      ("--input-columns", importing.style.columnNames != nil),
      ("--no-input-header", !importing.hasHeader),
      ("--input-null", importing.style.nullText != nil),
    ]
    return options.first(where: \.1)?.0
  }
}

/// The options for reading any database: `--model`, `--wal-at`, and those for record files.
struct ReadingOptions {
  var models: [String] = []
  /// The commit in the write-ahead log whose state is read; nil for the current state.
  var commit: Int64?
  var records = RecordOptions()
}

extension Session {
  /// The options for reading record files.
  var records: RecordOptions { recordReading as? RecordOptions ?? RecordOptions() }

  /// A session with the options of a command for reading databases.
  func given(_ reading: ReadingOptions) -> Session {
    let records = reading.records.first == nil ? nil : reading.records
    return given(models: reading.models, records: records, commit: reading.commit)
  }

  /// A session that opens one side of a comparison.
  func comparing(_ first: String, _ second: String) -> Session {
    lackingRecords(RecordFile(first) != nil || RecordFile(second) != nil)
  }
}
