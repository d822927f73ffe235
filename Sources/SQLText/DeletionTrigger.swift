package import FlagModel

/// A trigger for the effects of a deletion that a foreign key cannot express. In its statement,
/// `OLD` is the record that goes.
package struct DeletionTrigger: Hashable, Sendable {
  package let name: Name
  package let table: Name
  /// True if it runs after the record is gone.
  package let isLate: Bool

  package init(name: Name, table: Name, isLate: Bool) {
    self.name = name
    self.table = table
    self.isLate = isLate
  }
}
