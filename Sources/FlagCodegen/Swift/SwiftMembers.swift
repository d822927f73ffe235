import FlagModel
import ModelText

/// The stored properties of a struct or entity in Swift.
struct SwiftMembers {
  struct Member {
    let name: Identifier
    /// The name in the model.
    let modelName: Name
    /// Nil for the key of the record.
    let property: Property?
    let type: Code
    let value: Code?
    let summary: String?

    var isOptional: Bool { property?.isOptional ?? true }
  }

  private let types: SwiftTypes
  let members: [Member]

  /// - Parameter entity: the entity of the properties, which also has a key.
  init(_ types: SwiftTypes, _ properties: [Property], within entity: Entity?) {
    self.types = types
    let kept = properties.filter { property in
      guard case .relationship(let relationship) = property else { return true }
      return types.isKept(relationship, of: entity)
    }
    let key = entity.flatMap(types.key)
    var modelNames = kept.map { $0.name.parts.last ?? $0.name }
    if let key { modelNames.insert(key.name, at: 0) }
    var names = types.model.members(modelNames)[...]
    var members: [Member] = []
    if let key {
      members.append(
        Member(
          name: names.removeFirst(), modelName: key.name, property: nil, type: key.type,
          value: nil, summary: "The key; nil until the record is inserted."))
    }
    let values = SwiftValues(types)
    for (property, name) in zip(kept, names) {
      members.append(
        Member(
          name: name, modelName: property.name.parts.last ?? property.name, property: property,
          type: values.type(of: property), value: values.defaultValue(of: property),
          summary: property.summary))
    }
    self.members = members
  }

  var properties: [CodeItem] {
    members.map { member in
      let variable = Code.parameter(member.name, member.type, member.value)
      return .line("\(types.access)var \(variable)", member.summary)
    }
  }

  /// The JSON names that differ from the Swift names.
  func codingKeys(_ keys: CodingKeys?) -> CodeItem? {
    let pairs = members.compactMap { member -> (Identifier, Name)? in
      guard let keys else { return (member.name, member.modelName) }
      return keys[member.modelName].map { (member.name, $0) }
    }
    if keys == nil, pairs.allSatisfy({ $0.isSame(as: $1) }) { return nil }
    return .declaration(
      "private enum CodingKeys: String, CodingKey",
      pairs.map { name, key in
        if name.isSame(as: key) { return .line("case \(name)") }
        return .line("case \(name) = \(text: key.text)")
      })
  }

  /// The memberwise initializer, which Swift itself generates only for internal use and without
  /// another initializer.
  func initializer(besidesOther hasOther: Bool = false) -> CodeItem? {
    guard hasOther || types.access != "" else { return nil }
    let parameters = members.map { member -> Code in
      var value = member.value
      if value == nil, member.isOptional { value = "nil" }
      return .parameter(member.name, member.type, value)
    }
    var item = CodeItem.declaration(
      "\(types.access)init(\(list: parameters))",
      members.map { .line("self.\($0.name) = \($0.name)") })
    item.isApart = true
    return item
  }

  /// The conversion between a struct with one property and its stored value, in a column and in
  /// JSON.
  var storedValue: [CodeItem] {
    guard let member = members.first else { return [] }
    let access = types.access
    let name = member.name
    let type = member.type
    var items: [CodeItem] = []
    if name.plain != "storedValue" {
      items.append(
        .line("\(access)var storedValue: \(type) { \(name) }", "The value that a database keeps."))
    }
    return items + [
      .declaration(
        "\(access)init(storedValue: \(type))", [.line("self.\(name) = storedValue")]),
      .declaration(
        "\(access)init(from decoder: any Decoder) throws",
        [.line("self.\(name) = try decoder.singleValueContainer().decode(\(type).self)")]),
      .declaration(
        "\(access)func encode(to encoder: any Encoder) throws",
        [
          .line("var container = encoder.singleValueContainer()"),
          .line("try container.encode(\(name))"),
        ]),
    ]
  }
}

extension SwiftTypes {
  /// True if a struct has the relationship as a property. For the library, it includes lists of
  /// records with integer keys.
  fileprivate func isKept(_ relationship: Relationship, of entity: Entity?) -> Bool {
    guard isStored else { return !relationship.isToMany }
    guard relationship.isToMany else { return relationship.foreignKey != nil }
    let target = model.schema.entity(named: relationship.target)
    return entity?.isNumbered == true && target?.isNumbered == true
  }

  /// The key that is no property of the entity, and its type.
  fileprivate func key(of entity: Entity) -> (name: Name, type: Code)? {
    guard entity.keyAttribute == nil, case .known(let shown, let keyType)? = entity.source.key
    else { return nil }
    guard isStored else { return (shown, "\(type(keyType.nameOfKeyType))?") }
    guard keyType.isInteger else { return nil }
    return (entity.storedKey ?? shown, "Key<\(model.reference(to: entity.name))>?")
  }
}

extension Entity {
  /// The library's name for a key that is no property; nil if there is none.
  var storedKey: Name? {
    guard keyAttribute == nil, let shownKey, isNumbered else { return nil }
    if properties.contains(where: { $0.name == "id" }) { return shownKey }
    return "id"
  }
}

extension Property {
  var summary: String? {
    switch self {
    case .attribute(let attribute): attribute.summary
    case .group(let group): group.summary
    case .relationship(let relationship): relationship.summary
    }
  }

  var isOptional: Bool {
    switch self {
    case .attribute(let attribute): attribute.isOptional && !attribute.isRequiredPart
    case .group(let group): group.isOptional
    case .relationship(let relationship): relationship.cardinality == .toOne(isOptional: true)
    }
  }
}

