import Foundation
import Testing

/// Imports that are killed, stopped, locked out and short of space: all or nothing, and said.
@Suite("An import that does not come to its end")
struct ImportAccidentTests {
  private static let count = 60_000
  private let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    try await run(
      """
      bash "$EXAMPLES/zoo.sh" zoo.db
      (echo code,taken,markers; seq -f 'R-%.0f,2026-11-20,RAW|HRM' \(Self.count)) > all.csv
      (cat all.csv; echo R-1,2026-11-21,RAW) > bad.csv
      """)
  }

  @discardableResult
  private func run(_ script: String, expecting status: Int32? = 0) async throws -> Command.Result {
    let result = try await Command("bash", "-c", script).run(in: sandbox)
    if let status { #expect(result.status == status, "\(script): \(result.errorText)") }
    return result
  }

  /// The records that came with the import; those that were there are looked at, too.
  private func imported(_ file: String = "zoo.db") async throws -> Int {
    let plain = PlainSQLite(sandbox: sandbox, file: file)
    #expect(try await plain.complaints() == [])
    let counts = try await plain.run(
      """
      SELECT count(*) FROM Sample WHERE code LIKE 'S-%';
      SELECT count(*) FROM Sample WHERE code LIKE 'R-%';
      SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'Sample'
      """)
    #expect(counts[0] == "4" && counts[2] == "2", "\(counts)")
    return try #require(Int(counts[1]))
  }

  /// In the background `timeout` would be killed together with the tool, and the script would go on
  /// before the tool has given up its locks.
  private static func killed(after delay: Double) -> String {
    "timeout --foreground -s KILL \(delay) flagdb"
  }

  @Test("killed at some moment, it is as if it had not begun", arguments: 0..<6)
  func killed(seed: Int) async throws {
    let delay = 0.05 + Double(seed) * 0.13
    let end = try await run(
      "\(Self.killed(after: delay)) insert zoo.db Sample --from all.csv; exit $?", expecting: nil
    )
    let found = try await imported()
    #expect(found == (end.status == 0 ? Self.count : 0))
  }

  @Test("killed between batches, whole batches are in", arguments: 0..<4)
  func killedInBatches(seed: Int) async throws {
    let delay = 0.2 + Double(seed) * 0.2
    try await run(
      "\(Self.killed(after: delay)) insert zoo.db Sample --from all.csv --batch 500; true",
      expecting: nil)
    let found = try await imported()
    #expect(found % 500 == 0)
    try await run("flagdb insert zoo.db Sample --from all.csv --skip-records \(found)")
    #expect(try await imported() == Self.count)
  }

  @Test(
    "a signal is obeyed and what came of it said",
    arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)] as [(String, Int32)])
  func signals(_ signal: String, _ status: Int32) async throws {
    // A pipe that stays open: the import waits in the middle, whatever the machine's pace.
    let hold = "mkfifo p; exec 9<>p; (head -n 2000 all.csv >&9 &);"
    let stop =
      "timeout --preserve-status -k 9 -s \(signal) 1.5 flagdb insert zoo.db Sample --from p"
    let whole = try await run("\(hold) \(stop)", expecting: status)
    #expect(whole.errorText == "error: interrupted; nothing was changed\n")
    #expect(try await imported() == 0)
    let batches = try await run("rm p; \(hold) \(stop) --batch 300", expecting: status)
    let found = try await imported()
    #expect(found > 0 && found % 300 == 0)
    #expect(
      batches.errorText.hasSuffix(
        "records are committed; continue with --skip-records \(found)\n"), "\(batches.errorText)")
    #expect(batches.errorText.hasPrefix("error: interrupted\n"))
  }

  @Test("a signal while a file is read")
  func signalWhileReading() async throws {
    let end = try await run(
      "timeout --preserve-status -s INT 0.2 flagdb insert zoo.db Sample --from all.csv",
      expecting: nil)
    let found = try await imported()
    if end.status == 0 { return #expect(found == Self.count) }
    #expect(end.status == 130 && found == 0)
  }

  @Test("a bad last record after many good ones", arguments: ["", "--ignore", "--on-error skip"])
  func badLastRecord(_ option: String) async throws {
    let end = try await run(
      "flagdb insert zoo.db Sample --from bad.csv \(option)", expecting: nil)
    let expected: (Int32, Int, String) =
      switch option {
      case "--ignore": (0, Self.count, "inserted 60,000, left out 1\n")
      case "": (1, 0, Self.duplicate + "nothing was changed\n")
      default: (3, Self.count, Self.duplicate + "inserted 60,000, refused 1\n")
      }
    let found = try await imported()
    #expect((end.status, found, end.errorText) == expected)
  }

  private static let duplicate =
    "bad.csv:60002:1: error: 'code' must be unique: "
    + "an earlier record of the input has 'R-1' already\n"

  @Test("no space left, in the database or for its indexes", arguments: [60, 400, 1_500])
  func noSpace(blocks: Int) async throws {
    let end = try await run(
      "ulimit -f \(blocks); flagdb insert zoo.db Sample --from all.csv", expecting: 1)
    #expect(end.errorText.contains("nothing was changed"), "\(end.errorText)")
    #expect(try await imported() == 0)
    // The same where the database is made: nothing stands in the way of the next attempt.
    try await run(
      "ulimit -f \(blocks); flagdb insert new.db T --from all.csv --create", expecting: 1)
    #expect(try await run("ls").outputText.contains("new.db") == false)
  }

  @Test("another program holds the lock")
  func locked() async throws {
    let end = try await run(
      """
      mkfifo hold
      sqlite3 zoo.db 'BEGIN IMMEDIATE' ".shell echo locked > ready; cat hold > /dev/null" &
      until [ -s ready ]; do sleep 0.05; done
      flagdb insert zoo.db Sample --from all.csv; status=$?
      echo > hold; wait; exit $status
      """, expecting: 1)
    #expect(end.errorText.contains("'zoo.db' is locked by another program"), "\(end.errorText)")
    #expect(try await imported() == 0)
  }

  @Test("many files, and pipes that are fed one after the other")
  func manyFiles() async throws {
    let end = try await run(
      """
      split -l 500 -d -a 3 <(tail -n +2 all.csv) part.
      for f in part.*; do sed -i '1i code,taken,markers' $f; done
      mkfifo a b; (cp part.000 a; cp part.001 b) &
      flagdb insert zoo.db Sample --from a --from b \
        $(ls part.* | tail -n +3 | sed 's/^/--from /')
      """)
    #expect(end.errorText == "inserted 60,000\n")
    #expect(try await imported() == Self.count)
  }

  @Test("a line on a terminal tells how far it has come, and goes")
  func progress() async throws {
    // The input comes too slowly for the line not to be seen.
    let session = try TerminalSession(
      "bash", "-c",
      "(head -n 400 all.csv; sleep 1; tail -n +401 all.csv | head -n 400) "
        + "| flagdb insert zoo.db Sample --from - ; echo end",
      columns: 40, rows: 10, in: sandbox, environment: ["TERM": "xterm"])
    #expect(try await session.finish() == .exited(0))
    let written = String(decoding: session.output, as: UTF8.self)
    #expect(written.contains("\rstdin  "), "\(written)")
    #expect(!written.utf8.contains(0x1B))
    #expect(session.screenText.hasPrefix("inserted 799\nend"), "\(session.screenText)")
  }

  @Test("what goes out comes in again, of every type")
  func roundTrip() async throws {
    let model = """
      struct F: OptionSet { let rawValue: Int64
        static let a = F(rawValue: 1); static let top = F(rawValue: 1 << 63) }
      enum E: String { case one, two }
      struct T {
        @Attribute(.unique) var k: Int
        var b: Bool?; var d: Double?; var m: Decimal?; var s: String?; var t: Date?; var u: UUID?
        var w: URL?; var x: Data?; var l: [String]?; var f: F = []; var e: E?
      }
      """
    try Data(model.utf8).write(to: sandbox.work.appendingPathComponent("t.swift"))
    try await run("flagdb new t.db t.swift && flagdb new u.db t.swift")
    let records = [
      #"{"k": 1, "b": true, "d": -0.5, "m": "1.25", "s": "a,\"b\"\nü\t\\", "t": "1969-12-31T23:59:59.5Z"}"#,
      #"{"k": 2, "u": "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "w": "https://a.b/?c=d", "x": "AP8="}"#,
      #"{"k": 9223372036854775807, "l": ["", "x,y", "\"q\""], "f": ["a", "top", "0x40"], "e": "two"}"#,
      #"{"k": -9223372036854775808, "s": "", "l": [], "f": []}"#,
    ]
    let input = records.joined(separator: "\n")
    let made = try await Command("flagdb", "insert", "t.db", "T", "--from", "-", input: input)
      .run(in: sandbox)
    #expect(made.errorText == "inserted 4\n")
    for format in ["csv", "tsv", "json", "ndjson"] {
      for raw in ["", "--raw"] {
        try await run(
          """
          flagdb query t.db T -f \(format) \(raw) > out && flagdb delete u.db T --all --yes &&
          flagdb insert u.db T --from out --format \(format) \(raw) &&
          for d in t u; do sqlite3 $d.db 'SELECT * FROM T' > $d.txt; done && cmp t.txt u.txt
          """)
      }
    }
  }
}
