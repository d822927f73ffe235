import FlagModel
import ManagedModels

/// The property of a class for an attribute, in the types of the app.
struct ManagedAccessor {
  /// The conversion from the primitive value to the app's value.
  enum Values {
    /// No conversion.
    case primitive
    case flags(FlagSet)
    case enumeration(Enumeration)
    case wrapper(Structure, Attribute)
    /// An undeclared type: `RawRepresentable`, with a `coredataFallback` if one is necessary.
    case foreign
  }

  let attribute: ManagedAttribute
  private let name: Identifier
  private let types: SwiftTypes
  let values: Values
  /// The type of the app that the model names.
  private let typeName: Name?

  init(_ attribute: ManagedAttribute, _ name: Identifier, _ types: SwiftTypes) {
    self.attribute = attribute
    self.name = name
    self.types = types
    var typeName = attribute.typeName
    var declared = typeName.flatMap { types.model.types[$0] }
    var steps = 0
    while case .alias(let alias) = declared, steps < 32 {
      typeName = alias.plainTarget
      steps += 1
      declared = types.model.types[alias.plainTarget]
    }
    self.typeName = typeName
    values = Self.values(of: attribute, declared, typeName)
  }

  private static func values(
    of attribute: ManagedAttribute, _ declared: NamedType?, _ typeName: Name?
  ) -> Values {
    switch declared {
    case .flagSet(let set): return .flags(set)
    case .enumeration(let enumeration): return .enumeration(enumeration)
    case .structure(let structure):
      if structure.isWrapper, case .attribute(let inner) = structure.properties[0] {
        return .wrapper(structure, inner)
      }
      return .primitive
    case .payloads: return .primitive
    case .alias, nil:
      // A raw value is a number or a text; data and values without a type are not converted.
      guard let typeName, AttributeType(builtin: typeName) == nil,
        attribute.type.isNumberOrText
      else { return .primitive }
      return .foreign
    }
  }

  // MARK: Types

  /// The type of the primitive value.
  private var primitive: Code {
    switch attribute.type {
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int64"
    case .double: "Double"
    case .float: "Float"
    case .boolean: "Bool"
    case .decimal: "NSDecimalNumber"
    case .string: "String"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .uri: "URL"
    case .objectID: "NSManagedObjectID"
    case .transformable: valueClass
    case .composite: "[String: Any]"
    case .undefined, .unknown: "Any"
    }
  }

  /// The class of transformed values.
  private var valueClass: Code {
    guard let name = attribute.valueClass, !name.isEmpty,
      name.unicodeScalars.allSatisfy({
        Name.typeSigns.contains(Character($0)) || $0 == "." || isWord($0)
      })
    else { return "NSObject" }
    return types.type(Name(name))
  }

