import Foundation
import Testing

/// The hints of Tests/Transcripts/errors/common-mistakes.txt can be pasted: each line that they give runs.
@Suite("Pasted hints")
struct PastedHintTests {
  /// A line that a hint gives.
  struct Hint: Sendable, CustomTestStringConvertible {
    let mistake: String
    let line: String
    var testDescription: String { line }
  }

  static let hints: [Hint] = {
    let path = "Tests/Transcripts/errors/common-mistakes.txt"
    guard let transcript = try? Transcript(path: path) else { return [] }
    return transcript.steps.flatMap { step in
      transcript.lines[step.output].compactMap { text in
        line(in: text, for: step.command).map { Hint(mistake: step.command, line: $0) }
      }
    }
  }()

  /// The command of a hint such as `write flagdb …`, or the query with the predicate of `did you mean '…'?`.
  private static func line(in text: String, for mistake: String) -> String? {
    let start = "! hint: write flagdb "
    if text.hasPrefix(start) {
      let line = "flagdb " + text.dropFirst(start.count)
      let placeholders = [
        "ENTITY", "FILE", "MODEL.swift", "NAME=VALUE", "NAME:TYPE", "RELATIONSHIP",
      ]
      return placeholders.contains(where: line.contains) ? nil : line
    }
    let meant = "! hint: did you mean '"
    guard text.hasPrefix(meant), text.hasSuffix("'?"),
      mistake.hasPrefix("flagdb query zoo.db Sample '")
    else { return nil }
    let predicate = String(text.dropFirst(meant.count).dropLast(2))
    guard predicate.contains(where: { " (".contains($0) }),
      predicate.contains(where: { "=!<>".contains($0) })
    else { return nil }
    return "flagdb query zoo.db Sample '\(predicate.replacing("'", with: "'\\''"))'"
  }

  @Test("are for most mistakes")
  func count() {
    #expect(Self.hints.count > 50)
  }

  @Test("run", arguments: hints)
  func run(hint: Hint) async throws {
    let sandbox = try await Sandbox.zoo(
      and: #"cp "$EXAMPLES/zoo.swift" . && printf 'code,taken\nS-9,2026-11-21\n' > new.csv"#)
    let result = try await Command("bash", "-c", hint.line).run(in: sandbox)
    #expect(result.status == 0, "\(hint.mistake): \(result.errorText)")
  }
}
