// Ten readers, a writer, streams and an observer on one database, for the thread sanitizer:
// `make race` builds and runs it. It ends with 0 if every view was whole, and the sanitizer ends it
// with another status if two threads met.
import FlagDB
import Foundation

struct Flags: OptionSet, Codable, Storable {
  let rawValue: Int64
  static let seen = Flags(rawValue: 1)
}

struct Item: Entity, Codable {
  var id: Key<Item>?
  var name: String
  var count: Int
  var flags: Flags = []
  var taken: Date
}

struct BrokenView: Error {}

let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("flagdb-race-\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let path = folder.appendingPathComponent("race.db").path
let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 40
let database = try Database(at: path, for: Item.self)

try database.write { change in
  try change.insert(
    contentsOf: (0..<300).map { Item(name: "\($0)", count: 0, taken: Date()) })
}

let count = #Expression<Item, Int> { $0.count }
let isSeen = #Predicate<Item> { count[$0] == 0 || $0.flags.contains(\.seen) }

@Sendable func read() async throws {
  for round in 0..<rounds {
    if round % 4 == 0 {
      var counts: Set<Int> = []
      for try await item in database.rows(Item.self) { counts.insert(item.count) }
      if counts.count != 1 { throw BrokenView() }
    } else if round % 4 == 1 {
      let counts = try await database.read {
        try $0.values(of: count, where: Condition(isSeen), sort: [.descending(count)])
      }
      if counts.count != 300 || Set(counts).count != 1 { throw BrokenView() }
    } else {
      let (least, most, number) = try await database.read {
        try $0.aggregate(Item.self, .min(\.count), .max(\.count), .count)
      }
      if least != most || number != 300 { throw BrokenView() }
    }
  }
}

@Sendable func write() async throws {
  for number in 1...rounds {
    try await database.write { change in
      try change.update(
        Item.self, where: .all, .set(\.count, to: number), .insert(.seen, into: \.flags))
    }
    let doomed = Task { try await database.read { try $0.fetch(Item.self).count } }
    doomed.cancel()
    _ = try? await doomed.value
  }
}

/// Several readers of a large table, each of which reads its pages on several threads.
@Sendable func readLargeTable() async throws {
  let path = folder.appendingPathComponent("large.db").path
  let records = 60_000
  // Closing the database empties the write-ahead log.
  try fill(path, records)
  let database = try Database(at: path, for: .reading)
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<3 {
      group.addTask {
        let (most, number) = try await database.read {
          try $0.aggregate(Item.self, .max(\.count), .count)
        }
        if most != records - 1 || number != records { throw BrokenView() }
      }
    }
    try await group.waitForAll()
  }
}

@Sendable func fill(_ path: String, _ records: Int) throws {
  let database = try Database(at: path, for: Item.self)
  try database.write { change in
    try change.insert(
      contentsOf: (0..<records).map { Item(name: "item number \($0)", count: $0, taken: Date()) })
  }
}

try await readLargeTable()
try await withThrowingTaskGroup(of: Void.self) { group in
  for _ in 0..<10 { group.addTask { try await read() } }
  group.addTask { try await write() }
  group.addTask {
    let counts = database.observe(every: .milliseconds(20)) { snapshot in
      try snapshot.first(Item.self)?.count
    }
    for try await count in counts where count == rounds { return }
  }
  try await group.waitForAll()
}
print("\(rounds) rounds of ten readers and a writer: every view was whole")
