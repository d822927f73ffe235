package import FlagModel

/// A person's decisions about a migration besides the model that it leads to.
package struct MigrationDecisions: Hashable, Sendable {
  /// The parts with a new name.
  package var renames: [Rename] = []
  /// The parts that may go, though something like them appears: `Sample.note`.
  package var drops: [Name] = []
  /// Values for the records that have none, or one that the new model refuses.
  package var fills: [Fill] = []
  /// Flags that go and whose bits are to be cleared: `BIOMarker.PLX`.
  package var clears: [Name] = []
  /// The form of dates that become numbers, and of numbers that become dates.
  package var dates: NumberedDates?

  package static let none = MigrationDecisions()
}

/// `score=0` or `Sample.score=0`: what `--fill` says.
package struct Fill: Hashable, Sendable {
  /// An attribute of the new model, with its entity where the name alone could mean several.
  package let attribute: Name
  /// As a person types it.
  package let text: String

  package init(attribute: Name, text: String) {
    self.attribute = attribute
    self.text = text
  }
}
