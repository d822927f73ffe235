import FlagModel

/// Converts Core Data entities to flagdb entities.
struct EntityMaker {
  let model: ManagedModel
  let kinds: StoreKinds
  let joins: JoinTables
  let tables: StoreTables
  /// The types that a user has declared.
  let types: [NamedType]
  private(set) var notes: [String] = []
  /// The table of each root entity, and its columns.
  private let roots: [Name: (table: Name, plan: ColumnPlan)]

  init(
    model: ManagedModel, kinds: StoreKinds, joins: JoinTables, tables: StoreTables,
    types: [NamedType]
  ) {
    self.model = model
    self.kinds = kinds
    self.joins = joins
    self.tables = tables
    self.types = types
    var families: [Name: [ManagedEntity]] = [:]
    for entity in model.entities {
      families[model.root(of: entity).name, default: []].append(entity)
    }
    var roots: [Name: (table: Name, plan: ColumnPlan)] = [:]
    for (root, family) in families {
      guard let table = StoreLayout.table(of: root, kinds, tables) else { continue }
      let plan = ColumnPlan(table: table, of: family, in: tables, kinds.numbers)
      roots[root] = (table, plan)
    }
    self.roots = roots
  }

  private func home(of entity: ManagedEntity) -> (table: Name, plan: ColumnPlan)? {
    roots[model.root(of: entity).name]
  }

  /// The entity, with inherited properties first; nil if the store has no table for it.
  mutating func entity(_ entity: ManagedEntity) -> Entity? {
    guard let home = home(of: entity), let number = kinds.numbers[entity.name] else {
      notes.append("'\(entity.name)' has no table in the store")
      return nil
    }
    var properties: [Property] = []
    for ancestor in model.lineage(of: entity).reversed() {
      properties += self.properties(of: ancestor, in: home.plan, tells: ancestor == entity)
    }
    let attributes = Set(properties.flatMap(\.attributes).map(\.name))
    let uniques = model.lineage(of: entity).flatMap(\.uniques)
    return Entity(
      name: entity.name, properties: properties,
      uniques: uniques.filter { $0.count > 1 && $0.allSatisfy(attributes.contains) },
      originalName: entity.renamedFrom, summary: entity.isAbstract ? "abstract" : nil,
      parent: entity.parent,
      source: EntitySource(
        table: home.table, key: .init(column: "Z_PK"),
        kinds: .init(
          column: "Z_ENT", ownKind: entity.isAbstract ? nil : .integer(number),
          all: tables.family(of: number).map { .integer($0) }, isWholeTable: false)))
  }

  /// The properties that an entity declares and that its table stores.
  private mutating func properties(
    of entity: ManagedEntity, in plan: ColumnPlan, tells: Bool
  ) -> [Property] {
    var properties: [Property] = []
    for attribute in entity.attributes where !attribute.isTransient {
      let maker = AttributeMaker(entity: entity, plan: plan, types: types)
      if let property = maker.property(attribute) {
        properties.append(property)
      } else if tells {
        notes.append("'\(entity.name).\(attribute.name)' has no column in the store")
      }
    }
    for relationship in entity.relationships where !relationship.isTransient {
      if let storage = storage(of: relationship, in: entity, plan) {
        properties.append(.relationship(made(of: relationship, storage)))
      } else if tells {
        notes.append("'\(entity.name).\(relationship.name)' has no column in the store")
      }
    }
    return properties
  }

  // MARK: Relationships

  private func made(
    of relationship: ManagedRelationship, _ storage: Relationship.Storage
  ) -> Relationship {
    Relationship(
      name: relationship.name, target: relationship.destination,
      cardinality: relationship.isToMany
        ? .toMany(isOptional: false) : .toOne(isOptional: relationship.isOptional),
      inverse: model.inverse(of: relationship)?.name, deleteRule: relationship.deleteRule,
      storage: storage, originalName: relationship.renamedFrom)
  }

  private func storage(
    of relationship: ManagedRelationship, in entity: ManagedEntity, _ plan: ColumnPlan
  ) -> Relationship.Storage? {
    let inverse = model.inverse(of: relationship)
    if !relationship.isToMany {
      return plan.column(of: relationship.name, in: entity.name).map { column in
        .column(.init(column: column, isUnique: inverse?.isToMany == false))
      }
    }
    guard let other = model.entity(named: relationship.destination) else { return nil }
    guard let inverse else { return ownedColumn(of: relationship, of: entity, in: other) }
    if !inverse.isToMany { return column(of: inverse, in: other) }
    guard let target = kinds.numbers[relationship.destination],
      let owner = kinds.numbers[inverse.destination]
    else { return nil }
    let isFirst = (entity.name, relationship.name) <= (relationship.destination, inverse.name)
    return joins.storage(
      of: relationship.name, to: target, inverse: inverse.name, to: owner, isOwner: isFirst
    ).map { .joinTable($0) }
  }

  /// The storage of a to-many relationship: the column of its to-one inverse, which can be
  /// inherited.
  private func column(
    of inverse: ManagedRelationship, in other: ManagedEntity
  ) -> Relationship.Storage? {
    guard let home = home(of: other),
      let owner = model.lineage(of: other).first(where: {
        $0.relationship(named: inverse.name) != nil
      }), let column = home.plan.column(of: inverse.name, in: owner.name)
    else { return nil }
    return .inverse(.init(column: column, order: order(of: column, in: home.table)))
  }

  /// The storage of a to-many relationship without inverse: a column in the other table, such as
  /// `Z1SPEC`.
  private func ownedColumn(
    of relationship: ManagedRelationship, of entity: ManagedEntity, in other: ManagedEntity
  ) -> Relationship.Storage? {
    guard let home = home(of: other), let number = kinds.numbers[entity.name],
      let column = tables.column("Z\(number)\(relationship.name.inCapitals)", of: home.table)
    else { return nil }
    return .inverse(.init(column: column.name, order: order(of: column.name, in: home.table)))
  }

  /// The column that orders the list of a foreign key: `Z_FOK_OWNER` for `ZOWNER`.
  private func order(of column: Name, in table: Name) -> Name? {
    tables.column("Z_FOK_\(Name(column.utf8.dropFirst()))", of: table)?.name
  }
}

extension ManagedModel {
  fileprivate func root(of entity: ManagedEntity) -> ManagedEntity {
    lineage(of: entity).last ?? entity
  }
}
