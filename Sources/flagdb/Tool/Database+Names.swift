import CommandTable
import FlagDB
import FlagModel
import Migrations
import PlainText
import Predicates
import UserSQL

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

extension ArgumentDescription {
  static let database = ArgumentDescription(
    "DB", completion: .file(extensions: ["db", "sqlite", "sqlite3"]), help: "the database, a file")

  static let databaseOrModel = ArgumentDescription(
    "DB", completion: .file(extensions: ["db", "sqlite", "sqlite3", "swift"]),
    help: "the database, or a model file whose name ends in .swift")

  static let entity = ArgumentDescription(
    "ENTITY", completion: .asks("entity"), help: "the kind of record, as in Sample")

  static let assignments = ArgumentDescription(
    "NAME=VALUE", isRepeating: true, completion: .asks("assignment"),
    help: "what an attribute becomes")

  static let optionalAssignments = ArgumentDescription(
    "NAME=VALUE", isOptional: true, isRepeating: true, completion: .asks("assignment"),
    help: "the value of an attribute, or the whole record as one JSON object")
}
