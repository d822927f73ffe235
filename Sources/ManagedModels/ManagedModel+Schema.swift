package import FlagModel

extension ManagedModel {
  /// Converts a flagdb model to a Core Data model, for generated code. Type names are taken from
  /// the model, as they are from `userInfo` for a Core Data model.
  package init(of schema: Schema) throws(ManagedModelError) {
    try self.init(
      entities: schema.entities.map { entity in
        let base = entity.parent.flatMap(schema.entity(named:))
        let ownProperties = entity.properties.dropFirst(base?.properties.count ?? 0)
        let alone = entity.labels.map { [$0.name] }.filter { !entity.uniques.contains($0) }
        return ManagedEntity(
          name: entity.name, parent: entity.parent, isAbstract: false, className: entity.name.text,
          attributes: ownProperties.flatMap(\.attributes).map(ManagedAttribute.init),
          relationships: schema.ownRelationships(of: entity).map(ManagedRelationship.init),
          fetched: [], uniques: entity.uniques + alone,
          renamedFrom: entity.originalName, userInfo: [:])
      })
  }

  /// The model with the types that a user has declared for attributes of the store.
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

  /// Converts the entities to a flagdb model, with the layout of a new Core Data store.
  package func schema(types: [NamedType]) throws(ManagedModelError) -> Schema {
    try StoreLayout(
      model: self, metadata: StoreMetadata(), tables: ExpectedTables(of: self).tables, types: types
    ).schema
  }
}

extension ManagedAttribute {
  fileprivate init(_ attribute: Attribute) {
    // An attribute name in a Core Data model has no dots.
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
  /// True if the attribute's declared type is the type of its stored values.
  fileprivate var hasPlainType: Bool {
    AttributeType(builtin: declaredType) != nil || type.managed == .transformable
  }

  /// Converts a default to the form that Core Data stores. Dates count from 2001.
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
  /// The narrowest Core Data type for the numbers of the type, or for the bits of a wide one.
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
