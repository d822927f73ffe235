import CommandTable
import FlagDB
import FlagModel
import FlagSQL

/// `--all` and `--yes`: how a command that changes many records is kept from doing so unasked.
struct ScopeOptions {
  private let isAgreed: Bool
  /// Whether every record is meant.
  let isEverything: Bool

  init(_ line: Invocation, _ selection: SelectionOptions, verb: String) throws {
    isEverything = line.has(option: "all")
    isAgreed = line.has(option: "yes")
    if selection.isEmpty, !isEverything {
      throw CommandError(
        "nothing says which records to \(verb)",
        hint: "select some, as with --has, --where or --id, or give --all")
    }
    if !selection.isEmpty, isEverything {
      throw CommandError("--all means every record, and a selection does not; give one of them")
    }
  }

  /// Asks on a terminal, with the number of records; elsewhere the line has said enough.
  func confirm(
    _ verb: String, _ entity: Entity, _ database: Database, _ predicate: Predicate?,
    _ session: Session
  ) throws {
    guard !isAgreed, session.canAsk else { return }
    let count = try database.read {
      try database.number(Query(entity, predicate: predicate, answer: .count))
    }
    guard count > 0 else { return }
    guard try session.confirm("\(verb) \(counted(count)) of \(entity.name)?") else {
      throw Declined()
    }
  }

  /// The answer to the question was no.
  struct Declined: Error {}

  static let descriptions: [OptionDescription] = [
    OptionDescription("all", group: "scope", help: "every record is meant"),
    OptionDescription("yes", short: "y", group: "scope", help: "do not ask on a terminal"),
  ]
}