  private func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isXIDContinue
  }

  /// True if Objective-C has the type, optional or not, so that Core Data generates the property.
  private var isOfObjectiveC: Bool {
    guard case .primitive = values, name.isSame(as: attribute.name), !isUnwrapped else {
      return false
    }
    switch attribute.type {
    case .int16, .int32, .int64, .double, .float, .boolean: return !attribute.isOptional
    default: return true
    }
  }

  private var canBeNil: Bool {
    switch attribute.type {
    case .undefined, .unknown, .composite, .transformable, .objectID: true
    default: attribute.isOptional && !isUnwrapped || hasNoFallback
    }
  }

  /// True if a missing value is read as another one.
  private var isUnwrapped: Bool {
    guard attribute.tells(.unwrapOptional) else { return false }
    switch attribute.type {
    case .date, .uuid, .uri: if case .primitive = values { return false } else { return true }
    default: return true
    }
  }

  var declaration: CodeItem {
    let mark: Code = if canBeNil { "?" } else { "" }
    let isReadOnly = attribute.derivation != nil || attribute.tells(.readonly)
    let setter: Code = if isReadOnly { "private(set) " } else { "" }
    if isOfObjectiveC {
      return .line("@NSManaged \(types.access)\(setter)var \(name): \(primitive)\(mark)", summary)
    }
    let key = Code(text: attribute.name.text)
    let get: [CodeItem] = [
      .line("willAccessValue(forKey: \(key))"),
      .line("defer { didAccessValue(forKey: \(key)) }"),
      .line("let stored = primitiveValue(forKey: \(key)) as? \(storedType)"),
      .line("return \(value)"),
    ]
    let set: [CodeItem] = [
      .line("willChangeValue(forKey: \(key))"),
      .line("defer { didChangeValue(forKey: \(key)) }"),
      .line("setPrimitiveValue(\(stored), forKey: \(key))"),
    ]
    return .declaration(
      "\(types.access)\(setter)var \(name): \(appType)\(mark)", summary,
      [.statement("get", get), .statement("set", set)])
  }

  private var summary: String? {
    guard let derivation = attribute.derivation else { return nil }
    if derivation.isEmpty { return "Derived." }
    return "Derived: \(derivation)"
  }

  private var appType: Code {
    if case .primitive = values { return primitive }
    return typeName.map(types.type) ?? primitive
  }

  private var storedType: Code {
    if case .foreign = values { return "\(appType).RawValue" }
    return primitive
  }

  // MARK: Reading

  /// The app's value for the primitive one, which may be missing or unknown.
  private var value: Code {
    var fallback: Code = ""
    if !canBeNil, let value = self.fallback { fallback = " ?? \(value)" }
    switch values {
    case .primitive where canBeNil: return "stored"
    case .primitive: return "stored ?? \(empty)"
    case .flags(let set):
      return "stored.map { \(appType)(rawValue: \(number("$0", to: set.rawType))) }\(fallback)"
    case .enumeration(let enumeration):
      return
        "stored.flatMap { \(appType)(rawValue: \(rawValue("$0", enumeration))) }\(fallback)"
    case .wrapper(_, let inner):
      let made = SwiftValues(types).wrapped(converted("$0", to: inner.type), in: typeName ?? "")
      return "stored.map { \(made ?? "$0") }\(fallback)"
    case .foreign where attribute.tells(.nonOptionalInit):
      return "stored.map { \(appType)(rawValue: $0) }\(fallback)"
    case .foreign: return "stored.flatMap(\(appType).init(rawValue:))\(fallback)"
    }
  }

  private func rawValue(_ value: Code, _ enumeration: Enumeration) -> Code {
    if case .integer(let type) = enumeration.rawType { return number(value, to: type) }
    if attribute.type == .float { return "Double(\(value))" }
    return value
  }

  /// A primitive number as a number of the type.
  private func number(_ value: Code, to type: IntegerType) -> Code {
    let wanted = Code(stringLiteral: type.rawValue)
    if wanted == primitive { return value }
    return "\(wanted)(truncatingIfNeeded: \(value))"
  }

  /// A primitive value as the property of a wrapper.
  private func converted(_ value: Code, to type: AttributeType) -> Code {
    switch type {
    case .integer(let integer): number(value, to: integer)
    case .double, .float: "\(types.type(Name(type.swiftName)))(\(value))"
    case .decimal where attribute.type == .decimal: "\(value) as Decimal"
    default: value
    }
  }

  // MARK: Fallbacks

  /// True if no value can replace a missing one.
  private var hasNoFallback: Bool { if case .primitive = values { false } else { fallback == nil } }

  /// The value for a missing or unknown one: the default value of the attribute, or that of the
  /// type.
  private var fallback: Code? {
    switch values {
    case .primitive: nil
    case .flags(let set): flags(set)
    case .enumeration(let enumeration):
      (named(enumeration) ?? types.fallback(of: enumeration)).map { ".\($0)" }
    case .wrapper(_, let inner):
      empty(inner.type).flatMap { SwiftValues(types).wrapped($0, in: typeName ?? "") }
    case .foreign where attribute.tells(.nonOptionalInit):
      "\(appType)(rawValue: \(emptyRawValue))"
    case .foreign: ".\(.own(CoreDataFallbackUnit.member) as Identifier)"
    }
  }

  /// True if an undeclared type needs a `coredataFallback`.
  var asksForFallback: Bool {
    if case .foreign = values { !canBeNil && !attribute.tells(.nonOptionalInit) } else { false }
  }

  /// The case of the default value; nil if the app declares a fallback for unknown values.
  private func named(_ enumeration: Enumeration) -> Identifier? {
    if enumeration.declaredFallback != nil { return nil }
    return defaultValue.flatMap { SwiftValues(types).name(of: $0, in: enumeration) }
  }

  private var defaultValue: Value? {
    if case .value(let value) = attribute.defaultValue { value } else { nil }
  }

  private func flags(_ set: FlagSet) -> Code {
    let flags = types.model.flags(of: set)
    let declared = flags.first { $0.flag.name == Name("\(CoreDataFallbackUnit.member)") }
    if let declared { return ".\(declared.name)" }
    guard case .integer(let stored) = defaultValue, stored != 0 else { return "[]" }
    if let names = types.model.names(of: set.mask(stored: stored), in: flags) {
      return names.asMembers
    }
    return "\(appType)(rawValue: \(Code.number(stored, set.rawType)))"
  }

  /// The value for a missing one in a required attribute whose property has another name.
  private var empty: Code {
    switch attribute.type {
    case .int16, .int32, .int64, .double, .float, .decimal: "0"
    case .boolean: "false"
    case .string: Code(text: "")
    default: "\(primitive)()"
    }
  }

  private var emptyRawValue: Code {
    let type: AttributeType = if attribute.type == .string { .string } else { .integer(.int64) }
    return empty(type) ?? "0"
  }

  private func empty(_ type: AttributeType) -> Code? {
    if let defaultValue, defaultValue != .null, attribute.type != .date {
      switch defaultValue {
      case .blob: break
      default: return Code.literal(defaultValue)
      }
    }
    switch type {
    case .integer, .double, .float, .decimal: return "0"
    case .string: return Code(text: "")
    case .bool: return "false"
    default: return nil
    }
  }

  // MARK: Writing

  /// The primitive value for a new one.
  private var stored: Code {
    let value: Code = if canBeNil { "newValue?" } else { "newValue" }
    switch values {
    case .primitive: return "newValue"
    case .flags(let set): return number("\(value).rawValue", of: set.rawType)
    case .enumeration(let enumeration):
      if case .integer(let type) = enumeration.rawType {
        return number("\(value).rawValue", of: type)
      }
      if attribute.type == .float { return mapped("\(value).rawValue") { "Float(\($0))" } }
      return "\(value).rawValue"
    case .wrapper: return wrapped(value)
    case .foreign: return "\(value).rawValue"
    }
  }

  /// A number of a type as a primitive number.
  private func number(_ code: Code, of type: IntegerType) -> Code {
    if Code(stringLiteral: type.rawValue) == primitive { return code }
    return mapped(code) { "\(primitive)(truncatingIfNeeded: \($0))" }
  }

  private func mapped(_ code: Code, _ conversion: (Code) -> Code) -> Code {
    if canBeNil { return "(\(code)).map { \(conversion("$0")) }" }
    return conversion(code)
  }

  /// The property of a wrapper, and of nested wrappers.
  private func wrapped(_ value: Code) -> Code {
    var code = value
    var name = typeName ?? ""
    var steps = 0
    var type = AttributeType.string
    while steps < 32 {
      steps += 1
      if case .alias(let alias)? = types.model.types[name] {
        name = alias.plainTarget
        continue
      }
      guard case .structure(let structure)? = types.model.types[name], structure.isWrapper,
        case .attribute(let inner) = structure.properties[0]
      else { break }
      code = "\(code).\(types.model.members([inner.name])[0])"
      name = inner.declaredType
      type = inner.type
    }
    switch (type, attribute.type) {
    case (.integer(let integer), _): return number(code, of: integer)
    case (.double, .float): return mapped(code) { "Float(\($0))" }
    case (.float, .double): return mapped(code) { "Double(\($0))" }
    case (.decimal, .decimal): return mapped(code) { "NSDecimalNumber(decimal: \($0))" }
    default: return code
    }
  }
}

extension ManagedType {
  /// True if raw values of the type can be stored.
  fileprivate var isNumberOrText: Bool {
    switch self {
    case .int16, .int32, .int64, .double, .float, .decimal, .boolean, .string: true
    case .date, .data, .uuid, .uri, .objectID, .transformable, .composite, .undefined, .unknown:
      false
    }
  }
}
