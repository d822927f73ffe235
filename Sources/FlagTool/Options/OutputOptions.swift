import CommandTable
import FlagFormats
import FlagModel

/// `--format`, `--raw` and the other options for record output.
struct OutputOptions: CommandOptions {
  var format: OutputFormat?
  var isRaw = false
  var showsHeader = true
  var nullText: String?
  var endsRecordsWithNUL = false
  var isSafeForSpreadsheets = false
  var path: String?
  var isWide = false

  /// The long names of these options.
  static let names = OptionTable(describing: Self.self).options.map(\.name)

  mutating func declare(in table: inout OptionTable) {
    table.heading("output")
    table.value(
      "format", short: "f", &format, "FORMAT",
      help: "a table on a terminal, csv elsewhere")
    table.value(
      "output", short: "o", &path, "FILE", .file(),
      help: "write to this file; its ending selects the format")
    table.switch("raw", &isRaw, help: "show stored values: numbers instead of names")
    table.switch("no-header", &showsHeader, is: false, help: "leave out the names of the columns")
    table.value("null", &nullText, "TEXT", help: "show this text for nil")
    table.switch("wide", &isWide, help: "do not shorten tables to the width of the terminal")
    table.switch(
      "nul", short: "z", &endsRecordsWithNUL, help: "end records with NUL, for `xargs -0`")
    table.switch(
      "csv-safe", &isSafeForSpreadsheets,
      help: "keep spreadsheets from running cells that begin with =")
  }

  mutating func complete() throws {
    // A hyphen is standard output.
    if path == "-" { path = nil }
    if format == nil { format = try path.flatMap(Self.format(ofFile:)) }
    if let format, let option = given.first(where: format.unusedOptions.contains) {
      throw CommandError("--\(option) has no effect with the format \(format.rawValue)")
    }
  }

  /// The options that only some formats use.
  private var given: [String] {
    let options = [
      ("no-header", !showsHeader), ("null", nullText != nil), ("nul", endsRecordsWithNUL),
      ("csv-safe", isSafeForSpreadsheets),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// Throws if the text for NULL would be a delimiter or a line end in the format.
  func requireNullText(fits format: OutputFormat) throws {
    let (special, words): (String, String)
    switch format {
    case .csv: (special, words) = (",\"\r\n", "commas, quotes")
    case .tsv where nullText != "\\N": (special, words) = ("\t\\\r\n", "tabs, backslashes")
    case .table, .tsv, .json, .ndjson, .line, .markdown, .names: return
    }
    guard let nullText, nullText.utf8.contains(where: special.utf8.contains) else { return }
    throw CommandError(
      "--null: expected a text without \(words) and line ends for \(format.rawValue), "
        + "found '\(nullText)'")
  }

  /// The format for a file name extension; nil if there is no extension. The extension of an
  /// unsupported format is an error.
  private static func format(ofFile path: String) throws -> OutputFormat? {
    if let format = OutputFormat(fileName: path) { return format }
    let name = path.split(separator: "/").last ?? ""
    guard name.dropFirst().contains("."), !path.hasPrefix("/dev/") else { return nil }
    throw CommandError(
      "no format has the ending of '\(path)'",
      hint: "choose one with --format; .csv, .tsv, .json and .md are known")
  }
}

extension OutputFormat {
  /// The options of records that change nothing in this format.
  var unusedOptions: [String] {
    switch self {
    case .csv, .tsv: []
    case .table: ["csv-safe"]
    case .json: ["no-header", "null", "nul", "csv-safe"]
    case .ndjson: ["no-header", "null", "csv-safe"]
    case .line, .markdown, .names: ["no-header", "csv-safe"]
    }
  }
}
