// Names, places and errors are a part of what this module says.
@_exported public import PlainText

/// A checked model: the types and entities that a database keeps. Equal models are equal values,
/// and printing one as Swift and reading it again gives the same value.
///
/// This module defines models and their values: how a value is stored, read and shown.
package struct Schema: Hashable, Sendable {
  /// Flag sets, enums, aliases and structs, in the order of declaration.
  package let types: [NamedType]
  package let entities: [Entity]
  private let index: NameIndex

  package static let empty = Schema(types: [], entities: [])
  /// The most flags, combinations, cases and properties that a model may have in all.
  package static let mostNames = 10_000
  /// The same in a model of tables that others made, of which there may be hundreds.
  package static let mostNamesInTables = 100_000

  package init(types: [NamedType], entities: [Entity]) {
    self.types = types
    self.entities = entities
    index = NameIndex(entities.lazy.map(\.name))
  }

  package var flagSets: [FlagSet] {
    types.compactMap { if case .flagSet(let set) = $0 { set } else { nil } }
  }

  /// The declared flag sets, and those of the cases of enums that attributes hold as sets.
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

  /// The entity at the top of the hierarchy of one.
  package func root(of entity: Entity) -> Entity { line(of: entity).first ?? entity }

  /// An entity after those that it inherits from, the first of which inherits from none.
  package func line(of entity: Entity) -> [Entity] {
    var line = [entity]
    while let parent = line[0].parent.flatMap(self.entity(named:)) { line.insert(parent, at: 0) }
    return line
  }

  /// The relationships that an entity does not inherit.
  package func ownRelationships(of entity: Entity) -> some Collection<Relationship> {
    let base = entity.parent.flatMap(self.entity(named:))
    return entity.relationships.dropFirst(base?.relationships.count ?? 0)
  }

  /// The entity of that name.
  package func entity(named name: Name) -> Entity? {
    index.place(of: name) { entities.firstIndex { $0.name == name } }.map { entities[$0] }
  }

  /// The delete rule that the target declares for this relationship seen from there.
  package func ruleOfOtherSide(of relationship: Relationship) -> Relationship.DeleteRule {
    guard let inverse = relationship.inverse, let target = entity(named: relationship.target)
    else { return .nullify }
    return target.relationship(named: inverse)?.deleteRule ?? .nullify
  }
}

/// A type that the model names and attributes use.
package indirect enum NamedType: Hashable, Sendable {
  case flagSet(FlagSet)
  case enumeration(Enumeration)
  case alias(TypeAlias)
  case structure(Structure)
  case payloads(PayloadEnumeration)

  /// The full name, with the types around it: `Sample.Status`.
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
  /// The type as the model spells it, `Decimal` or `[String]`.
  package let target: Name
  package let summary: String?

  package init(name: Name, target: Name, summary: String? = nil) {
    self.name = name
    self.target = target
    self.summary = summary
  }

  /// True if it stands for an optional: `Decimal?`.
  package var isOptional: Bool { target.utf8.last == UInt8(ascii: "?") }

  /// The type without its `?`.
  package var plainTarget: Name { isOptional ? Name(target.utf8.dropLast()) : target }
}

/// A struct that other types hold: with one stored property a wrapper, kept as that property
/// alone; with several, a column each.
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

/// The names that a struct's properties have in JSON, where its `CodingKeys` say so: properties
/// without one are not in JSON.
package typealias CodingKeys = [Name: Name]
