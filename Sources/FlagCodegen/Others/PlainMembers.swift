import FlagModel

/// The members of a record or struct, for languages that only need their types.
struct PlainMember {
  enum Kind {
    case value(AttributeType)
    /// A struct of the model.
    case structure(Name)
  }

  let name: Identifier
  /// The name in the model.
  let modelName: Name
  let kind: Kind
  let isOptional: Bool
  let summary: String?
}

extension CodeModel {
  /// The types of the model for a language in which wrappers and aliases are replaced by their
  /// content.
  var plainTypes: [NamedType] {
    schema.types.filter { !isTransparent($0) && !declaredElsewhere.contains($0.name) }
  }

  var ownEntities: [Entity] { schema.entities.filter { !declaredElsewhere.contains($0.name) } }

  /// The same with each entity after its parent.
  var entitiesAfterTheirBases: [Entity] {
    var levels: [[Entity]] = []
    for entity in ownEntities {
      let depth = schema.line(of: entity).count
      while levels.count <= depth { levels.append([]) }
      levels[depth].append(entity)
    }
    return levels.flatMap(\.self)
  }

  /// The members of an entity: its key, its attributes, and the keys of related records.
  ///
  /// - Parameter inherits: true to omit inherited members.
  func members(of entity: Entity, inherits: Bool = false, reserved: Set<String> = [])
    -> [PlainMember]
  {
    var properties = entity.properties.filter { property in
      if case .relationship(let relationship) = property { return !relationship.isToMany }
      return true
    }
    if entity.keyAttribute == nil, case .known(let column, let type)? = entity.source.key {
      let attribute = Attribute(
        name: column, declaredType: "Int64", type: type, isOptional: true,
        summary: "The key; none until the record is inserted.")
      properties.insert(.attribute(attribute), at: 0)
    }
    let all = members(properties, reserved: reserved)
    guard inherits, let base = schema.base(of: entity) else { return all }
    return Array(all.dropFirst(members(of: base, reserved: reserved).count))
  }

  /// The types that the members have.
  func types(of members: [PlainMember]) -> Set<Identifier> {
    let names = members.flatMap(\.referredNames)
    return Set(names.map(name))
  }

  func members(_ properties: [Property], reserved: Set<String> = []) -> [PlainMember] {
    let names = members(properties.map { $0.name.parts.last ?? $0.name }, reserved: reserved)
    return zip(properties, names).map { property, name in
      PlainMember(
        name: name, modelName: property.name.parts.last ?? property.name, kind: kind(of: property),
        isOptional: property.isOptional, summary: property.summary)
    }
  }

  private func kind(of property: Property) -> PlainMember.Kind {
    switch property {
    case .attribute(let attribute): .value(attribute.type)
    case .group(let group): .structure(structureName(group.declaredType))
    case .relationship(let relationship):
      .value(keyType(of: relationship))
    }
  }

  /// The type of the values by which a to-one relationship refers to other records: that of their key, or of another
  /// unique attribute.
  func keyType(of relationship: Relationship) -> AttributeType {
    var relationship = relationship
    for _ in 0..<32 {
      guard let target = schema.entity(named: relationship.target) else { break }
      if let attribute = target.attribute(referredToBy: relationship) { return attribute.type }
      guard case .hidden = target.source.key, let key = target.relationshipForHiddenKey else {
        return target.source.key?.type ?? .integer(.int64)
      }
      relationship = key
    }
    return .integer(.int64)
  }

  private func structureName(_ declared: Name) -> Name {
    var name = declared
    var steps = 0
    while case .alias(let alias)? = types[name], steps < 32 {
      name = alias.plainTarget
      steps += 1
    }
    return name
  }
}

extension AttributeType {
  /// The type names in the code of the type.
  var referredNames: [Name] {
    switch self {
    case .flags(let set): [set.enumeration?.name ?? set.name]
    case .enumeration(let enumeration): [enumeration.name]
    case .array(let element, _): element.referredNames
    case .json(.object(let name, _)): [name]
    case .json(.dictionary(let key, let value)): key.referredNames + value.type.referredNames
    case .json(.optional(let type)): type.referredNames
    case .json(.cases): []
    case .bool, .integer, .double, .float, .decimal, .string, .date, .uuid, .url, .data, .any: []
    }
  }
}

extension PlainMember {
  var referredNames: [Name] {
    switch kind {
    case .value(let type): type.referredNames
    case .structure(let name): [name]
    }
  }
}
