import FlagModel
import JSON
import ModelText

// Default values of arrays, dictionaries, structs and enums with associated values.

extension SwiftValues {
  /// A value that is stored as JSON; nil for one that Swift code cannot write.
  func code(json: String, _ type: AttributeType) -> Code? {
    guard let value = try? JSONValue(reading: json.utf8) else { return nil }
    return code(value, type)
  }

  private func code(_ json: JSONValue, _ type: AttributeType) -> Code? {
    switch (type, json) {
    case (.json(.optional), .null): return "nil"
    case (.json(.optional(let type)), _): return code(json, type)
    case (.array(let element, _), .array(let items)):
      return list(items.map { code($0, element) })
    case (.json(.object(let name, let fields)), .object(let members)):
      return arguments(members, fields).map { "\(model.reference(to: name))\($0)" }
    case (.json(.cases(let enumeration)), .object(let members)):
      return payload(members, enumeration)
    case (.json(.dictionary(let key, let value)), _): return dictionary(json, of: key, value)
    case (.array, _), (.json, _), (.any, _), (_, .null), (_, .array), (_, .object): return nil
    default: return type.value(json).flatMap { code(.value($0), type) }
    }
  }

  private func list(_ items: [Code?]) -> Code? {
    let known = items.compactMap(\.self)
    guard known.count == items.count else { return nil }
    return "[\(list: known)]"
  }

  /// `.every(days: 3)`
  private func payload(_ members: [JSONMember], _ enumeration: PayloadEnumeration) -> Code? {
    let names = model.members(enumeration.cases.map(\.name))
    guard let member = members.first, case .object(let values) = member.value,
      let index = enumeration.cases.firstIndex(where: { $0.name == Name(member.key) })
    else { return nil }
    let enumCase = enumeration.cases[index]
    if enumCase.fields.isEmpty { return ".\(names[index])" }
    return arguments(values, enumCase.fields).map { ".\(names[index])\($0)" }
  }

  /// `(width: 1, height: 2)`
  private func arguments(_ members: [JSONMember], _ fields: [JSONField]) -> Code? {
    let labels = model.members(fields.map(\.name))
    var list: [Code] = []
    for (index, field) in fields.enumerated() {
      // Swift's own value is nil, or the default value of the property.
      guard let member = members.first(where: { Name($0.key) == field.key }) else { continue }
      guard let plain = code(member.value, field.type),
        let value = wrapped(plain, in: field.declaredType)
      else { return nil }
      list.append(field.isUnlabeled(at: index) ? value : "\(labels[index]): \(value)")
    }
    return "(\(list: list))"
  }

  private func dictionary(
    _ json: JSONValue, of key: AttributeType, _ value: JSONField
  ) -> Code? {
    var pairs: [(key: JSONValue, value: JSONValue)] = []
    switch json {
    case .object(let members):
      pairs = members.map { (Self.key($0.key, of: key), $0.value) }
    case .array(let items):
      pairs = stride(from: 0, to: items.count - 1, by: 2).map { (items[$0], items[$0 + 1]) }
    default: return nil
    }
    if pairs.isEmpty { return "[:]" }
    return list(
      pairs.map { pair in
        guard let key = code(pair.key, key), let value = code(pair.value, value.type) else {
          return nil
        }
        return "\(key): \(value)"
      })
  }

  /// The key of a JSON object, which is a text there.
  private static func key(_ text: String, of type: AttributeType) -> JSONValue {
    if case .integer = type { return .number(text) }
    return .string(text)
  }

  // MARK: Structs

  /// `Size(width: 1)`, with the values that differ from those of the struct; nil if the struct has
  /// values for all its properties.
  func defaultValue(of group: Group) -> Code? {
    guard !group.isOptional, let structure = structure(named: group.declaredType) else {
      return nil
    }
    return arguments(group.properties, beyond: structure.properties).flatMap { list in
      list.isEmpty ? nil : "\(model.reference(to: structure.name))(\(list: list))"
    }
  }

  /// Nil if a property needs a value and has none.
  private func arguments(_ properties: [Property], beyond others: [Property]) -> [Code]? {
    let labels = model.members(others.map { $0.name.parts.last ?? $0.name })
    var list: [Code] = []
    for (index, property) in properties.enumerated() {
      let value = defaultValue(of: property)
      if value == nil, !property.isOptional { return nil }
      guard let value, value != defaultValue(of: others[index]) else { continue }
      list.append("\(labels[index]): \(value)")
    }
    return list
  }

  private func structure(named declared: Name, depth: Int = 0) -> Structure? {
    switch model.types[declared] {
    case .structure(let structure): structure
    case .alias(let alias) where depth < 32:
      structure(named: alias.plainTarget, depth: depth + 1)
    default: nil
    }
  }
}
