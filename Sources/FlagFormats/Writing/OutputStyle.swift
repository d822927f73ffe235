package import FlagModel

/// One column of what is written.
package struct OutputColumn: Hashable, Sendable {
  package let name: String
  /// Nil for a value that is shown as it is stored.
  package let type: AttributeType?

  package init(name: String, type: AttributeType? = nil) {
    self.name = name
    self.type = type
  }
}

/// The user's options besides the format, and the abilities of the output's device.
package struct OutputStyle: Hashable, Sendable {
  /// The bytes after a record.
  package enum RecordEnd: UInt8, Hashable, Sendable {
    case newline = 0x0A
    /// For `xargs -0`.
    case nul = 0x00
  }

  /// `--raw`: integers for flags, raw values for cases, smallest units for decimals.
  package var isRaw = false
  package var showsHeader = true
  /// `--null TEXT`; without it each format has its own.
  package var nullText: String?
  /// Kept by every format but `json`, which is one document.
  package var recordEnd = RecordEnd.newline
  /// The columns of the terminal, which tables then fit; nil for as wide as it takes.
  package var width: Int?
  /// True if a terminal shows the bytes. Then csv, tsv, names and JSON escape everything that could
  /// control it. Tables, lines and Markdown always do.
  package var guardsTerminal = false
  package var usesColour = false
  /// Rules and ellipses beyond ASCII.
  package var usesUnicode = true
  /// `--csv-safe`: texts of csv and tsv that a spreadsheet would take for a formula get a `'`.
  package var disarmsFormulas = false

  package init() {}
}
