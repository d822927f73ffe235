/// A property whose type is another entity, or an array of one.
public struct Relationship: Hashable, Sendable {
  public enum Cardinality: Hashable, Sendable {
    case toOne(isOptional: Bool)
    case toMany
  }

  /// What becomes of the others when this record is deleted.
  public enum DeleteRule: String, Hashable, Sendable, CaseIterable {
    case nullify
    case cascade
    case deny
    case noAction
  }

  /// Where it is kept.
  public enum Storage: Hashable, Sendable {
    /// A column of this entity's table, named as the property, with the other's key. When the
    /// inverse is to-one as well, the column is unique.
    case column(isUnique: Bool)
    /// The column that the inverse has in the other's table.
    case inverse
    /// A table of pairs, shared with the inverse.
    case joinTable(JoinTable)
  }

  /// The table of a many-to-many relationship, as seen from one of its sides.
  public struct JoinTable: Hashable, Sendable {
    public let name: String
    /// The column with the key of this entity.
    public let ownColumn: String
    /// The column with the key of the target.
    public let otherColumn: String
    /// One of the two sides makes the table.
    public let isOwner: Bool

    public init(name: String, ownColumn: String, otherColumn: String, isOwner: Bool) {
      self.name = name
      self.ownColumn = ownColumn
      self.otherColumn = otherColumn
      self.isOwner = isOwner
    }
  }

  public let name: String
  /// The name of the entity on the other side.
  public let target: String
  public let cardinality: Cardinality
  /// The property of the target that is this relationship seen from there; found by itself where
  /// only one can be meant.
  public let inverse: String?
  public let deleteRule: DeleteRule
  public let storage: Storage
  public let originalName: String?
  public let summary: String?

  public init(
    name: String, target: String, cardinality: Cardinality, inverse: String? = nil,
    deleteRule: DeleteRule = .nullify, storage: Storage, originalName: String? = nil,
    summary: String? = nil
  ) {
    self.name = name
    self.target = target
    self.cardinality = cardinality
    self.inverse = inverse
    self.deleteRule = deleteRule
    self.storage = storage
    self.originalName = originalName
    self.summary = summary
  }

  public var isToMany: Bool { cardinality == .toMany }
}
