import FlagModel
internal import Migrations
import ModelText

/// The model that Swift types declare, found by reflection or in a mapping. A new database for
/// these types gets this model.
struct DeclaredTypes {
  /// The declarations by the names of their types.
  private var declarations: [(name: String, text: String)] = []
  /// The entities whose declarations are complete or in progress.
  private var entities: Set<ObjectIdentifier> = []

  init(_ types: [any Entity.Type]) throws(EntityError) { for type in types { try add(type) } }

  /// The model as Swift.
  var model: String { declarations.map(\.text).joined(separator: "\n\n") }

  private mutating func add(_ type: any Entity.Type) throws(EntityError) {
    guard entities.insert(ObjectIdentifier(type)).inserted else { return }
    try type.requireStruct()
    guard let properties = type.properties else {
      throw .mismatch(
        entity: type.entityName, property: "\(type)",
        reason: "its properties are not known: make it Decodable, or give it a mapping")
    }
    if let label = properties.lazy.compactMap(\.unsupported).first {
      throw .unsupportedSubType(label: label)
    }
    let columns = properties.filter { !$0.isKey(of: type) }
    let note = type.note
    let attribute = note.originalName.map { "@Entity(originalName: \(SwiftText.string($0))) " }
    try declare(
      type.entityName, "\(attribute ?? "")struct \(type.entityName): Entity", columns, type.notes,
      lists: Self.lists("Unique", note.uniques, of: type)
        + Self.lists("Index", note.indexes, of: type))
    for property in columns {
      switch property {
      case .record(_, let other, _), .records(_, let other): try add(other)
      case .value, .part, .unsupported: continue
      }
    }
  }

  private mutating func declare(
    _ name: String, _ beginning: String, _ properties: [DeclaredProperty],
    _ notes: [String: PropertyNote] = [:], lists: [String] = []
  ) throws(EntityError) {
    var lines = lists
    for property in properties {
      let note = notes[property.name]
      let name = Self.spelled(property.name)
      var line = "var \(name): \(try text(of: property, note?.preset))"
      if let attributes = note?.attributes, !attributes.isEmpty { line = "\(attributes) \(line)" }
      lines.append("  \(line)")
    }
    try declare(name, "\(beginning) {\n\(lines.joined(separator: "\n"))\n}")
  }

  /// `#Unique<Visit>([\.nurse, \.day])` for lists of properties.
  private static func lists(
    _ macro: String, _ lists: [[String]], of type: any Entity.Type
  ) -> [String] {
    var lines: [String] = []
    for list in lists {
      let paths = list.map { "\\." + Name($0).parts.map(SwiftText.member).joined(separator: ".") }
      lines.append("  #\(macro)<\(type.entityName)>([\(paths.joined(separator: ", "))])")
    }
    return lines
  }

  /// A name in Swift syntax, with backquotes around a reserved word.
  private static func spelled(_ name: String) -> String { SwiftText.name(Name(name)) }

  /// The type of a property and its default value, in Swift.
  private mutating func text(
    of property: DeclaredProperty, _ preset: String?
  ) throws(EntityError) -> String {
    switch property {
    case .value(_, let kind):
      try declare(kind)
      return kind.spelling + (preset.flatMap(kind.presetText) ?? kind.presetText)
    case .part(let name, let type, let isOptional, let parts):
      if parts.isEmpty { throw .unsupportedSubType(label: name) }
      try declare(type, "struct \(type)", parts)
      return isOptional ? "\(type)?" : type
    case .record(_, let type, let isOptional):
      return isOptional ? "\(type.entityName)?" : type.entityName
    case .records(_, let type): return "[\(type.entityName)]"
    case .unsupported(let name): throw .unsupportedSubType(label: name)
    }
  }

