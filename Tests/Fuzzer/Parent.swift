import Foundation
import Fuzzing

/// Starts children one after another, and tells what has become of them.
struct Parent {
  let seconds: Double
  let seed: UInt64
  /// A child that is so much later than its time hangs.
  private static let patience = 120.0

  /// True if nothing was found.
  func run() throws -> Bool {
    let notes = FileManager.default.temporaryDirectory
      .appendingPathComponent("flagdb-fuzz-\(getpid())").path
    defer { unlink(notes) }
    let end = ProcessInfo.processInfo.systemUptime + seconds
    var (crashes, seed, isClean) = (0, seed, true)
    repeat {
      let left = max(1, end - ProcessInfo.processInfo.systemUptime)
      let status = try runChild(notes, seconds: left, seed: seed)
      if status != 0 { isClean = false }
      if status == 0 || status == Child.hasFound { break }
      crashes += 1
      tell("\(status) ended \(input(in: notes))\n  seed \(seed)")
      seed &+= 1
    } while ProcessInfo.processInfo.systemUptime < end && crashes < 20
    print("crashes\t\(crashes)")
    return isClean
  }

  private func runChild(_ notes: String, seconds: Double, seed: UInt64) throws -> Int32 {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = ["--child", notes, "\(seconds)", "\(seed)"]
    // The input tells more than a trace of ten thousand frames.
    child.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"], uniquingKeysWith: { $1 })
    try child.run()
    let end = ProcessInfo.processInfo.systemUptime + seconds + Self.patience
    while child.isRunning {
      if ProcessInfo.processInfo.systemUptime > end { kill(child.processIdentifier, SIGKILL) }
      usleep(100_000)
    }
    return child.terminationStatus
  }

  private func input(in notes: String) -> String {
    let bytes = FileManager.default.contents(atPath: notes).map { [UInt8]($0) } ?? []
    let target = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let input = FuzzReport.escaped(Array(bytes.dropFirst(target.count + 1)))
    return "\(String(decoding: target, as: UTF8.self)): \(input)"
  }
}
