package import FlagModel

/// One difference between two models, in words.
package struct SchemaChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case removed
    case renamed
    /// A flag that has another bit, a case that has another raw value.
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
  /// Its name in the new model, or in the old one if it goes: `Sample.note`.
  package let path: Name
  /// One line, as `BIOMarker.HRM moves from bit 1 to bit 2`.
  package let words: String
}

/// One thing goes and one like it appears: only a person knows whether they are the same.
package struct RenameQuestion: Hashable, Sendable {
  package let subject: SchemaChange.Subject
  /// `Sample.note`, as `drops` and `renames` say it.
  package let old: Name
  /// The new names that it may have, the likeliest first.
  package let candidates: [Name]

  /// `did 'Sample.note' become 'remark'?`
  package var words: String {
    "did '\(old)' become \(listedInQuotes(candidates, "or"))?"
  }

  /// `--rename Sample.note=remark`, or `--drop Sample.note`
  package var answers: [String] {
    candidates.map { "--rename \(old)=\($0)" } + ["--drop \(old)"]
  }
}
