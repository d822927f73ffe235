package import FlagModel

extension ManagedModel {
  /// A model of ours in the words of Core Data, for code that is made from it. The types of a model
  /// are named as `userInfo` names those of an app.
  package init(of schema: Schema) throws(ManagedModelError) {
    try self.init(
      entities: schema.entities.map { entity in
        let base = entity.parent.flatMap(schema.entity(named:))
        let own = entity.properties.dropFirst(base?.properties.count ?? 0)
        return ManagedEntity(
          name: entity.name, parent: entity.parent, isAbstract: false, className: entity.name.text,
          attributes: own.flatMap(\.attributes).map(ManagedAttribute.init),
          relationships: schema.ownRelationships(of: entity).map(ManagedRelationship.init),
          fetched: [], uniques: entity.uniques + entity.labels.map { [$0.name] },
          renamedFrom: entity.originalName, userInfo: [:])
      })
  }

  /// The model with the types that somebody gave to attributes of the store.
  package func adopting(_ schema: Schema) throws(ManagedModelError) -> ManagedModel {
    try ManagedModel(
      entities: entities.map { entity in
        guard let named = schema.entity(named: entity.name) else { return entity }
        var entity = entity
        for index in entity.attributes.indices {
          guard let attribute = named.attribute(named: entity.attributes[index].name) else {
            continue
          }
          switch attribute.type {
          case .flags, .enumeration:
            entity.attributes[index].userInfo[ManagedAttribute.typeKey] =
              attribute.declaredType.text
          default: break
          }
        }
        return entity
      }, requests: requests, identifiers: identifiers)
  }

  /// Our model of the entities, as Core Data would keep them in a new store.
  package func schema(types: [NamedType]) throws(ManagedModelError) -> Schema {
    try StoreLayout(
      model: self, metadata: StoreMetadata(), tables: ExpectedTables(of: self).tables, types: types
    ).schema
  }
}

extension ManagedAttribute {
  fileprivate init(_ attribute: Attribute) {
    // Models of Core Data have no paths.
    let name = Name(attribute.name.parts.joined(separator: "_"))
    var defaultValue: ManagedDefault?
    if case .value(let value) = attribute.defaultValue, value != .null {
      defaultValue = .value(attribute.stored(value))
    }
    let type = attribute.type.managed
    self.init(
      name: name, type: type, isOptional: attribute.isOptional, isTransient: false,
      defaultValue: defaultValue, isExternal: false, validations: [], derivation: nil, elements: [],
      valueClass: type == .transformable ? attribute.declaredType.text : nil,
      renamedFrom: attribute.originalName,
      userInfo: attribute.hasPlainType
        ? [:] : [Self.typeKey: attribute.declaredType.text])
  }
}

extension Attribute {
  /// True if it is declared with the type that its values have.
  fileprivate var hasPlainType: Bool {
    AttributeType(builtin: declaredType) != nil || type.managed == .transformable
  }

  /// A default as Core Data keeps it: dates count from 2001.
  fileprivate func stored(_ value: Value) -> Value {
    guard type == .date, case .text(let text) = value, let date = try? Timestamp(text) else {
      return value
    }
    return .real(Double(date.microseconds) / 1_000_000 - 978_307_200)
  }
}

extension AttributeType {
  fileprivate var managed: ManagedType {
    switch self {
    case .bool: .boolean
    case .integer(let type): type.managed
    case .double: .double
    case .float: .float
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .url: .uri
    case .data: .data
    case .flags(let set): set.enumeration == nil ? set.rawType.managed : .transformable
    case .enumeration(let enumeration): enumeration.rawType.managed
    case .array, .json: .transformable
    case .any: .undefined
    }
  }
}

extension Enumeration.RawType {
  fileprivate var managed: ManagedType {
    switch self {
    case .integer(let type): type.managed
    case .real: .double
    case .string, .character, .caseName: .string
    }
  }
}

extension IntegerType {
  /// The narrowest that holds the numbers of the type, or the bits of a wide one.
  fileprivate var managed: ManagedType {
    switch self {
    case .int8, .uint8, .int16: .int16
    case .uint16, .int32: .int32
    case .uint32, .int, .int64, .uint, .uint64: .int64
    }
  }
}

extension ManagedRelationship {
  fileprivate init(_ relationship: Relationship) {
    let isOptional = relationship.cardinality != .toOne(isOptional: false)
    self.init(
      name: relationship.name, destination: relationship.target, inverse: relationship.inverse,
      isToMany: relationship.isToMany, isOrdered: false, isOptional: isOptional, isTransient: false,
      deleteRule: relationship.deleteRule, minimum: isOptional ? 0 : 1,
      maximum: relationship.isToMany ? nil : 1, renamedFrom: relationship.originalName,
      userInfo: [:])
  }
}
