import Foundation
import Testing

/// The tool as its users meet it: what `Tests/Transcripts`, the README and the documentation show
/// is run and compared.
@Suite("Transcripts")
struct TranscriptTests {
  /// The files that hold commands to run.
  static let paths: [String] = {
    let texts = Repository.files(under: "Tests/Transcripts").filter { $0.hasSuffix(".txt") }
    let pages = (["README.md"] + Repository.files(under: "Documentation")).filter { path in
      path.hasSuffix(".md") && (try? Repository.text(of: path))?.contains("```console\n") == true
    }
    return (texts + pages).filter { path in
      Repository.toolHasFixedNow || (try? Transcript(path: path).needsFixedNow) != true
    }
  }()

  @Test("shows what the commands do", arguments: paths)
  func replay(path: String) async throws {
    let replay = try await Replay(of: Transcript(path: path))
    if Recording.isOn {
      try Recording.write(replay, to: Repository.root.appendingPathComponent(path))
    } else {
      for discrepancy in replay.discrepancies {
        Issue.record(
          "\(discrepancy)",
          sourceLocation: SourceLocation(
            fileID: "flagdbTests/\(path)", filePath: path, line: discrepancy.line, column: 1))
      }
    }
  }
}

/// Writing down what was seen, instead of comparing: `FLAGDB_RECORD=1`.
enum Recording {
  static let isOn = ProcessInfo.processInfo.environment["FLAGDB_RECORD"] == "1"

  /// Rewrites a file with what was seen, and fails the test: a run that records checks nothing.
  static func write(_ replay: Replay, to file: URL) throws {
    let recording = replay.recording
    let changed = recording != replay.transcript.lines.joined(separator: "\n")
    if changed { try Data(recording.utf8).write(to: file) }
    Issue.record("recorded\(changed ? "" : ", no change"): \(replay.transcript.name)")
  }
}
