import Foundation
import Fuzzing

/// Starts children one after another, and tells what has become of them.
struct Parent {
  private var seconds = 60.0
  private var seed = UInt64.random(in: 1...1_000_000)
  private var results: String?
  /// The name of the one target that gets inputs.
  private var target: String?
  /// A child that has been at one input for so many seconds hangs.
  private static let patience = 120.0
  /// Nobody reads more crashes before mending the first.
  private static let mostCrashes = 20

  /// Nil if the words are no options.
  init?(_ words: [String]) {
    guard words.count.isMultiple(of: 2) else { return nil }
    for index in stride(from: 0, to: words.count, by: 2) {
      let value = words[index + 1]
      switch words[index] {
      case "--seconds":
        guard let number = Double(value) else { return nil }
        seconds = number
      case "--seed":
        guard let number = UInt64(value) else { return nil }
        seed = number
      case "--results": results = value
      case "--only":
        guard FuzzTarget.all.contains(where: { $0.name == value }) else { return nil }
        target = value
      default: return nil
      }
    }
  }

  /// True if nothing was found.
  func run() throws -> Bool {
    let notes = FileManager.default.temporaryDirectory
      .appendingPathComponent("flagdb-fuzz-\(getpid())").path
    defer { unlink(notes) }
    let end = ProcessInfo.processInfo.systemUptime + seconds
    var (inputs, differences, crashes, seed) = (0, 0, 0, seed)
    while true {
      let left = max(1, end - ProcessInfo.processInfo.systemUptime)
      let status = try runChild(notes, seconds: left, seed: seed)
      let last = Notes(path: notes)
      inputs += last.inputs
      differences += last.differences
      if status == 0 || status == Child.hasFound { break }
      crashes += 1
      tell(
        "ended with \(status): \(last.target): \(FuzzReport.escaped(last.input))\n  seed \(seed)")
      seed &+= 1
      let isOver = ProcessInfo.processInfo.systemUptime > end || crashes == Self.mostCrashes
      if isOver { break }
    }
    let table = "inputs\t\(inputs)\ndifferences\t\(differences)\ncrashes\t\(crashes)\n"
    print(table, terminator: "")
    if let results { try table.write(toFile: results, atomically: true, encoding: .utf8) }
    return differences + crashes == 0
  }

  private func runChild(_ notes: String, seconds: Double, seed: UInt64) throws -> Int32 {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = ["--child", notes, "\(seconds)", "\(seed)"] + (target.map { [$0] } ?? [])
    // The input tells more than a trace of ten thousand frames.
    child.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"], uniquingKeysWith: { $1 })
    try child.run()
    var last = (bytes: Data?.none, time: ProcessInfo.processInfo.systemUptime)
    while child.isRunning {
      let now = ProcessInfo.processInfo.systemUptime
      let bytes = FileManager.default.contents(atPath: notes)
      if bytes != last.bytes { last = (bytes, now) }
      if now - last.time > Self.patience { kill(child.processIdentifier, SIGKILL) }
      usleep(100_000)
    }
    return child.terminationStatus
  }
}

/// The last note of a child.
struct Notes {
  let inputs: Int
  let differences: Int
  let target: String
  let input: [UInt8]

  init(path: String) {
    let bytes = FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let parts = String(decoding: line, as: UTF8.self)
      .split(separator: "\t", omittingEmptySubsequences: false)
    inputs = parts.first.flatMap { Int($0) } ?? 0
    differences = parts.dropFirst().first.flatMap { Int($0) } ?? 0
    target = parts.dropFirst(2).first.map(String.init) ?? ""
    input = Array(bytes.dropFirst(line.count + 1))
  }
}
