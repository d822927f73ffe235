package import PlainText

/// The shape of a value that is stored as JSON in the form of Swift's `Codable`: a struct in an
/// array, a dictionary, or an enum with associated values.
/// See Documentation/Decisions/codable-values-are-json.md.
package indirect enum JSONShape: Hashable, Sendable {
  /// `{"days":3,"unit":"week"}`
  case object(name: Name, [JSONField])
  /// `{"a":1}`; `["2026-01-01T00:00:00Z",1]` if the keys are neither texts nor integers.
  case dictionary(key: AttributeType, value: JSONField)
  /// `{"child":{"age":3}}`
  case cases(PayloadEnumeration)
  /// An element of an array, or null: `[String?]`.
  case optional(AttributeType)

  /// True if Swift encodes a dictionary with such keys as an object.
  static func isKeyOfObject(_ key: AttributeType) -> Bool {
    switch key {
    case .string, .integer: true
    case .bool, .double, .float, .decimal, .date, .uuid, .url, .data, .array, .flags, .enumeration,
      .json, .any:
      false
    }
  }
}

/// A property of a struct, an associated value, or the values of a dictionary.
package struct JSONField: Hashable, Sendable {
  /// The name; unlabeled associated values have `_0`, `_1`.
  package let name: Name
  /// The name in JSON.
  package let key: Name
  package let declaredType: Name
  package let type: AttributeType
  package let isOptional: Bool
  /// The value for a missing member, if it is a constant.
  package let defaultValue: Value?
  /// The name in an earlier model, for migrations.
  package let originalName: Name?
  /// The number of nested properties, including this one.
  package let size: Int

  package init(
    name: Name, key: Name? = nil, declaredType: Name, type: AttributeType,
    isOptional: Bool = false, defaultValue: Value? = nil, originalName: Name? = nil
  ) {
    self.name = name
    self.key = key ?? name
    self.declaredType = declaredType
    self.type = type.coded
    self.isOptional = isOptional
    self.originalName = originalName
    self.defaultValue = defaultValue.map(type.coded)
    size = 1 + type.size
  }
}

extension AttributeType {
  /// The type in Swift's encoding: a set of cases is an array of them.
  fileprivate var coded: AttributeType {
    switch self {
    case .flags(let set):
      if let cases = set.enumeration { .array(.enumeration(cases), isSet: true) } else { self }
    case .array(let element, let isSet): .array(element.coded, isSet: isSet)
    default: self
    }
  }

  fileprivate func coded(_ value: Value) -> Value {
    guard case .flags(let set) = self, let enumeration = set.enumeration,
      case .integer(let stored) = value
    else { return value }
    let mask = set.mask(stored: stored)
    var rawValues: [Value] = []
    for (flag, enumCase) in zip(set.flags, enumeration.cases) where flag.mask & mask != 0 {
      rawValues.append(enumCase.rawValue)
    }
    return coded.array(of: rawValues)
  }
}

/// An `enum` with associated values.
package struct PayloadEnumeration: Hashable, Sendable {
  package struct Case: Hashable, Sendable {
    package let name: Name
    package let fields: [JSONField]
    package let summary: String?

    package init(name: Name, fields: [JSONField], summary: String? = nil) {
      self.name = name
      self.fields = fields
      self.summary = summary
    }
  }

  /// The full name with its surrounding types: `Sample.Role`.
  package let name: Name
  package let cases: [Case]
  package let summary: String?

  package init(name: Name, cases: [Case], summary: String? = nil) {
    self.name = name
    self.cases = cases
    self.summary = summary
  }

  /// An enum of only the names of the cases.
  package var plain: Enumeration {
    Enumeration(
      name: name, rawType: .caseName,
      cases: cases.map {
        Enumeration.Case(name: $0.name, rawValue: .text($0.name.text), summary: $0.summary)
      }, summary: summary)
  }

  package func enumCase(named name: Name) -> Case? { cases.first { $0.name == name } }
}

extension JSONField {
  /// The type as the model spells it.
  package var shownType: Name {
    if isOptional { return "\(declaredType)?" }
    return declaredType
  }

  /// True for an associated value without a label.
  package func isUnlabeled(at index: Int) -> Bool { name == "_\(index)" }

  package init?(_ property: Property, within prefix: Name? = nil, _ keys: CodingKeys?) {
    var name = property.name
    if let prefix { name = name.dropping(prefix) ?? name }
    let key: Name? = if let keys { keys[name] } else { name }
    guard let key else { return nil }
    switch property {
    case .attribute(let attribute):
      var defaultValue: Value?
      if case .value(let value) = attribute.defaultValue { defaultValue = value }
      self.init(
        name: name, key: key, declaredType: attribute.declaredType, type: attribute.type,
        isOptional: attribute.isOptional && !attribute.isRequiredPart, defaultValue: defaultValue,
        originalName: attribute.originalName)
    case .group(let group):
      let fields = group.properties.compactMap {
        JSONField($0, within: group.name, group.codingKeys)
      }
      self.init(
        name: name, key: key, declaredType: group.declaredType,
        type: .json(.object(name: group.declaredType, fields)), isOptional: group.isOptional,
        originalName: group.originalName)
    case .relationship: return nil
    }
  }
}

extension AttributeType {
  /// The number of nested properties in values of the type.
  package var size: Int {
    switch self {
    case .array(let element, _): element.size
    case .json(.object(_, let fields)): fields.reduce(0) { $0 + $1.size }
    case .json(.dictionary(let key, let value)): key.size + value.size
    case .json(.cases(let enumeration)):
      enumeration.cases.reduce(0) { $1.fields.reduce($0) { $0 + $1.size } }
    case .json(.optional(let type)): type.size
    case .bool, .integer, .double, .float, .decimal, .string, .date, .uuid, .url, .data, .flags,
      .enumeration, .any:
      0
    }
  }

