import Foundation
import Testing

@Suite("Commands in a sandbox")
struct CommandTests {
  @Test("output, error output and status come back apart")
  func streams() async throws {
    let result = try await Command("sh", "-c", "cat; echo wrong >&2; exit 3", input: "right")
      .run(in: Sandbox())
    #expect(result.outputText == "right")
    #expect(result.errorText == "wrong\n")
    #expect(result.status == 3)
  }

  @Test("a command that hangs is ended, and what it started too")
  func timeLimit() async throws {
    let sandbox = try Sandbox()
    var command = Command("sh", "-c", "(sleep 0.6; touch late) & wait")
    command.limit = .milliseconds(200)
    let failure = await #expect(throws: Command.Failure.self) {
      try await command.run(in: sandbox)
    }
    #expect(failure?.ending == .outOfTime)
    try await Task.sleep(for: .seconds(1))
    let late = sandbox.work.appendingPathComponent("late").path
    #expect(!FileManager.default.fileExists(atPath: late))
  }

  @Test("a command killed by a signal is an error that names it")
  func signal() async throws {
    let sandbox = try Sandbox()
    let failure = await #expect(throws: Command.Failure.self) {
      try await Command("sh", "-c", "kill -TERM $$").run(in: sandbox)
    }
    #expect(failure?.ending == .killed(signal: SIGTERM))
  }

  @Test("signals that the test process ignores are not ignored by commands")
  func signalsAreDefault() async throws {
    let result = try await Command("bash", "-c", "yes | head -n 1; echo ${PIPESTATUS[0]}")
      .run(in: Sandbox())
    #expect(result.outputText == "y\n141\n")
  }

  @Test("the environment holds nothing but what the sandbox puts there")
  func environment() async throws {
    let sandbox = try Sandbox()
    let result = try await Command("env").run(in: sandbox)
    let names = result.outputText.split(separator: "\n").map { String($0.prefix { $0 != "=" }) }
    let ofTheShell = ["OLDPWD", "PWD", "SHLVL", "_"]
    #expect(
      names.filter { !ofTheShell.contains($0) }.sorted() == sandbox.environment.keys.sorted())
    #expect(sandbox.environment["NO_COLOR"] == nil)
  }

  @Test("the folder goes with the sandbox")
  func folderGoes() async throws {
    var sandbox: Sandbox? = try Sandbox()
    let path = try #require(sandbox?.work.path)
    #expect(FileManager.default.fileExists(atPath: path))
    sandbox = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("the tool is found")
  func tool() async throws {
    let result = try await Command("flagdb", "--version").run(in: Sandbox())
    #expect(result.outputText.hasPrefix("flagdb"))
  }
}

@Suite("Plain sqlite3")
struct PlainSQLiteTests {
  @Test("rows come back as lines, and the file is sound")
  func rows() async throws {
    let plain = PlainSQLite(sandbox: try Sandbox(), file: "plain.db")
    #expect(try await plain.run("CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 'x')") == [])
    #expect(try await plain.run("SELECT * FROM t") == ["1|x"])
    #expect(try await plain.complaints() == [])
  }

  @Test("a refused statement is an error in the words of sqlite3")
  func refusal() async throws {
    let plain = PlainSQLite(sandbox: try Sandbox(), file: "plain.db")
    let refusal = await #expect(throws: PlainSQLite.Refusal.self) {
      try await plain.run("SELECT * FROM absent")
    }
    #expect(refusal?.description.contains("no such table: absent") == true)
  }

  @Test("a dangling reference is a complaint")
  func complaints() async throws {
    let plain = PlainSQLite(sandbox: try Sandbox(), file: "plain.db")
    try await plain.run(
      """
      CREATE TABLE a(id INTEGER PRIMARY KEY);
      CREATE TABLE b(a REFERENCES a(id));
      INSERT INTO b VALUES (7);
      """)
    #expect(try await plain.complaints() == ["b|1|a|0"])
  }
}
