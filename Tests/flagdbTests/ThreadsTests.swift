import Foundation
import Testing

/// Queries of a large table, which several threads read.
@Suite("A large table is read on several threads")
struct ThreadsTests {
  /// The other tool has a clock of its own, and with it a VFS whose pages are not read.
  private static let tool = "'\(Repository.shippedTool.path)'"
  private let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    try Data(
      """
      struct Marks: OptionSet {
        let rawValue: Int
        static let one = Marks(rawValue: 1)
        static let two = Marks(rawValue: 2)
      }
      struct Sample { var code: String; var marks: Marks; var score: Double; var taken: Date }
      """.utf8
    ).write(to: sandbox.work.appendingPathComponent("model.swift"))
    let made = try await Command("flagdb", "new", "s.db", "model.swift").run(in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    try await PlainSQLite(sandbox: sandbox, file: "s.db").run(
      """
      INSERT INTO Sample (code, marks, score, taken)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80000)
      SELECT 'code number ' || i, i % 4, i / 7.0, datetime(1700000000 + i * 977, 'unixepoch') FROM n
      """)
  }

  private func run(
    _ line: String, _ environment: [String: String] = [:], status: Int32 = 0
  ) async throws -> Command.Result {
    let result = try await Command("bash", "-c", line, environment: environment).run(in: sandbox)
    #expect(result.status == status, "\(line): \(result.errorText)")
    return result
  }

  private static let months =
    "\(tool) query s.db Sample -g 'month(taken)' -c 'month(taken), count(), sum(score)'"

  /// The number of threads that `--explain` names.
  private func threads(
    _ options: String, _ environment: [String: String] = [:], before: String = ""
  ) async throws -> Int {
    let text = try await run("\(before) \(Self.months) --explain \(options)", environment)
      .outputText
    let step = text.split(separator: "\n").first { $0.contains(" pages of Sample on ") } ?? ""
    let words = step.split(separator: " ")
    #expect(words.last == "score" && words.dropLast(2).last?.hasPrefix("thread") == true, "\(text)")
    return words.dropLast(3).last.flatMap { Int($0) } ?? 0
  }

  @Test("as many as the option says, or the variable")
  func explain() async throws {
    #expect(try await threads("--threads 3") == 3)
    #expect(try await threads("--threads 1") == 1)
    #expect(try await threads("", ["FLAGDB_THREADS": "2"]) == 2)
    #expect(try await threads("--threads 1", ["FLAGDB_THREADS": "2"]) == 1)
    // No thread reads less than a megabyte.
    let most = try await threads("--threads 64")
    #expect(3...6 ~= most)
    #if os(Linux)
      #expect(try await threads("", before: "taskset -c 0") == 1)
    #endif
  }

  @Test("the answer is the same")
  func answers() async throws {
    for line in [
      Self.months, "\(Self.tool) query s.db Sample --count -w 'score > 100.5'",
      "\(Self.tool) query s.db Sample -g 'each(marks)' -c 'each(marks), sum(score), max(code)'",
      "\(Self.tool) stats s.db Sample -f csv",
    ] {
      let alone = try await run("\(line) --threads 1")
      #expect(!alone.outputText.isEmpty)
      for threads in [2, 4] {
        let shared = try await run("\(line) --threads \(threads)")
        #expect(shared.outputText == alone.outputText, "\(line)")
      }
    }
  }

  @Test("wrong numbers are refused")
  func numbers() async throws {
    for word in ["0", "65", "two", "-1"] {
      let option = try await run("\(Self.months) --threads=\(word)", status: 2)
      #expect(option.errorText.contains("expects a number from 1 to 64, found '\(word)'"))
    }
    let variable = try await run(Self.months, ["FLAGDB_THREADS": "many"], status: 2)
    #expect(
      variable.errorText
        == "error: FLAGDB_THREADS is 'many'\nhint: set it to a number from 1 to 64, or unset it\n")
    let empty = try await run(Self.months, ["FLAGDB_THREADS": ""])
    #expect(empty.errorText == "")
  }

  /// The command begins anew until the signal comes, which is mostly while both threads calculate.
  @Test(
    "a signal ends all threads, with one message",
    arguments: [("TERM", 143), ("INT", 130), ("HUP", 129)] as [(String, Int32)])
  func signals(_ signal: (name: String, status: Int32)) async throws {
    let condition = (0..<300).map { "score * 2 > \(1_000_000 + $0)" }.joined(separator: " or ")
    let result = try await run(
      """
      timeout --preserve-status -s \(signal.name) 1.5 \
      \(Self.tool) query s.db Sample --count -w '\(condition)' --threads 2 --watch 100ms
      """, status: signal.status)
    let lines = result.errorText.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("error: interrupted"), "\(result.errorText)")
    #expect(result.outputText.split(separator: "\n").allSatisfy { $0 == "0" })
  }
}
