// Runs commands in turn, many times, and prints what each run took: the median, the fastest and
// slowest tenth, and the median as a multiple of the first command's.
//
//   stopwatch ROUNDS NAME PROGRAM ARGUMENT… -- NAME PROGRAM ARGUMENT…
//
// All must exit with 0 and print the same. The commands take turns, so that whatever else the
// machine does falls on all of them alike; the time is from the start of the process to its end.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A command and the times of its runs.
struct Contender {
  var name: String
  var words: [String]
  var nanoseconds: [UInt64] = []

  init(_ arguments: ArraySlice<String>) {
    name = arguments.first ?? ""
    words = Array(arguments.dropFirst())
  }

  /// The time that a share of the runs did not exceed, in milliseconds.
  func time(at share: Double) -> Double {
    let sorted = nanoseconds.sorted()
    return Double(sorted[Int(Double(sorted.count - 1) * share)]) / 1e6
  }
}

func fail(_ message: String) -> Never {
  fputs("stopwatch: \(message)\n", stderr)
  exit(1)
}

/// Runs a command once with its output in a pipe, and gives back the time and the output.
func run(_ words: [String]) -> (nanoseconds: UInt64, output: [UInt8]) {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { fail("no pipe") }
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
  posix_spawn_file_actions_addclose(&actions, ends[0])
  posix_spawn_file_actions_addclose(&actions, ends[1])
  var arguments = words.map { strdup($0) } + [nil]
  defer {
    for argument in arguments { free(argument) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[0])
  }

  var id = pid_t()
  let start = now()
  guard posix_spawn(&id, words[0], &actions, nil, &arguments, environ) == 0 else {
    fail("cannot run \(words[0])")
  }
  close(ends[1])
  var output: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
    output += buffer[..<count]
  }
  var status: Int32 = 0
  waitpid(id, &status, 0)
  let end = now()
  guard status == 0 else { fail("failed: \(words.joined(separator: " "))") }
  return (end - start, output)
}

func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// A number with two places, in a column.
func column(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let text = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  return String(repeating: " ", count: max(0, 9 - text.count)) + text
}

let arguments = CommandLine.arguments.dropFirst()
guard let rounds = arguments.first.flatMap({ Int($0) }), rounds > 0 else {
  fail("say how many rounds")
}
var contenders = arguments.dropFirst().split(separator: "--").map { Contender($0) }
guard contenders.allSatisfy({ !$0.words.isEmpty }), !contenders.isEmpty else {
  fail("say what to run")
}

let answers = contenders.map { run($0.words).output }
guard answers.allSatisfy({ $0 == answers[0] }) else { fail("the answers differ") }

for _ in 0..<rounds {
  for index in contenders.indices {
    contenders[index].nanoseconds.append(run(contenders[index].words).nanoseconds)
  }
}

let width = contenders.map(\.name.count).max() ?? 0
print(String(repeating: " ", count: width) + "    10 %   median     90 %    ratio   (ms)")
for contender in contenders {
  let name = contender.name + String(repeating: " ", count: width - contender.name.count)
  let times = [0.1, 0.5, 0.9].map { column(contender.time(at: $0)) }
  let ratio = contender.time(at: 0.5) / contenders[0].time(at: 0.5)
  print(name + times.joined() + column(ratio))
}
