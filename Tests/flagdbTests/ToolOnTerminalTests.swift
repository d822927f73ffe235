import Foundation
import Testing

/// The tool while a person watches: tables that fit, colour, the pager, questions,
/// Ctrl-C, and data that must not drive the terminal.
@Suite("The tool on a terminal")
struct ToolOnTerminalTests {
  typealias Key = TerminalSession.Key

  private func session(
    _ words: String..., columns: Int = 80, rows: Int = 24, in sandbox: Sandbox,
    environment: [String: String] = [:]
  ) throws -> TerminalSession {
    try .ofTool(
      words.joined(separator: " "), columns: columns, rows: rows, in: sandbox,
      environment: environment)
  }

  @Test("records are a table, and every line fits", arguments: [80, 50, 41])
  func tableFits(columns: Int) async throws {
    let sandbox = try await Sandbox.zoo()
    let session = try session(
      "flagdb query zoo.db Sample -c code,note,taken,markers", columns: columns, in: sandbox)
    #expect(try await session.finish() == .exited(0))
    let lines = session.screenText.split(separator: "\n")
    #expect(lines.count == 6, "\(session.screenText)")
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(lines[0].contains("code") && lines[1].contains("──"))
  }

  @Test("what cannot fit as a table is shown line by line")
  func linesWhereTooNarrow() async throws {
    let sandbox = try await Sandbox.zoo()
    let session = try session("flagdb query zoo.db Sample", columns: 30, rows: 60, in: sandbox)
    #expect(try await session.finish() == .exited(0))
    #expect(session.screenText.contains("code = S-1"))
  }

  @Test("headings are styled, unless NO_COLOR or --color never says otherwise")
  func colour() async throws {
    let sandbox = try await Sandbox.zoo()
    let command = "flagdb query zoo.db Sample -c code"
    let plain = try session(command, in: sandbox, environment: ["NO_COLOR": "1"])
    #expect(try await plain.finish() == .exited(0))
    let never = try session(command, "--color never", in: sandbox)
    #expect(try await never.finish() == .exited(0))
    let styled = try session(command, in: sandbox)
    #expect(try await styled.finish() == .exited(0))
    let escape = UInt8(0x1B)
    #expect(styled.output.contains(escape))
    #expect(!plain.output.contains(escape) && !never.output.contains(escape))
  }

  @Test("long output goes through the pager, short output does not")
  func pager() async throws {
    let sandbox = try await Sandbox.zoo()
    let environment = ["PAGER": "sed s/^/paged:/"]
    let long = try session(
      "flagdb query zoo.db Sample -f line", rows: 10, in: sandbox, environment: environment)
    #expect(try await long.finish() == .exited(0))
    #expect(long.screenText.contains("paged:"))
    let short = try session(
      "flagdb query zoo.db Sample -c code", rows: 10, in: sandbox, environment: environment)
    #expect(try await short.finish() == .exited(0))
    #expect(!short.screenText.contains("paged:") && short.screenText.contains("S-4"))
  }

  @Test("a pager that does not exist is said once, and all is shown without it")
  func missingPager() async throws {
    let sandbox = try await Sandbox.zoo()
    let session = try session(
      "flagdb query zoo.db Sample -c code,note -f line", rows: 10, in: sandbox,
      environment: ["PAGER": "nosuchpager -S"])
    #expect(try await session.finish() == .exited(0))
    let shown = String(decoding: session.output, as: UTF8.self)
    #expect(shown.hasPrefix("warning: cannot run the pager 'nosuchpager -S'\r\n"))
    #expect(shown.contains("= S-1") && shown.contains("= S-4"))
  }

