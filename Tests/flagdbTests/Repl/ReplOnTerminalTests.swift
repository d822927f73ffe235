import Foundation
import Testing

/// A session as a person has it at a keyboard.
@Suite("The session on a terminal")
struct ReplOnTerminalTests {
  typealias Key = TerminalSession.Key

  @Test("a predicate shows records, and Ctrl-D leaves")
  func predicate() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try await repl.enter(".columns code,markers")
    try await repl.enter("markers has HRM")
    #expect(repl.terminal.screenText.contains("S-2   HRM|PLX"))
    try await repl.leave()
  }

  @Test("a type that is pasted as typed keys may have blank lines")
  func pastedType() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    let lines = [
      "struct Colour: OptionSet {", "  let rawValue: Int", "",
      "  static let red = Colour(rawValue: 1)", "}", "",
    ]
    try repl.type(lines.joined(separator: Key.enter))
    try await repl.see("write define flags Colour red")
    try await repl.leave()
  }

  @Test("flagdb with a database alone is a session")
  func shortForm() async throws {
    let sandbox = try await Sandbox.zoo()
    let terminal = try TerminalSession("flagdb", "zoo.db", in: sandbox)
    try await terminal.wait(for: "Sample> ")
    try terminal.type(Key.endOfInput)
    #expect(try await terminal.finish() == .exited(0))
  }

  /// The text typed before Tab, and the line after it.
  @Test(
    "Tab completes",
    arguments: [
      ("ma", "markers"), ("markers ha", "markers has"), ("markers has P", "markers has PLX"),
      ("markers has (HRM, P", "markers has (HRM, PLX"), ("has v", "has vitals"),
      ("status == me", "status == measured"), ("status == .ar", "status == .archived"),
      ("readings.v", "readings.value"), ("readings.value.m", "readings.value.m"),
      ("readings[va", "readings[value"), ("readings.filter { $0.va", "readings.filter { $0.value"),
      ("score > 5 an", "score > 5 and"), ("code beg", "code beginswith"),
      ("any readings.sa", "any readings.sample"), (".co", ".co"), (".col", ".columns"),
      (".columns code,no", ".columns code,note"),
      (".columns status,sum(sc", ".columns status,sum(score"), (".group st", ".group status"),
      (".group mont", ".group month"), (".group month(ta", ".group month(taken"),
      (".sort -sc", ".sort -score"), (".having coun", ".having count("),
      (".stats ma", ".stats markers"), ("day(ta", "day(taken"), ("readings.@c", "readings.@count"),
      ("SUBQUERY(", "SUBQUERY(readings"),
      ("SUBQUERY(readings, $r, $r.va", "SUBQUERY(readings, $r, $r.value"),
      ("TERNARY(score > 5, sta", "TERNARY(score > 5, status"),
      ("insert Reading sample=S-3", "insert Reading sample=S-3"), (".use Re", ".use Reading"),
      (".mode ma", ".mode markdown"), (".read zo", ".read zoo.db"), ("ins", "insert"),
      ("insert Sa", "insert Sample"), ("insert Sample sta", "insert Sample status="),
      ("insert Sample markers=HRM,P", "insert Sample markers=HRM,PLX"),
      ("query Sample --not", "query Sample --not-all"),
      ("query Sample --has R", "query Sample --has RAW"),
      ("query Sample --where \"status = re", "query Sample --where \"status = received"),
      ("define fl", "define flags"),
      ("schema Sample --format me", "schema Sample --format mermaid"),
      (".op", ".open"), (".open zo", ".open zoo.db"), (".import zo", ".import zoo.db"),
      (".import zoo.db Re", ".import zoo.db Reading"), ("\\d Re", "\\d Reading"),
      ("SELE", "SELECT"),
      ("SELECT co", "SELECT code"), ("SELECT code FROM Re", "SELECT code FROM Reading"),
      (
        "select * from Sample where has(markers, 'RAW,HR",
        "select * from Sample where has(markers, 'RAW,HRM"
      ),
      (
        "SELECT * FROM Sample WHERE note = 'af", "SELECT * FROM Sample WHERE note = 'after the run'"
      ),
      ("note == 'af", "note == 'after the run'"), ("code == \"S-3", "code == \"S-3\""),
      ("code in ['S-1', 'S-2", "code in ['S-1', 'S-2'"),
      ("query Reading --where \"sample == 'S-3", "query Reading --where \"sample == 'S-3'"),
      ("note contains 'zz", "note contains 'zz"),
      ("update Sample note=af", "update Sample 'note=after the run'"),
      ("query Sample --where \"note = 'af", "query Sample --where \"note = 'after the run'"),
      (".help .com", ".help .commit"), (".sql markers lacks R", ".sql markers lacks RAW"),
    ])
  func completion(typed: String, line: String) async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try repl.type(typed + Key.tab)
    // The blank after a word that is complete is not seen, so a mark is typed after it.
    try repl.type("§")
    try await repl.see("§")
    let last = repl.terminal.screenText.split(separator: "\n").last.map(String.init) ?? ""
    #expect(last == "Sample> \(line)§" || last == "Sample> \(line) §")
  }

  @Test("Tab in the middle of the line completes what stands there")
  func completionInTheMiddle() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try repl.type("(status = me) and score > 5")
    try await repl.see("score > 5")
    try repl.type("\u{1}" + String(repeating: Key.right, count: 12) + Key.tab)
    try await repl.see("(status = measured")
    try await repl.see(") and score > 5")
  }

  @Test(
    "texts that Tab offers are typed so that they mean themselves, and never drive the terminal")
  func hostileTexts() async throws {
    let sandbox = try await Sandbox.zoo()
    let texts = [
      "it's \\ \"so\"", "b\u{1B}]0;owned\u{7}", "c\nd", "e" + String(repeating: "x", count: 9999),
    ]
    for (index, note) in texts.enumerated() {
      _ = try await Command(
        "flagdb", "update", "zoo.db", "Sample", "--id", "\(index + 1)", "--arg", "t=\(note)",
        "note=$t"
      ).run(in: sandbox)
    }
    let repl = try await ReplTerminal(in: sandbox, columns: 120)
    for (typed, line) in [
      ("note == 'it", "note == 'it''s \\\\ \"so\"'"), ("note == 'b", "note == 'b"),
      ("note == 'c", "note == 'c"),
      ("note == 'e", "note == 'e"),
      (
        "SELECT id FROM Sample WHERE note = 'it",
        "SELECT id FROM Sample WHERE note = 'it''s \\ \"so\"'"
      ),
    ] {
      try repl.type(typed + Key.tab + "§")
      try await repl.seeLine("Sample> \(line)§")
      try repl.type("\u{15}")
    }
    try repl.type("SELECT id FROM Sample WHERE note = 'it" + Key.tab + Key.enter)
    try await repl.terminal.wait(for: "1 row")
    #expect(!String(decoding: repl.terminal.output, as: UTF8.self).contains("\u{1B}]"))
    try await repl.leave()
  }

  @Test("below a table stand its rows and the time, and nowhere else")
  func footer() async throws {
    let sandbox = try await Sandbox.zoo()
    let repl = try await ReplTerminal(in: sandbox)
    try await repl.enter("score > 60")
    #expect(repl.terminal.screenText.contains(#/\n2 rows, \d+\.\d{3} s\nSample>/#))
    try await repl.enter("SELECT 1")
    #expect(repl.terminal.screenText.contains(#/\n1 row, \d+\.\d{3} s\nSample>/#))
    try await repl.enter(".mode csv")
    try await repl.enter(".output out.csv")
    try await repl.enter("true")
    try await repl.enter(".output")
    try await repl.enter("true")
    try await repl.enter(".count true")
    #expect(repl.terminal.screenText.components(separatedBy: " row").count == 3)
    try await repl.leave()
  }

  @Test("SQL that is pasted in lines is one statement")
  func pastedSQL() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try repl.type("\u{1B}[200~SELECT code\rFROM Sample\rWHERE score > 94\rLIMIT 5\u{1B}[201~\r")
    try await repl.terminal.wait(for: "1 row")
    try await repl.terminal.wait(for: "Sample> ")
    #expect(!repl.terminal.screenText.contains("error"))
    try repl.type(Key.up)
    try await repl.seeLine("Sample> SELECT code FROM Sample WHERE score > 94 LIMIT 5")
  }

  @Test("a predicate that is pasted in lines is one, and so is a Swift type")
  func pastedPredicate() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try repl.type("\u{1B}[200~score > 94\r  && markers has RAW\rand code == 'S-4'\u{1B}[201~\r")
    try await repl.terminal.wait(for: "1 row")
    try await repl.terminal.wait(for: "Sample> ")
    #expect(!repl.terminal.screenText.contains("error"))
    let lines = "struct A: OptionSet {\r  let rawValue: Int\r\r  static let b = A(rawValue: 1)\r}"
    try repl.type("\u{1B}[200~\(lines)\u{1B}[201~\r")
    try await repl.see("hint: write define flags A b")
    #expect(repl.terminal.screenText.components(separatedBy: "error").count == 2)
    try await repl.leave()
  }

  @Test("Ctrl-C ends its line before the time is printed")
  func interruptWithTimer() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try await repl.enter(".timer on")
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    try repl.type(".mode csv" + Key.enter + "\(endless) SELECT i FROM n WHERE i <= 100" + Key.enter)
    try await repl.terminal.wait(for: "100\r\n")
    try repl.type(Key.interrupt)
    try await repl.terminal.wait(for: "error: interrupted")
    #expect(repl.terminal.screenText.contains(#/\^C\n\d+\.\d{3} s\nerror: interrupted;/#))
    try await repl.leave()
  }

  @Test("the last question is asked again and again until Ctrl-C")
  func watching() async throws {
    let sandbox = try await Sandbox.zoo()
    let repl = try await ReplTerminal(in: sandbox)
    try await repl.enter(".count note = 'new'")
    try repl.type(".watch 0.1" + Key.enter)
    // The clock of the tool may be that of the machine.
    try await repl.see("a moment and an answer, twice") {
      $0.contains(#/(\d{4}-\d\d-\d\dT[\d:.]+Z\n0\n){2}/#)
    }
    _ = try await Command("flagdb", "update", "zoo.db", "Sample", "note=new", "--id", "1").run(
      in: sandbox)
    try await repl.see("\n1\n")
    try repl.type(Key.interrupt)
    try await repl.terminal.wait(for: "^C")
    try await repl.terminal.wait(for: "Sample> ")
    try await repl.enter(".begin", then: "Sample*> ")
    try await repl.enter(".watch", then: "Sample*> ")
    try await repl.see(".watch: a transaction sees no changes of other programs")
  }

  @Test("programs run on the terminal, and Ctrl-C is theirs")
  func programs() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try await repl.enter(".begin", then: "Sample*> ")
    try repl.type("!echo ready; read line; echo \"got $line\"" + Key.enter)
    try await repl.terminal.wait(for: "ready\r\n")
    try repl.type("this" + Key.enter)
    try await repl.terminal.wait(for: "got this")
    try await repl.terminal.wait(for: "Sample*> ")
    try repl.type("!echo started; cat" + Key.enter)
    try await repl.terminal.wait(for: "started\r\n")
    // A shell that is about to start a program can lose what it is told meanwhile.
    try repl.type("here" + Key.enter)
    try await repl.terminal.wait(for: "here\r\nhere\r\n")
    try repl.type(Key.interrupt)
    try await repl.terminal.wait(for: "ended with status 130")
    try await repl.terminal.wait(for: "Sample*> ")
    try await repl.enter(".open other.db", then: "Sample*> ")
    try await repl.see(".open: a transaction is open")
    try await repl.enter(".rollback")
    try await repl.leave()
  }

  @Test("no word of the help is broken", arguments: [30, 41, 60, 132])
  func help(columns: Int) async throws {
    let sandbox = try await Sandbox.zoo()
    let terminal = try TerminalSession(
      "bash", "-c", "echo .help | flagdb repl zoo.db", columns: columns, rows: 200, in: sandbox)
    _ = try await terminal.finish()
    let words = String(decoding: terminal.output, as: UTF8.self).split(
      whereSeparator: \.isWhitespace)
    let wide = try await Command("bash", "-c", "echo .help | flagdb repl zoo.db").run(in: sandbox)
    #expect(words == wide.outputText.split(whereSeparator: \.isWhitespace))
    #expect(terminal.screenText.split(separator: "\n").allSatisfy { $0.count <= columns })
  }

  @Test("two Tabs list what may stand there, and nothing else")
  func listing() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try repl.type("status == " + Key.tab + Key.tab)
    try await repl.see("archived")
    let listed = repl.terminal.screenText.split(separator: "\n").first { $0.contains("measured") }
    #expect(
      listed?.split(separator: " ").map(String.init) == ["received", "measured", "archived"])
  }

  @Test("Tab goes on where the lines before ended")
  func completionOfContinuation() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try repl.type("markers has (HRM," + Key.enter)
    try await repl.terminal.wait(for: "...> ")
    try repl.type("P" + Key.tab)
    try await repl.see("...> PLX")
  }

  @Test("an unfinished predicate goes on in the next line")
  func continuation() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try repl.type(".columns code" + Key.enter + "markers has (HRM," + Key.enter)
    try await repl.terminal.wait(for: "...> ")
    try repl.type("PLX) and" + Key.enter + "score > 92" + Key.enter)
    try await repl.terminal.wait(for: "S-4")
    try await repl.terminal.wait(for: "Sample> ")
    #expect(!repl.terminal.screenText.contains("S-2"))
    try await repl.leave()
  }

  @Test("Ctrl-C clears the line, and what came before it")
  func interruptWhileTyping() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    try repl.type("nonsense that")
    try await repl.see("nonsense that")
    try repl.type(Key.interrupt)
    try await repl.terminal.wait(for: "Sample> ")
    try repl.type("score > (" + Key.enter)
    try await repl.terminal.wait(for: "...> ")
    try repl.type("5")
    try await repl.see("...> 5")
    try repl.type(Key.interrupt)
    try await repl.terminal.wait(for: "Sample> ")
    try await repl.enter(".count true")
    #expect(repl.terminal.screenText.contains("\n4\n"))
    #expect(!repl.terminal.screenText.contains("error"))
    try await repl.leave()
  }

  @Test("what is typed right after Ctrl-C is the next line")
  func typingAfterInterrupt() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    for delay in [0, 0, 1, 3, 10, 30, 49] {
      try repl.type("nonsense")
      try await repl.seeLine("Sample> nonsense")
      try repl.type(Key.interrupt)
      usleep(UInt32(delay) * 1_000)
      try repl.type(".count true" + Key.enter)
      try await repl.terminal.wait(for: "4\r\n")
      try await repl.seeLine("Sample>")
    }
    #expect(!repl.terminal.screenText.contains("error"))
    try await repl.leave()
  }

  @Test("Ctrl-C stops a query that runs, and keeps the session", arguments: [1, 2, 3])
  func interruptWhileRunning(times: Int) async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    for _ in 1...times {
      try repl.type("sql -f csv \"\(endless) SELECT i FROM n WHERE i <= 100\"" + Key.enter)
      // It goes on for ever, and finds nothing more.
      try await repl.terminal.wait(for: "100\r\n")
      try repl.type(Key.interrupt)
      try await repl.terminal.wait(for: "error: interrupted")
      try await repl.terminal.wait(for: "Sample> ")
    }
    try await repl.enter(".count true")
    try await repl.see("\n4\n")
    try await repl.leave()
  }

  @Test("an interrupted change undoes the transaction, which is said")
  func interruptInTransaction() async throws {
    let sandbox = try await Sandbox.zoo()
    let repl = try await ReplTerminal(in: sandbox, columns: 200)
    try await repl.enter(".begin", then: "Sample*> ")
    try await repl.enter("update Sample note=changed --all --yes", then: "Sample*> ")
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    try repl.type(
      "sql --write \"INSERT INTO Reading (value) \(endless) SELECT i FROM n\"" + Key.enter)
    // Records that no longer fit into memory show that the statement runs.
    let path = sandbox.work.appendingPathComponent("zoo.db").path
    let deadline = ContinuousClock.now + ChildProcess.patience
    while try sizeOfFile(path) < 4 << 20, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
    }
    try repl.type(Key.interrupt)
    try await repl.terminal.wait(for: "note: the transaction was rolled back")
    try await repl.terminal.wait(for: "Sample> ")
    try await repl.leave()
    let count = try await Command(
      "flagdb", "query", "zoo.db", "Sample", "-w", "note = 'changed'", "--count"
    ).run(in: sandbox)
    #expect(count.outputText == "0\n")
  }

  private func sizeOfFile(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  /// Sends signals while a command waits. One that comes before the wait is for the prompt, so that more
  /// follow; none may wait for a thread that other tests have, since the wait ends by itself.
  private func interruptCommand(in repl: ReplTerminal) throws {
    try repl.type(".count true" + Key.enter)
    for _ in 0..<40 where !repl.terminal.screenText.contains("error: interrupted") {
      usleep(100_000)
      try repl.type(Key.interrupt)
    }
  }

  @Test("Ctrl-C ends the wait for another program's lock, and keeps the session")
  func interruptWhileWaiting() async throws {
    let sandbox = try await Sandbox.zoo()
    let repl = try await ReplTerminal(in: sandbox)
    let hold = try TerminalSession(
      "sqlite3", "zoo.db", "BEGIN EXCLUSIVE", ".print locked", ".shell cat > /dev/null",
      in: sandbox)
    try await hold.wait(for: "locked")
    for _ in 0..<4 where !repl.terminal.screenText.contains("error: interrupted") {
      try interruptCommand(in: repl)
    }
    #expect(repl.terminal.screenText.contains("error: interrupted"))
    try hold.type(Key.endOfInput)
    _ = try await hold.finish()
    // The last Ctrl-C may have come after the wait, and takes a line away.
    for _ in 0..<3 where !repl.terminal.screenText.contains("\n4\n") {
      try repl.type(".count true" + Key.enter)
      try? await repl.see("\n4\n", atMost: .seconds(10))
    }
    try await repl.see("\n4\nSample>")
    try await repl.leave()
  }

  @Test("the start file of readline may speak to this tool alone")
  func startFile() async throws {
    let sandbox = try await Sandbox.zoo()
    let text = """
      $if flagdb
      "\\C-g": "score > 94"
      $endif
      $if othertool
      "\\C-g": "nonsense"
      $endif
      """
    let home = try #require(sandbox.environment["HOME"])
    try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: home + "/.inputrc"))
    let repl = try await ReplTerminal(in: sandbox)
    try repl.type("\u{7}")
    try await repl.seeLine("Sample> score > 94")
  }

  @Test("history comes back in the next session, and only its owner may read it")
  func history() async throws {
    let sandbox = try await Sandbox.zoo()
    let first = try await ReplTerminal(in: sandbox)
    try await first.enter("score > 90")
    try await first.enter(" score > 91")
    try await first.leave()
    let path = try #require(sandbox.environment["XDG_STATE_HOME"]) + "/flagdb/history"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "score > 90\n")
    let second = try await ReplTerminal(in: sandbox)
    try second.type(Key.up)
    try await second.seeLine("Sample> score > 90")
    try second.type(Key.interrupt)
    try await second.terminal.wait(for: "Sample> ")
    try second.type(Key.search + "90")
    try await second.see("score > 90")
  }

  @Test("a history that cannot be stored is said once", arguments: ["directory", "link"])
  func unusableHistory(kind: String) async throws {
    let sandbox = try await Sandbox.zoo()
    let state = try #require(sandbox.environment["XDG_STATE_HOME"])
    let make =
      kind == "link"
      ? "mkdir -p \(state)/flagdb; ln -s /dev/null \(state)/flagdb/history"
      : "mkdir -p \(state)/flagdb/history"
    _ = try await Command("sh", "-c", make).run(in: sandbox)
    let repl = try await ReplTerminal(in: sandbox)
    try await repl.enter(".count true")
    try await repl.enter(".count score > 90")
    try await repl.leave()
    let shown = String(decoding: repl.terminal.output, as: UTF8.self)
    #expect(shown.components(separatedBy: "the history is not kept").count == 2)
  }

  @Test("a transaction that is open is shown, and at the end it is rolled back and said")
  func openTransaction() async throws {
    let sandbox = try await Sandbox.zoo()
    let repl = try await ReplTerminal(in: sandbox)
    try await repl.enter(".begin", then: "Sample*> ")
    try await repl.enter("delete Sample --all --yes", then: "Sample*> ")
    try repl.type(Key.endOfInput)
    try await repl.terminal.wait(for: "note: the open transaction was rolled back")
    try await repl.terminal.wait(for: "status 0")
    let count = try await Command("flagdb", "query", "zoo.db", "Sample", "--count").run(in: sandbox)
    #expect(count.outputText == "4\n")
  }

  @Test(
    "SIGTERM and SIGHUP end the session, and the transaction with it",
    arguments: [("TERM", 143), ("HUP", 129)])
  func signal(name: String, status: Int) async throws {
    let sandbox = try await Sandbox.zoo()
    let terminal = try TerminalSession(
      "bash", "-c",
      """
      before=$(stty -g); (until [ -e go ]; do sleep 0.02; done; kill -\(name) $(cat id)) &
      sh -c 'echo $$ > id; exec flagdb repl zoo.db'; echo status $?
      [ "$before" = "$(stty -g)" ] && echo as before
      """, in: sandbox)
    try await terminal.wait(for: "Sample> ")
    try terminal.type(".begin" + Key.enter)
    try await terminal.wait(for: "Sample*> ")
    try terminal.type("half a li")
    try await terminal.wait(for: "half a li")
    try Data().write(to: sandbox.work.appendingPathComponent("go"))
    try await terminal.wait(for: "note: the open transaction was rolled back")
    try await terminal.wait(for: "status \(status)")
    try await terminal.wait(for: "as before")
  }

  @Test("a new size of the window is taken at once")
  func resize() async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo(), columns: 100)
    try repl.type("score > 5 and")
    try await repl.see("score > 5 and")
    repl.terminal.resize(columns: 41, rows: 40)
    try repl.type(" score < 101" + Key.enter)
    try await repl.terminal.wait(for: "S-4")
    try await repl.terminal.wait(for: "Sample> ")
    let shown = repl.terminal.screenText.split(separator: "\n")
    #expect(shown.allSatisfy { $0.count <= 41 })
    try await repl.leave()
  }

  @Test("it can be suspended and goes on")
  func suspension() async throws {
    let sandbox = try await Sandbox.zoo()
    let terminal = try TerminalSession(
      "bash", "--norc", "--noprofile", in: sandbox, environment: ["PS1": "shell: "])
    try await terminal.wait(for: "shell: ")
    try terminal.type("flagdb repl zoo.db" + Key.enter)
    try await terminal.wait(for: "Sample> ")
    try terminal.type(".cou")
    try await terminal.wait(for: ".cou")
    try terminal.type(Key.suspend)
    try await terminal.wait(for: "Stopped")
    try await terminal.wait(for: "shell: ")
    try terminal.type("fg" + Key.enter)
    try await terminal.wait(for: "Sample> .cou")
    try terminal.type("nt true" + Key.enter)
    try await terminal.wait(for: "4\r\n")
    try await terminal.wait(for: "Sample> ")
    try terminal.type(Key.endOfInput)
    try await terminal.wait(for: "shell: ")
  }

  @Test("ten lines that are pasted run one after another", arguments: [true, false])
  func paste(isBracketed: Bool) async throws {
    let repl = try await ReplTerminal(in: Sandbox.zoo())
    let lines = (1...10).map { "insert Reading value=\($0)00" }
    let pasted = lines.joined(separator: "\r")
    try repl.type(isBracketed ? "\u{1B}[200~\(pasted)\u{1B}[201~\r" : pasted + "\r")
    try await repl.terminal.wait(for: "13\r\n")
    try await repl.terminal.wait(for: "Sample> ")
    try await repl.enter(".use Reading", then: "Reading> ")
    try await repl.enter(".count value >= 100 and sample = nil", then: "Reading> ")
    try await repl.see("\n10\n")
    try await repl.leave()
  }

  @Test("wide characters are typed and taken back whole")
  func wideCharacters() async throws {
    let sandbox = try await Sandbox.zoo()
    let repl = try await ReplTerminal(in: sandbox)
    try repl.type("insert Sample code=日本語" + Key.erase + "é" + Key.erase)
    try repl.type(" taken=now" + Key.enter)
    try await repl.terminal.wait(for: "5\r\n")
    try await repl.terminal.wait(for: "Sample> ")
    try await repl.leave()
    let code = try await Command(
      "flagdb", "query", "zoo.db", "Sample", "--id", "5", "-c", "code", "-f", "names"
    ).run(in: sandbox)
    #expect(code.outputText == "日本\n")
  }

  @Test("bytes of the data never reach the terminal as they are")
  func hostileData() async throws {
    let sandbox = try await Sandbox.zoo()
    _ = try await Command(
      "flagdb", "insert", "zoo.db", "Sample", "code=\u{1B}]0;owned\u{7}\u{9B}2J", "taken=now"
    ).run(in: sandbox)
    let repl = try await ReplTerminal(in: sandbox)
    try await repl.enter(".columns code")
    try await repl.enter("code contains 'owned'")
    let shown = String(decoding: repl.terminal.output, as: UTF8.self)
    #expect(shown.contains("]0;owned"))
    #expect(!shown.contains("\u{7}") && !shown.contains("\u{9B}") && !shown.contains("\u{1B}]"))
    try await repl.leave()
  }

  @Test("what another program does to the model or the file is noticed")
  func othersMeanwhile() async throws {
    let sandbox = try await Sandbox.zoo()
    let repl = try await ReplTerminal(in: sandbox)
    let grown = try await Command(
      "flagdb", "define", "zoo.db", "attribute", "Sample", "place:String?"
    )
    .run(in: sandbox)
    #expect(grown.status == 0)
    try await repl.enter(".count place = nil")
    try await repl.see("note: the model was changed by another program")
    try await repl.see("\n4\n")
    _ = try await Command(
      "sh", "-c", "cp zoo.db other.db; flagdb delete other.db Sample --all; mv other.db zoo.db"
    )
    .run(in: sandbox)
    try await repl.enter(".count true")
    try await repl.see("note: 'zoo.db' was replaced by another file")
    try await repl.see("\n0\n")
    try await repl.leave()
  }

  @Test("a file that is replaced in a transaction takes the transaction with it")
  func replacedInTransaction() async throws {
    let sandbox = try await Sandbox.zoo()
    let repl = try await ReplTerminal(in: sandbox)
    try await repl.enter(".begin", then: "Sample*> ")
    _ = try await Command("sh", "-c", "cp zoo.db other.db; mv other.db zoo.db").run(in: sandbox)
    try await repl.enter("insert Sample code=S-9 taken=now")
    try await repl.see("during the transaction, which is lost")
    try await repl.leave()
  }

  @Test("what was typed last can be edited")
  func editing() async throws {
    let sandbox = try await Sandbox.zoo()
    let repl = try await ReplTerminal(
      in: sandbox, environment: ["EDITOR": "f() { sed -i s/90/92/ \"$1\"; stat -c %a \"$1\"; }; f"])
    try await repl.enter(".columns code")
    try await repl.enter("score > 90")
    #expect(repl.terminal.screenText.contains("S-2"))
    try await repl.enter(".edit")
    try await repl.see("score > 92")
    try await repl.see("600")
    try await repl.leave()
    let left = try await Command("sh", "-c", "ls $TMPDIR").run(in: sandbox)
    #expect(left.outputText == "")
  }

  @Test("SQL is edited as SQL, in lines")
  func editingSQL() async throws {
    let editor =
      "f() { case $1 in *.sql) printf '%s\\n' 'SELECT code -- the name' 'FROM Sample' 'WHERE score > 92' > \"$1\";; esac; }; f"
    let repl = try await ReplTerminal(in: Sandbox.zoo(), environment: ["EDITOR": editor])
    try await repl.enter("SELECT code FROM Sample")
    try await repl.enter("\\e")
    try await repl.see("S-4\n1 row")
    try repl.type(Key.up)
    try await repl.see("SELECT code  FROM Sample WHERE score > 92")
  }

  @Test("the settings of the user hold, and options and the environment are stronger")
  func configuration() async throws {
    let sandbox = try await Sandbox.zoo()
    let folder = try #require(sandbox.environment["XDG_CONFIG_HOME"]) + "/flagdb"
    let write = """
      mkdir -p \(folder); printf '%s\\n' '# mine' 'format = line' 'prompt = "%d:%e%t%% "' \
      'pager = sed s/^/paged:/' 'null = none' > \(folder)/config
      """
    _ = try await Command("sh", "-c", write).run(in: sandbox)
    let terminal = try TerminalSession(
      "sh", "-c", "unset PAGER; flagdb repl zoo.db", rows: 12, in: sandbox,
      environment: ["NO_COLOR": "1"])
    try await terminal.wait(for: "zoo.db:Sample% ")
    try terminal.type(".columns code,price" + Key.enter + "score = 50" + Key.enter)
    try await terminal.wait(for: "= S-1\r\n")
    try await terminal.wait(for: "= none\r\n")
    try terminal.type(".columns" + Key.enter + "true" + Key.enter)
    try await terminal.wait(for: "paged:")
    try terminal.type("query Sample -f csv -c code" + Key.enter)
    try await terminal.wait(for: "code\r\nS-1\r\n")
    let piped = try await Command("sh", "-c", "flagdb query zoo.db Sample -c code,price -n 1 | cat")
      .run(in: sandbox)
    #expect(piped.outputText == "code,price\nS-1,\n")
  }
}
