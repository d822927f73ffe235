import Adopting
import CFaultVFS
import Databases
/// Work that gets a signal, for tests: `SignalledWork DATABASE SIGNAL MOMENT delete|read|backup|adopt|files`.
///
/// Moments are counted from 1: each call of SQLite on a file of the database's folder is one, before
/// it is made. Says what has become of the work, and ends with 0 where there is no such moment.
import Engines
import FlagModel
import Foundation
import Platform

let words = CommandLine.arguments
guard words.count == 5, let number = Int32(words[2]), let moment = Int64(words[3]),
  let watch = fault_watch_folder((words[1] as NSString).deletingLastPathComponent)
else { exit(2) }
// Who ignores a signal, as under nohup or in the background of a script, has no handler for it.
for ignored in [SIGINT, SIGTERM, SIGHUP] { _ = signal(ignored, SIG_DFL) }
Interruption.catchSignals()
let plan = fault_plan(
  calls: 0xFFFF, effect: Int32(FAULT_SIGNAL), signal: number, at: moment, length: 1)

/// Makes the drafts of many files, and gets the signal before one of them has its name.
func writeFiles() throws -> String {
  let batch = FileBatch(in: FilesInUse.ofProcess.part())
  let folder = (words[1] as NSString).deletingLastPathComponent
  for number in 0..<100 { try batch.write([0], at: "\(folder)/file\(number)") }
  raise(number)
  return withExtendedLifetime(batch) { "written" }
}

func work() throws -> String {
  if words[4] == "files" { return try writeFiles() }
  if words[4] == "delete" {
    let database = try Database(path: words[1], for: .writing)
    fault_arm(watch, plan, false)
    try database.write { _ = try database.delete(from: database.schema.entities[1], where: nil) }
    return "kept"
  }
  if words[4] == "adopt" {
    let database = try Database(path: words[1], for: .reading)
    let sidecar = try Adopter(database).sidecar(of: Adopter(database).model())
    fault_arm(watch, plan, false)
    try Adopter(database).writeInside(sidecar, now: .earliest)
    return "kept"
  }
  fault_arm(watch, plan, false)
  let database = try Database(path: words[1], for: .reading)
  if words[4] == "backup" { try DatabaseBackup(database).write(to: "\(words[1]).copy") }
  return database.copyNote == nil ? "read" : "copied"
}

do {
  print(try work())
} catch let error as DatabaseError {
  print(error.outcome.map { "\($0)" } ?? "\(error.kind)")
}
exit(fault_hits(watch) == 0 ? 0 : 1)
