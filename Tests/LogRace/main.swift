/// Races writers against checkpoints over one write-ahead log, in several processes, for as long as
/// it is told: `LogRace SECONDS [PAIRING …]`.
///
/// A pairing says who checkpoints and who writes: `guarded` as flagdb does, `plain` as SQLite does by
/// itself. After each round all content is compared with what was acknowledged. Ends with 1 if
/// anything was lost where one side was guarded, and prints what it did in any case.
import Foundation

let words = Array(CommandLine.arguments.dropFirst())
do {
  switch words.first {
  case "write": try Writer(words.dropFirst().map(\.self)).run()
  case "checkpoint": try Checkpointer(words.dropFirst().map(\.self)).run()
  default:
    guard let seconds = words.first.flatMap(Double.init) else {
      throw RaceError(message: "usage: LogRace SECONDS [guarded/guarded | plain/guarded | …]")
    }
    let names = words.dropFirst()
    let pairings = names.isEmpty ? Pairing.guarded : names.compactMap(Pairing.init(name:))
    var isSound = true
    for pairing in pairings {
      let result = try Race(pairing: pairing, seconds: seconds / Double(pairings.count)).run()
      print(result)
      if pairing.isGuarded, result.damaged > 0 { isSound = false }
    }
    exit(isSound ? 0 : 1)
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(2)
}
