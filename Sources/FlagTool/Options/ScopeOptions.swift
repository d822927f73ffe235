import CommandTable
import Databases
import Engines
import FlagModel
import Predicates
import Queries

/// `--all` and `--yes`: the confirmation for commands that change many records.
struct ScopeOptions: CommandOptions {
  private var isAgreed = false
  /// True if `--all` is given.
  private(set) var isEverything = false

  mutating func declare(in table: inout OptionTable) {
    table.heading("scope")
    table.switch("all", &isEverything, help: "select every record")
    table.switch("yes", short: "y", &isAgreed, help: "do not ask on a terminal")
  }

  /// Throws unless the command line has a selection or `--all`.
  func requireAgreement(with selection: SelectionOptions) throws {
    if selection.isEmpty, !isEverything {
      throw CommandError(
        "no records are selected",
        hint: "select records with --where, --has or --id, or all with --all")
    }
    if !selection.isEmpty, isEverything {
      throw CommandError("--all cannot be used with a selection")
    }
  }

  /// Asks for confirmation on a terminal, with the number of records and of those that are deleted
  /// with them. Elsewhere, no confirmation is needed.
  func confirm(
    _ verb: String, _ entity: Entity, _ database: Database, _ predicate: Predicate?,
    isDeletion: Bool = false, selection: SelectionOptions, _ session: Session
  ) throws {
    guard !isAgreed, session.canAsk else { return }
    let (count, others) = try database.read { () -> (Int64, [Companions]) in
      try selection.requireOneRecord(of: entity, in: database, session)
      let count = try database.number(Query(entity, predicate: predicate, answer: .count))
      guard isDeletion, count > 0 else { return (count, []) }
      return (count, try database.companions(ofDeleting: entity, where: predicate))
    }
    guard count > 0 else { return }
    let words = others.words(deleting: count, of: entity)
    let records = counted(count, "record")
    guard try session.confirm("\(verb) \(records) of \(entity.name)\(words)?") else {
      throw Declined()
    }
  }

  /// The user answered no.
  struct Declined: Error {}
}

extension ScopeOptions.Declined: ReportedError {
  func failure(in context: FailureContext) -> Failure {
    Failure(status: Exit.failed.rawValue, text: "\(WriteOutcome.unchanged.words)\n")
  }
}

extension [Companions] {
  /// `, and 7 of Reading with them`, or empty.
  func words(deleting count: Int64, of entity: Entity) -> String {
    if isEmpty { return "" }
    let counts = map { related in
      if related.entity == entity.name { return "\(related.count) more of \(related.entity)" }
      return "\(related.count) of \(related.entity)"
    }
    return ", and \(listed(counts, "and")) with \(agreeing(count, "it", "them"))"
  }
}
