/// Runs every command that writes on a disk that fails, under signals that come at the worst moment,
/// and through power cuts, and says what does not hold. It is for tests, and ends with 1 where
/// something was found: `Torture [--seconds N] [--share N] [--only PATTERN [--at N]] [--bug NAME]`.
import CFaultCalls
import FixedClock
import Foundation
import TestSupport

/// The words of the line as pairs of an option and its value.
func options() -> [String: String]? {
  let words = Array(CommandLine.arguments.dropFirst())
  guard words.count.isMultiple(of: 2) else { return nil }
  var options: [String: String] = [:]
  for index in stride(from: 0, to: words.count, by: 2) { options[words[index]] = words[index + 1] }
  let known = [
    "--seconds", "--share", "--only", "--at", "--bug", "--seed", "--jobs", "--results", "--list",
  ]
  return options.keys.allSatisfy(known.contains) ? options : nil
}

guard let options = options(), let bug = PlantedBug(rawValue: options["--bug"] ?? "none"),
  flagdb_fix_clock(Workplace.now) == 0
else {
  print("usage: Torture [--seconds N] [--share N] [--seed N] [--jobs N] [--only PATTERN [--at N]]")
  print("       Torture --list commands")
  print(
    "               [--bug \(PlantedBug.allCases.map(\.rawValue).joined(separator: "|"))] [--results FILE]"
  )
  exit(2)
}
setenv("TZ", "UTC", 1)
setenv("XDG_CONFIG_HOME", "/nowhere", 1)

var settings = Settings()
settings.bug = bug
settings.seed = options["--seed"].flatMap(UInt64.init) ?? settings.seed
settings.share = options["--share"].flatMap(UInt64.init) ?? settings.share
settings.at = options["--at"].flatMap(Int64.init)
if options["--list"] == "commands" {
  // A line for each command: how many operations are of it.
  for name in Set(Operation.all.map(\.words[0]) + Operation.untried).sorted() {
    print("\(name)\t\(Operation.all.count { $0.words[0] == name })")
  }
  exit(0)
}
let start = ProcessInfo.processInfo.systemUptime
settings.deadline = options["--seconds"].flatMap(Double.init).map { start + $0 }
let score = try Score()
let crew = Crew(
  size: options["--jobs"].flatMap(Int.init) ?? ProcessInfo.processInfo.activeProcessorCount)

let pattern = options["--only"]
var round: UInt64 = 0
repeat {
  var dice = Dice(seed: settings.seed)
  for job in Job.all(settings, isFirstRound: round == 0, pattern).shuffled(using: &dice) {
    if settings.isOver { break }
    crew.start { [settings] in job.run(settings, score) }
  }
  crew.finish(score)
  if settings.isOver, round == 0 { print("the time was up before all had been tried once") }
  round += 1
  settings.seed &+= 1
} while settings.deadline != nil && !settings.isOver

print(score.report, terminator: "")
print(score.table, terminator: "")
if let path = options["--results"] {
  try score.table.write(toFile: path, atomically: true, encoding: .utf8)
}
score.remove()
exit(score[.differences] == 0 && score[.crashes] == 0 ? 0 : 1)
