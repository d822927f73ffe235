import CommandTable
import Foundation
import Testing

/// A folder for one test, with a stand-in for the tool that answers what shells ask and notes it.
final class Workshop {
  let folder: URL
  private let answering: Answering

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "command-table-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "bin"), withIntermediateDirectories: true)
    answering = try Answering(in: folder)
    for name in ["zoo.db", "my zoo.db", "notes.txt"] { try write("", to: name) }
    // A shell that another test starts while this process has the file open for writing keeps it
    // open, and nobody can run it then ("text file busy"): another process writes what is run.
    try write(Self.standIn, to: "stand-in")
    let made = try run("/usr/bin/install", ["-m", "755", path("stand-in"), path("bin/flagdb")])
    try #require(made.status == 0, "\(made.output)")
    try FileManager.default.removeItem(atPath: path("stand-in"))
  }

  deinit {
    answering.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String {
    folder.appending(path: name).path
  }

  func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  /// The questions to the tool since the last time: the kind, the arguments before the word, and
  /// the word, a line each.
  func takeQuestions() -> [String] {
    answering.takeQuestions()
  }

  var environment: [String: String] {
    [
      "PATH": path("bin") + ":/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "TERM": "vt100",
      "FOLDER": folder.path, "LC_ALL": "C.UTF-8", "COLUMNS": "100",
    ]
  }

  /// Runs a program in the folder: its output and error output together, and its status.
  func run(_ program: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }

  /// It hands its words to the tests and prints what they answer. It fails and complains every
  /// time, which no shell may show.
  private static let standIn = #"""
    #!/bin/sh
    echo "a complaint" >&2
    printf '%s\0' "$@" > "$FOLDER/.question"
    cat "$FOLDER/.answer"
    exit 1

    """#
}

/// Answers for the sample tool what shells ask a stand-in, through two pipes in a folder.
final class Answering: @unchecked Sendable {
  private let folder: URL
  private let lock = NSLock()
  private var questions: [String] = []
  private var isStopped = false

  init(in folder: URL) throws {
    self.folder = folder
    for name in [".question", ".answer"] {
      try #require(mkfifo(folder.appending(path: name).path, 0o600) == 0)
    }
    Thread.detachNewThread { [self] in
      // A shell that was stopped reads no answer, which must not end the tests.
      var broken = sigset_t()
      sigemptyset(&broken)
      sigaddset(&broken, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &broken, nil)
      while let question = read(), !lock.withLock({ isStopped }) {
        // A stand-in that was stopped before it wrote asks nothing; the next one may.
        if !question.isEmpty { write(answer(to: question)) }
      }
    }
  }

  func takeQuestions() -> [String] {
    lock.withLock {
      defer { questions = [] }
      return questions
    }
  }

  /// Ends the answers: an empty question wakes the thread.
  func stop() {
    lock.withLock { isStopped = true }
    let pipe = open(folder.appending(path: ".question").path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    if pipe >= 0 { close(pipe) }
  }

  // A shell that another test starts meanwhile must not keep a pipe open: nobody would see its end.
  private func read() -> [String]? {
    let pipe = open(folder.appending(path: ".question").path, O_RDONLY | O_CLOEXEC)
    guard pipe >= 0 else { return nil }
    defer { close(pipe) }
    let bytes = FileHandle(fileDescriptor: pipe).readDataToEndOfFile()
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ text: String) {
    let pipe = open(folder.appending(path: ".answer").path, O_WRONLY | O_CLOEXEC)
    guard pipe >= 0 else { return }
    let bytes = Array(text.utf8)
    _ = Foundation.write(pipe, bytes, bytes.count)
    close(pipe)
  }

  private func answer(to words: [String]) -> String {
    guard case .run(let line)? = try? sample.parse(words), let call = try? CompletionCall(line)
    else { return "" }
    return call.answer(of: sample, home: folder.path) { request in
      let arguments = request.line?.arguments.flatMap(\.values) ?? []
      let question = [request.kind] + (arguments + [request.typed]).map { "<\($0)>" }
      lock.withLock { questions.append(question.joined(separator: " ")) }
      return candidates(of: request)
    }
  }

  private func candidates(of request: CompletionRequest) -> [Choice] {
    let kept = String(request.typed.reversed().drop { !",|:=".contains($0) }.reversed())
    switch request.kind {
    case "entity":
      return [
        Choice("Sample", help: "what was taken"), Choice("Species", help: "it: lives"), "Reading",
      ]
    case "flags":
      return ["RAW", "HRM", "PLX"].map { Choice(kept + $0, help: "of the heart") }
    case "predicate": return ["score > 5"]
    case "assignment":
      return kept.contains("=")
        ? ["RAW", "HRM", "PLX"].map { Choice(kept + $0) } : ["code=", "markers=", "note="]
    default: return []
    }
  }
}

/// The path of a program, for tests that are worth nothing without it.
func installed(_ program: String) -> String? {
  ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
    .first(where: FileManager.default.isExecutableFile)
}
