import Databases
import FlagModel

/// An entity on both sides; nil if a side lacks it.
struct EntityPair {
  let name: Name
  let before: Entity?
  let after: Entity?

  /// Pairs entities of the same name, or those that the given name matches. The entity of a record
  /// file is paired with the other side's only entity if names differ.
  static func all(
    of before: Database, _ after: Database, named name: Name?
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
    if before === single { return [EntityPair(name: match.name, before: records, after: match)] }
    return [EntityPair(name: match.name, before: match, after: records)]
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
