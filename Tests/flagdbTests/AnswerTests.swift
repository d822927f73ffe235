import Foundation
import Testing

/// The answer to a change: it is told when the change is kept, and the change is not made where it
/// is known that nobody can be told.
@Suite("The answer to a change")
struct AnswerTests {
  private let sandbox: Sandbox

  init() async throws {
    sandbox = try await .zoo()
  }

  private func run(_ script: String) async throws -> Command.Result {
    try await Command("bash", "-c", script).run(in: sandbox)
  }

  private func count() async throws -> [String] {
    let plain = PlainSQLite(sandbox: sandbox, file: "zoo.db")
    #expect(try await plain.complaints() == [])
    return try await plain.run("SELECT count(*) FROM Sample")
  }

  /// Each in a place where it cannot be told.
  enum DeadEnd: String, CaseIterable {
    case fullDevice = "> /dev/full"
    case closed = ">&-"
    case openedForReading = "1< zoo.db"
    case pipeWithoutReader = "> >(exec <&-; echo > gone; sleep 9)"
    case folderThatIsNotThere = "-o nowhere/rows.csv"
  }

  @Test("a dead end is found before anything is changed", arguments: DeadEnd.allCases)
  func deadEnds(place: DeadEnd) async throws {
    let changes = [
      "insert zoo.db Sample code=S-9 taken=2026-11-20", "update zoo.db Sample --all note=changed",
      "delete zoo.db Sample --all", "sql zoo.db --write 'DELETE FROM Sample RETURNING id'",
    ]
    for change in changes {
      if place == .folderThatIsNotThere, !change.hasPrefix("sql") { continue }
      let wait = place == .pipeWithoutReader ? "until [ -e gone ]; do sleep 0.02; done;" : ""
      let script = "rm -f gone; { \(wait) flagdb \(change); } \(place.rawValue)"
      let result = try await run(
        place == .folderThatIsNotThere ? "flagdb \(change) \(place.rawValue)" : script)
      #expect(result.status == 1, "\(change): \(result.errorText)")
      #expect(result.errorText.hasPrefix("error: "), "\(change): \(result.errorText)")
      #expect(try await count() == ["4"])
    }
    let plain = PlainSQLite(sandbox: sandbox, file: "zoo.db")
    #expect(try await plain.run("SELECT count(*) FROM Sample WHERE note = 'changed'") == ["0"])
  }

  @Test(
    "a disk without room for the answer", .enabled(if: Self.canMount, "no disk may be made here"))
  func fullDisk() async throws {
    let script = """
      exec unshare -m sh -c '
        mkdir small && mount -t tmpfs -o size=16k tmpfs small
        head -c 99999 /dev/zero > small/filler 2> /dev/null; : > small/out
        flagdb insert zoo.db Sample code=S-9 taken=2026-11-20 > small/out
        flagdb sql zoo.db --write "DELETE FROM Sample RETURNING id" -o small/rows.csv
        ls small'
      """
    let result = try await run(script)
    #expect(
      result.errorText == """
        error: cannot write to standard output: no space left on device; nothing was changed
        error: cannot write 'small/rows.csv': no space left on device; nothing was changed

        """)
    #expect(result.outputText == "filler\nout\n")
    #expect(try await count() == ["4"])
  }

  private static var canMount: Bool {
    (try? Process.run(
      URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "unshare -m true 2> /dev/null"]))
      .map {
        $0.waitUntilExit()
        return $0.terminationStatus == 0
      } ?? false
  }

  /// The reader takes nothing before the record is there and the signals have come.
  @Test("signals after the change is kept", arguments: [["TERM"], ["TERM", "HUP"]])
  func signals(_ signals: [String]) async throws {
    let script = """
      mkfifo p; exec 9<>p; head -c 65536 /dev/zero >&9
      flagdb insert zoo.db Sample code=S-9 taken=2026-11-20 >&9 & id=$!
      until [ "$(sqlite3 -cmd '.timeout 9000' zoo.db 'SELECT count(*) FROM Sample')" = 5 ]; do sleep 0.02; done
      \(signals.map { "kill -\($0) $id" }.joined(separator: "; "))
      \(signals.count == 1 ? "head -c 65536 <&9 > /dev/null; head -n 1 <&9" : ":")
      wait $id
      """
    let result = try await run(script)
    if signals.count == 1 {
      #expect(result.status == 0 && result.outputText == "5\n", "\(result.errorText)")
      #expect(result.errorText == "")
    } else {
      #expect([129, 143].contains(result.status))
      #expect(result.errorText == "error: interrupted; the change is saved\n")
    }
    #expect(try await count() == ["5"])
  }

  @Test("others change the model all the time, and what only asks begins anew")
  func modelChanges() async throws {
    let script = """
      (for i in {1..40}; do flagdb define zoo.db flags F$i a 2> said || cat said >&2; done; echo > done) &
      n=0; while [ ! -e done ]; do
        [ "$(flagdb query zoo.db Sample --count)" = 4 ] || exit 9
        flagdb update zoo.db Sample --id 1 note=n$n > /dev/null || exit 8
        n=$((n + 1))
      done; wait; exit $((n == 0))
      """
    let result = try await run(script)
    #expect(result.status == 0 && result.errorText == "", "\(result.errorText)")
  }
}
