import Foundation
import Testing

/// Files that a killed program left, and which nobody needs: the next one that writes there removes them.
@Suite("A killed program leaves drafts") struct LeftoverTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try put("struct Sample: Entity { var code: String? }", "model.swift")
  }

  private func put(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: sandbox.work.appendingPathComponent(name))
  }

  private func names(_ folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: sandbox.work.appendingPathComponent(folder).path
    ).sorted()
  }

  private func run(_ line: String) async throws {
    let result = try await Command("bash", "-c", line).run(in: sandbox)
    try #require(result.status == 0, "\(result.errorText)")
  }

  /// The second run has nothing to write.
  @Test("of generated files", arguments: [1, 2]) func generated(_ runs: Int) async throws {
    try FileManager.default.createDirectory(
      at: sandbox.work.appendingPathComponent("out"), withIntermediateDirectories: false)
    // Those of an editor stay, and so does all that is not certainly ours.
    let others = [".flagdb-2026112615300000~", ".flagdb-draft~", "Sample.swift.1ka7crn~"]
    for name in others { try put("", "out/\(name)") }
    for run in 1...runs {
      for mark in ["a123456789abcdef", "f000000000000000"] { try put("", "out/.flagdb-\(mark)~") }
      try await self.run("flagdb generate model.swift --style swift --out out/")
      #expect(try names("out") == (others + ["Sample.swift"]).sorted(), "run \(run)")
    }
  }

  /// An output, a picture and the names of a foreign database.
  @Test(
    "of one file",
    arguments: [
      "query s.db Sample -o out.csv", "stats s.db Sample --svg out.csv",
      "adopt t.db --flags t.f=a,b",
    ])
  func files(_ line: String) async throws {
    try await run("flagdb new s.db model.swift; sqlite3 t.db 'CREATE TABLE t (f INTEGER)'")
    try put("", ".flagdb-2026112615300000~")
    try put("", ".flagdb-a123456789abcdef~")
    try await run("flagdb \(line)")
    let drafts = try names().filter { $0.hasSuffix("~") }
    #expect(drafts == [".flagdb-2026112615300000~"])
  }

  @Test(
    "of databases",
    arguments: ["new o.db model.swift", "copy s.db o.db", "backup s.db o.db --compact"])
  func databases(_ line: String) async throws {
    try await run("flagdb new s.db model.swift")
    let others = [
      "o.db.new-2026112615300000", "o.db.new-12", "o.db.new-a123456789abcdef.txt",
      "p.db.new-a123456789abcdef",
    ]
    for name in others { try put("", name) }
    for ending in ["", "-journal", "-wal", "-shm"] {
      try put("", "o.db.new-a123456789abcdef\(ending)")
    }
    try put("", "o.db.new-bbbbbbbbbbbbbbbb-journal")
    try await run("flagdb \(line)")
    #expect(try names() == (others + ["model.swift", "o.db", "s.db"]).sorted())
  }
}
