import FlagModel

// What names mean, as far as it decides what may follow.

extension PlaceWalk {
  /// What a record has under a name; nil for nothing.
  func property(_ name: Name, of entity: Entity) -> Meaning? {
    if name == entity.keyColumn { return .value(.integer(.int64), isOptional: false) }
    if let attribute = entity.attribute(named: name) {
      return .value(attribute.type, isOptional: attribute.isOptional)
    }
    if let relationship = entity.relationship(named: name),
      let target = schema.entity(named: relationship.target)
    {
      return relationship.isToMany ? .many(target) : .one(target)
    }
    if let expression = entity.expression(named: name) { return meaning(of: expression) }
    let isGroup = entity.attributes.contains { $0.name.isInside(name) }
    return isGroup ? .group(entity, prefix: name, isMany: false) : nil
  }

  /// A named expression has the type that its declaration names.
  private func meaning(of expression: NamedExpression) -> Meaning {
    let declared = expression.declaredType.utf8
    let isOptional = declared.last == UInt8(ascii: "?")
    let name = Name(declared.dropLast(isOptional ? 1 : 0))
    switch name {
    case "Bool": return .truth
    case "String": return .value(.string, isOptional: isOptional)
    case "Date": return .value(.date, isOptional: isOptional)
    case "Double", "Float", "Decimal": return .value(.double, isOptional: isOptional)
    case _ where IntegerType(rawValue: name.text) != nil:
      return .value(.integer(.int), isOptional: isOptional)
    default: break
    }
    for type in schema.types where type.name == name {
      switch type {
      case .flagSet(let set): return .value(.flags(set), isOptional: isOptional)
      case .enumeration(let enumeration):
        return .value(.enumeration(enumeration), isOptional: isOptional)
      case .alias, .structure: break
      }
    }
    return .other
  }

  func member(_ name: Name, of owner: Meaning) -> Meaning {
    switch owner {
    case .one(let entity): property(name, of: entity) ?? .other
    case .many(let entity): member(name, ofEach: entity)
    case .values(let type), .value(.array(let type), _): member(name, ofEach: type)
    case .group(let entity, let prefix, let isMany):
      path("\(prefix).\(name)", of: entity, isMany: isMany)
    case .value(let type, _): member(name, of: type)
    case .type, .method, .function, .truth, .other: .other
    }
  }

  private func path(_ path: Name, of entity: Entity, isMany: Bool) -> Meaning {
    guard let found = property(path, of: entity) else { return .other }
    return isMany ? several(found) : found
  }

  private func member(_ name: Name, ofEach entity: Entity) -> Meaning {
    switch name {
    case "count": .value(.integer(.int), isOptional: false)
    case "isEmpty": .truth
    case "first", "last": .one(entity)
    case "filter": .method(result: .many(entity), of: entity, beside: nil)
    case "contains", "allSatisfy": .method(result: .truth, of: entity, beside: nil)
    case "map", "compactMap", "flatMap":
      .method(result: .values(.double), of: entity, beside: nil)
    default: property(name, of: entity).map(several) ?? .other
    }
  }

  /// What each of several records has.
  private func several(_ one: Meaning) -> Meaning {
    switch one {
    case .one(let entity): .many(entity)
    case .value(let type, _): .values(type)
    case .group(let entity, let prefix, _): .group(entity, prefix: prefix, isMany: true)
    default: one
    }
  }

  private func member(_ name: Name, ofEach type: AttributeType) -> Meaning {
    switch name {
    case "count": .value(.integer(.int), isOptional: false)
    case "min", "max", "sum", "avg": .value(type, isOptional: true)
    case "isEmpty": .truth
    case "contains": .method(result: .truth, of: nil, beside: .value(type, isOptional: false))
    default: .other
    }
  }

  private func member(_ name: Name, of type: AttributeType) -> Meaning {
    switch (type, name) {
    case (_, "count"), (_, "length"): .value(.integer(.int), isOptional: false)
    case (_, "isEmpty"): .truth
    case (_, "contains"), (_, "isSuperset"), (_, "isSubset"), (_, "isDisjoint"), (_, "hasPrefix"),
      (_, "hasSuffix"):
      .method(result: .truth, of: nil, beside: .value(type, isOptional: false))
    default: .other
    }
  }
}
