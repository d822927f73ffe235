package import FlagModel

/// An output column.
package struct OutputColumn: Hashable, Sendable {
  package let name: String
  /// Nil for a value that is shown in its stored form.
  package let type: AttributeType?

  package init(name: String, type: AttributeType? = nil) {
    self.name = name
    self.type = type
  }
}

/// The user's options except the format, and the properties of the output device.
package struct OutputStyle: Hashable, Sendable {
  /// The byte after a record.
  package enum RecordEnd: UInt8, Hashable, Sendable {
    case newline = 0x0A
    /// For `xargs -0`.
    case nul = 0x00
  }

  /// `--raw`: integers for flags, raw values for cases, smallest units for decimals.
  package var isRaw = false
  package var showsHeader = true
  /// `--null TEXT`; nil for the format's own NULL.
  package var nullText: String?
  /// The record end for every format except `json`, which is a single document.
  package var recordEnd = RecordEnd.newline
  /// The width of the terminal for tables; nil for no limit.
  package var width: Int?
  /// True if the output is a terminal. Then csv, tsv, names and JSON also escape everything that
  /// could control it. Tables, lines and Markdown always do.
  package var guardsTerminal = false
  package var usesColour = false
  /// True to use lines and ellipses beyond ASCII.
  package var usesUnicode = true
  /// `--csv-safe`: a `'` before texts in csv and tsv that a spreadsheet would take for a formula.
  package var disarmsFormulas = false

  package init() {}
}
