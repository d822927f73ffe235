package import FlagModel

/// The forms in which records are read.
package enum InputFormat: String, Hashable, Sendable, CaseIterable {
  /// RFC 4180, and what programs write instead of it.
  case csv
  /// As PostgreSQL's COPY and our writer have it: no quotes, `\t \n \r \\`, NULL as `\N`.
  case tsv
  /// An array of objects, or objects one after another.
  case json
  /// An object a line.
  case ndjson

  /// The format that the name of an input file tells.
  package init?(fileName: String) {
    guard let format = OutputFormat(fileName: fileName) else { return nil }
    self.init(rawValue: format.rawValue)
  }
}

/// The form of an input as the user described it.
package struct InputStyle: Hashable, Sendable {
  /// Nil: what the content looks like.
  package var format: InputFormat?
  /// Nil: a comma, or in tsv a tab.
  package var delimiter: UInt8?
  /// The names of the columns of an input that has no header.
  package var columnNames: [Name]?
  /// A text that means NULL if it is not in quotes, besides the format's own NULL.
  /// See Documentation/Decisions/no-value-and-empty-text.md.
  package var nullText: String?
  /// The bytes that are read at once.
  package var chunk = 1 << 17
  /// A longer record is an error: most likely a quote that nobody closed.
  package var recordLimit = 1 << 26

  package init(format: InputFormat? = nil) {
    self.format = format
  }
}
