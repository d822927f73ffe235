import Foundation

/// Who checkpoints, and who writes, with the locks of flagdb.
struct Pairing {
  let guardsCheckpoints: Bool
  let guardsWriters: Bool

  init(checkpoints: Bool, writers: Bool) {
    guardsCheckpoints = checkpoints
    guardsWriters = writers
  }

  /// `guarded/plain`
  init?(name: String) {
    let sides = name.split(separator: "/")
    guard sides.count == 2, sides.allSatisfy({ ["guarded", "plain"].contains($0) }) else {
      return nil
    }
    self.init(checkpoints: sides[0] == "guarded", writers: sides[1] == "guarded")
  }

  static func word(_ isGuarded: Bool) -> String { isGuarded ? "guarded" : "plain" }

  var name: String { "\(Self.word(guardsCheckpoints))/\(Self.word(guardsWriters))" }
  var isGuarded: Bool { guardsCheckpoints || guardsWriters }

  /// Those in which nothing may be lost.
  static let guarded = [
    Pairing(checkpoints: true, writers: true), Pairing(checkpoints: true, writers: false),
    Pairing(checkpoints: false, writers: true),
  ]
}

/// Rounds of one pairing, each with a database of its own.
struct Race {
  let pairing: Pairing
  let seconds: Double
  private let writers = 2
  private let checkpointers = 4
  private let round = 1.0

  struct Result: CustomStringConvertible {
    let pairing: Pairing
    var rounds = 0
    var commits = 0
    var checkpoints = 0
    /// The number of times a log was begun anew.
    var resets = 0
    /// The longest log at the end of a round, in bytes.
    var longestLog = 0
    var damaged = 0
    var problem: String?

    var description: String {
      "\(pairing.name): \(rounds) rounds, \(commits) commits, \(checkpoints) checkpoints, "
        + "\(resets) resets, logs up to \(longestLog >> 20) MB, \(damaged) damaged"
        + (problem.map { " (\($0))" } ?? "")
    }
  }

  func run() throws -> Result {
    var result = Result(pairing: pairing)
    let end = Date(timeIntervalSinceNow: seconds)
    repeat {
      try runRound(&result)
      result.rounds += 1
    } while Date() < end
    return result
  }

  /// Memory-backed storage makes a checkpoint end at once, and the next one begin.
  private static var folder: URL {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let parent =
      FileManager.default.isWritableFile(atPath: memory.path)
      ? memory : FileManager.default.temporaryDirectory
    return parent.appendingPathComponent("flagdb-log-race-\(getpid())")
  }

  private func runRound(_ result: inout Result) throws {
    try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: Self.folder) }
    let path = Self.folder.appendingPathComponent("race.db").path
    // Kept open, so that the log stays until it has been looked at.
    let store = try Store(path, isGuarded: false)
    try store.create(writers: writers)
    let time = "\(round)"
    let writing = try (0..<writers).map {
      try Child(["write", path, Pairing.word(pairing.guardsWriters), "\($0)", time])
    }
    let checkpointing = try (0..<checkpointers).map { _ in
      try Child(["checkpoint", path, Pairing.word(pairing.guardsCheckpoints), time])
    }
    let acknowledged = try writing.map { try $0.number() }
    result.checkpoints += try checkpointing.map { try $0.number() }.reduce(0, +)
    result.commits += acknowledged.reduce(0, +)
    let log = Self.log(path)
    result.resets += log.resets
    result.longestLog = max(result.longestLog, log.size)
    store.close()
    if let problem = try Self.problem(path, acknowledged) {
      result.damaged += 1
      result.problem = result.problem ?? problem
    }
  }

  /// The header of a log counts how often it was begun anew.
  private static func log(_ path: String) -> (resets: Int, size: Int) {
    guard let log = FileHandle(forReadingAtPath: "\(path)-wal"),
      let header = try? log.read(upToCount: 16), header.count == 16,
      let size = try? log.seekToEnd()
    else { return (0, 0) }
    return (header.suffix(4).reduce(0) { $0 << 8 | Int($1) }, Int(size))
  }

  /// The first thing in the file that is not what was acknowledged.
  private static func problem(_ path: String, _ acknowledged: [Int]) throws -> String? {
    let store = try Store(path, isGuarded: false)
    defer { store.close() }
    do {
      let integrity = try store.text("PRAGMA integrity_check(1)")
      if integrity != "ok" { return integrity }
      for (writer, number) in acknowledged.enumerated() {
        let stored = try store.run("SELECT number FROM done WHERE writer = ?", writer)
        if stored != number {
          return "writer \(writer): commit \(number) was acknowledged, \(stored ?? -1) is stored"
        }
        var expected = Array(repeating: 0, count: Store.records)
        for number in stride(from: 1, through: number, by: 1) {
          for record in Change(writer: writer, number: number).records { expected[record] = number }
        }
        for (record, number) in expected.enumerated() {
          let stored = try store.run(
            "SELECT number FROM record WHERE id = ?", writer * Store.records + record)
          if stored != number { return "record \(record): \(stored ?? -1) instead of \(number)" }
        }
      }
      return nil
    } catch let error as RaceError {
      return error.message
    }
  }
}

/// A process of this program.
struct Child {
  private let process = Process()
  private let output = Pipe()

  init(_ words: [String]) throws {
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).absoluteURL
    process.arguments = words
    process.standardOutput = output
    try process.run()
  }

  /// The number that it prints at its end. One that met a damaged file ends early.
  func number() throws -> Int {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Int(text.split(separator: "\n").first ?? "") ?? 0
  }
}
