import Databases
import FlagModel

extension Database {
  /// The entity of that name. Otherwise an error suggests the most similar name.
  func entity(named name: Name) throws -> Entity {
    if let obstacle = try obstacle(toAsking: name) {
      throw CommandError(obstacle.message, hint: obstacle.hint, exit: .failed)
    }
    let entity = try schema.entity(typed: name)
    guard kind.isForeign else { return entity }
    try lookAtValues(of: [entity.name])
    return try schema.entity(typed: name)
  }
}

extension Schema {
  /// The flag set that `flagSetIndex(typed:in:)` finds.
  func flagSet(typed name: Name) throws -> FlagSet {
    let sets = allFlagSets
    return sets[try flagSetIndex(typed: name, in: sets.map(\.name))]
  }
}

/// The index of a flag set by its full name, or by its last part if that is unique.
func flagSetIndex(typed name: Name, in known: [Name]) throws -> Int {
  if let index = known.firstIndex(of: name) { return index }
  let ending = known.indices.filter { known[$0].mayBeCalled(name) }
  if ending.count == 1 { return ending[0] }
  let message =
    if ending.isEmpty {
      "'\(name)' is not a flag set of the model"
    } else {
      "several flag sets are named '\(name)'"
    }
  throw CommandError(
    message,
    hint: .name(for: name, in: known, orAll: "the model has") ?? "the model has no flag sets")
}
