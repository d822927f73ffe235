package import FlagModel

/// What a database does when a record goes, beyond what a foreign key says. In its statement, `OLD`
/// is the record that goes.
package struct DeletionTrigger: Hashable, Sendable {
  package let name: Name
  package let table: Name
  /// Whether it happens once the record is gone.
  package let isLate: Bool

  package init(name: Name, table: Name, isLate: Bool) {
    self.name = name
    self.table = table
    self.isLate = isLate
  }
}
