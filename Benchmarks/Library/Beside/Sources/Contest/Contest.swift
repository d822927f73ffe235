import Foundation

/// The work of a contest. Each program does it with one library.
public protocol Contestant {
  /// Opens a new database at a path, with a write-ahead log that is not synced after each transaction.
  init(path: String) throws
  func insert(_ items: [Values]) throws
  /// Reads all records as structs, and returns their number.
  func fetch() throws -> Int
  /// Reads the records that have some flags, lack others, or have none of a set.
  func fetchByFlags(_ masks: [Int64]) throws -> Int
  /// Inserts a record of another table in a transaction.
  func insertVisit(_ place: String) throws
  /// Begins to observe the number of the items, as often as told. Returns after the first results.
  func observe(_ count: Int) async throws
}

/// The values of a record.
public struct Values: Sendable {
  public let code: String
  public let score: Double
  public let count: Int
  public let markers: Int64
  public let note: String?

  public static func make(_ number: Int) -> [Values] {
    (0..<number).map {
      Values(
        code: "S-\($0)", score: Double($0) / 7, count: $0, markers: Int64($0 % 4096),
        note: $0 % 3 == 0 ? nil : "a note on the record \($0)")
    }
  }
}

/// Runs the works a few times, and prints the median of the processor's milliseconds of each.
public func contest<Each: Contestant>(_ type: Each.Type) async throws {
  let number = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
  let rounds = 3
  let items = Values.make(number)
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("contest-\(ProcessInfo.processInfo.processIdentifier)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  var costs: [String: [Double]] = [:]
  for round in 0..<rounds {
    let contestant = try Each(path: folder.appendingPathComponent("\(round).db").path)
    func measure(_ work: String, _ body: () async throws -> Void) async rethrows {
      let before = processorMilliseconds()
      try await body()
      costs[work, default: []].append(processorMilliseconds() - before)
    }
    try await measure("insert") { try contestant.insert(items) }
    try await measure("fetch") {
      let count = try contestant.fetch()
      precondition(count == number)
    }
    try await measure("flag queries") {
      for _ in 0..<10 { _ = try contestant.fetchByFlags([0b11_0000_0001, 0b1000, 0xF00]) }
    }
    try await measure("200 transactions") {
      for number in 0..<200 { try contestant.insertVisit("\(number)") }
    }
    try await contestant.observe(20)
    try await measure("200 transactions beside 20 observers") {
      for number in 0..<200 { try contestant.insertVisit("\(number)") }
      // Observers may still run.
      try await Task.sleep(for: .milliseconds(300))
    }
  }
  for work in [
    "insert", "fetch", "flag queries", "200 transactions", "200 transactions beside 20 observers",
  ] {
    let sorted = costs[work, default: [0]].sorted()
    print("\(work)\t\(String(format: "%.1f", sorted[sorted.count / 2]))")
  }
}

/// The time of the processor, of the program and of the system for it.
private func processorMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
