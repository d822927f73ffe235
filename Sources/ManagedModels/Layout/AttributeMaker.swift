import FlagModel

/// Makes attributes of ours of those of an entity of a model.
struct AttributeMaker {
  let entity: ManagedEntity
  let plan: ColumnPlan

  /// The attribute with its column, or the group of a composite; nil if the table has no column.
  func property(_ attribute: ManagedAttribute) -> Property? {
    guard attribute.type == .composite else {
      return made(of: attribute, named: attribute.name, isPart: false).map { .attribute($0) }
    }
    // SwiftData keeps an enum with raw values as a composite of the raw value alone.
    if attribute.elements.count == 1, attribute.userInfo["EnumType"] != nil {
      return made(
        of: attribute.elements[0], at: Name(path: [attribute.name, attribute.elements[0].name]),
        named: attribute.name, isOptional: attribute.isOptional, isPart: false
      ).map { .attribute($0) }
    }
    return group(attribute, at: attribute.name)
  }

  private func group(_ attribute: ManagedAttribute, at path: Name) -> Property? {
    let parts = attribute.elements.compactMap { element -> Property? in
      let place = Name(path: [path, element.name])
      if element.type == .composite { return group(element, at: place) }
      return made(of: element, named: place, isPart: true).map { .attribute($0) }
    }
    if parts.isEmpty { return nil }
    return .group(
      Group(
        name: path, declaredType: Name(attribute.valueClass ?? attribute.name.text),
        isOptional: true, properties: parts))
  }

  private func made(
    of attribute: ManagedAttribute, at path: Name? = nil, named name: Name,
    isOptional: Bool? = nil, isPart: Bool
  ) -> Attribute? {
    guard let column = plan.column(of: path ?? name, in: entity.name) else { return nil }
    let (type, stored, declaredType) = attribute.type.ours
    return Attribute(
      name: name, column: column, declaredType: declaredType, type: type,
      stored: type == .data && attribute.isExternal ? .external : stored,
      isOptional: isPart || isOptional ?? attribute.isOptional,
      defaultValue: attribute.defaultValue?.ours(as: type),
      isUnique: entity.uniques.contains([name]), summary: attribute.summary)
  }
}

extension ManagedAttribute {
  /// The facts that our model has no words for.
  fileprivate var summary: String? {
    var facts: [String] = []
    if type == .transformable {
      facts.append(valueClass.map { "transformable by \($0)" } ?? "transformable")
    }
    if let derivation { facts.append(derivation.isEmpty ? "derived" : "derived: \(derivation)") }
    return facts.isEmpty ? nil : facts.joined(separator: "; ")
  }
}

extension ManagedType {
  /// Our type, the form in which Core Data keeps its values, and its name in Swift.
  fileprivate var ours: (AttributeType, StoredForm, Name) {
    switch self {
    case .int16: (.integer(.int16), .own, "Int16")
    case .int32: (.integer(.int32), .own, "Int32")
    case .int64: (.integer(.int64), .own, "Int64")
    case .double, .decimal: (.double, .own, "Double")
    case .float: (.float, .own, "Float")
    case .boolean: (.bool, .anyNumber, "Bool")
    case .string: (.string, .own, "String")
    case .uri: (.url, .own, "URL")
    case .date: (.date, .dates(.reference), "Date")
    case .uuid: (.uuid, .blob, "UUID")
    case .data, .transformable, .objectID, .composite, .undefined, .unknown: (.data, .own, "Data")
    }
  }
}

extension ManagedDefault {
  /// The default in the form of our own values; nil if there is none for the type.
  fileprivate func ours(as type: AttributeType) -> DefaultValue? {
    guard case .value(let value) = self else { return nil }
    switch (type, value) {
    case (.bool, .integer), (.integer, .integer), (.double, .real), (.float, .real),
      (.string, .text), (.url, .text):
      return .value(value)
    default: return nil
    }
  }
}