  /// True if values are stored as a JSON object.
  package var isObject: Bool {
    switch self {
    case .json(.dictionary(let key, _)): JSONShape.isKeyOfObject(key)
    case .json(.object), .json(.cases): true
    case .json(.optional(let type)): type.isObject
    case .bool, .integer, .double, .float, .decimal, .string, .date, .uuid, .url, .data, .array,
      .flags, .enumeration, .any:
      false
    }
  }

  /// True if values are stored as JSON.
  package var isKeptAsJSON: Bool {
    switch self {
    case .array, .json: true
    default: false
    }
  }

  /// The names of the model's types that it uses.
  package var usedNames: [Name] {
    switch self {
    case .flags(let set): [set.name] + set.fields.map(\.declaredType)
    case .enumeration(let enumeration): [enumeration.name]
    case .array(let element, _): element.usedNames
    case .json(.object(let name, let fields)): [name] + fields.flatMap(\.usedNames)
    case .json(.dictionary(let key, let value)): key.usedNames + value.usedNames
    case .json(.cases(let enumeration)):
      [enumeration.name] + enumeration.cases.flatMap { $0.fields.flatMap(\.usedNames) }
    case .json(.optional(let type)): type.usedNames
    case .bool, .integer, .double, .float, .decimal, .string, .date, .uuid, .url, .data, .any:
      []
    }
  }
}

extension JSONField {
  fileprivate var usedNames: [Name] { declaredType.typeNames + type.usedNames }
}

// MARK: - Names of properties

extension AttributeType {
  /// The properties of each struct in the JSON of the type, by its name.
  package var keptParts: [(owner: Name, fields: [JSONField])] {
    switch self {
    case .array(let element, _): return element.keptParts
    case .json(.object(let name, let fields)):
      return [(name, fields)] + fields.flatMap(\.type.keptParts)
    case .json(.dictionary(let key, let value)): return key.keptParts + value.type.keptParts
    case .json(.cases(let enumeration)):
      return enumeration.cases.flatMap(\.fields).flatMap(\.type.keptParts)
    case .json(.optional(let type)): return type.keptParts
    default: return []
    }
  }

  /// The type with the earlier names of its properties.
  package func knowing(_ former: (_ owner: Name, _ name: Name) -> Name?) -> AttributeType {
    func renamed(_ fields: [JSONField], of owner: Name) -> [JSONField] {
      fields.map { field in
        JSONField(
          name: field.name, key: field.key, declaredType: field.declaredType,
          type: field.type.knowing(former), isOptional: field.isOptional,
          defaultValue: field.defaultValue,
          originalName: former(owner, field.name))
      }
    }
    switch self {
    case .array(let element, let isSet): return .array(element.knowing(former), isSet: isSet)
    case .json(.object(let name, let fields)):
      return .json(.object(name: name, renamed(fields, of: name)))
    case .json(.dictionary(let key, let value)):
      return .json(.dictionary(key: key, value: renamed([value], of: "")[0]))
    case .json(.cases(let enumeration)):
      let cases = enumeration.cases.map { enumCase in
        PayloadEnumeration.Case(
          name: enumCase.name,
          fields: renamed(enumCase.fields, of: "\(enumeration.name).\(enumCase.name)"))
      }
      return .json(.cases(PayloadEnumeration(name: enumeration.name, cases: cases)))
    case .json(.optional(let type)): return .json(.optional(type.knowing(former)))
    default: return self
    }
  }

  /// The type with other flag sets and enums, wherever they are in it.
  package func replacing(
    flags: (FlagSet) -> FlagSet, cases: (Enumeration) -> Enumeration
  ) -> AttributeType {
    func replaced(_ type: AttributeType) -> AttributeType {
      type.replacing(flags: flags, cases: cases)
    }
    switch self {
    case .flags(let set): return .flags(flags(set))
    case .enumeration(let enumeration): return .enumeration(cases(enumeration))
    case .array(let element, let isSet): return .array(replaced(element), isSet: isSet)
    case .json(.object(let name, let fields)):
      return .json(.object(name: name, fields.map { $0.with(replaced($0.type)) }))
    case .json(.dictionary(let key, let value)):
      return .json(.dictionary(key: replaced(key), value: value.with(replaced(value.type))))
    case .json(.cases(let enumeration)):
      let cases = enumeration.cases.map { enumCase in
        PayloadEnumeration.Case(
          name: enumCase.name, fields: enumCase.fields.map { $0.with(replaced($0.type)) },
          summary: enumCase.summary)
      }
      return .json(
        .cases(
          PayloadEnumeration(name: enumeration.name, cases: cases, summary: enumeration.summary)))
    case .json(.optional(let type)): return .json(.optional(replaced(type)))
    default: return self
    }
  }
}

extension JSONField {
  fileprivate func with(_ type: AttributeType) -> JSONField {
    JSONField(
      name: name, key: key, declaredType: declaredType, type: type, isOptional: isOptional,
      defaultValue: defaultValue, originalName: originalName)
  }
}

extension Name {
  /// The names in a type expression: `String` and `Rule` in `[String: Rule?]`.
  package var typeNames: [Name] {
    text.split(whereSeparator: Name.typeSigns.contains).map { Name($0) }
  }

  /// The characters between the names in a type expression.
  package static let typeSigns = "[]?: <>,"
}
