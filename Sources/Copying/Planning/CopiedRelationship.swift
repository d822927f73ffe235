import FlagModel

/// A relationship between two copied entities, as flagdb stores it.
struct CopiedRelationship {
  private let relationship: Relationship
  private let owner: Entity
  private let source: Schema
  private let names: CopiedNames
  /// The inverse, if it is also copied.
  private let inverse: Relationship?

  init(_ relationship: Relationship, of owner: Entity, in source: Schema, _ names: CopiedNames) {
    self.relationship = relationship
    self.owner = owner
    self.source = source
    self.names = names
    let other = source.entity(named: relationship.target).flatMap { target in
      source.ownRelationships(of: target).first { $0.name == relationship.inverse }
    }
    // Each side must be declared by the exact entity that the other side refers to.
    let isWhole = other?.target == owner.name && other?.inverse == relationship.name
    inverse =
      if isWhole && names.property(other?.name ?? "", of: relationship.target) != nil {
        other
      } else {
        nil
      }
  }

  func made(named name: Name) -> Relationship {
    Relationship(
      name: name, target: names.entities[relationship.target] ?? relationship.target,
      cardinality: cardinality, inverse: inverse.flatMap(newName),
      deleteRule: relationship.deleteRule, storage: storage(named: name),
      originalName: relationship.originalName, summary: relationship.summary)
  }

  /// The name of the inverse in the copy.
  private func newName(of inverse: Relationship) -> Name? {
    names.property(inverse.name, of: relationship.target)
  }

  /// The cardinality. The side without a column gives no information about records without a
  /// partner.
  private var cardinality: Relationship.Cardinality {
    if relationship.isToMany || keepsColumn { return relationship.cardinality }
    return .toOne(isOptional: true)
  }

  private func storage(named name: Name) -> Relationship.Storage {
    switch (relationship.isToMany, inverse?.isToMany) {
    case (false, true), (false, nil): return .column(.init(column: name))
    case (false, false):
      if keepsColumn { return .column(.init(column: name, isUnique: true)) }
      return .inverse(.init(column: inverse.flatMap(newName) ?? name, isUnique: true))
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

  /// True if this side has the column. Core Data stores both sides of a one-to-one relationship,
  /// but one is sufficient.
  private var keepsColumn: Bool {
    guard !relationship.isToMany, relationship.foreignKey != nil else { return false }
    guard let inverse, !inverse.isToMany, inverse.foreignKey != nil else { return true }
    return isFirst
  }

  /// True if this side is declared before the inverse.
  private var isFirst: Bool {
    guard let inverse else { return true }
    for entity in source.entities {
      for candidate in source.ownRelationships(of: entity) {
        if (entity.name, candidate.name) == (owner.name, relationship.name) { return true }
        if (entity.name, candidate.name) == (relationship.target, inverse.name) { return false }
      }
    }
    return true
  }
}
