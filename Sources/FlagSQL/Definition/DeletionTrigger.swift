/// What a database does when a record goes, beyond what a foreign key says. In its SQL, `OLD` is
/// the record that goes.
public struct DeletionTrigger: Sendable {
  public enum Action: Sendable {
    case run(String)
    /// The record stays while a query has an answer, and this is said.
    case refuse(String, while: String)
  }

  public let name: String
  public let table: String
  /// Whether it happens once the record is gone.
  public let isLate: Bool
  public let action: Action
}
