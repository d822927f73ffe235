import CommandTable
import FlagFormats
import FlagModel
import ModelText

/// An argument of `--type`: `'born on:Date?'`.
struct ColumnType: CommandWord {
  let column: Name
  let type: String

  static let newFlagSet = "OptionSet"
  static let newEnumeration = "enum"

  init(word: String) throws(UnreadableWord) {
    guard let colon = word.lastIndex(of: ":"), colon != word.startIndex,
      word.index(after: colon) != word.endIndex,
      word[word.index(after: colon)...].allSatisfy(mayBeInTypeName)
    else {
      throw UnreadableWord(expected: "COLUMN:TYPE", hint: "as in legs:Int or 'born on:Date?'")
    }
    column = Name(word[..<colon])
    type = String(word[word.index(after: colon)...])
  }

  /// The type for an attribute of a new entity.
  func wanted(for entity: Name, in schema: Schema) throws -> WantedType {
    switch type {
    case Self.newFlagSet: return .flagSet
    case Self.newEnumeration: return .enumeration
    default: break
    }
    let model = try checkedModel(
      schema.swiftSource + "\n@Model final class `\(entity)` {\n  var value: \(type)\n}\n")
    guard let made = model.entity(named: entity), made.properties.count == 1,
      case .attribute(let attribute)? = made.properties.first
    else {
      throw CommandError("--type: '\(type)' is not a type of one column")
    }
    return .attribute(attribute)
  }

  /// True if an existing attribute has the type.
  func isType(of attribute: Attribute) -> Bool {
    switch (type, attribute.type) {
    case (Self.newFlagSet, .flags), (Self.newEnumeration, .enumeration): true
    default: Name(type.prefix { $0 != "?" }) == attribute.declaredType
    }
  }
}

extension ImportOptions {
  /// The detection settings for a new entity, with the given types.
  func settings(
    for entity: Name, in schema: Schema, _ session: Session
  ) throws -> DetectionSettings {
    var settings = DetectionSettings()
    settings.mapping = mapping
    settings.dates = dates?.numbered
    settings.uniques = uniques
    settings.separators = separators
    for type in types { settings.types[type.column] = try type.wanted(for: entity, in: schema) }
    for word in flags {
      settings.types[word.column(of: entity)] = try word.wanted(for: entity, in: schema, session)
    }
    return settings
  }

  /// Throws if the entity exists and an attribute has another type than the given one.
  func requireMet(by entity: Entity) throws {
    for type in types {
      let attribute = try attribute("--type", type.column, of: entity)
      if !type.isType(of: attribute) {
        throw other("--type: '\(attribute.name)' is \(attribute.declaredType)", entity)
      }
    }
    for word in flags {
      let attribute = try attribute("--flags", word.column(of: entity.name), of: entity)
      guard case .flags = attribute.type else {
        throw other("--flags: '\(attribute.name)' is \(attribute.declaredType)", entity)
      }
    }
    for name in uniques where try !entity.isUnique(attribute("--unique", name, of: entity)) {
      throw other("--unique: '\(name)' is not unique", entity)
    }
  }

  private func attribute(_ option: String, _ name: Name, of entity: Entity) throws -> Attribute {
    let inFiles = entity.namesInFiles
    let attributeName = inFiles.first { $0.inFiles == name }?.name ?? mapping.name(of: name)
    guard let attribute = entity.attribute(named: attributeName) else {
      throw CommandError(
        "\(option): '\(name)' is not an attribute of \(entity.name)",
        hint: .name(
          for: name, in: entity.attributes.map(\.name) + inFiles.map(\.inFiles),
          orAll: "\(entity.name) has"))
    }
    return attribute
  }

  private func other(_ message: String, _ entity: Entity) -> CommandError {
    CommandError(
      message, hint: "'\(entity.name)' exists already; 'flagdb migrate' changes it",
      exit: .failed)
  }
}
