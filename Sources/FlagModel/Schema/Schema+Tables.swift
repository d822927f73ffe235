package import PlainText

/// A property that only some records of a table have: those of the entity that declares it, and of
/// its descendants.
package struct KindRule: Hashable, Sendable {
  package let property: Name
  package let column: Name
  /// The kinds with the property.
  package let kinds: [Value]
  /// True if each record of these kinds must have a value.
  package let isRequired: Bool
  /// The default value for new records of these kinds.
  package let defaultValue: DefaultValue?
}

extension Schema {
  /// The model of the tables: an entity for each, with the properties of a whole class hierarchy
  /// and the kind of each record. A model without inheritance stays unchanged.
  /// See Documentation/Decisions/classes-that-inherit-share-a-table.md.
  package var tables: Schema {
    guard entities.contains(where: { $0.parent != nil }) else { return self }
    var kinds: [NamedType] = []
    let roots = entities.filter { $0.parent == nil }.map { root -> Entity in
      let members = members(of: root)
      guard members.count > 1, let kind = kindAttribute(of: root) else {
        return entity(root, members: members, kind: nil)
      }
      if case .enumeration(let enumeration) = kind.type { kinds.append(.enumeration(enumeration)) }
      return entity(root, members: members, kind: kind)
    }
    return Schema(types: types + kinds, entities: roots)
  }

  /// An entity and its descendants, in the order of declaration.
  package func members(of entity: Entity) -> [Entity] {
    entities.filter { line(of: $0).contains { $0.name == entity.name } }
  }

  /// The kind of an entity's records, as an attribute; nil if there is only one kind.
  package func kindAttribute(of entity: Entity) -> Attribute? {
    guard let kinds = entity.source.kinds else { return nil }
    var cases: [Enumeration.Case] = []
    for member in members(of: root(of: entity)) {
      guard let kind = member.source.kinds?.ownKind else { continue }
      cases.append(Enumeration.Case(name: member.name, rawValue: kind))
    }
    let isText = cases.allSatisfy { if case .text = $0.rawValue { true } else { false } }
    let name: Name = "\(root(of: entity).name).\(kinds.column)"
    let rawType: Enumeration.RawType = if isText { .string } else { .integer(.int64) }
    let enumeration = Enumeration(name: name, rawType: rawType, cases: cases)
    return Attribute(
      name: kinds.column, declaredType: name, type: .enumeration(enumeration),
      defaultValue: root(of: entity).source.kinds?.ownKind.map(DefaultValue.value))
  }

  private func entity(_ root: Entity, members: [Entity], kind: Attribute?) -> Entity {
    var properties: [Property] = []
    if let kind { properties.append(.attribute(kind)) }
    var rules: [KindRule] = []
    for member in members {
      let ownProperties = member.properties.dropFirst(base(of: member)?.properties.count ?? 0)
      for property in ownProperties {
        let property = referringToTable(property)
        guard member.parent != nil, let kinds = member.source.kinds?.all else {
          properties.append(property)
          continue
        }
        properties.append(property.ofSomeKinds)
        rules += property.kindRules(kinds)
      }
    }
    let isWhole = kind == nil
    return Entity(
      name: root.name, kind: root.kind, properties: properties,
      uniques: members.flatMap(\.uniques).uniqued, indexes: members.flatMap(\.indexes).uniqued,
      expressions: root.expressions, originalName: root.originalName, summary: root.summary,
      source: EntitySource(
        table: root.source.table, key: root.source.key, kinds: isWhole ? root.source.kinds : nil),
      kindColumn: kind?.column, kindRules: rules)
  }

  private func referringToTable(_ property: Property) -> Property {
    guard case .relationship(let relationship) = property,
      let target = entity(named: relationship.target), target.parent != nil
    else { return property }
    return .relationship(
      relationship.having(name: relationship.name, target: root(of: target).name))
  }
}

extension [[Name]] {
  /// The lists without duplicates.
  fileprivate var uniqued: [[Name]] {
    var seen: Set<[Name]> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Relationship {
  /// The relationship with another name or another target.
  package func having(name: Name, target: Name) -> Relationship {
    Relationship(
      name: name, target: target, cardinality: cardinality, inverse: inverse,
      deleteRule: deleteRule, storage: storage, originalName: originalName, summary: summary)
  }

  fileprivate var asOptional: Relationship {
    guard case .toOne = cardinality else { return self }
    return Relationship(
      name: name, target: target, cardinality: .toOne(isOptional: true), inverse: inverse,
      deleteRule: deleteRule, storage: storage, originalName: originalName, summary: summary)
  }
}

extension Property {
  /// The property as an optional one, if records of other kinds lack it.
  fileprivate var ofSomeKinds: Property {
    switch self {
    case .attribute(var attribute):
      attribute.isOptional = true
      attribute.defaultValue = nil
      return .attribute(attribute)
    case .group(var group):
      group.properties = group.properties.map(\.ofSomeKinds)
      return .group(group)
    case .relationship(let relationship): return .relationship(relationship.asOptional)
    }
  }

  fileprivate func kindRules(_ kinds: [Value]) -> [KindRule] {
    if case .relationship(let relationship) = self {
      guard let key = relationship.foreignKey else { return [] }
      return [
        KindRule(
          property: name, column: key.column, kinds: kinds,
          isRequired: relationship.cardinality == .toOne(isOptional: false), defaultValue: nil)
      ]
    }
    return attributes.map { attribute in
      KindRule(
        property: attribute.name, column: attribute.column, kinds: kinds,
        isRequired: !attribute.isOptional, defaultValue: attribute.defaultOfNewRecords)
    }
  }
}

extension Attribute {
  /// The default value of a new record; for flags without one, the empty set.
  package var defaultOfNewRecords: DefaultValue? {
    if defaultValue == .value(.null) { return nil }
    if let defaultValue { return defaultValue }
    if case .flags = type, !isOptional { return .value(.integer(0)) }
    return nil
  }
}
