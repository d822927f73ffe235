package import FlagModel

/// Converts the attributes of a Core Data entity to flagdb attributes.
struct AttributeMaker {
  let entity: ManagedEntity
  let plan: ColumnPlan
  /// The types that a user has declared.
  let types: [NamedType]

  /// The attribute with its column, or the group of attributes of a composite; nil if the table has
  /// no column.
  func property(_ attribute: ManagedAttribute) -> Property? {
    guard attribute.type == .composite else {
      return made(
        of: attribute, named: attribute.name, isPart: false, renamedFrom: attribute.renamedFrom
      ).map { .attribute($0) }
    }
    // SwiftData stores a raw value as a composite with one element.
    if let only = attribute.onlyElement {
      return made(
        of: only, at: Name(path: [attribute.name, only.name]), named: attribute.name,
        isOptional: attribute.isOptional, isPart: false, typeName: attribute.typeName,
        renamedFrom: attribute.renamedFrom
      ).map { .attribute($0) }
    }
    return group(attribute, at: attribute.name)
  }

  private func group(_ attribute: ManagedAttribute, at path: Name) -> Property? {
    let parts = attribute.elements.compactMap { element -> Property? in
      let place = Name(path: [path, element.name])
      if element.type == .composite { return group(element, at: place) }
      return made(of: element, named: place, isPart: true, renamedFrom: element.renamedFrom)
        .map { .attribute($0) }
    }
    if parts.isEmpty { return nil }
    return .group(
      Group(
        name: path, declaredType: attribute.nameOfComposite, isOptional: true, properties: parts,
        originalName: attribute.renamedFrom))
  }

  private func made(
    of attribute: ManagedAttribute, at path: Name? = nil, named name: Name,
    isOptional: Bool? = nil, isPart: Bool, typeName: Name? = nil, renamedFrom: Name?
  ) -> Attribute? {
    guard let column = plan.column(of: path ?? name, in: entity.name) else { return nil }
    let typeName = typeName ?? attribute.typeName
    let named = typeName.flatMap { types.type(named: $0, keptAs: attribute.type) }
    let kept = named ?? attribute.type.ours
    let stored = kept.type == .data && attribute.isExternal ? .external : kept.stored
    let demands = Demands(attribute.validations, on: kept.type, stored)
    var unknown: String?
    if named == nil, let typeName { unknown = "values of \(typeName)" }
    return Attribute(
      name: name, column: column, declaredType: kept.name, type: kept.type, stored: stored,
      isOptional: isPart || isOptional ?? attribute.isOptional,
      defaultValue: attribute.defaultValue?.ours(as: kept.type, stored),
      isUnique: entity.uniques.contains([name]), validity: demands.validity,
      originalName: renamedFrom,
      summary: ([attribute.summary, unknown].compactMap { $0 } + demands.others).asSummary)
  }
}

extension [String] {
  fileprivate var asSummary: String? { isEmpty ? nil : joined(separator: "; ") }
}

extension ManagedAttribute {
  /// The raw value of an enum or an `OptionSet`; nil for other composites.
  fileprivate var onlyElement: ManagedAttribute? {
    guard elements.count == 1, elements[0].type != .composite else { return nil }
    if typeName != nil || elements[0].name == "rawValue" { return elements[0] }
    return nil
  }

  /// The facts that a flagdb model cannot express, as a comment.
  fileprivate var summary: String? {
    var facts: [String] = []
    if type == .transformable {
      facts.append((transformer ?? valueClass).map { "transformable by \($0)" } ?? "transformable")
    }
    switch derivation {
    case nil: break
    case "": facts.append("derived")
    case let derivation?: facts.append("derived: \(derivation)")
    }
    return facts.asSummary
  }

  /// The name of the struct for a composite. The names of Foundation classes are not used for it.
  fileprivate var nameOfComposite: Name {
    if let typeName { return typeName }
    if let valueClass, !valueClass.isEmpty, !valueClass.utf8.starts(with: "NS".utf8) {
      return Name(valueClass)
    }
    return name
  }

  /// The app type whose raw values an attribute stores. Class generators read the same `userInfo`
  /// key.
  package var typeName: Name? {
    let keys = [Self.typeKey, "RawType", "EnumType"]
    guard let name = keys.lazy.compactMap({ userInfo[$0] }).first(where: { !$0.isEmpty }),
      !Self.ofLanguage.contains(name)
    else { return nil }
    return Name(name)
  }

  /// The `userInfo` key for the type's name.
  package static let typeKey = "attributeValueScalarType"

  /// The scalar types that add nothing to the attribute type.
  private static let ofLanguage: Set<String> = [
    "BOOL", "Bool", "CGFloat", "Double", "Float", "Int", "Int16", "Int32", "Int64", "NSInteger",
    "NSTimeInterval", "NSUInteger", "String", "TimeInterval", "UInt", "UInt16", "UInt32", "UInt64",
    "double", "float", "int16_t", "int32_t", "int64_t", "uint16_t", "uint32_t", "uint64_t",
  ]
}

/// A flagdb type, the stored form of its values, and its Swift name.
typealias KeptType = (type: AttributeType, stored: StoredForm, name: Name)

extension [NamedType] {
  /// The declared type; nil if it is not declared, or cannot be stored in such an attribute.
  fileprivate func type(named name: Name, keptAs kept: ManagedType) -> KeptType? {
    let isInteger = [.int16, .int32, .int64].contains(kept)
    switch first(where: { $0.name == name }) {
    case .flagSet(let set) where isInteger:
      return (.flags(set), .foreign(.flags(set)), name)
    case .enumeration(let enumeration):
      let fits = enumeration.rawType.isNumber ? isInteger : kept == .string
      if fits { return (.enumeration(enumeration), .own, name) }
      return nil
    default: return nil
    }
  }
}

extension ManagedType {
  fileprivate var ours: KeptType {
    switch self {
    case .int16: (.integer(.int16), .own, "Int16")
    case .int32: (.integer(.int32), .own, "Int32")
    case .int64: (.integer(.int64), .own, "Int64")
    case .double: (.double, .own, "Double")
    case .decimal: (.double, .digits, "Double")
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
  /// The default value in flagdb form; nil if the type has none.
  fileprivate func ours(as type: AttributeType, _ stored: StoredForm) -> DefaultValue? {
    guard case .value(let value) = self else { return nil }
    let ours = stored.value(value, of: type)
    switch (type, ours) {
    case (.double, .real(let number)), (.float, .real(let number)):
      if number.isFinite { return .value(ours) }
      return nil
    case (.bool, .integer), (.integer, .integer), (.flags, .integer), (.enumeration, _),
      (.string, .text), (.url, .text), (.uuid, .text), (.data, .blob):
      if (try? type.check(ours)) != nil { return .value(ours) }
      return nil
    case (.date, .text(let text)) where (try? Timestamp(text)) != nil: return .value(ours)
    default: return nil
    }
  }
}
