import CFaultCalls
import Foundation
import TestSupport

/// The options on the command line.
struct Settings {
  var seed: UInt64 = 1
  var bug = PlantedBug.none
  /// Every n-th call or so is failed, and not each.
  var share: UInt64 = 1
  /// The call that is failed alone.
  var at: Int64?
  /// When no more is begun, by a clock that never jumps, in seconds.
  var deadline: Double?

  /// The number of calls until the next fault.
  func step(_ dice: inout Dice) -> Int64 {
    share <= 1 ? 1 : Int64(1 + dice.next() % (2 * share - 1))
  }

  var isOver: Bool { deadline.map { ProcessInfo.processInfo.systemUptime > $0 } ?? false }
}

/// The counts of all workers, and the place for their reports.
final class Score {
  enum Count: Int, CaseIterable {
    case faults, cuts, kills, differences, crashes
  }

  private let numbers: UnsafeMutablePointer<Int64>
  private let path: String

  init() throws {
    guard let numbers = fault_shared_numbers(Int32(Count.allCases.count)) else {
      throw Trouble("out of memory")
    }
    self.numbers = numbers
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("flagdb-torture-notes-\(getpid())").path
    unlink(path)
  }

  /// Takes the notes away.
  func remove() {
    unlink(path)
  }

  subscript(count: Count) -> Int64 { numbers[count.rawValue] }

  func add(_ count: Count, _ number: Int64 = 1) {
    fault_add(numbers + count.rawValue, number)
  }

  /// Notes a difference: where, at which call or cut, and what.
  func note(_ place: String, at number: Int64, _ words: String) {
    add(.differences)
    let words = words.split(whereSeparator: \.isNewline).joined(separator: " / ")
    let line = Array("\(words)\t\(place)\t\(number)\n".utf8)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    _ = line.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// The differences, those of one kind together, each with the first places where it was met.
  var report: String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var places: [String: [String: (count: Int, first: String)]] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { continue }
      places[parts[0], default: [:]][parts[1], default: (0, parts[2])].count += 1
    }
    return places.sorted { $0.key < $1.key }.map { words, places in
      "\(words)\n"
        + places.sorted { $0.key < $1.key }.prefix(12).map { place, found in
          "  \(found.count) × --only \(place) --at \(found.first)\n"
        }.joined() + (places.count > 12 ? "  and \(places.count - 12) more\n" : "")
    }.joined()
  }

  /// The table with which a run ends.
  var table: String {
    Count.allCases.map { "\($0)\t\(self[$0])\n" }.joined()
  }
}
