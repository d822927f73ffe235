import Copying
import Databases
import Engines
import FlagModel
import Migrations
import Terminal

/// Makes a copy, and reports it.
final class CopyRun {
  private let plan: CopyPlan
  private let source: Database
  private let path: String
  private let rule: CopyCommand.ErrorRule
  private let spread: [SpreadRequest]
  private let session: Session
  /// The number of records and links that are not in the copy.
  private var refused: Int64 = 0

  init(
    _ plan: CopyPlan, of source: Database, to path: String, _ rule: CopyCommand.ErrorRule,
    _ spread: [SpreadRequest], _ session: Session
  ) {
    self.plan = plan
    self.source = source
    self.path = path
    self.rule = rule
    self.spread = spread
    self.session = session
  }

  func run() throws -> Exit {
    let progress = session.progress()
    defer { progress?.clear() }
    let copy = DatabaseCopy(
      plan, of: source,
      onProgress: { progress?.show($0.text, records: $1, of: nil) },
      onRefusal: { [self] refusal in
        progress?.clear()
        try refuse(refusal)
      })
    try session.answer { answer in
      try create { [self] database in
        try copy.write(to: database)
        progress?.clear()
        sayRest()
        try answer(words(copy.counts))
      }
    }
    return refused == 0 ? .done : .no
  }

  private func create(_ fill: @escaping (Database) throws -> Void) throws {
    try Database.create(
      path: path, like: [source.path], schema: plan.schema, origin: "copy of \(source.path)",
      spread: spread,
      on: session.servers, now: session.now, filling: fill)
  }

  /// Counts and reports a refused record, or stops with an error.
  func refuse(_ refusal: CopyRefusal) throws {
    guard rule == .skip else {
      throw DatabaseError(
        .refused, refusal.words, hint: "'--on-error skip' copies the others", outcome: .unchanged)
    }
    refused += 1
    if refused <= mostShown { session.say("error: \(shownInPart(refusal.words))\n") }
  }

  private func sayRest() {
    let more = refused - Int64(mostShown)
    if more > 0 {
      session.say("and \(counted(more, "more record")) that \(agreeing(more, "is", "are")) wrong\n")
    }
  }

  private func words(_ counts: [(entity: Name, records: Int64)]) -> String {
    counts.map { "copied \(counted($0.records, "record")) of \($0.entity)\n" }.joined()
  }
}
