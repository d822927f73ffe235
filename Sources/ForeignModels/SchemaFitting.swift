package import Engines
package import FlagModel

extension Schema {
  /// Adapts the model of a sidecar to the current tables. It omits lost tables and columns, and
  /// adds new ones from the model that describes the tables alone.
  package func fitted(to tables: [TableShape], and plain: Schema) -> Schema {
    SchemaFitting(self, tables, plain).schema
  }
}

/// Adapts a model to the tables of a file after they have changed.
private struct SchemaFitting {
  private let model: Schema
  private let plain: Schema
  private let tables: [Name.Folded: TableShape]
  /// The entities of the generated model, by table.
  private let made: [Name.Folded: Entity]
  /// The table of each entity of the model, if it still exists.
  private var sources: [Name: TableShape] = [:]
  /// The names in the sidecar for the entities of the generated model.
  private var names: [Name: Name] = [:]

  init(_ model: Schema, _ tables: [TableShape], _ plain: Schema) {
    self.model = model
    self.plain = plain
    let usable = tables.filter { $0.problem == nil && !$0.columns.isEmpty }
    self.tables = Dictionary(usable.map { ($0.name.folded, $0) }) { first, _ in first }
    made = Dictionary(plain.entities.map { ($0.source.table.folded, $0) }) { first, _ in first }
    for entity in model.entities {
      guard let table = self.tables[entity.source.table.folded] else { continue }
      if let kinds = entity.source.kinds, table.column(kinds.column) == nil { continue }
      sources[entity.name] = table
      if let made = made[table.name.folded] { names[made.name] = entity.name }
    }
  }

  var schema: Schema {
    let kept = model.entities.filter { sources[$0.name] != nil }.map(fitted)
    let taken = Set(kept.map(\.name.folded))
    let pairs = Set(kept.flatMap(\.relationships).compactMap(\.joinTable?.name.folded))
    let new = plain.entities.filter { entity in
      names[entity.name] == nil && !taken.contains(entity.name.folded)
        && !pairs.contains(entity.source.table.folded)
    }
    let entities = kept + new.map { renamed($0) }
    let declared = Set(model.types.map(\.name.folded))
    let types = model.types + plain.types.filter { !declared.contains($0.name.folded) }
    return Schema(types: types, entities: entities).takingEnumerations(of: plain).withoutLooseEnds
  }

  // MARK: Entities of the model

  private func fitted(_ entity: Entity) -> Entity {
    guard let table = sources[entity.name] else { return entity }
    let kept = entity.properties.filter { isThere($0, in: table) }.map { withDigits($0, of: table) }
    let new = additions(to: entity, kept)
    let names = Set((kept + new).map(\.name))
    let made = made[table.name.folded]
    let columns = Set(kept.flatMap(\.columnProperties).map(\.name))
    let uniques = entity.uniques.filter { $0.allSatisfy(columns.contains) }
    let keptUniques = Set(uniques.map(Set.init))
    var fitted = Entity(
      name: entity.name, kind: entity.kind, properties: kept + new,
      uniques: uniques
        + table.uniques(amongst: kept + new).filter { !keptUniques.contains(Set($0)) },
      indexes: entity.indexes.filter { $0.allSatisfy(columns.contains) },
      expressions: entity.expressions, originalName: entity.originalName, summary: entity.summary,
      parent: entity.parent.flatMap { sources[$0] == nil ? nil : $0 },
      source: EntitySource(
        table: table.name, key: made == nil ? entity.source.key : made?.source.key,
        kinds: entity.source.kinds, collations: table.collations))
    for property in entity.properties where !names.contains(property.name) {
      fitted.lostNames.append(property.name)
      for attribute in property.attributes where attribute.name != property.name {
        fitted.lostNames.append(attribute.name)
      }
    }
    return fitted
  }

  private func isThere(_ property: Property, in table: TableShape) -> Bool {
    guard case .relationship(let relationship) = property else {
      return property.attributes.allSatisfy { isColumn($0.column, of: table) }
    }
    guard let target = sources[relationship.target] else { return false }
    switch relationship.storage {
    case .column(let key):
      return isColumn(key.column, of: table)
        && key.otherColumn.map { isColumn($0, of: target) } ?? true
    case .inverse(let key):
      return isColumn(key.column, of: target)
        && key.otherColumn.map { isColumn($0, of: table) } ?? true
    case .joinTable(let join):
      guard let pairs = tables[join.name.folded] else { return false }
      return isColumn(join.ownColumn, of: pairs) && isColumn(join.otherColumn, of: pairs)
    }
  }

  private func isColumn(_ column: Name, of table: TableShape) -> Bool {
    table.column(column) != nil || table.rowNumber?.folded == column.folded
  }

  /// The property with the digits that its column declares now.
  private func withDigits(_ property: Property, of table: TableShape) -> Property {
    guard case .attribute(var attribute) = property, attribute.stored.isNumeric,
      let stored = table.column(attribute.column)?.kept?.stored, stored.isNumeric
    else { return property }
    attribute.stored = stored
    return .attribute(attribute)
  }

  // MARK: New columns

  /// The properties of a generated entity that the sidecar's entity lacks.
  private func additions(to entity: Entity, _ kept: [Property]) -> [Property] {
    // If a table stores several kinds of records, the kind that has a new column is unknown.
    guard entity.source.kinds == nil, let made = made[entity.source.table.folded] else {
      return []
    }
    var taken = Set(kept.map(\.name.folded))
    let covered = Set(kept.flatMap(\.columns).map(\.folded))
    return made.properties.compactMap { property in
      guard isNew(property, covered) else { return nil }
      var name = property.name
      while !taken.insert(name.folded).inserted { name = "\(name)_" }
      return renamed(property, to: name)
    }
  }

