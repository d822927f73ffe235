import Databases
import FlagModel
import Foundation
/// A migration that kills itself, for tests: `KilledMigration DATABASE MODEL MOMENT`.
///
/// Moments are counted from 1: each statement of the migration is one, before it runs, and each of
/// SQLite's calls while a statement works. Ends with 0 where there is no such moment.
import Migrating
import ModelText

/// Counts the moments, and kills the process at the last.
final class MomentCounter {
  private var moments = 0
  private let last: Int

  init(last: Int) {
    self.last = last
  }

  func pass() {
    moments += 1
    if moments == last { kill(getpid(), SIGKILL) }
  }
}

let words = CommandLine.arguments
let model = try String(contentsOfFile: words[2], encoding: .utf8)
guard let schema = readModel([SourceText(name: words[2], model)]).schema,
  let last = Int(words[3]), let now = Timestamp(microseconds: 0)
else { exit(2) }
let counter = MomentCounter(last: last)
let database = try Database(path: words[1], for: .writing)
_ = try Migrator(database).migrate(
  MigrationRequest(to: schema, origin: "test", now: now), progress: { _ in counter.pass() },
  beforeStatement: { _ in counter.pass() })
