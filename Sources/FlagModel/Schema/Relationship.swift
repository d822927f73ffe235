package import PlainText

/// A property whose type is another entity, or an array of one.
package struct Relationship: Hashable, Sendable {
  package enum Cardinality: Hashable, Sendable {
    case toOne(isOptional: Bool)
    /// `[X]?` is kept as `[X]` is: no record has nil.
    case toMany(isOptional: Bool)
  }

  /// The effect on the other records when this record is deleted.
  package enum DeleteRule: String, Hashable, Sendable, CaseIterable {
    case nullify
    case cascade
    case deny
    case noAction
  }

  /// The place where it is kept.
  package indirect enum Storage: Hashable, Sendable {
    /// A column of this entity's table.
    case column(ForeignKey)
    /// A column of the other's table.
    case inverse(ForeignKey)
    /// A table of pairs, shared with the inverse.
    case joinTable(JoinTable)
  }

  /// A column by which the records of a table refer to others.
  package struct ForeignKey: Hashable, Sendable {
    package let column: Name
    /// The column of the others that has the same value; nil for their key.
    package let otherColumn: Name?
    /// True if both sides are to-one.
    package let isUnique: Bool
    /// The column that gives the records that refer to one their order; nil if they have none.
    package let order: Name?

    package init(
      column: Name, otherColumn: Name? = nil, isUnique: Bool = false, order: Name? = nil
    ) {
      self.column = column
      self.otherColumn = otherColumn
      self.isUnique = isUnique
      self.order = order
    }
  }

  /// The table of a many-to-many relationship, as seen from one of its sides.
  package struct JoinTable: Hashable, Sendable {
    package let name: Name
    /// The column with the key of this entity.
    package let ownColumn: Name
    /// The column with the key of the target.
    package let otherColumn: Name
    /// One of the two sides makes the table.
    package let isOwner: Bool
    /// The column that gives this side's list its order; nil if it has none.
    package let order: Name?

    package init(
      name: Name, ownColumn: Name, otherColumn: Name, isOwner: Bool, order: Name? = nil
    ) {
      self.name = name
      self.ownColumn = ownColumn
      self.otherColumn = otherColumn
      self.isOwner = isOwner
      self.order = order
    }
  }

  package let name: Name
  /// The name of the entity on the other side.
  package let target: Name
  package let cardinality: Cardinality
  /// The property of the target that is this relationship seen from there; found by itself where
  /// only one can be meant.
  package let inverse: Name?
  package let deleteRule: DeleteRule
  package let storage: Storage
  package let originalName: Name?
  package let summary: String?

  package init(
    name: Name, target: Name, cardinality: Cardinality, inverse: Name? = nil,
    deleteRule: DeleteRule = .nullify, storage: Storage, originalName: Name? = nil,
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

  /// True if this side has the column, or makes the table of pairs.
  package var keepsLinks: Bool {
    switch storage {
    case .column: true
    case .inverse: false
    case .joinTable(let table): table.isOwner
    }
  }

  /// The column of this entity's own table; nil if it is kept elsewhere.
  package var foreignKey: ForeignKey? {
    if case .column(let key) = storage { key } else { nil }
  }

  /// True if the other side has the column.
  package var isKeptByOtherSide: Bool {
    if case .inverse = storage { true } else { false }
  }

  package var isToMany: Bool {
    if case .toMany = cardinality { true } else { false }
  }

  /// The type as a model spells it, with the target's name in the given form.
  package func spelling(target: String) -> String {
    switch cardinality {
    case .toOne(let isOptional): isOptional ? "\(target)?" : target
    case .toMany(let isOptional): isOptional ? "[\(target)]?" : "[\(target)]"
    }
  }
}

extension Relationship.JoinTable {
  /// The table in a database of our own, as seen from the side that makes it. Without an inverse the
  /// column of the owner has the owner's name.
  package init(of owner: Name, _ relationship: Name, inverse: Name?) {
    let own = inverse ?? owner.asProperty
    let other = own.folded == relationship.folded ? "\(relationship)_inverse" : relationship
    self.init(
      name: "\(owner)_\(relationship)", ownColumn: own, otherColumn: other, isOwner: true)
  }
}

extension Name {
  /// `sample` for the type `Sample`.
  fileprivate var asProperty: Name { Name(text.prefix(1).lowercased() + text.dropFirst()) }
}
