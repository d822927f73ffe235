#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is asked for on the line.
struct Request {
  private let flagdb: String
  private let base: String
  private let templates: String
  /// How many records to measure with, and what; everything where no contest is named.
  private var parts: [(records: Int, names: [String])] = []
  private var kind = DataKind.plain
  private var rounds = 5
  private var savesTo: String?

  init(_ arguments: [String]) throws(BenchError) {
    guard arguments.count >= 4 else { throw BenchError("FLAGDB, DATA-FOLDER and TEMPLATES") }
    (flagdb, base, templates) = (arguments[1], arguments[2], arguments[3])
    var words = arguments.dropFirst(4)
    let usualCount = 1_000_000
    while let word = words.popFirst() {
      switch word {
      case "--records":
        parts.append((try Self.number(words.popFirst()), []))
      case "--rounds":
        rounds = try Self.number(words.popFirst())
      case "--data":
        kind = try Self.kind(words.popFirst())
      case "--save":
        savesTo = try Self.folder(words.popFirst())
      default:
        if parts.isEmpty { parts.append((usualCount, [])) }
        parts[parts.count - 1].names.append(word)
      }
    }
    if parts.isEmpty { parts.append((usualCount, [])) }
  }

  private static func number(_ word: String?) throws(BenchError) -> Int {
    guard let number = Int(word ?? ""), number > 0 else {
      throw BenchError("'\(word ?? "")' is no number")
    }
    return number
  }

  private static func kind(_ word: String?) throws(BenchError) -> DataKind {
    guard let kind = DataKind(rawValue: word ?? "") else {
      let names = DataKind.allCases.map(\.rawValue).joined(separator: " or ")
      throw BenchError("'\(word ?? "")' is no kind of data: \(names)")
    }
    return kind
  }

  /// From the root on, since the folder in which tools run changes.
  private static func folder(_ word: String?) throws(BenchError) -> String {
    guard let path = realpath(word ?? "", nil) else {
      throw BenchError("'\(word ?? "")' is no folder")
    }
    defer { free(path) }
    return String(cString: path)
  }

  func run() throws(BenchError) {
    var versions: [Tool: String] = [:]
    for tool in Tool.allCases where tool.program == tool {
      versions[tool] = tool.version(at: path(of: tool))
    }
    var results: [Result] = []
    let machine = Self.machine
    let server = Server()
    let small = Contests(
      flagdb: flagdb, data: DataFolder(records: 9, kind: kind, under: base), server: server)
    for (index, part) in parts.enumerated() {
      let large = Contests(
        flagdb: flagdb, data: DataFolder(records: part.records, kind: kind, under: base),
        server: server)
      if index == 0 { results += try hold(small, \.small, part.names, versions) }
      results += try hold(large, \.large, part.names, versions)
    }
    guard !results.isEmpty else { throw BenchError("no such contest") }
    let table = markdown(results, versions: versions, machine: machine)
    print(table)
    if let savesTo {
      try Self.write(svg(results), to: "\(savesTo)/results.svg")
      if let sizes = sizesSVG(results) { try Self.write(sizes, to: "\(savesTo)/sizes.svg") }
      try Self.put(table, into: "\(savesTo)/README.md")
    }
  }

  private func path(of tool: Tool) -> String {
    switch tool {
    case .flagdb: flagdb
    case .psql: Server.psql
    default: tool.rawValue
    }
  }

  private func hold(
    _ contests: Contests, _ group: KeyPath<Contests, [Contest]>, _ names: [String],
    _ versions: [Tool: String]
  ) throws(BenchError) -> [Result] {
    var asked = contests[keyPath: group].filter { names.isEmpty || names.contains($0.name) }
    if versions[.psql] == nil, asked.contains(where: \.needsServer) {
      say("no PostgreSQL is installed: what needs a server is left out")
      asked.removeAll(where: \.needsServer)
    }
    if asked.isEmpty { return [] }
    try contests.data.prepare(
      flagdb: flagdb, templates: templates, hasDuckDB: versions[.duckdb] != nil)
    if asked.contains(where: \.needsServer) { try contests.ofServer.prepare() }
    var results: [Result] = []
    for contest in asked {
      let installed = Contest(
        name: contest.name, title: contest.title, goal: contest.goal,
        goalOnOneThread: contest.goalOnOneThread, rounds: contest.rounds,
        contenders: contest.contenders.filter { versions[$0.tool.program] != nil })
      say(
        "\(contest.name), \(grouped(contests.data.records)) records, \(contests.data.kind.rawValue)"
      )
      results.append(
        try bench.hold(
          installed, records: contests.data.records, rounds: rounds, in: contests.data.path))
    }
    return results
  }

  private static let marks = (begin: "<!-- results -->\n", end: "<!-- end of results -->")

  /// Puts the table in place of the last one, between two marks that readers do not see.
  private static func put(_ table: String, into path: String) throws(BenchError) {
    let text = String(decoding: try bench.run(["cat", path], in: "/").output, as: UTF8.self)
    let first = text.split(separator: marks.begin, maxSplits: 1, omittingEmptySubsequences: false)
    let rest = first.last?.split(
      separator: marks.end, maxSplits: 1, omittingEmptySubsequences: false)
    guard let head = first.first, let rest, first.count == 2, rest.count == 2 else {
      throw BenchError("\(path) has no place for results")
    }
    try write(head + marks.begin + "\n" + table + "\n" + marks.end + rest[1], to: path)
  }

  private static func write(_ text: String, to path: String) throws(BenchError) {
    guard let file = fopen(path, "w"), fputs(text, file) >= 0, fclose(file) == 0 else {
      throw BenchError("\(path) cannot be written")
    }
  }

  /// The processor, how many of them, and how busy they are before anything is measured.
  private static var machine: String {
    var load = [0.0]
    getloadavg(&load, 1)
    let cores = "\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, load \(decimal(load[0]))"
    guard
      let run = try? bench.run(["sed", "-n", "s/^model name.*: //p", "/proc/cpuinfo"], in: "/"),
      let name = String(decoding: run.output, as: UTF8.self).split(separator: "\n").first
    else { return cores }
    return "\(name), \(cores)"
  }
}
