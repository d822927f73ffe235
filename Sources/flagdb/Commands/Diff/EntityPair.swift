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
    let known = other.schema.entities
    let wanted = name ?? records.name
    guard
      let own = other.schema.entity(called: wanted)
        ?? (name == nil && known.count == 1 ? known[0] : nil)
    else {
      if let name { _ = try other.schema.entity(typed: name) }
      throw CommandError(
        "no entity of '\(other.path)' is called '\(records.name)', as the records of '\(single.path)' are",
        hint: .choice("give ENTITY, one of", known.map(\.name.text)))
    }
    return [
      EntityPair(
        name: own.name, before: before === single ? records : own,
        after: before === single ? own : records)
    ]
  }

  private static func pairs(
    _ before: Schema, _ after: Schema, named name: Name?
  ) throws -> [EntityPair] {
    if let name {
      let old = before.entity(called: name)
      let new = try old == nil ? after.entity(typed: name) : after.entity(called: name)
      return [EntityPair(name: name, before: old, after: new)]
    }
    let added = after.entities.filter { before.entity(named: $0.name) == nil }
    return before.entities.map {
      EntityPair(name: $0.name, before: $0, after: after.entity(named: $0.name))
    } + added.map { EntityPair(name: $0.name, before: nil, after: $0) }
  }
}
