/// The output formats.
///
/// This module converts records to bytes, and the bytes of csv, tsv and JSON to checked values. It
/// opens no file.
package enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  /// Columns for people, fitted to the terminal.
  case table
  /// RFC 4180 with LF: NULL is an empty field, and an empty text is `""`.
  case csv
  /// Tabs, line breaks and backslashes as `\t`, `\n`, `\r`, `\\`; NULL is `\N`.
  case tsv
  /// An array of objects, with one record on each line.
  case json
  /// One object on each line.
  case ndjson
  /// `name = value` on separate lines, and an empty line between records.
  case line
  /// A table in GitHub's Markdown.
  case markdown
  /// The values of a record separated by tabs, for `$(…)` and `xargs`.
  case names

  /// The format by the name of an output file.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    case "md", "markdown": self = .markdown
    case "txt": self = .table
    default: return nil
    }
  }
}
