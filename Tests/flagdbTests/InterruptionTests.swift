import Foundation
import Testing

/// Signals that come while the tool waits for another program: it has to give up waiting.
@Suite("The tool is asked to stop while it waits")
struct InterruptionTests {
  private let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    try Data("struct Sample { var photo: Data; var note: String }".utf8)
      .write(to: sandbox.work.appendingPathComponent("model.swift"))
    let made = try await Command("flagdb", "new", "s.db", "model.swift").run(in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    let fill = """
      INSERT INTO Sample (photo, note) WITH RECURSIVE n (i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT x'00', 'a note that is long enough to fill a pipe soon' FROM n
      """
    try await PlainSQLite(sandbox: sandbox, file: "s.db").run(fill)
  }

  /// Starts a command that is to hang, sends it a signal, and gives it five seconds to end.
  private func end(_ command: String, with signal: String) async throws -> Command.Result {
    let script = """
      mkfifo pipe; exec 9<>pipe
      timeout --preserve-status -k 5 -s \(signal) 1.5 \(command)
      """
    return try await Command("bash", "-c", script).run(in: sandbox)
  }

  @Test(
    "a reader of the output that does not read",
    arguments: [("TERM", 143), ("INT", 130), ("HUP", 129)] as [(String, Int32)],
    ["> pipe", "-o pipe", "| (sleep 3; cat > /dev/null); exit ${PIPESTATUS[0]}"])
  func output(_ signal: (name: String, status: Int32), to place: String) async throws {
    let result = try await end("flagdb query s.db Sample -f csv \(place)", with: signal.name)
    #expect(result.status == signal.status)
    #expect(result.errorText == "error: interrupted; the output is not complete\n")
  }

  /// A function of ours runs for most of the time, which nobody can interrupt but itself.
  @Test("patterns on long texts", arguments: [("TERM", 143), ("INT", 130)] as [(String, Int32)])
  func patterns(_ signal: (name: String, status: Int32)) async throws {
    let lengthen = "UPDATE Sample SET note = replace(hex(zeroblob(100000)), '00', 'ab')"
    try await PlainSQLite(sandbox: sandbox, file: "s.db").run("\(lengthen) WHERE rowid <= 200")
    let patterns = (0..<50).map { "note matches '(a+b+)+c\($0)'" }.joined(separator: " or ")
    let result = try await end(
      "flagdb query s.db Sample --count --where \"\(patterns)\"", with: signal.name)
    #expect(result.status == signal.status)
    #expect(result.errorText == "error: interrupted; nothing was changed\n")
  }

  /// Without the signal the commands would wait longer, and then say that the file is locked.
  @Test(
    "a lock of another program",
    arguments: [("TERM", 143), ("INT", 130)] as [(String, Int32)],
    [
      "query s.db Sample --count", "delete s.db Sample --all", "check s.db", "backup s.db copy.db",
      "sql s.db 'SELECT 1'", "define s.db flags F a",
    ])
  func lock(_ signal: (name: String, status: Int32), of command: String) async throws {
    let script = """
      mkfifo hold; exec 8<>hold
      sqlite3 s.db 'BEGIN EXCLUSIVE' '.shell echo > ready; read line < hold' & id=$!
      until [ -e ready ]; do sleep 0.02; done
      timeout --preserve-status -s \(signal.name) 1.5 flagdb \(command); status=$?
      echo >&8; wait $id; exit $status
      """
    let result = try await Command("bash", "-c", script).run(in: sandbox)
    #expect(result.status == signal.status)
    #expect(result.errorText == "error: interrupted; nothing was changed\n")
  }

  @Test(
    "a writer of the input that does not write",
    arguments: [("TERM", 143), ("INT", 130)] as [(String, Int32)],
    ["pipe", "other"])
  func input(_ signal: (name: String, status: Int32), from pipe: String) async throws {
    mkfifo(sandbox.work.appendingPathComponent("other").path, 0o600)
    let result = try await end("flagdb insert s.db Sample note= photo=@\(pipe)", with: signal.name)
    #expect(result.status == signal.status)
    #expect(result.errorText == "error: interrupted; nothing was changed\n")
  }
}
