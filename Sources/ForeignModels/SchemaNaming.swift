package import Engines
package import FlagModel

extension Schema {
  /// The model of a foreign database with the types of another model, such as the model of an app,
  /// for properties of the same names. Throws if a type name would then have two meanings.
  package func named(by model: Schema) throws(DatabaseError) -> Schema {
    // Inherited properties get their names with the ancestors.
    let entities = entities.map { entity in
      line(of: entity).compactMap(model.entity(for:)).reduce(entity) { $0.named(by: $1) }
    }
    var types = types
    for type in model.types {
      guard let place = types.firstIndex(where: { $0.name == type.name }) else {
        types.append(type)
        continue
      }
      let old = types[place]
      guard old != type, old.namesValues else { continue }
      if let user = entities.user(of: old) {
        throw DatabaseError(
          .refused, "'\(old.name)' is another type already, that of \(user)",
          hint: "give the type another name in one of the two models")
      }
      types[place] = type
    }
    return Schema(types: types, entities: entities)
  }

  /// The entity for the same records as an entity of the other model.
  private func entity(for entity: Entity) -> Entity? {
    self.entity(named: entity.name)
      ?? entities.first {
        $0.source.kinds == nil && $0.source.table.folded == entity.source.table.folded
      }
  }
}

extension NamedType {
  /// True for flags and enum cases, in the forms that attributes have.
  fileprivate var namesValues: Bool {
    switch self {
    case .flagSet, .enumeration: true
    case .alias, .structure, .payloads: false
    }
  }
}

extension [Entity] {
  /// The path of an attribute with the type; nil if there is none.
  fileprivate func user(of type: NamedType) -> Name? {
    for entity in self {
      let user = entity.attributes.first { $0.type.namedTypes.contains(type) }
      if let user { return "\(entity.name).\(user.name)" }
    }
    return nil
  }
}

extension Entity {
  fileprivate func named(by model: Entity) -> Entity {
    var named = Entity(
      name: name, kind: kind,
      properties: properties.map { property in
        guard case .attribute(let attribute) = property,
          let other = model.attribute(named: attribute.name), !model.hasInGroup(other)
        else { return property }
        return .attribute(attribute.typed(as: other))
      },
      uniques: uniques, indexes: indexes,
      expressions: expressions
        + model.expressions.filter { expression in
          !expressions.contains { $0.name == expression.name }
        },
      originalName: originalName, summary: summary ?? model.summary, parent: parent,
      source: source, kindColumn: kindColumn, kindRules: kindRules)
    let names = Set(properties.map(\.name))
    named.lostNames = model.properties.map(\.name).filter { !names.contains($0) }
    return named
  }

  private func hasInGroup(_ attribute: Attribute) -> Bool {
    properties.contains { property in
      if case .group = property { property.attributes.contains(attribute) } else { false }
    }
  }
}

extension Attribute {
  /// The attribute with the type from the other model, if its column can store such values.
  fileprivate func typed(as other: Attribute) -> Attribute {
    guard other.stored != .own || holds(other.type) else { return self }
    return Attribute(
      name: name, column: column, declaredType: other.declaredType, type: other.type,
      stored: form(typedAs: other),
      isOptional: isOptional, isRequiredPart: isRequiredPart, defaultValue: defaultValue,
      isUnique: isUnique, validity: other.validity, originalName: originalName, field: field,
      summary: other.summary ?? summary)
  }

  private func form(typedAs other: Attribute) -> StoredForm {
    if other.stored != .own { return other.stored }
    if StoredForm.forms(of: other.type).contains(stored) { return stored }
    if case .native(let native) = stored, native.keeps(other.type),
      StoredForm.foreign(other.type) == .own
    {
      return stored
    }
    if type == .data { return other.type.formInData }
    return .foreign(other.type)
  }

  /// True if the column can store values of the type.
  private func holds(_ other: AttributeType) -> Bool {
    switch (type, other) {
    case (_, _) where type == other, (.any, _): true
    case (.integer, .integer), (.integer, .flags), (.integer, .bool): true
    case (.integer, .enumeration(let cases)):
      if case .integer = cases.rawType { true } else { false }
    case (.string, .enumeration(let cases)): cases.rawType == .string
    case (.string, .date), (.string, .uuid), (.string, .url), (.string, .array), (.string, .json):
      true
    case (.flags(let old), .flags(let new)):
      (old.enumeration == nil) == (new.enumeration == nil)
    case (.enumeration(let old), .enumeration(let new)):
      old.rawType.isNumber == new.rawType.isNumber
    case (.double, .float), (.float, .double), (.bool, .integer): true
    // SwiftData stores these as JSON.
    case (.data, .array), (.data, .json), (.data, .flags): stored == .own
    default: false
    }
  }
}

extension AttributeType {
  /// The form in which SwiftData stores values of the type as data.
  fileprivate var formInData: StoredForm {
    switch self {
    case .array, .json: .coded
    case .flags: .rawValue
    default: .own
    }
  }
}
