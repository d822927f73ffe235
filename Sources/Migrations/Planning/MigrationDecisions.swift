package import FlagModel

/// The user's decisions about a migration.
package struct MigrationDecisions: Hashable, Sendable {
  /// The parts with a new name.
  package var renames: [Rename] = []
  /// The parts to remove, even if a similar part is new: `Sample.note`.
  package var drops: [Name] = []
  /// Values for records without a value, or with a value that the new model refuses.
  package var fills: [Fill] = []
  /// The removed flags whose bits must be cleared: `BIOMarker.PLX`.
  package var clears: [Name] = []
  /// The attributes that become flags of a mask, or that a mask becomes.
  package var masks: [MaskParts] = []
  /// The format of dates that become numbers, and of numbers that become dates.
  package var dates: NumberedDates?

  package static let none = MigrationDecisions()
}

/// An argument of `--fill`: `score=0` or `Sample.score=0`.
package struct Fill: Hashable, Sendable {
  /// An attribute of the new model, with its entity if the name alone is ambiguous.
  package let attribute: Name
  /// The value as typed.
  package let text: String

  package init(attribute: Name, text: String) {
    self.attribute = attribute
    self.text = text
  }
}