  @Test(
    "a page of the manual is shown by man, and plainly where there is none",
    arguments: [true, false])
  func manualPage(hasMan: Bool) async throws {
    let sandbox = try await Sandbox.zoo()
    // The folder of the tool alone has no man in it, and no shell finds one without PATH.
    let path = hasMan ? "$PATH" : "${PATH%%:*}"
    let session = try session(
      "PATH=\(path) flagdb help query; echo status $?", columns: 80, in: sandbox,
      environment: ["MANPAGER": "cat", "MANROFFOPT": "-c"])
    try await session.wait(for: "status 0")
    _ = try await session.finish()
    let shown = String(decoding: session.output, as: UTF8.self)
    #expect(shown.contains("FLAGDB-QUERY(1)") == hasMan)
    #expect(
      shown.contains(
        "\r\n    flagdb-query - selects, sorts and groups records; exports CSV and JSON\r\n")
        == !hasMan)
    #expect(shown.contains("selects, sorts and groups records"))
  }

  @Test("a pager that is left open holds up nobody, and has Ctrl-C to itself")
  func openPager() async throws {
    let sandbox = try await Sandbox.zoo()
    try await PlainSQLite(sandbox: sandbox, file: "zoo.db").run(
      """
      INSERT INTO Sample (code, taken) WITH RECURSIVE n (i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT 'N-' || i, '2026-11-20 00:00:00' FROM n
      """)
    let pager =
      "trap 'echo interrupted' INT; echo open; until [ -e go ]; do sleep 0.02; done; tail -1"
    let session = try session(
      "flagdb query zoo.db Sample -f csv; echo status $?", in: sandbox,
      environment: ["PAGER": pager])
    try await session.wait(for: "open")
    let written = try await Command(
      "flagdb", "update", "zoo.db", "Sample", "--id", "1", "note=changed"
    ).run(in: sandbox)
    #expect(written.status == 0, "\(written.errorText)")
    try session.type(Key.interrupt)
    try await session.wait(for: "interrupted")
    try Data().write(to: sandbox.work.appendingPathComponent("go"))
    try await session.wait(for: "N-20000")
    try await session.wait(for: "status 0")
    _ = try await session.finish()
  }

  @Test("what a model says never drives the terminal", arguments: ["swift", "sql", "json"])
  func hostileModel(format: String) async throws {
    let sandbox = try Sandbox()
    let model = """
      /// \u{1B}[2Jcleared\u{7}\u{202E}
      @Model class Sample { var a: String = "\u{9B}2J" }
      """
    try Data(model.utf8).write(to: sandbox.work.appendingPathComponent("m.swift"))
    let made = try await Command("flagdb", "new", "m.db", "m.swift").run(in: sandbox)
    #expect(made.status == 0, "\(made.errorText)")
    let session = try session("flagdb schema m.db -f \(format)", in: sandbox)
    #expect(try await session.finish() == .exited(0))
    let shown = String(decoding: session.output, as: UTF8.self)
    #expect(shown.contains("Sample"))
    #expect(
      !shown.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"].contains($0) })
  }

  @Test("Ctrl-C stops a query whose pager was left before it ended")
  func pagerLeftEarly() async throws {
    let sandbox = try await Sandbox.zoo()
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    let session = try session(
      "flagdb sql zoo.db '\(endless) SELECT i FROM n WHERE i < 1000' -f csv; echo status $?",
      in: sandbox, environment: ["PAGER": "sleep 0.3; sed -n '/99/{p;q}'"])
    try await session.wait(for: "99")
    // The first may come while the shell of the pager is still there.
    for _ in 1...2 {
      try await Task.sleep(for: .milliseconds(300))
      try session.type(Key.interrupt)
    }
    try await session.wait(for: "status 130")
    _ = try await session.finish()
  }

  @Test(
    "deleting asks, and only yes is yes",
    arguments: [("y", 0, "2"), ("n", 1, "4"), ("", 1, "4")] as [(String, Int32, String)])
  func deletingAsks(answer: String, status: Int32, left: String) async throws {
    let sandbox = try await Sandbox.zoo()
    let session = try session("flagdb delete zoo.db Sample --none HRM", in: sandbox)
    try await session.wait(for: "delete 2 records of Sample? [y/N]")
    try session.type(answer + Key.enter)
    #expect(try await session.finish() == .exited(status))
    let count = try await Command("flagdb", "query", "zoo.db", "Sample", "--count")
      .run(in: sandbox)
    #expect(count.outputText == "\(left)\n")
  }

  @Test func deletingTellsWhatGoesToo() async throws {
    let sandbox = try await Sandbox.zoo()
    let session = try session("flagdb delete zoo.db Sample --has HRM", in: sandbox)
    try await session.wait(for: "delete 2 records of Sample, and 3 of Reading with them? [y/N]")
    try session.type("y" + Key.enter)
    try await session.wait(for: "2 records deleted, and 3 of Reading with them")
    #expect(try await session.finish() == .exited(0))
  }

  @Test(
    "a signal at the question ends it: nothing typed after it counts",
    arguments: ["INT", "TERM", "HUP"], ["xterm", "dumb"])
  func interruptedQuestion(signal: String, terminal: String) async throws {
    let sandbox = try await Sandbox.zoo()
    let kill = "until [ -e go ]; do sleep 0.01; done; kill -\(signal) $(cat id)"
    let session = try session(
      "before=$(stty -g); (\(kill)) &",
      "sh -c 'echo $$ > id; exec flagdb delete zoo.db Sample --none HRM';",
      "echo status $?; [ $before = $(stty -g) ] && echo as before",
      in: sandbox, environment: ["TERM": terminal])
    try await session.wait(for: "[y/N]")
    if signal == "INT" {
      try session.type("y" + Key.interrupt)
      try await session.wait(for: "nothing was changed")
    } else {
      try session.type("y")
      try Data().write(to: sandbox.work.appendingPathComponent("go"))
      try await session.wait(for: "nothing was changed")
    }
    try session.type("y" + Key.enter)
    try await session.wait(for: "as before")
    let status = ["INT": 130, "TERM": 143, "HUP": 129][signal] ?? 0
    let lines = session.screenText.split(separator: "\n")
    #expect(lines.contains("error: interrupted; nothing was changed"))
    #expect(lines.contains("status \(status)"), "\(session.screenText)")
    let count = try await Command("flagdb", "query", "zoo.db", "Sample", "--count")
      .run(in: sandbox)
    #expect(count.outputText == "4\n")
  }

  @Test("--yes answers beforehand")
  func yes() async throws {
    let sandbox = try await Sandbox.zoo()
    let session = try session("flagdb delete zoo.db Sample --all --yes", in: sandbox)
    #expect(try await session.finish() == .exited(0))
    #expect(session.screenText == "4 records deleted, and 3 of Reading with them")
  }

  @Test(
    "bytes of the data never reach the terminal as they are",
    arguments: ["table", "csv", "tsv", "json", "ndjson", "line", "markdown", "names"])
  func hostileData(format: String) async throws {
    let sandbox = try await Sandbox.zoo()
    // A title, a colour, a bell, a C1 sequence and a mark that turns text around.
    let hostile = "\u{1B}]0;owned\u{7}\u{1B}[31mred\u{9B}2J\u{202E}txt"
    let made = try await Command(
      "flagdb", "insert", "zoo.db", "Sample", "code=\(hostile)", "taken=2026-11-20"
    ).run(in: sandbox)
    #expect(made.status == 0)
    let session = try session(
      "flagdb query zoo.db Sample --id 5 -c code --color never -f \(format)", in: sandbox)
    #expect(try await session.finish() == .exited(0))
    let shown = String(decoding: session.output, as: UTF8.self)
    #expect(shown.contains("owned"))
    #expect(
      shown.unicodeScalars.allSatisfy { scalar in
        scalar == "\r" || scalar == "\n" || scalar == "\t"
          || !(scalar.properties.generalCategory == .control || scalar == "\u{202E}")
      }, "\(Array(session.output))")
  }

  @Test("Ctrl-C stops a query that would take for ever, at once")
  func interrupt() async throws {
    let sandbox = try await Sandbox.zoo()
    let fill = """
      INSERT INTO Sample (code, taken) WITH RECURSIVE n (i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
      SELECT 'N-' || i, '2026-11-20 00:00:00' FROM n
      """
    let filled = try await Command("sqlite3", "zoo.db", fill).run(in: sandbox)
    #expect(filled.status == 0, "\(filled.errorText)")
    let session = try session(
      "flagdb update zoo.db Sample --all --yes note=changed; echo status $?", in: sandbox)
    try await Task.sleep(for: .milliseconds(150))
    try session.type(Key.interrupt)
    try await session.wait(for: "status ")
    _ = try await session.finish()
    // The machine may have been so quick that nothing was left to interrupt.
    if session.screenText.contains("status 130") {
      #expect(session.screenText.contains("interrupted; nothing was changed"))
      let changed = try await Command(
        "flagdb", "query", "zoo.db", "Sample", "-w", "note = 'changed'", "--count"
      ).run(in: sandbox)
      #expect(changed.outputText == "0\n")
    } else {
      #expect(session.screenText.contains("300,004 records changed"))
    }
  }
}
