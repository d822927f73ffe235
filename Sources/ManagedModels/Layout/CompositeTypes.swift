import FlagModel

/// Declares structs for composites. A store contains the elements but no type names, and a Swift
/// model needs a declaration of each.
struct CompositeTypes {
  private(set) var types: [NamedType] = []
  /// The desired names of the structs with equal elements.
  private var wanted: [Structure: Name] = [:]
  private var taken: Set<Name.Folded>

  init(besides entities: [Entity], _ types: [NamedType]) {
    taken = Set((entities.map(\.name) + types.map(\.name)).map(\.folded))
  }

  /// The entity with declared types for its composites.
  mutating func declaring(_ entity: Entity) -> Entity {
    Entity(
      name: entity.name, properties: entity.properties.map { declaring($0) },
      uniques: entity.uniques, originalName: entity.originalName, summary: entity.summary,
      parent: entity.parent, source: entity.source)
  }

  private mutating func declaring(_ property: Property) -> Property {
    guard case .group(let group) = property else { return property }
    let parts = group.properties.map { declaring($0) }
    let type = type(group.declaredType, of: parts.map { $0.inside(group.name) })
    return .group(
      Group(
        name: group.name, declaredType: type, isOptional: group.isOptional, properties: parts,
        originalName: group.originalName))
  }

  /// The name of the struct with these elements. Several properties can share it.
  private mutating func type(_ name: Name, of parts: [Property]) -> Name {
    for case .structure(let structure) in types where structure.properties == parts {
      if wanted[structure] == name { return structure.name }
    }
    let free = numbered(name.asTypeName) { taken.insert($0.folded).inserted }
    let structure = Structure(name: free, properties: parts)
    wanted[structure] = name
    types.append(.structure(structure))
    return free
  }
}

extension Property {
  /// The property as a member of the struct at a path.
  fileprivate func inside(_ path: Name) -> Property {
    let member = name.dropping(path) ?? name
    switch self {
    case .attribute(var attribute):
      attribute.name = member
      attribute.column = Attribute.column(of: member)
      return .attribute(attribute)
    case .group(let group):
      return .group(
        Group(
          name: member, declaredType: group.declaredType, isOptional: group.isOptional,
          properties: group.properties.map { $0.inside(path) }))
    case .relationship: return self
    }
  }
}

extension Name {
  /// `Author` for `author`. A name that Swift or Foundation uses gets an underscore:
  /// `NSDictionary_`.
  fileprivate var asTypeName: Name {
    let word = identifier(for: Name(parts.map(\.text).joined(separator: "_")), or: "Part").text
    return Name(word.prefix(1).uppercased() + word.dropFirst()).asEntityName
  }
}
