import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// Addresses where the tool for files meets them, and what must not be seen of them.
@Suite("The tool and servers") struct ServerToolTests {
  /// A copy of the tool without an engine for servers, and another program where it looks for one.
  private func sandbox(other folder: String?) async throws -> Sandbox {
    let sandbox = try Sandbox()
    var script = """
      mkdir -p away/bin away/libexec && cp "$TOOL" away/bin/flagdb &&
      printf '%s\\n' '#!/bin/sh' 'printf "<%s>" "other" "$@"' > other && chmod +x other
      """
    if let folder { script += " && cp other away/\(folder)/flagdb-postgresql" }
    let tool = Repository.tool.deletingLastPathComponent().appendingPathComponent("flagdb")
    let made = try await Command("bash", "-c", script, environment: ["TOOL": tool.path])
      .run(in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    return sandbox
  }

  private func run(_ line: String, in sandbox: Sandbox) async throws -> Command.Result {
    try await Command("bash", "-c", line).run(in: sandbox)
  }

  @Test(
    "the program for servers is started in its place",
    arguments: ["bin", "libexec"],
    [
      (
        "away/bin/flagdb query postgresql://h/zoo Sample",
        "<other><query><postgresql://h/zoo><Sample>"
      ),
      ("away/bin/flagdb 'host=h dbname=zoo'", "<other><host=h dbname=zoo>"),
      ("FLAGDB=service=zoo away/bin/flagdb schema", "<other><schema>"),
      (
        "away/bin/flagdb new f.db && away/bin/flagdb copy f.db service=zoo",
        "<other><copy><f.db><service=zoo>"
      ),
    ])
  func startsOther(folder: String, _ run: (line: String, answer: String)) async throws {
    let result = try await self.run(run.line, in: sandbox(other: folder))
    #expect(result.outputText == run.answer)
    #expect(result.errorText == "")
  }

  @Test("an input is left to the program for servers") func pipes() async throws {
    let schema = try TestSchema()
    let address = try schema.server.address(schema: schema.name).text
    let sandbox = try Sandbox()
    try sandbox.linkExamples()
    let records = "printf 'code,taken\\nP-%s,2026-11-20\\n'"
    let lines = [
      #"$flagdb new "$DB" Examples/zoo.swift"#,
      #"\#(records) 1 | $flagdb insert "$DB" Sample --from -"#,
      #"\#(records) 2 | $flagdb insert "$DB" Sample --from /dev/stdin --format csv"#,
      #"\#(records) 3 | $flagdb insert -d "$DB" Sample --from -"#,
      #"\#(records) 4 | FLAGDB=$DB $flagdb insert Sample --from -"#,
      #"$flagdb insert "$DB" Sample --from <(\#(records) 5) --format csv"#,
      #"echo 'SELECT code FROM "Sample" ORDER BY 1' | $flagdb sql "$DB""#,
    ]
    let result = try await Command(
      "bash", "-e", "-c", lines.joined(separator: "\n"),
      environment: ["DB": address, "flagdb": try sandbox.link(to: Repository.built("flagdb"))]
    ).run(in: sandbox)
    #expect(result.status == 0)
    #expect(result.errorText == String(repeating: "inserted 1\n", count: 5))
    #expect(result.outputText == "code\nP-1\nP-2\nP-3\nP-4\nP-5\n")
  }

  @Test("one line says how to get it") func withoutOther() async throws {
    let result = try await run(
      "away/bin/flagdb query postgresql://h/zoo Sample", in: sandbox(other: nil))
    #expect(result.status == 1)
    #expect(
      result.errorText == """
        error: PostgreSQL is opened by 'flagdb-postgresql', which is not beside 'flagdb'
        hint: 'make install' and the package of Debian bring both; it needs libpq5

        """)
  }

