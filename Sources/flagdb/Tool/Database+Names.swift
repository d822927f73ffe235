import FlagDB
import FlagModel
import PlainText

extension Database {
  /// The entity of that name, or an error with the one that was probably meant.
  func entity(named name: String) throws -> Entity {
    try schema.entity(typed: name)
  }
}

extension Schema {
  /// A flag set by its full name, or by the last part of it where only one ends so.
  func flagSet(typed name: String) throws -> FlagSet {
    if let set = flagSets.first(where: { $0.name.isSame(as: name) }) { return set }
    let ending = flagSets.filter { $0.name.hasSuffix(".\(name)") }
    if ending.count == 1 { return ending[0] }
    let known = flagSets.map(\.name)
    let listing =
      known.isEmpty ? "the model has no flag sets" : "there is \(listed(known))"
    throw CommandError(
      ending.isEmpty
        ? "'\(name)' is not a flag set of the model" : "several flag sets are named '\(name)'",
      hint: nearestName(to: name, in: known).map { "did you mean \($0)?" } ?? listing)
  }
}
