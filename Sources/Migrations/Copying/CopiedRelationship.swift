import FlagModel

/// A relationship between two entities that are copied, as a database of ours keeps it.
struct CopiedRelationship {
  private let relationship: Relationship
  private let owner: Entity
  private let source: Schema
  private let names: CopiedNames
  /// The other side, if that is one of the copy too.
  private let inverse: Relationship?

  init(_ relationship: Relationship, of owner: Entity, in source: Schema, _ names: CopiedNames) {
    self.relationship = relationship
    self.owner = owner
    self.source = source
    self.names = names
    let other = source.entity(named: relationship.target).flatMap { target in
      source.ownRelationships(of: target).first { $0.name == relationship.inverse }
    }
    // Each side has to be declared by the very entity that the other one leads to.
    let isWhole = other?.target == owner.name && other?.inverse == relationship.name
    inverse =
      isWhole && names.property(other?.name ?? "", of: relationship.target) != nil ? other : nil
  }

  func made(named name: Name) -> Relationship {
    Relationship(
      name: name, target: names.entities[relationship.target] ?? relationship.target,
      cardinality: cardinality, inverse: inverse.flatMap(newName),
      deleteRule: relationship.deleteRule, storage: storage(named: name),
      originalName: relationship.originalName, summary: relationship.summary)
  }

  /// The name of the other side in the copy.
  private func newName(of inverse: Relationship) -> Name? {
    names.property(inverse.name, of: relationship.target)
  }

  /// The side without a column says nothing of records that lack the other.
  private var cardinality: Relationship.Cardinality {
    if relationship.isToMany || keepsColumn { return relationship.cardinality }
    return .toOne(isOptional: true)
  }

  private func storage(named name: Name) -> Relationship.Storage {
    switch (relationship.isToMany, inverse?.isToMany) {
    case (false, true), (false, nil): return .column(.init(column: name))
    case (false, false):
      return keepsColumn
        ? .column(.init(column: name, isUnique: true))
        : .inverse(.init(column: inverse.flatMap(newName) ?? name, isUnique: true))
    case (true, false): return .inverse(.init(column: inverse.flatMap(newName) ?? name))
    case (true, true), (true, nil):
      let table = Relationship.JoinTable(
        of: names.entities[owner.name] ?? owner.name, name, inverse: inverse.flatMap(newName))
      return .joinTable(
        .init(
          name: table.name, ownColumn: table.ownColumn, otherColumn: table.otherColumn,
          isOwner: isFirst))
    }
  }

  /// True if this side has the column. Of two to-one sides Core Data keeps both, of which one will do.
  private var keepsColumn: Bool {
    guard !relationship.isToMany, relationship.foreignKey != nil else { return false }
    guard let inverse, !inverse.isToMany, inverse.foreignKey != nil else { return true }
    return isFirst
  }

  /// True if this side is declared before the other one.
  private var isFirst: Bool {
    guard let inverse else { return true }
    for entity in source.entities {
      for one in source.ownRelationships(of: entity) {
        if (entity.name, one.name) == (owner.name, relationship.name) { return true }
        if (entity.name, one.name) == (relationship.target, inverse.name) { return false }
      }
    }
    return true
  }
}
