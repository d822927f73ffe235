package import PlainText

/// A property whose type is another entity, or an array of one.
package struct Relationship: Hashable, Sendable {
  package enum Cardinality: Hashable, Sendable {
    case toOne(isOptional: Bool)
    /// `[X]?` is stored like `[X]`: no record has nil.
    case toMany(isOptional: Bool)
  }

  /// The effect on related records when the record is deleted.
  package enum DeleteRule: String, Hashable, Sendable, CaseIterable {
    case nullify
    case cascade
    case deny
    case noAction
  }

  /// The storage of a relationship.
  package indirect enum Storage: Hashable, Sendable {
    /// A foreign key in this entity's table.
    case column(ForeignKey)
    /// A foreign key in the target's table.
    case inverse(ForeignKey)
    /// A join table, shared with the inverse.
    case joinTable(JoinTable)
  }

  /// A foreign key column.
  package struct ForeignKey: Hashable, Sendable {
    package let column: Name
    /// The referenced column; nil for the primary key.
    package let otherColumn: Name?
    /// True for a one-to-one relationship.
    package let isUnique: Bool
    /// The column that sorts the referring records; nil if they have no order.
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

  /// The join table of a many-to-many relationship, seen from one side.
  package struct JoinTable: Hashable, Sendable {
    package let name: Name
    /// The column with the keys of this entity.
    package let ownColumn: Name
    /// The column with the keys of the target.
    package let otherColumn: Name
    /// True for the side that creates the table.
    package let isOwner: Bool
    /// The column that sorts this side's list; nil if it has no order.
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

  private struct Content: Hashable, Sendable {
    let name: Name
    let target: Name
    let cardinality: Cardinality
    let inverse: Name?
    let deleteRule: DeleteRule
    let storage: Storage
    let originalName: Name?
    let summary: String?
  }

  private let content: Shared<Content>

  package var name: Name { content.value.name }
  /// The entity on the other side.
  package var target: Name { content.value.target }
  package var cardinality: Cardinality { content.value.cardinality }
  /// The property of the target that is the other side of this relationship. It is found
  /// automatically if there is only one candidate.
  package var inverse: Name? { content.value.inverse }
  package var deleteRule: DeleteRule { content.value.deleteRule }
  package var storage: Storage { content.value.storage }
  package var originalName: Name? { content.value.originalName }
  package var summary: String? { content.value.summary }

  package init(
    name: Name, target: Name, cardinality: Cardinality, inverse: Name? = nil,
    deleteRule: DeleteRule = .nullify, storage: Storage, originalName: Name? = nil,
    summary: String? = nil
  ) {
    content = Shared(
      Content(
        name: name, target: target, cardinality: cardinality, inverse: inverse,
        deleteRule: deleteRule, storage: storage, originalName: originalName, summary: summary))
  }

  /// True if this side has the foreign key, or creates the join table.
  package var keepsLinks: Bool {
    switch storage {
    case .column: true
    case .inverse: false
    case .joinTable(let table): table.isOwner
    }
  }

  /// The foreign key in this entity's table; nil if it is elsewhere.
  package var foreignKey: ForeignKey? { if case .column(let key) = storage { key } else { nil } }

  /// The join table; nil if a foreign key keeps the links.
  package var joinTable: JoinTable? {
    if case .joinTable(let table) = storage { table } else { nil }
  }

  /// True if the other side has the foreign key.
  package var isKeptByOtherSide: Bool { if case .inverse = storage { true } else { false } }

  package var isToMany: Bool { if case .toMany = cardinality { true } else { false } }

  /// The type as a model spells it, with the given name of the target.
  package func spelling(target: String) -> String {
    switch cardinality {
    case .toOne(isOptional: true): "\(target)?"
    case .toOne(isOptional: false): target
    case .toMany(isOptional: true): "[\(target)]?"
    case .toMany(isOptional: false): "[\(target)]"
    }
  }
}

extension Relationship.JoinTable {
  /// The join table in a flagdb database, seen from the side that creates it. Without an inverse,
  /// the owner's column has the name of the owner.
  package init(of owner: Name, _ relationship: Name, inverse: Name?) {
    let ownColumn = inverse ?? owner.asProperty
    var otherColumn = relationship
    if ownColumn.folded == relationship.folded { otherColumn = "\(relationship)_inverse" }
    self.init(
      name: "\(owner)_\(relationship)", ownColumn: ownColumn, otherColumn: otherColumn,
      isOwner: true)
  }
}

extension Name {
  /// `sample` for the type `Sample`.
  fileprivate var asProperty: Name { Name(text.prefix(1).lowercased() + text.dropFirst()) }
}
