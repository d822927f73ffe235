import Foundation
import Testing

/// A fresh folder and a clean environment for the commands of one test; the folder goes when the
/// test lets go of it.
final class Sandbox: Sendable {
  /// The folder in which commands start.
  let work: URL
  /// The moment at which commands run: 2026-11-21T08:00:00Z, in microseconds since 1970. It is the
  /// one clock of transcripts, of the examples in the manual and of sessions on a terminal.
  static let now: Int64 = 1_795_248_000_000_000
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("flagdb-\(UUID().uuidString.prefix(8))")
    work = root.appendingPathComponent("work")
    for name in ["work", "home", "tmp", "bin", "steps"] {
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      at: root.appendingPathComponent("bin/flagdb"), withDestinationURL: Repository.tool)
    try FileManager.default.createSymbolicLink(
      at: examples, withDestinationURL: Repository.root.appendingPathComponent("Examples"))
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  /// Makes the example data reachable as `Examples/`, as it is from the top of the repository.
  func linkExamples() throws {
    try FileManager.default.createSymbolicLink(
      at: work.appendingPathComponent("Examples"), withDestinationURL: examples)
  }

  /// A place for the runner's own files, out of sight of the commands.
  func privateFile(_ name: String) -> URL {
    root.appendingPathComponent("steps").appendingPathComponent(name)
  }

  /// All that a command finds in its environment.
  var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let home = root.appendingPathComponent("home").path
    let usual = [
      "PATH": root.appendingPathComponent("bin").path + ":" + path,
      "HOME": home,
      "XDG_CACHE_HOME": home + "/.cache",
      "XDG_CONFIG_HOME": home + "/.config",
      "XDG_DATA_HOME": home + "/.local/share",
      "XDG_STATE_HOME": home + "/.local/state",
      "TMPDIR": root.appendingPathComponent("tmp").path,
      "WORK": work.path,
      "EXAMPLES": examples.path,
      "LC_ALL": "C.UTF-8",
      "TZ": "UTC",
      "FLAGDB_TEST_NOW": "\(Self.now)",
    ]
    return usual.merging(Self.elsewhere) { $1 }
  }

  /// The changes of `Scripts/test-elsewhere` in the environment, words such as `TZ=Asia/Kathmandu`.
  private static let elsewhere: [String: String] = {
    let words = ProcessInfo.processInfo.environment["FLAGDB_TEST_ENVIRONMENT"] ?? ""
    let pairs = words.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
    return Dictionary(pairs.map { (String($0[0]), String($0[1])) }) { $1 }
  }()

  /// The same text with the folders that differ from run to run as the variables that name them.
  func withoutPaths(_ text: String) -> String {
    let names = [
      (work.path, "$WORK"),
      (root.appendingPathComponent("home").path, "$HOME"),
      (root.appendingPathComponent("tmp").path, "$TMPDIR"),
      (examples.path, "$EXAMPLES"),
    ]
    return names.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  /// A link to the examples, since the path of the repository may have blanks and quotes in it.
  private var examples: URL { root.appendingPathComponent("examples") }

  /// The path of a link to a file of the repository or of its build, for lines of a shell.
  func link(to file: URL) throws -> String {
    let link = root.appendingPathComponent("steps/\(file.lastPathComponent)")
    if !FileManager.default.fileExists(atPath: link.path) {
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    }
    return link.path
  }
}

extension Sandbox {
  /// A sandbox with the example database in it, and what more a script makes there.
  static func zoo(and script: String? = nil) async throws -> Sandbox {
    let sandbox = try Sandbox()
    try await exampleDatabase.value.write(to: sandbox.work.appendingPathComponent("zoo.db"))
    if let script { try await sandbox.run(script) }
    return sandbox
  }

  /// The example database, made once: its script starts the tool eight times, and hundreds of tests need it.
  private static let exampleDatabase = Task {
    let sandbox = try Sandbox()
    try await sandbox.run("bash \"$EXAMPLES/zoo.sh\" zoo.db")
    return try Data(contentsOf: sandbox.work.appendingPathComponent("zoo.db"))
  }

  /// Runs a script that must succeed.
  private func run(_ script: String) async throws {
    let made = try await Command("bash", "-c", script).run(in: self)
    try #require(made.status == 0, "\(made.errorText)")
  }
}
