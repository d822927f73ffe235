import Foundation
import Testing

/// Statistics where a person watches: they fit, are coloured, and do not drive the terminal.
@Suite("Statistics on a terminal")
struct StatsOnTerminalTests {
  private func session(
    _ command: String, columns: Int, in sandbox: Sandbox, environment: [String: String] = [:]
  ) throws -> TerminalSession {
    try .ofTool(command, columns: columns, rows: 60, in: sandbox, environment: environment)
  }

  @Test("every line fits, however wide", arguments: [40, 80, 200])
  func fits(columns: Int) async throws {
    let sandbox = try await Sandbox.zoo()
    let session = try session(
      "flagdb stats zoo.db Sample markers", columns: columns, in: sandbox)
    #expect(try await session.finish() == .exited(0))
    let lines = session.screenText.split(separator: "\n")
    // A line that did not fit would go on in the next, which begins at the edge.
    #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix("  ") }, "\(session.screenText)")
    #expect(lines.contains { $0.contains("●─●─●") && $0.contains("25.0%") })
  }

  @Test("bars are coloured, unless NO_COLOR says otherwise")
  func colour() async throws {
    let sandbox = try await Sandbox.zoo()
    let command = "flagdb stats zoo.db Sample status"
    let styled = try session(command, columns: 80, in: sandbox)
    #expect(try await styled.finish() == .exited(0))
    let plain = try session(command, columns: 80, in: sandbox, environment: ["NO_COLOR": "1"])
    #expect(try await plain.finish() == .exited(0))
    #expect(styled.output.contains(0x1B) && !plain.output.contains(0x1B))
    #expect(styled.screenText == plain.screenText)
  }

  @Test("values do not drive the terminal", arguments: ["plot", "json", "csv", "ndjson"])
  func hostileValues(format: String) async throws {
    let sandbox = try await Sandbox.zoo()
    let insert = "UPDATE Sample SET note = char(27) || '[2J' || char(8238) || char(155)"
    let changed = try await Command("sqlite3", "zoo.db", insert).run(in: sandbox)
    try #require(changed.status == 0, "\(changed.errorText)")
    let session = try session(
      "flagdb stats zoo.db Sample note --format \(format)", columns: 80, in: sandbox,
      environment: ["NO_COLOR": "1"])
    #expect(try await session.finish() == .exited(0))
    let text = String(decoding: session.output, as: UTF8.self)
    #expect(text.contains("[2J"))
    #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{202E}", "\u{9B}"].contains($0) })
  }

  @Test("standard output that is full is a failure")
  func fullDisk() async throws {
    let sandbox = try await Sandbox.zoo()
    for words in ["", "--format json", "--format csv", "--svg -"] {
      let command = "flagdb stats zoo.db Sample \(words) > /dev/full"
      let result = try await Command("bash", "-c", command).run(in: sandbox)
      #expect(result.status == 1)
      #expect(result.errorText.contains("no space left"), "\(result.errorText)")
    }
  }
}
