import Databases
import FlagFormats
import FlagModel
import ForeignModels

/// An entity on both sides; nil if a side lacks it.
struct EntityPair {
  let name: Name
  let before: Entity?
  let after: Entity?

  /// Pairs entities of the same name, or those that the given name matches. The entity of a record
  /// file is paired with the other side's only entity if names differ, and its columns have the
  /// names that the properties have there.
  static func all(
    of before: Database, _ after: Database, named name: Name?, _ mapping: ImportMapping
  ) throws -> [EntityPair] {
    let sides = [before, after]
    let single = sides.first(where: \.kind.isRecordFile)
    guard let single, let records = single.schema.entities.first else {
      return try pairs(before.schema, after.schema, named: name)
    }
    let other = before === single ? after : before
    let entities = other.schema.entities
    let wanted = name ?? records.name
    var match = other.schema.entity(called: wanted)
    if match == nil, name == nil, entities.count == 1 { match = entities[0] }
    guard let match else {
      if let name { _ = try other.schema.entity(typed: name) }
      throw CommandError(
        "no entity of '\(other.path)' is called '\(records.name)', as the records of '\(single.path)' are",
        hint: .choice("give ENTITY, one of", entities.map(\.name.text)))
    }
    let named = records.called(as: match, mapping)
    if before === single { return [EntityPair(name: match.name, before: named, after: match)] }
    return [EntityPair(name: match.name, before: match, after: named)]
  }

  private static func pairs(
    _ before: Schema, _ after: Schema, named name: Name?
  ) throws -> [EntityPair] {
    if let name {
      let old = before.entity(called: name)
      var new = after.entity(called: name)
      if old == nil, new == nil { new = try after.entity(typed: name) }
      return [EntityPair(name: name, before: old, after: new)]
    }
    var pairs = before.entities.map {
      EntityPair(name: $0.name, before: $0, after: after.entity(named: $0.name))
    }
    for entity in after.entities where before.entity(named: entity.name) == nil {
      pairs.append(EntityPair(name: entity.name, before: nil, after: entity))
    }
    return pairs
  }
}

extension Entity {
  /// The records of a file whose columns have the names of the properties that `insert` would set by
  /// them.
  fileprivate func called(as other: Entity, _ mapping: ImportMapping) -> Entity {
    let inFiles = Dictionary(namesInFiles.map { ($0.name, $0.inFiles) }) { first, _ in first }
    let columns = attributes.map { mapping.name(of: inFiles[$0.name] ?? $0.name) }
    let meanings = other.properties(ofColumns: columns)
    var taken = Set(meanings.flatMap(\.self))
    var used: Set<Name> = []
    var properties: [Property] = []
    for (index, attribute) in attributes.enumerated() {
      var renamed = attribute
      let names = meanings[index].filter { used.insert($0).inserted }
      for name in names {
        renamed.name = name
        // All parts of a struct that is null are read from its column.
        if names.count > 1 || name.isInside(columns[index]) {
          renamed.type = other.attribute(named: name)?.type ?? renamed.type
        }
        properties.append(.attribute(renamed))
      }
      if names.isEmpty {
        if !taken.insert(attribute.name).inserted { renamed.name = columns[index] }
        properties.append(.attribute(renamed))
      }
    }
    return having(properties)
  }
}
