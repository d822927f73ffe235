import FlagDB
import FlagModel
import PlainText

extension Database {
  /// The entity of that name, or an error with the one that was probably meant.
  func entity(named name: Name) throws -> Entity {
    try schema.entity(typed: name)
  }
}

extension Schema {
  /// A flag set by its full name, or by the last part of it where only one ends so.
  func flagSet(typed name: Name) throws -> FlagSet {
    if let set = flagSets.first(where: { $0.name == name }) { return set }
    let ending = flagSets.filter { $0.name.mayBeCalled(name) }
    if ending.count == 1 { return ending[0] }
    let known = flagSets.map(\.name)
    throw CommandError(
      ending.isEmpty
        ? "'\(name)' is not a flag set of the model" : "several flag sets are named '\(name)'",
      hint: .name(for: name, in: known, orAll: "there is") ?? "the model has no flag sets")
  }
}