/// The types and default values of properties in Swift.
struct SwiftValues {
  private let types: SwiftTypes
  var model: CodeModel { types.model }

  init(_ types: SwiftTypes) { self.types = types }

  func type(of property: Property) -> Code {
    let plain = plainType(of: property)
    if property.isOptional, !isNamedOptional(property) { return "\(plain)?" }
    return plain
  }

  private func plainType(of property: Property) -> Code {
    switch property {
    case .attribute(let attribute): return types.type(swiftType(of: attribute))
    case .group(let group): return types.type(group.declaredType)
    case .relationship(let relationship):
      if relationship.isToMany { return "[\(model.reference(to: relationship.target))]" }
      let key = model.keyType(of: relationship)
      let target = model.schema.entity(named: relationship.target)
      // The library's key is that of the record, and no other unique number.
      let isKey = target?.isNumbered != false && relationship.foreignKey?.otherColumn == nil
      if types.isStored, key.isInteger, isKey {
        return "Key<\(model.reference(to: relationship.target))>"
      }
      return types.type(key.nameOfKeyType)
    }
  }

  /// The declared type; `Data` for an undeclared one.
  func swiftType(of attribute: Attribute) -> Name {
    if attribute.type == .any, types.isStored { return "AnyValue" }
    if attribute.type == .any { return StoredValueUnit.name }
    let isCarried = attribute.type == .data && model.types[attribute.declaredType] == nil
    if isCarried { return "Data" }
    return attribute.declaredType
  }

  /// True if the type is an alias of an optional.
  func isNamedOptional(_ property: Property) -> Bool {
    guard case .attribute(let attribute) = property else { return false }
    var name = attribute.declaredType
    var steps = 0
    while case .alias(let alias)? = model.types[name], steps < 32 {
      if alias.isOptional { return true }
      name = alias.target
      steps += 1
    }
    return false
  }

  /// The default value in the model; for an optional nil, which is Swift's default.
  func defaultValue(of property: Property) -> Code? {
    switch property {
    case .attribute(let attribute): return defaultValue(of: attribute)
    case .group(let group): return defaultValue(of: group)
    case .relationship(let relationship): return relationship.isToMany ? "[]" : nil
    }
  }

  private func defaultValue(of attribute: Attribute) -> Code? {
    guard let value = attribute.defaultValue else {
      if attribute.type.isFlags && !attribute.isOptional { return "[]" }
      return nil
    }
    guard value != .value(.null), let plain = code(value, attribute.type) else { return nil }
    return wrapped(plain, in: swiftType(of: attribute))
  }

  func code(_ value: DefaultValue, _ type: AttributeType) -> Code? {
    switch (type, value) {
    case (.flags(let set), .value(.integer(let stored))): flags(set, set.mask(stored: stored))
    case (.enumeration(let enumeration), .value(let value)):
      name(of: value, in: enumeration).map { ".\($0)" }
    case (.array, .value(.text(let json))), (.json, .value(.text(let json))):
      code(json: json, type)
    case (.array, _), (.json, _), (.any, _): nil
    default: Code(stringLiteral: literal(value, type))
    }
  }

  private func flags(_ set: FlagSet, _ mask: UInt64) -> Code? {
    if let enumeration = set.enumeration {
      let cases = model.cases(of: enumeration).map(\.name)
      return model.names(of: mask, in: Array(zip(set.flags, cases)))?.asMembers
    }
    let flags = model.flags(of: set)
    if let names = model.names(of: mask, in: flags) {
      if names.count == 1 { return ".\(names[0])" }
      return names.asMembers
    }
    let number = Code.number(set.stored(mask), set.rawType)
    return "\(model.reference(to: set.name))(rawValue: \(number))"
  }

  func name(of value: Value, in enumeration: Enumeration) -> Identifier? {
    model.cases(of: enumeration).first { $0.value.rawValue == value }?.name
  }

  /// A value inside the initializers of its wrappers: `Email(address: "x")`.
  func wrapped(_ value: Code, in declared: Name, depth: Int = 0) -> Code? {
    guard depth < 32 else { return value }
    switch model.types[declared] {
    case .alias(let alias): return wrapped(value, in: alias.plainTarget, depth: depth + 1)
    case .structure(let structure):
      guard structure.isWrapper, case .attribute(let inner) = structure.properties[0] else {
        return nil
      }
      let label = model.members([inner.name])[0]
      guard let inside = wrapped(value, in: inner.declaredType, depth: depth + 1) else {
        return nil
      }
      return "\(model.reference(to: structure.name))(\(label): \(inside))"
    case _ where Self.identified.contains(declared): return nil
    default: return hasWrappedElements(declared) ? nil : value
    }
  }

  /// True for `[Email]` with a struct `Email` of one property, whose elements are stored without it.
  private func hasWrappedElements(_ declared: Name) -> Bool {
    declared.typeNames.contains { name in
      guard case .structure(let structure)? = model.types[name] else { return false }
      return structure.isWrapper
    }
  }

  /// The types of Foundation that are stored as their identifiers.
  private static let identified: Set<Name> = ["Locale", "TimeZone"]
}

extension AttributeType {
  /// The Swift name of a key type.
  var nameOfKeyType: Name {
    switch self {
    case .integer, .double, .float, .bool, .date, .uuid, .url, .data, .decimal: Name(swiftName)
    case .string, .array, .flags, .enumeration, .json, .any: "String"
    }
  }
}