  private mutating func declare(_ kind: StorageForm.Kind) throws(EntityError) {
    switch kind {
    case .optional(let kind), .array(let kind, _): try declare(kind)
    case .flags(let name, let raw, let flags):
      let lines = flags.map {
        "  static let \(Self.spelled($0.name)) = \(name)(rawValue: \(Int64(bitPattern: $0.mask)))"
      }
      let members = ["  let rawValue: \(raw)"] + lines
      try declare(name, "struct \(name): OptionSet {\n\(members.joined(separator: "\n"))\n}")
    case .cases(let name, let raw, let cases):
      let lines = cases.map { "  case \(Self.spelled($0.name)) = \($0.literal)" }
      try declare(name, "enum \(name): \(raw.spelling) {\n\(lines.joined(separator: "\n"))\n}")
    default: return
    }
  }

  private mutating func declare(_ name: String, _ text: String) throws(EntityError) {
    guard let existing = declarations.first(where: { $0.name == name }) else {
      return declarations.append((name, text))
    }
    if existing.text == text { return }
    throw .mismatch(entity: name, property: name, reason: "two types have that name")
  }
}

extension StorageForm.Kind {
  /// The default value that existing records get for the property.
  fileprivate var presetText: String {
    switch self {
    case .flags, .array: " = []"
    default: ""
    }
  }

  /// A default value in Swift syntax; nil if the type does not accept it in a model.
  fileprivate func presetText(_ preset: String) -> String? {
    let isTaken: Bool
    switch self {
    case .optional(let kind): return kind.presetText(preset)
    case .flags(_, _, let flags):
      let items = preset.split { "[], ".contains($0) }
      isTaken = items.allSatisfy { item in flags.contains { ".\($0.name)" == item } }
    case .cases(_, _, let cases): isTaken = cases.contains { ".\($0.name)" == preset }
    case .bool, .integer, .double, .float, .decimal, .text:
      isTaken = !preset.hasPrefix(".") && !preset.hasPrefix("[")
    default: isTaken = false
    }
    if isTaken { return " = \(preset)" }
    return nil
  }
}

extension Entity {
  /// The declaration of the entity in a model, from a written mapping.
  fileprivate static var note: EntityNote { mapping.written?.notes ?? EntityNote() }

  /// The attributes and default values of the properties, from a written mapping.
  fileprivate static var notes: [String: PropertyNote] {
    let properties = mapping.written?.properties ?? []
    return Dictionary(
      properties.map { ($0.name, $0.note) }, uniquingKeysWith: { first, _ in first })
  }
}

// MARK: Types and the model of a database

extension Schema {
  /// The model with all additions of another model.
  /// - Parameter moving: true if flags and cases that both models have get the values of the other
  ///   model.
  func growing(by other: Schema, moving: Bool = false) throws -> Schema {
    let types = growingTypes(by: other, moving: moving)
    let grown = try growing(by: other, types)
    if types == self.types { return grown }
    let reading = readModel([SourceText(name: "model", grown.swiftSource)], isStored: true)
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    return schema
  }

  private func growing(by other: Schema, _ types: [NamedType]) throws -> Schema {
    let newTypes = other.types.filter { new in !types.contains { $0.name == new.name } }
    let grown = entities.map { entity in
      other.entity(named: entity.name).map(entity.growing) ?? entity
    }
    let newEntities = other.entities.filter { entity(named: $0.name) == nil }
    for entity in newEntities {
      guard let former = entity.originalName, self.entity(named: former) != nil else { continue }
      throw DatabaseError(
        "'\(entity.name)' was named '\(former)', and a model that only grows renames no entity",
        code: .modelDiffers, hint: "call 'migrate' with a Model of all structs")
    }
    return Schema(types: types + newTypes, entities: grown + newEntities)
  }

  /// Throws unless the properties of a type match the entity that stores it.
  func check<Of: FlagDB.Entity>(_ type: Of.Type) throws(EntityError) {
    try type.requireStruct()
    guard let entity = entity(called: Name(type.entityName)) else {
      throw .unknownEntity(name: type.entityName)
    }
    for property in type.properties ?? [] where !property.isKey(of: type) {
      try entity.check(property, in: "", isOptional: false)
      try entity.checkNames(of: property, allowsNew: false)
    }
  }
}

