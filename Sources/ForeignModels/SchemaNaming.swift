package import Engines
package import FlagModel

extension Schema {
  /// The model of a foreign database with the types of another model, such as the model of an app,
  /// for properties of the same names. Throws if a type name would then have two meanings.
  /// - Parameter plain: the model of the tables without a sidecar. A type that does not fit a type of the sidecar
  ///   is taken if it fits the column in this model.
  package func named(by model: Schema, over plain: Schema? = nil) throws(DatabaseError) -> Schema {
    // Inherited properties get their names with the ancestors.
    let entities = entities.map { entity in
      let columns = plain?.columns(of: entity.source.table) ?? [:]
      return line(of: entity).compactMap(model.entity(for:)).reduce(entity) {
        $0.named(by: $1, columns)
      }
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

  /// The attributes of a table by their columns.
  private func columns(of table: Name) -> [Name.Folded: Attribute] {
    let owners = entities.filter { $0.source.table.folded == table.folded }
    let pairs = owners.flatMap(\.attributes).map { ($0.column.folded, $0) }
    return Dictionary(pairs) { first, _ in first }
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
  fileprivate func named(by model: Entity, _ columns: [Name.Folded: Attribute]) -> Entity {
    var renames: [Name: Name] = [:]
    let properties = properties.map { property -> Property in
      guard case .attribute(let attribute) = property,
        let other = counterpart(of: attribute, in: model), !model.hasInGroup(other)
      else { return property }
      if other.name != attribute.name { renames[attribute.name] = other.name }
      let typed =
        attribute.typed(as: other) ?? columns[attribute.column.folded]?.typed(as: other)
        ?? attribute
      return .attribute(typed.called(other.name, like: attribute))
    }
    func renamed(_ lists: [[Name]]) -> [[Name]] { lists.map { $0.map { renames[$0] ?? $0 } } }
    var named = Entity(
      name: name, kind: kind, properties: properties, uniques: renamed(uniques),
      indexes: renamed(indexes),
      expressions: expressions
        + model.expressions.filter { expression in
          !expressions.contains { $0.name == expression.name }
        },
      originalName: originalName, summary: summary ?? model.summary, parent: parent,
      source: source, kindColumn: kindColumn, kindRules: kindRules)
    let names = Set(properties.map(\.name))
    named.lostNames = lostNames + model.properties.map(\.name).filter { !names.contains($0) }
    return named
  }

  /// The attribute of the other model with the same name, or with the name of the column, which a sidecar may call
  /// otherwise.
  private func counterpart(of attribute: Attribute, in model: Entity) -> Attribute? {
    if let same = model.attribute(named: attribute.name) { return same }
    let isTaken = properties.contains { $0.name == attribute.column }
    return isTaken ? nil : model.attribute(named: attribute.column)
  }

  private func hasInGroup(_ attribute: Attribute) -> Bool {
    properties.contains { property in
      if case .group = property { property.attributes.contains(attribute) } else { false }
    }
  }
}

extension Attribute {
  /// The attribute with the type from the other model; nil if its column cannot store such values.
  fileprivate func typed(as other: Attribute) -> Attribute? {
    guard other.stored != .own || holds(other.type) else { return nil }
    return Attribute(
      name: name, column: column, declaredType: other.declaredType, type: other.type,
      stored: form(typedAs: other),
      isOptional: isOptional, isRequiredPart: isRequiredPart, defaultValue: defaultValue,
      isUnique: isUnique, validity: other.validity, originalName: originalName, field: field,
      summary: other.summary ?? summary)
  }

  /// The attribute with the name of another one for the same column.
  fileprivate func called(_ name: Name, like other: Attribute) -> Attribute {
    Attribute(
      name: name, column: column, declaredType: declaredType, type: type, stored: stored,
      isOptional: other.isOptional, isRequiredPart: other.isRequiredPart,
      defaultValue: other.defaultValue, isUnique: other.isUnique, validity: validity,
      originalName: other.originalName, field: other.field, summary: summary ?? other.summary)
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
