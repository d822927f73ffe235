import Foundation
import Testing

/// Runs that get too little memory, or hardly a file.
@Suite("Where memory and files are scarce")
struct ScarcityTests {
  private static let complaint = "error: out of memory; what was not committed is undone\n"
  /// The tool for files alone: that for servers brings libraries that take as much room again.
  private static let tool = "'\(Repository.shippedTool.path)'"
  private let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    try await run(
      """
      bash "$EXAMPLES/zoo.sh" zoo.db
      (echo code,taken; printf 'S-9,2026-11-20\\n'; head -c 60000000 /dev/zero | tr '\\0' x; \
      echo ,2026-11-20) > big.csv
      """)
  }

  @discardableResult
  private func run(_ script: String, expecting status: Int32 = 0) async throws -> Command.Result {
    let result = try await Command("bash", "-c", script).run(in: sandbox)
    #expect(result.status == status, "\(script): \(result.errorText)")
    return result
  }

  private func expectSound() async throws {
    let plain = PlainSQLite(sandbox: sandbox, file: "zoo.db")
    #expect(try await plain.complaints() == [])
    #expect(try await plain.run("SELECT count(*) FROM Sample") == ["4"])
  }

  @Test("one line, and the database as it was", arguments: [60_000, 100_000, 150_000, 220_000])
  func memory(kilobytes: Int) async throws {
    let script = "ulimit -v \(kilobytes); exec \(Self.tool) insert zoo.db Sample --from big.csv"
    #expect(try await run(script, expecting: 1).errorText == Self.complaint)
    try await expectSound()
  }

  @Test("what reads says it as well")
  func memoryOfReading() async throws {
    try await run(
      "sqlite3 zoo.db \"UPDATE Sample SET note = hex(zeroblob(40000000)) WHERE id = 1\"")
    let script = "ulimit -v 100000; exec \(Self.tool) query zoo.db Sample"
    #expect(try await run(script, expecting: 1).errorText == Self.complaint)
  }

  @Test("committed batches stay, and what SQLite refuses is told in the same words")
  func memoryOfBatches() async throws {
    let script = """
      ulimit -v 220000; exec \(Self.tool) insert zoo.db Sample --from big.csv --batch 1
      """
    #expect(try await run(script, expecting: 1).errorText.hasPrefix(Self.complaint))
    let plain = PlainSQLite(sandbox: sandbox, file: "zoo.db")
    #expect(try await plain.complaints() == [])
    #expect(try await plain.run("SELECT count(*) FROM Sample WHERE length(code) < 9") == ["5"])
  }

  @Test("who looks for the cause gets a trace")
  func trace() async throws {
    let script = """
      ulimit -c 0 -v 100000; export SWIFT_BACKTRACE=enable=no FLAGDB_TRACE=1
      \(Self.tool) insert zoo.db Sample --from big.csv; exit $(($? > 128))
      """
    let error = try await run(script, expecting: 1).errorText
    #expect(error.contains("failed to allocate"), "\(error)")
    try await expectSound()
  }

  @Test("with one file besides the standard ones a question is answered")
  func files() async throws {
    // The test may have inherited a file with the number 3.
    let question = "(exec 3>&-; ulimit -n 4; exec \(Self.tool) query zoo.db Sample --count)"
    for way in ["> out; cat out", "| cat"] {
      let result = try await run("\(question) \(way)")
      #expect(result.outputText == "4\n" && result.errorText == "", "\(way)")
    }
    let full = try await run("\(question) > /dev/full", expecting: 1)
    #expect(full.errorText.contains("cannot write"))
  }
}
