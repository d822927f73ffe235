import FlagModel
import ModelText

// An attribute of integers that becomes flags. Its stored numbers stay as they are.

extension EntityAddition {
  /// The model in which an integer attribute has the flag set of a word.
  static func retyping(
    _ word: Word, of entity: Name, in schema: Schema, now: Timestamp
  ) throws -> Schema {
    guard let owner = schema.entity(called: entity), let old = owner.attribute(named: word.name)
    else { return schema }
    let new = try attribute(word, in: schema)
    guard case .integer = old.type, case .flags = new.type, old.stored == .own else {
      throw CommandError(
        "'\(owner.name).\(old.name)' is in the model already, as \(old.declaredType)",
        hint: "integers can become flags; 'flagdb migrate' makes other changes")
    }
    var flags = Attribute(
      name: old.name, column: old.column, declaredType: new.declaredType, type: new.type,
      isOptional: old.isOptional, isRequiredPart: old.isRequiredPart,
      defaultValue: old.defaultValue, isUnique: old.isUnique, validity: old.validity,
      originalName: old.originalName, summary: old.summary)
    if let text = word.defaultText {
      flags.defaultValue = try defaultValue(text, of: flags, now: now)
    }
    return Schema(
      types: schema.types,
      entities: schema.entities.map { entity in
        guard entity.name == owner.name else { return entity }
        return entity.mappingAttributes { attribute in
          if attribute.name == old.name { flags } else { attribute }
        }
      })
  }

  /// An attribute of the type in a word.
  private static func attribute(_ word: Word, in schema: Schema) throws -> Attribute {
    let taken = Set(schema.entities.map(\.name.folded) + schema.types.map(\.name.folded))
    let entity = numbered("Flags") { !taken.contains($0.folded) }
    let source =
      schema.swiftSource + "\n@Model final class \(entity) {\n  var value: \(word.type)\n}\n"
    guard let attribute = try checkedModel(source).entity(named: entity)?.attributes.first else {
      throw CommandError("'\(word.type)' is not a type of one column")
    }
    return attribute
  }
}

extension Entity {
  /// The same entity with other attributes.
  func mappingAttributes(_ change: (Attribute) throws -> Attribute) rethrows -> Entity {
    let properties = try properties.map { property -> Property in
      guard case .attribute(let attribute) = property else { return property }
      return .attribute(try change(attribute))
    }
    return Entity(
      name: name, kind: kind, properties: properties, uniques: uniques, indexes: indexes,
      expressions: expressions, originalName: originalName, summary: summary, parent: parent,
      source: source)
  }
}
