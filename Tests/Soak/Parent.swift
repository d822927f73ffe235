import FlagDB
import Foundation

/// The process that starts others, kills some of them, and checks the database that they used.
final class Parent {
  private let program: String
  private let secondsPerRound: Double
  private(set) var kills = 0
  private(set) var commits = 0
  private(set) var differences = 0
  private(set) var crashes = 0

  init(program: String, secondsPerRound: Double = 20) {
    self.program = program
    self.secondsPerRound = secondsPerRound
  }

  /// The roles of the processes that run at the same time.
  private static let roles = ["write", "write", "read"]

  /// Works for some seconds, in rounds with a new database each.
  func run(seconds: Double) async throws {
    let end = now + seconds
    repeat {
      try await round(seconds: min(secondsPerRound, max(1, end - now)))
    } while now < end && differences + crashes == 0
  }

  private var now: Double { ProcessInfo.processInfo.systemUptime }

  private func round(seconds: Double) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flagdb-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("bank.db").path
    let durability = Bool.random() ? "full" : "normal"
    try Bank(at: path).open()
    let end = now + seconds
    var children = try Self.roles.enumerated().map { try start($1, path, durability, number: $0) }
    while now < end {
      try await Task.sleep(for: .milliseconds(Int.random(in: 50...1_000)))
      let index = children.indices.randomElement() ?? 0
      stop(children[index])
      children[index] = try start(Self.roles[index], path, durability, number: index)
      if Int.random(in: 0..<4) == 0 { await checkBackup(of: path, in: folder) }
    }
    children.forEach(stop)
    await checkEnd(of: path, in: folder)
    if differences + crashes == 0 { try FileManager.default.removeItem(at: folder) }
  }

  private func start(
    _ role: String, _ path: String, _ durability: String, number: Int
  ) throws -> Process {
    let acknowledged = "\(path).acknowledged-\(number)"
    if !FileManager.default.fileExists(atPath: acknowledged) {
      try Data().write(to: URL(fileURLWithPath: acknowledged))
    }
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: acknowledged))
    try output.seekToEnd()
    let child = Process()
    child.executableURL = URL(fileURLWithPath: program)
    child.arguments = [role, path, durability]
    child.standardOutput = output
    try child.run()
    return child
  }

  private func stop(_ child: Process) {
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    switch (child.terminationReason, child.terminationStatus) {
    case (.uncaughtSignal, SIGKILL): kills += 1
    // It says on standard error what it saw.
    case (.exit, _): differences += 1
    default:
      crashes += 1
      report("a process ended with \(child.terminationStatus)")
    }
  }

  /// A copy made while others write must be whole.
  private func checkBackup(of path: String, in folder: URL) async {
    let copy = folder.appendingPathComponent("copy-\(UUID().uuidString).db").path
    do {
      try await Bank(at: path).database.backup(to: copy)
      try await Bank(at: copy).check()
      try FileManager.default.removeItem(atPath: copy)
    } catch {
      differences += 1
      report("a copy of '\(path)': \(error)")
    }
  }

  /// Every acknowledged transfer must be there, and none that was rolled back.
  private func checkEnd(of path: String, in folder: URL) async {
    do {
      let bank = try Bank(at: path)
      commits += try await bank.check()
      let stored = try await bank.tokens()
      var missing = 0
      for number in Self.roles.indices {
        let text = try String(contentsOfFile: "\(path).acknowledged-\(number)", encoding: .utf8)
        missing += text.split(separator: "\n").count { !stored.contains(String($0)) }
      }
      if missing > 0 || stored.contains("refused") {
        throw BrokenView(description: "\(missing) acknowledged transfers are lost")
      }
      try bank.database.close()
    } catch {
      differences += 1
      report("'\(path)': \(error)")
    }
  }

  private func report(_ text: String) {
    FileHandle.standardError.write(Data("soak: \(text)\n".utf8))
  }
}
