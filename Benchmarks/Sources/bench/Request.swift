import Glibc

/// What is asked for on the line.
struct Request {
  private let flagdb: String
  private let base: String
  private let templates: String
  private var counts = [1_000_000]
  private var rounds = 5
  private var savesTo: String?
  private var names: [String] = []

  init(_ arguments: [String]) throws(BenchError) {
    guard arguments.count >= 4 else { throw BenchError("FLAGDB, DATA-FOLDER and TEMPLATES") }
    (flagdb, base, templates) = (arguments[1], arguments[2], arguments[3])
    var words = arguments.dropFirst(4)
    while let word = words.popFirst() {
      switch word {
      case "--records":
        counts = try Self.numbers(words.popFirst())
      case "--rounds":
        rounds = try Self.numbers(words.popFirst())[0]
      case "--save":
        savesTo = words.popFirst()
      default:
        names.append(word)
      }
    }
  }

  private static func numbers(_ word: String?) throws(BenchError) -> [Int] {
    let numbers = (word ?? "").split(separator: ",").compactMap { Int($0) }.filter { $0 > 0 }
    if numbers.isEmpty { throw BenchError("'\(word ?? "")' is no number") }
    return numbers
  }

  func run() throws(BenchError) {
    var versions: [Tool: String] = [:]
    for tool in Tool.allCases {
      versions[tool] = tool.version(at: tool == .flagdb ? flagdb : tool.rawValue)
    }
    var results: [Result] = []
    let small = DataFolder(records: 9, under: base)
    results += try hold(Contests(flagdb: flagdb, data: small), \.small, versions)
    for count in counts {
      let data = DataFolder(records: count, under: base)
      results += try hold(Contests(flagdb: flagdb, data: data), \.large, versions)
    }
    guard !results.isEmpty else { throw BenchError("no such contest") }
    let table = markdown(results, versions: versions, machine: Self.machine)
    print(table)
    if let savesTo {
      try Self.write(table, to: "\(savesTo)/results.md")
      try Self.write(svg(results), to: "\(savesTo)/results.svg")
    }
  }

  private func hold(
    _ contests: Contests, _ group: KeyPath<Contests, [Contest]>, _ versions: [Tool: String]
  ) throws(BenchError) -> [Result] {
    let asked = contests[keyPath: group].filter { names.isEmpty || names.contains($0.name) }
    if asked.isEmpty { return [] }
    try contests.data.prepare(
      flagdb: flagdb, templates: templates, hasDuckDB: versions[.duckdb] != nil)
    var results: [Result] = []
    for contest in asked {
      let installed = Contest(
        name: contest.name, title: contest.title, goal: contest.goal, rounds: contest.rounds,
        contenders: contest.contenders.filter { versions[$0.tool] != nil })
      say("\(contest.name), \(grouped(contests.data.records)) records")
      results.append(
        try bench.hold(
          installed, records: contests.data.records, rounds: rounds, in: contests.data.path))
    }
    return results
  }

  private static func write(_ text: String, to path: String) throws(BenchError) {
    guard let file = fopen(path, "w"), fputs(text, file) >= 0, fclose(file) == 0 else {
      throw BenchError("\(path) cannot be written")
    }
  }

  /// The processor, and how many of them.
  private static var machine: String {
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    guard
      let run = try? bench.run(["sed", "-n", "s/^model name.*: //p", "/proc/cpuinfo"], in: "/"),
      let name = String(decoding: run.output, as: UTF8.self).split(separator: "\n").first
    else { return "\(cores) cores" }
    return "\(name), \(cores) cores"
  }
}
