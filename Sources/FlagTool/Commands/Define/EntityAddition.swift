import FlagModel
import ModelText

/// `entity Sample code:String 'note:String?' score:Double=50`: adds an entity, or attributes to an
/// existing one.
struct EntityAddition: ModelAddition {
  /// One attribute as typed.
  struct Word {
    let name: Name
    let type: String
    let defaultText: String?
  }

  private let name: Name
  private let words: [Word]
  private let unique: [Name]
  private let isNew: Bool

  init(_ name: String, _ words: [String], unique: [String], isNew: Bool) throws {
    self.name = try modelName(name)
    self.words = try words.map(Self.word)
    self.unique = unique.map { Name($0) }
    self.isNew = isNew
    for name in self.unique where !self.words.contains(where: { $0.name == name }) {
      throw CommandError("--unique: '\(name)' is not among the attributes that are defined")
    }
  }

  private static func word(_ text: String) throws -> Word {
    let (declaration, value) = splitAtEquals(text)
    let parts = declaration.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[1].allSatisfy(mayBeInTypeName) else {
      throw CommandError(
        "expected NAME:TYPE, found '\(text)'", hint: "as in code:String or 'note:String?'")
    }
    return Word(name: try modelName(parts[0]), type: parts[1], defaultText: value.map(String.init))
  }

  func added(to schema: Schema, now: Timestamp) throws -> Schema {
    let existing = schema.entity(called: name)
    if isNew, existing != nil {
      throw CommandError(
        "'\(name)' is in the model already", hint: "'define DB attribute \(name) …' adds to it")
    }
    if !isNew {
      let entity = try schema.entity(typed: name)
      for word in words { try schema.requireFree(word.name, inHierarchyOf: entity) }
    }
    let retyped = words.filter { existing?.attribute(named: $0.name) != nil }
    if !isNew, !retyped.isEmpty {
      guard retyped.count == words.count else {
        throw CommandError("'\(name).\(retyped[0].name)' is in the model already")
      }
      return try retyped.reduce(schema) { try Self.retyping($1, of: name, in: $0, now: now) }
    }
    let read = try checkedModel(source(in: schema, existing))
    return Schema(
      types: read.types,
      entities: try read.entities.map { entity in
        if entity.name != existing?.name ?? name { return entity }
        return try withDefaults(entity, now: now)
      })
  }

  /// The model as Swift with the new attributes. Parsing it gives them their types.
  private func source(in schema: Schema, _ existing: Entity?) -> String {
    var lines = ""
    for word in words {
      lines += "  "
      if unique.contains(word.name) { lines += "@Attribute(.unique) " }
      lines += "var `\(word.name)`: \(word.type)\n"
    }
    let model = schema.swiftSource
    guard let existing else { return "\(model)\n@Model final class `\(name)` {\n\(lines)}\n" }
    return Self.inserting(lines, into: existing, of: model)
  }

  /// Inserts lines before the closing brace of an entity. In printed models, such a brace is not
  /// indented.
  private static func inserting(_ lines: String, into entity: Entity, of model: String) -> String {
    var isInside = false
    let all = model.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      if isHead(line, of: entity) { isInside = true }
      guard isInside, line == "}" else { return [line] }
      isInside = false
      return [Substring(lines + "}")]
    }
    return all.joined(separator: "\n")
  }

  /// True if the line opens the entity, with or without a superclass.
  private static func isHead(_ line: Substring, of entity: Entity) -> Bool {
    ["@Model final class ", "@Model class ", "struct "].contains { keyword in
      guard line.hasPrefix(keyword) else { return false }
      let named = line.dropFirst(keyword.count)
      return ["\(entity.name)", "`\(entity.name)`"].contains { name in
        [" {", ":"].contains { named.utf8.starts(with: (name + $0).utf8) }
      }
    }
  }

  private func withDefaults(_ entity: Entity, now: Timestamp) throws -> Entity {
    try entity.mappingAttributes { attribute in
      guard let text = words.first(where: { $0.name == attribute.name })?.defaultText else {
        return attribute
      }
      var attribute = attribute
      do throws(ValueError) {
        attribute.defaultValue = try Self.defaultValue(text, of: attribute, now: now)
        return attribute
      } catch {
        throw CommandError(error.message, hint: error.hint)
      }
    }
  }

  /// Parses a default value. As in a model file, `now` is the time of each insert, and `new` is a
  /// new UUID for each record.
  static func defaultValue(
    _ text: String, of attribute: Attribute, now: Timestamp
  ) throws(ValueError) -> DefaultValue {
    switch (attribute.type, text) {
    case (.date, "now"): return .now
    case (.uuid, "new"): return .newUUID
    default: return .value(try attribute.value(from: text, now: now))
    }
  }
}
