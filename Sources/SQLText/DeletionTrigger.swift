package import FlagModel

/// A trigger for effects of a deletion that a foreign key cannot express. In its statement, `OLD`
/// is the deleted record.
package struct DeletionTrigger: Hashable, Sendable {
  package let name: Name
  package let table: Name
  /// True if it runs after the deletion.
  package let isLate: Bool

  /// The keyword for its time.
  package var time: SQLText { isLate ? "AFTER" : "BEFORE" }

  package init(name: Name, table: Name, isLate: Bool) {
    self.name = name
    self.table = table
    self.isLate = isLate
  }
}
