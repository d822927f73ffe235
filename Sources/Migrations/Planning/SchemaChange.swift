package import FlagModel

/// A difference between two models.
package struct SchemaChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case removed
    case renamed
    /// A flag with another bit, or a case with another raw value.
    case moved
    case changed
  }

  package enum Subject: String, Hashable, Sendable {
    case entity
    case attribute
    case relationship
    case flagSet = "flag set"
    case flag
    case field
    case combination
    case enumeration = "enum"
    case enumerationCase = "case"
    case type
    case expression
    /// `#Unique` and `#Index`.
    case rule
  }

  package let kind: Kind
  package let subject: Subject
  /// The path in the new model, or in the old one for a removed part: `Sample.note`.
  package let path: Name
  /// A line of text: `BIOMarker.HRM moves from bit 1 to bit 2`.
  package let words: String
}

/// A removed part and similar new parts. Only the user knows whether one is the same.
package struct RenameQuestion: Hashable, Sendable {
  package let subject: SchemaChange.Subject
  /// The old path as in `--drop` and `--rename`: `Sample.note`.
  package let old: Name
  /// The possible new names, the most probable first.
  package let candidates: [Name]

  /// `did 'Sample.note' become 'remark'?`
  package var words: String { "did '\(old)' become \(listedInQuotes(candidates, "or"))?" }

  /// `--rename Sample.note=remark`, or `--drop Sample.note`
  package var answers: [String] { candidates.map { "--rename \(old)=\($0)" } + ["--drop \(old)"] }
}