  private func isNew(_ property: Property, _ covered: Set<Name.Folded>) -> Bool {
    guard case .relationship(let relationship) = property else {
      return property.columns.allSatisfy { !covered.contains($0.folded) }
    }
    switch relationship.storage {
    case .column(let key): return !covered.contains(key.column.folded)
    case .inverse(let key):
      guard let other = names[relationship.target].flatMap(model.entity(named:)) else {
        return true
      }
      return !other.properties.flatMap(\.columns).contains { $0.folded == key.column.folded }
    case .joinTable(let join):
      return !model.entities.contains { entity in
        entity.source.table.folded == join.name.folded
          || entity.relationships.contains { $0.joinTable?.name.folded == join.name.folded }
      }
    }
  }

  /// The property with another name, and with the entity names of the sidecar.
  private func renamed(_ property: Property, to name: Name) -> Property {
    switch property {
    case .relationship(let relationship):
      return .relationship(
        relationship.having(name: name, target: names[relationship.target] ?? relationship.target))
    case .attribute(var attribute):
      attribute.name = name
      return .attribute(attribute)
    case .group: return property
    }
  }

  private func renamed(_ entity: Entity) -> Entity {
    entity.having(entity.properties.map { renamed($0, to: $0.name) })
  }
}

extension Schema {
  /// The model with the current cases of a server's enums. A case that already has a name keeps it.
  fileprivate func takingEnumerations(of plain: Schema) -> Schema {
    var current: [StoredForm: Enumeration] = [:]
    for attribute in plain.entities.flatMap(\.attributes) {
      if case .enumeration(let enumeration) = attribute.type, case .native = attribute.stored {
        current[attribute.stored] = enumeration
      }
    }
    if current.isEmpty { return self }
    var changed: [Name: Enumeration] = [:]
    let entities = entities.replacingProperties { property, _ in
      guard case .attribute(var attribute) = property,
        case .enumeration(let old) = attribute.type, let now = current[attribute.stored]
      else { return property }
      let new = old.having(now.cases)
      changed[old.name] = new
      attribute.type = .enumeration(new)
      return .attribute(attribute)
    }
    let types = types.map { type -> NamedType in
      if case .enumeration(let old) = type, let new = changed[old.name] {
        .enumeration(new)
      } else {
        type
      }
    }
    return Schema(types: types, entities: entities)
  }

  /// The model without relationships to missing entities and without missing inverses.
  var withoutLooseEnds: Schema {
    let names = Set(entities.map(\.name))
    let entities = entities.map { entity in
      entity.having(
        entity.properties.filter { property in
          guard case .relationship(let relationship) = property else { return true }
          return names.contains(relationship.target)
        })
    }
    let whole = Schema(types: types, entities: entities)
    return Schema(
      types: types,
      entities: entities.replacingProperties { property, entity in
        guard case .relationship(let relationship) = property else { return property }
        return .relationship(whole.checkingInverse(of: relationship, in: entity))
      })
  }

  /// The relationship with its inverse if the two match; otherwise without an inverse.
  private func checkingInverse(of relationship: Relationship, in entity: Entity) -> Relationship {
    guard let inverse = relationship.inverse,
      let other = self.entity(named: relationship.target)?.relationship(named: inverse),
      other.inverse == relationship.name, other.target == entity.name
    else {
      if relationship.inverse == nil { return relationship }
      return relationship.withoutInverse
    }
    return relationship
  }
}

extension Entity {
  /// The entity with other properties.
  package func having(_ properties: [Property], _ source: EntitySource? = nil) -> Entity {
    var entity = Entity(
      name: name, kind: kind, properties: properties, uniques: uniques, indexes: indexes,
      expressions: expressions, originalName: originalName, summary: summary, parent: parent,
      source: source ?? self.source, kindColumn: kindColumn, kindRules: kindRules)
    entity.lostNames = lostNames
    return entity
  }
}

extension [Entity] {
  /// The entities with a replacement for each of their properties.
  func replacingProperties(_ replacement: (Property, Entity) -> Property) -> [Entity] {
    var entities: [Entity] = []
    for entity in self {
      let properties = entity.properties.map { replacement($0, entity) }
      entities.append(entity.having(properties))
    }
    return entities
  }
}

extension Property {
  /// The columns of the entity's table.
  fileprivate var columns: [Name] {
    if case .relationship(let relationship) = self {
      return relationship.foreignKey.map { [$0.column] } ?? []
    }
    return attributes.map(\.column)
  }
}

extension Relationship {
  fileprivate var withoutInverse: Relationship {
    Relationship(
      name: name, target: target, cardinality: cardinality, deleteRule: deleteRule,
      storage: storage, originalName: originalName, summary: summary)
  }
}

extension Enumeration {
  /// The enum with other values. Values that already have a case keep its name.
  fileprivate func having(_ others: [Case]) -> Enumeration {
    if cases.map(\.rawValue) == others.map(\.rawValue) { return self }
    var taken = Set(cases.map(\.name))
    let new = others.map { other in
      if let existing = cases.first(where: { $0.rawValue == other.rawValue }) { return existing }
      let name = numbered(other.name) { taken.insert($0).inserted }
      return Case(name: name, rawValue: other.rawValue, summary: other.summary)
    }
    var fallback = declaredFallback
    if !new.contains(where: { $0.name == fallback }) { fallback = nil }
    return Enumeration(
      name: name, rawType: rawType, cases: new, fallback: fallback,
      summary: summary)
  }
}