  @Test("a backup is made by the program of the server") func backup() async throws {
    let result = try await run(
      "flagdb backup 'postgresql://ann@h/lab?schema=My zoo' x.sql", in: Sandbox())
    #expect(result.status == 1)
    #expect(
      result.errorText == """
        error: 'backup' copies files; for a server, use pg_dump
        hint: pg_dump '--schema="My zoo"' 'user=ann host=h dbname=lab' > x.sql writes the schema as SQL

        """)
  }

  @Test("an attribute may have the name of a setting") func attributes() async throws {
    let result = try await run(
      """
      printf 'host,user\\nh,ann\\n' > r.csv && flagdb insert f.db R r.csv --create 2>/dev/null &&
      flagdb insert f.db R host=x user=bob && flagdb query f.db R --columns host,user
      """, in: Sandbox())
    #expect(result.outputText == "2\nhost,user\nh,ann\nx,bob\n")
  }

  @Test(
    "a password is never shown",
    arguments: [
      "query 'postgresql://ann:s3cret@h/zoo' Sample", "query 'host=h password=s3cret' Sample",
      "'password=s3cret host=h'", "new 'postgresql://ann:s3cret@h/zoo' x.swift",
      "copy f.db 'postgres://ann:s3cret@h/zoo'", "schema 'postgresql://h/zoo?password=s3cret'",
      "complete bash 2 -- query 'postgresql://ann:s3cret@h/zoo' S",
    ])
  func passwords(line: String) async throws {
    let result = try await run(
      "touch x.swift; flagdb new f.db; flagdb \(line) --verbose", in: Sandbox())
    #expect(!(result.outputText + result.errorText).contains("s3cret"))
    #expect(line.hasPrefix("complete") || result.errorText.contains("an address has no password"))
  }

  @Test("a password is asked for on a terminal, and not shown") func askedPassword() async throws {
    let schema = try TestSchema()
    // A server that is given may let everybody in.
    guard schema.server.folder != nil else { return }
    let address = try schema.server.address(schema: schema.name).text
    let role = "asked \(UInt32.random(in: .min ... .max))"
    let sandbox = try Sandbox()
    #expect(try await Command("flagdb", "new", address).run(in: sandbox).status == 0)
    try schema.connection.execute(
      """
      CREATE ROLE "\(role)" LOGIN PASSWORD 'hushed';
      GRANT USAGE ON SCHEMA "\(schema.name)" TO "\(role)";
      GRANT SELECT ON ALL TABLES IN SCHEMA "\(schema.name)" TO "\(role)"
      """)
    let own = try schema.server.address(schema: schema.name, ["user": role]).text
    for (typed, answer) in [
      ("wrong\r", "password authentication failed"), ("hushedx\u{7F}\r", "status 0"),
      ("x\u{3}", "status 130"),
    ] {
      let terminal = try TerminalSession(
        "sh", "-c", "flagdb schema \"$0\"; echo \"status $?\"", own, columns: 200,
        in: sandbox, environment: ["PGPASSFILE": "/dev/null"])
      try await terminal.wait(for: "Password for user \(role): ")
      try terminal.type(typed)
      try await terminal.wait(for: answer)
      #expect(!terminal.screenText.contains("hushed"))
    }
    try schema.connection.execute("DROP OWNED BY \"\(role)\"; DROP ROLE \"\(role)\"")
  }

  @Test("the model is not changed by SQL, however it is named") func model() async throws {
    let schema = try TestSchema()
    let address = try schema.server.address(schema: schema.name).text
    let sandbox = try Sandbox()
    try sandbox.linkExamples()
    let made = try await Command("flagdb", "new", address, "Examples/zoo.swift").run(in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    for (sql, words) in [
      ("UPDATE FLAGDB_MODEL SET origin = 'x'", "the model is not changed by SQL"),
      (
        "WITH x AS (DELETE FROM Flagdb_Model RETURNING 1) SELECT count(*) FROM x",
        "the model is not changed by SQL"
      ),
      (
        #"UPDATE U&"flagdb\005fmodel" SET origin = 'x'"#, "a name with escapes is not run by flagdb"
      ),
      (#"SELECT * INTO other FROM "Sample""#, "SELECT INTO is not run by flagdb"),
      (#"UPDATE "Sample" SET note = 'flagdb_model'"#, nil),
      ("WITH x AS (SELECT 1) SELECT count(*) FROM flagdb_model", nil),
    ] {
      let result = try await Command("flagdb", "sql", address, sql, "--write").run(in: sandbox)
      #expect(result.status == (words == nil ? 0 : 2), "\(sql): \(result.errorText)")
      if let words { #expect(result.errorText.contains(words)) }
    }
  }

  @Test("half a struct is refused as in a file") func halfAStruct() async throws {
    let schema = try TestSchema()
    let address = try schema.server.address(schema: schema.name).text
    let model = """
      struct Size: Codable { var width: Int; var height: Int }
      @Model final class Thing { var n: Int; var size: Size? }
      """
    let lines = """
      printf '%s' "$MODEL" > m.swift; flagdb new "$DB" m.swift; flagdb insert "$DB" Thing n=1
      flagdb update "$DB" Thing --all size.width=3
      flagdb update "$DB" Thing --all size.width=3 'size.height=n * 2' && flagdb update "$DB" Thing --all size.width:null
      flagdb query "$DB" Thing
      """
    var answers: [String] = []
    for database in ["things.db", address] {
      let result = try await Command(
        "bash", "-c", lines, environment: ["DB": database, "MODEL": model]
      ).run(in: Sandbox())
      answers.append(result.outputText + result.errorText)
    }
    #expect(answers[0].contains("has no value, though"))
    #expect(answers[0] == answers[1])
  }

  @Test("a schema that the user may not use is refused") func schemaWithoutRight() async throws {
    let schema = try TestSchema()
    // A server that is given may let in nobody else.
    guard schema.server.folder != nil else { return }
    let role = "stranger \(UInt32.random(in: .min ... .max))"
    try schema.connection.execute("CREATE ROLE \"\(role)\" LOGIN PASSWORD 'hushed'")
    let address = try schema.server.address(schema: schema.name, ["user": role]).text
    for command in ["new", "schema"] {
      let result = try await Command(
        "flagdb", command, address, environment: ["PGPASSWORD": "hushed"]
      ).run(in: Sandbox())
      #expect(result.status == 1)
      #expect(result.errorText.hasPrefix("error: this user may not use the schema '"))
    }
    try schema.connection.execute("DROP ROLE \"\(role)\"")
    let sandbox = try Sandbox()
    let users = try schema.server.address(schema: "$user").text
    try schema.connection.execute("CREATE SCHEMA IF NOT EXISTS \"$user\"")
    let result = try await Command("flagdb", "new", users).run(in: sandbox)
    #expect(result.status == 1)
    #expect(result.errorText.hasPrefix("error: a schema named '$user' cannot be used"))
    try schema.connection.execute("DROP SCHEMA \"$user\"")
  }

  @Test("Ctrl-C stops what the server does") func interrupted() async throws {
    let schema = try TestSchema()
    let address = try schema.server.address(schema: schema.name).text
    let sandbox = try Sandbox()
    #expect(try await Command("flagdb", "new", address).run(in: sandbox).status == 0)
    let terminal = try TerminalSession(
      "flagdb", "sql", address, "SELECT pg_sleep(61)", in: sandbox)
    // The server is active for a moment before that, when it only reads the statement.
    let asleep =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE $1"
    let sleeping = { try schema.run(asleep, .text("%sleep(61)%")) == [[.integer(1)]] }
    for _ in 0..<30_000 {
      if try sleeping() { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try sleeping())
    try terminal.type("\u{3}")
    try await terminal.wait(for: "interrupted")
    #expect(try !sleeping())
  }

  @Test("a session keeps its connection from one line to the next") func kept() async throws {
    let schema = try TestSchema()
    let address = try schema.server.address(schema: schema.name).text
    let sandbox = try Sandbox()
    #expect(try await Command("flagdb", "new", address).run(in: sandbox).status == 0)
    let script = """
      printf '%s\n' 'SELECT pg_backend_pid() AS pid' '.begin' 'SELECT pg_backend_pid() AS pid' \
        '.rollback' 'SELECT pg_backend_pid() AS pid' | flagdb repl "$0"
      """
    let result = try await Command("bash", "-c", script, address).run(in: sandbox)
    #expect(result.status == 0, "\(result.errorText)")
    let processes = result.outputText.split(separator: "\n").filter { Int($0) != nil }
    #expect(processes.count == 3 && Set(processes).count == 1, "\(result.outputText)")
  }

  @Test("flags of many records are found by walking the index") func walk() async throws {
    let schema = try TestSchema()
    let address = try schema.server.address(schema: schema.name).text
    let sandbox = try Sandbox()
    try sandbox.linkExamples()
    let setUp = """
      seq 60000 | awk 'BEGIN { print "code,taken,markers" }
        { print "S-" $1 ",2026-11-20," ($1 % 1000 == 0 ? "PLX" : $1 % 2 ? "RAW" : "RAW|HRM") }' > many.csv
      for db in zoo.db "$DB"; do
        flagdb new "$db" Examples/zoo.swift && flagdb insert "$db" Sample --from many.csv || exit
      done
      """
    let made = try await Command("bash", "-c", setUp, environment: ["DB": address]).run(in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    for selection in [
      "--has PLX", "--any HRM,PLX", "--none RAW", "--exactly RAW", "--not-all RAW,HRM",
      "--has PLX --where 'code endswith \"5000\"'",
      "--where 'markers has HRM or markers lacks RAW'",
      "--has 0x40",
    ] {
      let line = "flagdb query \"$0\" Sample \(selection) --columns 'count(),min(code),max(code)'"
      var answers: [String] = []
      for database in ["zoo.db", address] {
        answers.append(try await Command("bash", "-c", line, database).run(in: sandbox).outputText)
      }
      #expect(answers[0] == answers[1], "\(selection)")
    }
    let explained = try await Command(
      "flagdb", "query", address, "Sample", "--has", "PLX", "--explain"
    )
    .run(in: sandbox)
    #expect(
      explained.outputText.contains(
        "-- markers: 1 combination matches, found in 2 seeks of the index\n"))
  }

  @Test("no value is pasted into a statement") func boundValues() async throws {
    let schema = try TestSchema()
    let sandbox = try Sandbox()
    try sandbox.linkExamples()
    let address = try schema.server.address(schema: schema.name).text
    let lines =
      [
        #"new "$DB" Examples/zoo.swift"#, #"insert "$DB" Sample code=pasted-7 taken=2026-11-17"#,
        #"query "$DB" Sample --where 'code == "pasted-7" or note contains "pasted"'"#,
        #"update "$DB" Sample --where 'code beginswith "pasted"' note=pasted-8"#,
        #"insert "$DB" Sample code=pasted-7 taken=2026-11-17 || true"#,
        #"insert "$DB" Reading sample=pasted-7 value=3"#,
        #"sql "$DB" 'SELECT * FROM "Sample" WHERE code = :c' --param c=pasted-7"#,
        #"stats "$DB" Sample"#, #"check "$DB""#,
        #"delete "$DB" Sample --where 'code == "pasted-7"'"#,
      ].map { "flagdb \($0)" } + [
        #"printf 'code,taken\npasted-9,2026-11-20\n' | flagdb insert "$DB" Sample --from -"#
      ]
    let result = try await Command(
      "bash", "-e", "-c", lines.joined(separator: "\n"), environment: ["DB": address]
    ).run(in: sandbox)
    try #require(result.status == 0, "\(result.errorText)")
    guard let log = schema.server.log else { return }
    let statements = log.split(separator: "\n").filter {
      $0.contains("LOG:  statement: ") || $0.contains("LOG:  execute ")
    }
    #expect(statements.contains { $0.contains("INSERT INTO \"Sample\"") })
    #expect(statements.filter { $0.contains("pasted-") } == [])
  }
}
