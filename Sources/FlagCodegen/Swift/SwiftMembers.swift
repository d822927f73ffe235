import FlagModel

/// The stored properties of a struct or entity in Swift.
struct SwiftMembers {
  private struct Member {
    let name: Identifier
    let property: Property
    let type: Code
    let value: Code?
  }

  private let types: SwiftTypes
  private let members: [Member]

  /// - Parameter entity: the entity whose properties they are, which has a key besides.
  init(_ types: SwiftTypes, _ properties: [Property], within entity: Entity?) {
    self.types = types
    let kept = properties.filter { property in
      if case .relationship(let relationship) = property { return !relationship.isToMany }
      return true
    }
    let key = entity.flatMap { entity -> Property? in
      guard entity.keyAttribute == nil, let key = entity.source.key else { return nil }
      return .attribute(
        Attribute(
          name: key.column, declaredType: key.type.swiftName, type: key.type, isOptional: true,
          summary: "The key; nil until the record is inserted."))
    }
    let all = (key.map { [$0] } ?? []) + kept
    let names = types.model.members(all.map { $0.name.parts.last ?? $0.name })
    members = zip(all, names).map { property, name in
      let values = SwiftValues(types)
      return Member(
        name: name, property: property, type: values.type(of: property),
        value: values.defaultValue(of: property))
    }
  }

  var properties: [CodeItem] {
    members.map { member in
      let value: Code = member.value.map { " = \($0)" } ?? ""
      return .line(
        "\(types.access)var \(member.name): \(member.type)\(value)", member.property.summary)
    }
  }

  /// The names in JSON, where they differ from those in Swift.
  func codingKeys(_ keys: CodingKeys?) -> CodeItem? {
    let pairs = members.compactMap { member -> (Identifier, Name)? in
      let name = member.property.name.parts.last ?? member.property.name
      guard let keys else { return (member.name, name) }
      return keys[member.property.name].map { (member.name, $0) }
    }
    if keys == nil, pairs.allSatisfy({ $0.isSame(as: $1) }) { return nil }
    return .declaration(
      "private enum CodingKeys: String, CodingKey",
      pairs.map { name, key in
        .line(name.isSame(as: key) ? "case \(name)" : "case \(name) = \(text: key.text)")
      })
  }

  /// The initializer that Swift makes by itself for the module alone.
  var initializer: CodeItem? {
    guard types.access != "" else { return nil }
    let parameters = members.map { member -> Code in
      let isOptional = member.property.isOptional
      let value = member.value ?? (isOptional ? "nil" : nil)
      return "\(member.name): \(member.type)\(value.map { " = \($0)" } ?? "")"
    }
    var item = CodeItem.declaration(
      "\(types.access)init(\(list: parameters))",
      members.map { .line("self.\($0.name) = \($0.name)") })
    item.isApart = true
    return item
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
  private var model: CodeModel { types.model }

  init(_ types: SwiftTypes) { self.types = types }

  func type(of property: Property) -> Code {
    "\(plainType(of: property))\(property.isOptional && !isNamedOptional(property) ? "?" : "")"
  }

  private func plainType(of property: Property) -> Code {
    switch property {
    case .attribute(let attribute): types.type(swiftType(of: attribute))
    case .group(let group): types.type(group.declaredType)
    case .relationship(let relationship):
      Code(
        stringLiteral: (model.schema.entity(named: relationship.target)?.source.key?.type
          ?? .integer(.int64)).swiftName.text)
    }
  }

  /// The type as the model declares it; data where that is a type which nobody declares.
  func swiftType(of attribute: Attribute) -> Name {
    if attribute.type == .any { return StoredValueUnit.name }
    let isCarried = attribute.type == .data && model.types[attribute.declaredType] == nil
    return isCarried ? "Data" : attribute.declaredType
  }

  /// True if the type is an alias that says `?` itself.
  private func isNamedOptional(_ property: Property) -> Bool {
    guard case .attribute(let attribute) = property else { return false }
    var (name, steps) = (attribute.declaredType, 0)
    while case .alias(let alias)? = model.types[name], steps < 32 {
      if alias.isOptional { return true }
      (name, steps) = (alias.target, steps + 1)
    }
    return false
  }

  /// The default that the model gives; of an optional nil, which Swift gives by itself.
  func defaultValue(of property: Property) -> Code? {
    guard case .attribute(let attribute) = property else { return nil }
    guard let value = attribute.defaultValue else {
      return attribute.type.isFlags && !attribute.isOptional ? "[]" : nil
    }
    guard value != .value(.null), let plain = code(value, attribute.type) else { return nil }
    return wrapped(plain, in: swiftType(of: attribute))
  }

  private func code(_ value: DefaultValue, _ type: AttributeType) -> Code? {
    switch (type, value) {
    case (.flags(let set), .value(.integer(let stored))): flags(set, set.mask(stored: stored))
    case (.enumeration(let enumeration), .value(let value)):
      name(of: value, in: enumeration).map { ".\($0)" }
    // The app gives defaults that are made of names of the model.
    case (.array, .value(.text("[]"))): "[]"
    case (.json(.dictionary), .value(.text("{}"))), (.json(.dictionary), .value(.text("[]"))): "[:]"
    case (.array, _), (.json, _), (.any, _): nil
    default: Code(stringLiteral: literal(value, type))
    }
  }

  private func flags(_ set: FlagSet, _ mask: UInt64) -> Code? {
    if let enumeration = set.enumeration {
      let names = model.names(
        of: mask, in: Array(zip(set.flags, model.cases(of: enumeration).map(\.name))))
      return names.map { "[\(list: $0.map { ".\($0)" })]" }
    }
    let flags = model.flags(of: set)
    if let names = model.names(of: mask, in: flags) {
      return names.count == 1 ? ".\(names[0])" : "[\(list: names.map { ".\($0)" })]"
    }
    let number = Code.number(set.stored(mask), set.rawType)
    return "\(model.reference(to: set.name))(rawValue: \(number))"
  }

  func name(of value: Value, in enumeration: Enumeration) -> Identifier? {
    model.cases(of: enumeration).first { $0.value.rawValue == value }?.name
  }

  /// A value in the calls of the structs around it: `Email(address: "x")`.
  func wrapped(_ value: Code, in declared: Name, depth: Int = 0) -> Code? {
    guard depth < 32 else { return value }
    switch model.types[declared] {
    case .alias(let alias): return wrapped(value, in: alias.plainTarget, depth: depth + 1)
    case .structure(let structure):
      guard structure.isWrapper, case .attribute(let inner) = structure.properties[0] else {
        return nil
      }
      let label = model.members([inner.name])[0]
      let inside = wrapped(value, in: inner.declaredType, depth: depth + 1)
      return inside.map { "\(model.reference(to: structure.name))(\(label): \($0))" }
    default: return Self.identified.contains(declared) ? nil : value
    }
  }

  /// The types of Foundation that are kept as their identifiers.
  private static let identified: Set<Name> = ["Locale", "TimeZone"]
}

extension AttributeType {
  /// The name of a type of keys.
  var swiftName: Name {
    switch self {
    case .integer(let type): Name(type.rawValue)
    case .double: "Double"
    case .float: "Float"
    case .bool: "Bool"
    case .date: "Date"
    case .uuid: "UUID"
    case .url: "URL"
    case .data: "Data"
    case .decimal: "Decimal"
    case .string, .array, .flags, .enumeration, .json, .any: "String"
    }
  }
}
