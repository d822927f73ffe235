/// A change that gets a signal, for tests: `SignalVictim DATABASE SIGNAL MOMENT`.
///
/// Moments are counted from 1: each call of SQLite on a file of the database's folder is one, before
/// it is made. Says what has become of the change, and ends with 0 where there is no such moment.
import CFaultVFS
import Databases
import FlagModel
import Foundation

let words = CommandLine.arguments
guard let signal = Int32(words[2]), let moment = Int64(words[3]),
  let watch = fault_watch_folder((words[1] as NSString).deletingLastPathComponent)
else { exit(2) }
Interruption.catchSignals()
let database = try Database(path: words[1], for: .writing)
let plan = fault_plan(
  calls: 0xFFFF, effect: Int32(FAULT_SIGNAL), signal: signal, at: moment, length: 1)
fault_arm(watch, plan, false)
do {
  try database.write { _ = try database.delete(from: database.schema.entities[1], where: nil) }
  print("kept")
} catch let error as DatabaseError {
  print(error.outcome.map { "\($0)" } ?? "unsaid")
}
exit(fault_hits(watch) == 0 ? 0 : 1)
