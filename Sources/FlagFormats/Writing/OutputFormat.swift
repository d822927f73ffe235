/// The forms in which records are written.
///
/// This module turns records into bytes, and the bytes of csv, tsv and JSON into checked values. It
/// opens no file.
package enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  /// Columns for people, fitted to the terminal.
  case table
  /// RFC 4180 with LF: NULL is nothing, an empty text is `""`.
  case csv
  /// Tabs, line ends and backslashes as `\t`, `\n`, `\r`, `\\`; NULL is `\N`.
  case tsv
  /// One array of objects, a record a line.
  case json
  /// An object a line.
  case ndjson
  /// `name = value`, a line each, and a blank line between records.
  case line
  /// A table of GitHub's Markdown.
  case markdown
  /// The values of a record, joined by tabs and nothing else: for `$(…)` and `xargs`.
  case names

  /// The format that the name of an output file asks for.
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
