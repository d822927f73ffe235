// Names, places and errors are part of this module's interface.
@_exported public import PlainText

/// A checked model: the types and entities of a database. Equal models are equal values. A model
/// that is printed as Swift and parsed again stays the same.
///
/// This module defines models and their values: how a value is stored, parsed and shown.
package struct Schema: Hashable, Sendable {
  /// Flag sets, enums, aliases and structs, in the order of declaration.
  package let types: [NamedType]
  package let entities: [Entity]
  private let index: NameIndex

  package static let empty = Schema(types: [], entities: [])
  /// The maximum number of flags, combinations, cases and properties in a model.
  package static let mostNames = 10_000
  /// The maximum for a model of foreign tables, of which there may be hundreds.
  package static let mostNamesInTables = 100_000

  package init(types: [NamedType], entities: [Entity]) {
    self.types = types
    self.entities = entities
    index = NameIndex(entities.lazy.map(\.name))
  }

  package var flagSets: [FlagSet] {
    types.compactMap { if case .flagSet(let set) = $0 { set } else { nil } }
  }

  /// The declared flag sets, and those for attributes that are sets of enum cases.
  package var allFlagSets: [FlagSet] {
    var sets = flagSets
    for attribute in entities.flatMap(\.attributes) {
      guard case .flags(let set) = attribute.type, set.enumeration != nil,
        !sets.contains(where: { $0.name == set.name })
      else { continue }
      sets.append(set)
    }
    return sets
  }

  package var enumerations: [Enumeration] {
    types.compactMap { if case .enumeration(let enumeration) = $0 { enumeration } else { nil } }
  }

  /// The top entity in the class hierarchy of an entity.
  package func root(of entity: Entity) -> Entity { line(of: entity).first ?? entity }

  /// An entity after its ancestors, beginning with the top one.
  package func line(of entity: Entity) -> [Entity] {
    var line = [entity]
    while let base = base(of: line[0]) { line.insert(base, at: 0) }
    return line
  }

  /// The entity from which an entity inherits; nil for a top one.
  package func base(of entity: Entity) -> Entity? {
    guard let parent = entity.parent else { return nil }
    return self.entity(named: parent)
  }

  /// The relationships that an entity does not inherit.
  package func ownRelationships(of entity: Entity) -> some Collection<Relationship> {
    entity.relationships.dropFirst(base(of: entity)?.relationships.count ?? 0)
  }

  /// The entity of that name.
  package func entity(named name: Name) -> Entity? {
    let place = index.place(of: name) { entities.firstIndex { $0.name == name } }
    guard let place else { return nil }
    return entities[place]
  }

  /// The delete rule that the target declares for the inverse.
  package func ruleOfOtherSide(of relationship: Relationship) -> Relationship.DeleteRule {
    guard let inverse = relationship.inverse, let target = entity(named: relationship.target)
    else { return .nullify }
    return target.relationship(named: inverse)?.deleteRule ?? .nullify
  }
}

/// A named type of the model that attributes use.
package indirect enum NamedType: Hashable, Sendable {
  case flagSet(FlagSet)
  case enumeration(Enumeration)
  case alias(TypeAlias)
  case structure(Structure)
  case payloads(PayloadEnumeration)

  /// The full name with its surrounding types: `Sample.Status`.
  package var name: Name {
    switch self {
    case .flagSet(let set): set.name
    case .enumeration(let enumeration): enumeration.name
    case .alias(let alias): alias.name
    case .structure(let structure): structure.name
    case .payloads(let enumeration): enumeration.name
    }
  }
}

/// `typealias Price = Decimal`: a second name for a type.
package struct TypeAlias: Hashable, Sendable {
  package let name: Name
  /// The type as the model spells it: `Decimal` or `[String]`.
  package let target: Name
  package let summary: String?

  package init(name: Name, target: Name, summary: String? = nil) {
    self.name = name
    self.target = target
    self.summary = summary
  }

  /// True for an optional target: `Decimal?`.
  package var isOptional: Bool { target.utf8.last == UInt8(ascii: "?") }

  /// The type without `?`.
  package var plainTarget: Name {
    if isOptional { return Name(target.utf8.dropLast()) }
    return target
  }
}

/// A struct in a property. With one stored property, it is a wrapper and stored like that property.
/// With several, each has a column.
package struct Structure: Hashable, Sendable {
  package let name: Name
  package let properties: [Property]
  package let codingKeys: CodingKeys?
  package let summary: String?

  package init(
    name: Name, properties: [Property], codingKeys: CodingKeys? = nil, summary: String? = nil
  ) {
    self.name = name
    self.properties = properties
    self.codingKeys = codingKeys
    self.summary = summary
  }
}

/// The names of a struct's properties in JSON, according to its `CodingKeys`. Properties without
/// one are not in JSON.
package typealias CodingKeys = [Name: Name]
