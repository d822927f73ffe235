import Databases
import Engines
import FlagModel
import ForeignModels

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

  /// The reason why a table or view of a foreign database is not an entity; nil if it is one, or
  /// does not exist.
  func obstacle(toAsking name: Name) throws -> Diagnostic? {
    guard kind.isForeign, schema.entity(named: name) == nil else { return nil }
    if let lost = kind.sidecar?.schema.entity(named: name) {
      if connection.file?.isEarlierState == true {
        return Diagnostic(
          "this state of '\(path)' has no table '\(lost.source.table)'",
          hint: "\(quotedCommand("flagdb", "log", path, "--wal")) shows its states")
      }
      return Diagnostic(
        "'\(path)' has lost the table '\(lost.source.table)' of '\(name)'",
        hint: .refresh(of: path))
    }
    let tables = try read { try modelSource.tables() }
    let called = tables.first { $0.name == name } ?? tables.first { $0.name.folded == name.folded }
    guard let table = called else { return nil }
    if let problem = table.problem { return Diagnostic("'\(name)' cannot be read: \(problem)") }
    for entity in schema.entities {
      for relationship in entity.relationships {
        if case .joinTable(let join) = relationship.storage, join.name.folded == name.folded {
          return Diagnostic(
            "'\(name)' only holds pairs: they are '\(relationship.name)' of \(entity.name)")
        }
      }
    }
    return nil
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
func flagSetIndex(typed name: Name, in names: [Name]) throws -> Int {
  if let index = names.firstIndex(of: name) { return index }
  let ending = names.indices.filter { names[$0].mayBeCalled(name) }
  if ending.count == 1 { return ending[0] }
  let message =
    if ending.isEmpty {
      "'\(name)' is not a flag set of the model"
    } else {
      "several flag sets are named '\(name)'"
    }
  throw CommandError(
    message,
    hint: .name(for: name, in: names, orAll: "the model has") ?? "the model has no flag sets")
}
