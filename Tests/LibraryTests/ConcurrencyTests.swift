import Dispatch
import FlagDB
import Foundation
import Synchronization
import Testing

struct Counter: Entity, Codable, Hashable {
  var id: Key<Counter>?
  var name: String
  var count: Int
}

/// One writer and many readers, tasks that are cancelled, rows that stream, and changes that are
/// observed. The time limit ends what hangs: all tests of the process share a few threads, so that a task that
/// waits goes on only when the others let it.
@Suite("A database that many tasks use", .timeLimit(.minutes(30)))
struct ConcurrencyTests {
  private let folder = TemporaryFolder()

  private func open(_ backend: Backend = .file) throws -> Database {
    try TestPlace(backend, in: folder).open(Counter.self)
  }

  @Test(
    "an actor that reads rows waits for batches, and not for each row", arguments: Backend.shared)
  func rowsOfAnActor(backend: Backend) async throws {
    let database = try open(backend)
    try await database.write { change in
      try change.insert(contentsOf: (0..<1000).map { Counter(name: "\($0)", count: 0) })
    }
    let reader = CountingReader()
    #expect(try await reader.count(in: database) == 1000)
    #expect(reader.executor.turns < 100)
  }

  /// Connections that wait for each other would hang for ever.
  @Test("nobody waits for a free reader without an end", arguments: Backend.shared)
  func timeout(backend: Backend) async throws {
    let place = try TestPlace(backend, in: folder)
    _ = try place.open(Counter.self)
    // On a server, opening a connection takes longer.
    let pause: Duration = backend == .server ? .seconds(2) : .milliseconds(50)
    let database = try place.open(.init(readers: 2, timeout: pause))
    try await database.write { change in
      try change.insert(contentsOf: (0..<1000).map { Counter(name: "\($0)", count: 0) })
    }
    var rows = [
      database.rows(Counter.self).makeAsyncIterator(),
      database.rows(Counter.self).makeAsyncIterator(),
    ]
    for index in rows.indices { _ = try await rows[index].next() }
    let message = "all 2 readers are still in use after \(backend == .server ? "2" : "0.05") s"
    #expect {
      try database.read { try $0.count(Counter.self) }
    } throws: { ($0 as? DatabaseError)?.message == message }
    await #expect {
      try await database.read { try $0.count(Counter.self) }
    } throws: { ($0 as? DatabaseError)?.message == message }
    rows = []
    #expect(try await database.read { try $0.count(Counter.self) } == 1000)
  }

  @Test("ten readers and a writer see whole transactions only", arguments: Backend.shared)
  func readersAndWriter(backend: Backend) async throws {
    let database = try open(backend)
    try await database.write { change in
      try change.insert(contentsOf: (0..<10).map { Counter(name: "\($0)", count: 0) })
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          for _ in 0..<30 {
            let counts = try await database.read { try $0.fetch(Counter.self).map(\.count) }
            #expect(counts.count == 10 && Set(counts).count == 1)
          }
        }
      }
      group.addTask {
        for number in 1...30 {
          try await database.write { change in
            for counter in try change.fetch(Counter.self) {
              var counter = counter
              counter.count = number
              try change.update(counter)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.read { try $0.first(Counter.self)?.count } == 30)
  }

  @Test("a transaction stays in the log until the last one closes the file")
  func log() throws {
    let (path, log) = (folder.path("a.db"), folder.path("a.db-wal"))
    func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
    var database: Database? = try open()
    try database?.write { try $0.insert(Counter(name: "a", count: 1)) }
    let before = try bytes()
    for number in 2...20 {
      try database?.write { try $0.insert(Counter(name: "b", count: number)) }
    }
    #expect(try bytes() == before)
    #expect(try database?.read { try $0.count(Counter.self) } == 20)
    #expect(try Database(at: path, for: .reading).read { try $0.count(Counter.self) } == 20)
    database = nil
    #expect(try bytes() != before)
    #expect(!FileManager.default.fileExists(atPath: log))
    #expect(try Database(at: path, for: .reading).read { try $0.count(Counter.self) } == 20)
  }

  @Test(
    "several writers wait for each other, and one that throws is undone", arguments: Backend.shared)
  func writers(backend: Backend) async throws {
    struct Stop: Error {}
    let database = try open(backend)
    let key = try await database.write { try $0.insert(Counter(name: "a", count: 0)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let isUndone = number % 4 == 0
          do {
            try await database.write { change in
              try change.update(
                Counter.self, where: .all,
                .set(\.count, to: (try change.find(key)?.count ?? 0) + 1))
              if isUndone { throw Stop() }
            }
          } catch is Stop {}
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.read { try $0.find(key)?.count } == 30)
  }

  @Test("calls within each other are one transaction, on any thread", arguments: Backend.shared)
  func nested(backend: Backend) throws {
    let database = try open(backend)
    try database.write { outer in
      let key = try outer.insert(Counter(name: "a", count: 1))
      #expect(try database.read { try $0.find(key)?.count } == 1)
      try database.write { try $0.update(Counter.self, where: .all, .set(\.count, to: 2)) }
      #expect(throws: CancellationError.self) {
        try outer.part {
          try outer.delete(key)
          throw CancellationError()
        }
      }
      #expect(try outer.find(key)?.count == 2)
    }
    DispatchQueue.concurrentPerform(iterations: 12) { number in
      #expect(throws: Never.self) {
        if number % 3 == 0 {
          try database.write { try $0.insert(Counter(name: "\(number)", count: number)) }
        } else {
          #expect(try database.read { try $0.count(Counter.self) } >= 1)
        }
      }
    }
    #expect(try database.read { try $0.count(Counter.self) } == 5)
  }

  @Test(
    "cancelling a task ends what it does, and undoes what it changed", arguments: Backend.shared)
  func cancelling(backend: Backend) async throws {
    let database = try open(backend)
    try await database.write { change in
      try change.insert(contentsOf: (0..<1_000).map { Counter(name: "\($0)", count: $0) })
    }
    let (began, hasBegun) = AsyncStream<Void>.makeStream()
    let work = Task {
      try await database.write { change in
        try change.delete(Counter.self, where: .all)
        hasBegun.yield()
        // A loop without a pause would keep the threads of all other tests on two cores.
        while true {
          _ = try change.count(Counter.self)
          Thread.sleep(forTimeInterval: 0.001)
        }
      }
    }
    for await _ in began { break }
    let waiting = Task { try await database.write { try $0.count(Counter.self) } }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(try await database.read { try $0.count(Counter.self) } == 1_000)
    #expect(try await database.write { try $0.delete(Counter.self, where: "count < 10") } == 10)
  }

  @Test(
    "rows come one after the other, as they were when the first one was asked for",
    arguments: Backend.shared)
  func streaming(backend: Backend) async throws {
    let database = try open(backend)
    let all = (0..<1_234).map { Counter(id: Key(Int64($0 + 1)), name: "\($0)", count: $0) }
    try await database.write { try $0.insert(contentsOf: all) }
    var seen: [Counter] = []
    for try await counter in database.rows(Counter.self, sort: [.descending(\.count)]) {
      if seen.isEmpty { try await database.write { try $0.delete(Counter.self, where: .all) } }
      seen.append(counter)
    }
    #expect(seen == all.reversed())
    #expect(try await database.read { try $0.count(Counter.self) } == 0)
    try await database.write { try $0.insert(contentsOf: all) }
    // More ways than there are connections, all of them left early.
    for _ in 0..<20 {
      var count = 0
      for try await _ in database.rows(Counter.self) {
        count += 1
        if count == 150 { break }
      }
      #expect(count == 150)
    }
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<10 {
        group.addTask {
          var sum = 0
          for try await counter in database.rows(Counter.self, where: "count < 500") {
            sum += counter.count
          }
          return sum
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 10 * 500 * 499 / 2)
    await #expect(throws: DatabaseError.self) {
      for try await _ in database.rows(Counter.self, where: "nonsense") {}
    }
  }

  @Test("a change is observed, whoever made it", arguments: [true, false], Backend.shared)
  func observing(isOwn: Bool, backend: Backend) async throws {
    let place = try TestPlace(backend, in: folder)
    let database = try place.open(Counter.self)
    let other = isOwn ? database : try place.open()
    var seen: [Int] = []
    for try await count in database.observe({ try $0.count(Counter.self) }) {
      seen.append(count)
      if count == 3 { break }
      try await other.write { _ = try $0.insert(Counter(name: "", count: 0)) }
    }
    #expect(seen == [0, 1, 2, 3])
  }

  @Test("what is opened for reading is not written")
  func reading() throws {
    _ = try open()
    let reader = try Database(at: folder.path("a.db"), for: .reading)
    #expect(try reader.read { try $0.count(Counter.self) } == 0)
    #expect(throws: DatabaseError.self) {
      try reader.write { try $0.delete(Counter.self, where: .all) }
    }
  }
}

/// An actor that counts how often it is given the turn.
private actor CountingReader {
  let executor = CountingExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func count(in database: Database) async throws -> Int {
    var count = 0
    for try await _ in database.rows(Counter.self) { count += 1 }
    return count
  }
}

private final class CountingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "reader")
  private let count = Mutex(0)

  var turns: Int { count.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    count.withLock { $0 += 1 }
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
