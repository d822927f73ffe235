package import FlagModel

/// What a database does when a record goes, beyond what a foreign key says. In its SQL, `OLD` is
/// the record that goes.
package struct DeletionTrigger: Sendable {
  package enum Action: Sendable {
    case run(String)
    /// The record stays while a query has an answer, and this is said.
    case refuse(String, while: String)
  }

  package let name: Name
  package let table: Name
  /// Whether it happens once the record is gone.
  package let isLate: Bool
  package let action: Action

  package init(name: Name, table: Name, isLate: Bool, action: Action) {
    self.name = name
    self.table = table
    self.isLate = isLate
    self.action = action
  }
}
