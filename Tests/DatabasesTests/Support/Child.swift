import Foundation

/// Another program on the same machine: to be killed, limited or interrupted.
final class Child {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let error = Pipe()

  /// The tool that was built beside the tests.
  static let tool = program("flagdb")

  /// A program that was built beside the tests.
  static func program(_ name: String) -> String {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let program = folder.appendingPathComponent(name).path
      if FileManager.default.isExecutableFile(atPath: program), !isFolder(program) {
        return program
      }
    }
    return ".build/debug/\(name)"
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  static let hasSQLite = find("sqlite3") != nil

  static func find(_ program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts a shell command; `$0` is the tool, `$1` and on are the words given.
  init(_ command: String, _ words: String...) throws {
    let shell = ["/bin/sh", "-c", command, Self.tool] + words
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = Self.withUsualSignals + shell
    process.standardInput = input
    process.standardOutput = output
    process.standardError = error
    // A thread that runs tests has signals blocked, and whoever it starts would never get one.
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// The words for `env` to undo that the tests ignore a signal, as under nohup: who is started inherits that.
  #if os(Linux)
    private static let withUsualSignals = ["--default-signal"]
  #else
    private static let withUsualSignals: [String] = []
  #endif

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  func type(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Waits for a word on the output.
  func waitFor(_ word: String) -> Bool {
    var seen = Data()
    while !String(decoding: seen, as: UTF8.self).contains(word) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return false }
      seen += more
    }
    return true
  }

  /// Waits until the program has a handler for a signal: before, the signal would be its death.
  func waitUntilItCatches(_ signal: Int32) throws {
    #if os(Linux)
      let path = "/proc/\(process.processIdentifier)/status"
      let bit = UInt64(1) << UInt64(signal - 1)
      while process.isRunning {
        let status = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        if Self.signals("SigCgt", in: status) & bit != 0 { return }
        usleep(1_000)
      }
    #else
      usleep(500_000)
    #endif
  }

  private static func signals(_ name: String, in status: String) -> UInt64 {
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
    return UInt64(line.drop { $0 != "\t" }.dropFirst(), radix: 16) ?? 0
  }

  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Waits for the end; the exit status, or the signal negated.
  func end() throws -> (status: Int32, output: String, error: String) {
    try? input.fileHandleForWriting.close()
    let output = String(
      decoding: self.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let error = String(
      decoding: self.error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return (isSignal ? -process.terminationStatus : process.terminationStatus, output, error)
  }
}
