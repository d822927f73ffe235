import Foundation
import Fuzzing

/// Prints at once: the process may end any time.
func tell(_ words: String) {
  print(words)
  fflush(nil)
}

/// Reads inputs until its time is over. Its notes are how many it has read, how many differences it
/// has found, and the target and input that it is at.
struct Child {
  private let file: FileHandle

  init(notes path: String) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  /// The status with which a child ends that has found something.
  static let hasFound: Int32 = 3

  /// Reads one input, and says what has become of it.
  static func read(_ input: [UInt8], by target: FuzzTarget) -> Int32 {
    var fuzzer = Fuzzer(target)
    do throws(FuzzReport) {
      try fuzzer.read(input)
    } catch {
      print(error)
      return hasFound
    }
    print(fuzzer.accepted > 0 ? "accepted" : "refused")
    return 0
  }

  func run(_ targets: [FuzzTarget], seconds: Double, seed: UInt64) throws -> Int32 {
    let end = ProcessInfo.processInfo.systemUptime + seconds
    var fuzzers = targets.map { Fuzzer($0) }
    var found: Set<String> = []
    // One of a kind is enough.
    let report = { (report: FuzzReport, place: String) in
      if found.insert(report.target + report.failure.property).inserted {
        tell("\(report)\n  \(place)")
      }
    }
    for index in fuzzers.indices {
      let name = fuzzers[index].target.name
      fuzzers[index].readSeeds { seed in
        try? note(0, found.count, name, seed)
      } _: { difference in
        report(difference, "as it was written")
      }
    }
    var number = 0
    while ProcessInfo.processInfo.systemUptime < end {
      let inputs = fuzzers.map(\.inputs).reduce(0, +)
      for index in fuzzers.indices {
        let input = fuzzers[index].input(seed: seed, number: number)
        try note(inputs + index, found.count, fuzzers[index].target.name, input)
        do throws(FuzzReport) {
          try fuzzers[index].read(input)
        } catch {
          report(error, "seed \(seed), number \(number)")
        }
      }
      number += 1
    }
    for fuzzer in fuzzers {
      tell("\(fuzzer.target.name): \(fuzzer.inputs) inputs, \(fuzzer.accepted) accepted")
    }
    try note(fuzzers.map(\.inputs).reduce(0, +), found.count, "", [])
    return found.isEmpty ? 0 : Self.hasFound
  }

  private func note(_ inputs: Int, _ found: Int, _ target: String, _ input: [UInt8]) throws {
    try file.truncate(atOffset: 0)
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data("\(inputs)\t\(found)\t\(target)\n".utf8) + input)
  }
}
