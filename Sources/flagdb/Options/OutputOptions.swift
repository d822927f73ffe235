import CommandTable
import FlagFormats

/// `--format`, `--raw` and the others that say how records are shown.
struct OutputOptions {
  let format: OutputFormat?
  let isRaw: Bool
  let showsHeader: Bool
  let nullText: String?
  let endsRecordsWithNUL: Bool
  let isSafeForSpreadsheets: Bool
  let path: String?

  init(_ line: Invocation) throws {
    let path = line.value(ofOption: "output")
    // A hyphen is standard output, as everywhere.
    self.path = path == "-" ? nil : path
    if let name = line.value(ofOption: "format") {
      format = OutputFormat(rawValue: name)
    } else {
      format = try path.flatMap(Self.format(ofFile:))
    }
    isRaw = line.has(option: "raw")
    showsHeader = !line.has(option: "no-header")
    nullText = line.value(ofOption: "null")
    endsRecordsWithNUL = line.has(option: "nul")
    isSafeForSpreadsheets = line.has(option: "csv-safe")
  }

  /// Throws if the text for NULL would end a field or a record where it stands.
  func requireNullText(fits format: OutputFormat) throws {
    let (special, words): (String, String)
    switch format {
    case .csv: (special, words) = (",\"\r\n", "commas, quotes")
    case .tsv where nullText != "\\N": (special, words) = ("\t\\\r\n", "tabs, backslashes")
    default: return
    }
    guard let nullText, nullText.utf8.contains(where: special.utf8.contains) else { return }
    throw CommandError(
      "--null: expected a text without \(words) and line ends for \(format.rawValue), "
        + "found '\(nullText)'")
  }

  /// What the ending of a name says; nil where there is no ending. An ending that names another
  /// format would promise what the file does not hold.
  private static func format(ofFile path: String) throws -> OutputFormat? {
    if let format = OutputFormat(fileName: path) { return format }
    let name = path.split(separator: "/").last ?? ""
    guard name.dropFirst().contains("."), !path.hasPrefix("/dev/") else { return nil }
    throw CommandError(
      "the ending of '\(path)' names no format", hint: "say which with --format")
  }

  static let descriptions: [OptionDescription] = [
    OptionDescription(
      "format", short: "f",
      value: OptionValue("FORMAT", .choices(OutputFormat.allCases.map { Choice($0.rawValue) })),
      group: group, help: "how records are written; a table on a terminal, csv elsewhere"),
    OptionDescription(
      "output", short: "o", value: OptionValue("FILE", .file()), group: group,
      help: "write to this file, whose name also says the format"),
    OptionDescription(
      "raw", group: group, help: "show what is stored: numbers instead of names"),
    OptionDescription("no-header", group: group, help: "leave out the names of the columns"),
    OptionDescription(
      "null", value: OptionValue("TEXT"), group: group, help: "show this where there is no value"),
    OptionDescription(
      "nul", short: "z", group: group, help: "end records with NUL, for `xargs -0`"),
    OptionDescription(
      "csv-safe", group: group, help: "keep spreadsheets from running cells that begin with ="),
  ]

  private static let group = "output"
}