extension FlagModel.Entity {
  /// The entity with the additional properties of another one. A property whose `originalName` is that of a present
  /// one replaces it.
  fileprivate func growing(by other: FlagModel.Entity) -> FlagModel.Entity {
    var grown = properties
    var renames: [Name: Name] = [:]
    for new in other.properties where !properties.contains(where: { $0.name == new.name }) {
      var former: Int?
      if let name = new.originalName, !other.properties.contains(where: { $0.name == name }) {
        former = grown.firstIndex { $0.name == name }
      }
      if let former {
        renames[grown[former].name] = new.name
        grown[former] = new
      } else {
        grown.append(new)
      }
    }
    func renamed(_ lists: [[Name]]) -> [[Name]] { lists.map { $0.map { renames[$0] ?? $0 } } }
    return FlagModel.Entity(
      name: name, kind: kind, properties: grown, uniques: renamed(uniques),
      indexes: renamed(indexes),
      expressions: expressions, originalName: originalName, summary: summary, parent: parent,
      source: source, kindColumn: kindColumn, kindRules: kindRules)
  }

  fileprivate func check(
    _ property: DeclaredProperty, in prefix: String, isOptional: Bool
  ) throws(EntityError) {
    switch property {
    case .value(let name, let kind):
      try check(prefix + name, kind, isOptional: isOptional || kind.isOptional)
    case .part(let name, _, let isPartOptional, let parts):
      let isOptional = isOptional || isPartOptional
      // A struct with a single property is stored in one column.
      if parts.count == 1, attribute(named: Name(prefix + name)) != nil,
        case .value(_, let kind) = parts[0]
      {
        return try check(prefix + name, kind, isOptional: isOptional || kind.isOptional)
      }
      for part in parts { try check(part, in: "\(prefix)\(name).", isOptional: isOptional) }
    case .record(let name, let type, let isOptional):
      try check(name, to: type.entityName, isToMany: false, isOptional: isOptional)
    case .records(let name, let type):
      try check(name, to: type.entityName, isToMany: true, isOptional: false)
    case .unsupported(let name): throw .unsupportedSubType(label: prefix + name)
    }
  }

  /// Throws unless a relationship leads to these records and the struct can write its column.
  private func check(
    _ name: String, to target: String, isToMany: Bool, isOptional: Bool
  ) throws(EntityError) {
    func mismatch(_ reason: String) -> EntityError {
      .mismatch(entity: self.name.text, property: name, reason: reason)
    }
    guard let relationship = relationship(named: Name(name)) else {
      throw mismatch("the model has no such relationship")
    }
    let declared = relationship.spelling(target: relationship.target.text)
    guard relationship.target == Name(target), relationship.isToMany == isToMany else {
      var spelling = target
      if isToMany {
        spelling = "[\(target)]"
      } else if isOptional {
        spelling = "\(target)?"
      }
      throw mismatch("the model says '\(declared)', the struct '\(spelling)'")
    }
    if isToMany { return }
    guard let key = relationship.foreignKey, key.otherColumn == nil else {
      throw mismatch("\(target) keeps it, so that only a property of \(target) can change it")
    }
    if relationship.cardinality == .toOne(isOptional: true), !isOptional {
      throw mismatch("it may be missing in the database, and the struct has no optional")
    }
  }

  private func check(
    _ name: String, _ kind: StorageForm.Kind, isOptional: Bool
  ) throws(EntityError) {
    func mismatch(_ reason: String) -> EntityError {
      .mismatch(entity: self.name.text, property: name, reason: reason)
    }
    if case .key(let target) = kind.unwrapped {
      guard let relationship = relationship(named: Name(name)) else {
        throw mismatch("the model has no such relationship")
      }
      if relationship.target == Name(target), relationship.foreignKey != nil { return }
      throw mismatch(
        "the model has a relationship with \(relationship.target), the struct with \(target)")
    }
    guard let attribute = attribute(named: Name(name)) else {
      throw mismatch("the model has no such property")
    }
    if !kind.unwrapped.fits(attribute.type) {
      throw mismatch("the model says '\(attribute.declaredType)', the struct '\(kind.spelling)'")
    }
    if attribute.isOptional, !isOptional {
      throw mismatch("it may be missing in the database, and the struct has no optional")
    }
  }
}
