import CommandTable
import Foundation
import Testing

/// A folder for one test, with a stand-in for the tool that answers what shells ask and notes it.
final class Workshop {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "command-table-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "bin"), withIntermediateDirectories: true)
    for name in ["zoo.db", "my zoo.db", "notes.txt"] { try write("", to: name) }
    // A shell that another test starts while this process has the file open for writing keeps it
    // open, and nobody can run it then ("text file busy"): another process writes what is run.
    try write(Self.standIn, to: "stand-in")
    let made = try run("/usr/bin/install", ["-m", "755", path("stand-in"), path("bin/flagdb")])
    try #require(made.status == 0, "\(made.output)")
    try FileManager.default.removeItem(atPath: path("stand-in"))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String {
    folder.appending(path: name).path
  }

  func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  /// What the tool was asked since the last time: the kind and the words, a line each.
  func takeQuestions() -> [String] {
    let log = path("questions")
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(atPath: log)
    return text.split(separator: "\n").map(String.init)
  }

  var environment: [String: String] {
    [
      "PATH": path("bin") + ":/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "TERM": "vt100",
      "QUESTIONS": path("questions"), "LC_ALL": "C.UTF-8", "COLUMNS": "100",
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

  /// It fails and complains every time, which no shell may show.
  private static let standIn = #"""
    #!/bin/sh
    echo "a complaint" >&2
    [ "$1" = complete ] && [ "$3" = -- ] || exit 2
    kind=$2
    shift 3
    for last; do :; done
    { printf '%s' "$kind"; printf ' <%s>' "$@"; echo; } >> "$QUESTIONS"
    kept=$(printf %s "$last" | sed 's/[^,|:=]*$//')
    case $kind in
      entity) printf 'Sample\twhat was taken\nSpecies\tit: lives\nReading\n' ;;
      flags) printf "$kept%s\tof the heart\n" RAW HRM PLX ;;
      predicate) echo 'score > 5' ;;
      assignment)
        case $last in
          *=*) printf "$kept%s\n" RAW HRM PLX ;;
          *) printf '%s\n' code= markers= note= ;;
        esac ;;
    esac
    exit 1

    """#
}

/// Where a program is, for tests that are worth nothing without it.
func installed(_ program: String) -> String? {
  ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
    .first(where: FileManager.default.isExecutableFile)
}
