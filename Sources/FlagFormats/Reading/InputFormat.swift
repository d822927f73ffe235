package import FlagModel

/// The input formats.
package enum InputFormat: String, Hashable, Sendable, CaseIterable {
  /// RFC 4180, and common deviations from it.
  case csv
  /// The format of PostgreSQL's COPY and of flagdb: no quotes, `\t \n \r \\`, NULL as `\N`.
  case tsv
  /// An array of objects, or objects one after another.
  case json
  /// One object on each line.
  case ndjson

  /// The format by the name of an input file.
  package init?(fileName: String) {
    guard let format = OutputFormat(fileName: fileName) else { return nil }
    self.init(rawValue: format.rawValue)
  }
}

/// The user's description of an input.
package struct InputStyle: Hashable, Sendable {
  /// Nil to detect the format from the content.
  package var format: InputFormat?
  /// Nil for a comma, or in tsv a tab.
  package var delimiter: UInt8?
  /// False if the first line of csv or tsv is a record.
  package var hasHeader = true
  /// The names of the columns for an input without a header; nil for `column1`, `column2`.
  package var columnNames: [Name]?
  /// An unquoted text that means NULL, in addition to the format's own NULL.
  /// See Documentation/Decisions/no-value-and-empty-text.md.
  package var nullText: String?
  /// The number of bytes in one read.
  package var chunk = 1 << 17
  /// The maximum length of a record. A longer one probably has an unclosed quote.
  package var recordLimit = 1 << 26

  package init(format: InputFormat? = nil) { self.format = format }
}
