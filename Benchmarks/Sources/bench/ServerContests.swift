/// The same work for a database on a server, beside the server's own shell. The server does most of it for
/// both; what flagdb adds is measured.
struct ServerContests {
  let flagdb: String
  let data: DataFolder
  let server: Server

  var small: [Contest] {
    [
      Contest(
        name: "server-startup", title: "a server: start-up, a trivial query", goal: 1.3,
        rounds: 100,
        contenders: [query("--has", "RAW", "--count"), psql(count(Contests.common))])
    ]
  }

  var large: [Contest] {
    [
      Contest(
        name: "server-count-rare", title: "a server: count of a rare combination",
        contenders: [query("--has", Self.rare, "--count"), psql(count(Contests.rare))]),
      Contest(
        name: "server-count-rare-often", title: "the same, 20 times in one session", goal: 1 / 50,
        contenders: [
          often("query Sample --has \(Self.rare) --count", "'\(flagdb)' '\(address())'", .flagdb),
          often("\(count(Contests.rare));", quoted(shell), .psql),
        ]),
      Contest(
        name: "server-fetch-rare-often", title: "fetch of a rare combination, 20 times",
        goal: 1 / 50,
        contenders: [
          often("query Sample --has \(Self.rare)", "'\(flagdb)' '\(address())'", .flagdb).unlike,
          often("\(fetch(Contests.rare));", quoted(shell), .psql).unlike,
        ]),
      Contest(
        name: "server-import", title: "a server: import of CSV, values checked", goal: 1.3,
        contenders: [flagdbImport("samples.csv"), psqlImport]),
      Contest(
        name: "server-import-raw", title: "the same from stored numbers", goal: 1.3,
        contenders: [flagdbImport("raw.csv", "--raw"), psqlImport]),
      Contest(
        name: "server-export-csv", title: "a server: export to CSV", goal: 1.2,
        contenders: [
          query("--format", "csv").unlike, psql("\\copy \(table()) TO STDOUT CSV HEADER").unlike,
        ]),
      Contest(
        name: "server-export-raw", title: "the same with stored numbers", goal: 1.2,
        contenders: [
          query("--format", "csv", "--raw").unlike,
          psql("\\copy \(table()) TO STDOUT CSV HEADER").unlike,
        ]),
      Contest(
        name: "server-export-json", title: "a server: export to JSON, psql to CSV",
        contenders: [
          query("--format", "json").unlike, psql("\\copy \(table()) TO STDOUT CSV HEADER").unlike,
        ]),
    ]
  }

  /// Brings the records of the folder to the server.
  func prepare() throws(BenchError) {
    try server.start()
    try succeed(makesSchema(named: schema), in: data.path)
    try succeed([flagdb, "insert", address(), "Sample", "--from", "samples.csv"], in: data.path)
    try succeed(shell + ["-c", "VACUUM ANALYZE \(table())"], in: data.path)
    let columns = "code, note, taken, score, price, status, origin, markers"
    try succeed(
      shell + ["-c", "\\copy \(table()) (\(columns)) TO 'stored.csv' CSV HEADER"], in: data.path)
  }

  private static let rare = "BAD,CAL,GSR"

  /// Each number of records has a schema of its own.
  private var schema: String { "zoo\(data.records)" }

  private func address(schema: String? = nil) -> String {
    "\(server.address) schema=\(schema ?? self.schema)"
  }

  private func table(in schema: String? = nil) -> String { "\(schema ?? self.schema).\"Sample\"" }

  private func count(_ flags: UInt64) -> String {
    "SELECT count(*) FROM \(table()) WHERE (markers & \(flags)) = \(flags)"
  }

  private func fetch(_ flags: UInt64) -> String {
    "SELECT * FROM \(table()) WHERE (markers & \(flags)) = \(flags)"
  }
}

extension ServerContests {
  private var shell: [String] { [Server.psql, "-XAtq", server.address] }

  private func psql(_ statement: String) -> Contender {
    Contender(tool: .psql, words: shell + ["-c", statement])
  }

  private func query(_ words: String...) -> Contender {
    Contender(tool: .flagdb, words: [flagdb, "query", address(), "Sample"] + words)
  }

  /// Asks the same again and again in one session, so that its start does not count.
  private func often(_ line: String, _ program: String, _ tool: Tool) -> Contender {
    Contender(
      tool: tool, words: ["/bin/sh", "-c", "yes '\(line)' | head -n 20 | \(program)"])
  }

  private func quoted(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: " ")
  }

  private func flagdbImport(_ file: String, _ options: String...) -> Contender {
    Contender(
      tool: .flagdb,
      words: [flagdb, "insert", address(schema: "new"), "Sample", "--from", file] + options,
      preparation: makesSchema(named: "new"), isComparable: false)
  }

  /// The same table, with the same checks and indexes.
  private var psqlImport: Contender {
    let columns = "code, note, taken, score, price, status, origin, markers"
    var contender = psql(
      "\\copy \(table(in: "new")) (\(columns)) FROM 'stored.csv' CSV HEADER")
    contender.preparation = makesSchema(named: "new")
    return contender.unlike
  }

  /// Makes an empty database, and lets the server write back what it still has to write.
  private func makesSchema(named name: String) -> [String] {
    let makes = "DROP SCHEMA IF EXISTS \(name) CASCADE; CREATE SCHEMA \(name)"
    return [
      "/bin/sh", "-c",
      """
      \(quoted(shell)) -c 'SET client_min_messages = error; \(makes)' \
      && '\(flagdb)' new '\(address(schema: name))' samples.swift && \(quoted(shell)) -c CHECKPOINT
      """,
    ]
  }
}
