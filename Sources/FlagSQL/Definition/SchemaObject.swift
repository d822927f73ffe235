/// A table, index, trigger or view of a database, and the statement that makes it.
public struct SchemaObject: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case table
    case index
    case trigger
    case view
  }

  public let kind: Kind
  public let name: String
  public let sql: String
  /// The table that it belongs to; its own name for a table.
  public let table: String

  public init(_ kind: Kind, _ name: String, on table: String, _ sql: String) {
    self.kind = kind
    self.name = name
    self.table = table
    self.sql = sql
  }
}

extension SchemaObject {
  /// Whether a statement that a database holds makes the same object. A table may have its columns
  /// in another order, since one that was added to many records stands last.
  public func isEquivalent(to stored: String) -> Bool { sql.utf8.elementsEqual(stored.utf8) }
}
