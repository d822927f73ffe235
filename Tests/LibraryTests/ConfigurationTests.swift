import Dispatch
import FlagDB
import Foundation
import Synchronization
import Testing

/// The ways to open a database, to copy it and to end it.
@Suite("Opening, copying and closing", .timeLimit(.minutes(30)))
struct ConfigurationTests {
  private let folder = TemporaryFolder()
  private struct Stop: Error {}

  private func counters(_ numbers: Range<Int>) -> [Counter] {
    numbers.map { Counter(name: "\($0)", count: $0) }
  }

  private func code(of body: () throws -> Void) -> DatabaseError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? DatabaseError)?.code
    }
  }

  private func asyncCode(of body: () async throws -> Void) async -> DatabaseError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? DatabaseError)?.code
    }
  }

  private func isThere(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path(name))
  }

  // MARK: Memory

  @Test("a database in memory reads and writes, within each other and at the same time")
  func memory() async throws {
    let database = try Database.inMemory(for: Counter.self)
    let key = try await database.write { change in
      let key = try change.insert(Counter(name: "a", count: 1))
      #expect(try database.read { try $0.count(Counter.self) } == 1)
      try? database.write { inner in
        try inner.delete(key)
        throw Stop()
      }
      return key
    }
    #expect(try await database.read { try $0.find(key)?.count } == 1)
    #expect(code { try database.read { _ in _ = try database.write { _ in } } } == .readOnly)
    await #expect(throws: Stop.self) {
      try await database.write { change in
        try change.delete(Counter.self, where: .all)
        throw Stop()
      }
    }
    DispatchQueue.concurrentPerform(iterations: 12) { number in
      #expect(throws: Never.self) {
        if number % 2 == 0 {
          try database.write { try $0.insert(Counter(name: "b", count: number)) }
        } else {
          #expect(try database.read { try $0.count(Counter.self) } >= 1)
        }
      }
    }
    #expect(try await database.read { try $0.count(Counter.self) } == 7)
    let other = try Database.inMemory(for: Counter.self)
    #expect(try await other.read { try $0.count(Counter.self) } == 0)
  }

  @Test("a sequence of rows in memory leaves the connection to others")
  func rowsInMemory() async throws {
    let database = try Database.inMemory(for: Counter.self)
    try await database.write { [all = counters(0..<1_000)] in try $0.insert(contentsOf: all) }
    var count = 0
    for try await counter in database.rows(Counter.self) {
      try await database.write { try $0.delete(counter.id!) }
      count += 1
    }
    #expect(count == 1_000)
    #expect(try await database.read { try $0.count(Counter.self) } == 0)
  }

  @Test("changes in memory are observed")
  func observingMemory() async throws {
    let database = try Database.inMemory(for: Counter.self)
    var seen: [Int] = []
    for try await count in database.observe({ try $0.count(Counter.self) }) {
      seen.append(count)
      if count == 3 { break }
      try await database.write { _ = try $0.insert(Counter(name: "", count: 0)) }
    }
    #expect(seen == [0, 1, 2, 3])
  }

  @Test("a database in memory migrates with losses, and no backup appears")
  func migratingMemory() throws {
    let before = Set(try FileManager.default.contentsOfDirectory(atPath: "."))
    let database = try Database.inMemory(
      model: "struct Item: Entity { var name: String; var size: Int }")
    try database.write { try $0.insert(into: "Item", ["name": "a", "size": "1"]) }
    let smaller = "struct Item: Entity { var name: String }"
    #expect(code { try database.migrate(to: smaller) } == .wouldLoseData)
    try database.migrate(to: smaller, allowingLoss: true)
    #expect(try database.read { try $0.records(of: "Item").map(\.names) } == [["id", "name"]])
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: ".")) == before)
  }

  @Test("cancelling a task in memory undoes its changes, and the connection goes on")
  func cancellingMemory() async throws {
    let database = try Database.inMemory(for: Counter.self)
    try await database.write { [all = counters(0..<10)] in try $0.insert(contentsOf: all) }
    let (began, hasBegun) = AsyncStream<Void>.makeStream()
    let work = Task {
      try await database.write { change in
        try change.delete(Counter.self, where: .all)
        hasBegun.yield()
        while true {
          _ = try change.count(Counter.self)
          Thread.sleep(forTimeInterval: 0.001)
        }
      }
    }
    for await _ in began { break }
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(try await database.read { try $0.count(Counter.self) } == 10)
  }

  // MARK: Reading only

  @Test("a database that is only read is neither created nor changed")
  func readOnly() throws {
    let configuration = Database.Configuration(isReadOnly: true)
    #expect(
      code {
        _ = try Database(at: folder.path("a.db"), for: Counter.self, configuration: configuration)
      }
        == .notFound)
    #expect(!isThere("a.db"))
    _ = try Database.create(
      at: folder.path("a.db"), model: "struct Counter: Entity { var name: String }")
    let grow = { [folder] in
      _ = try Database(
        at: folder.path("a.db"), for: Counter.self, growing: true, configuration: configuration)
    }
    #expect(code(of: grow) == .readOnly)
    let database = try Database(at: folder.path("a.db"), configuration)
    #expect(try database.read { try $0.count(of: "Counter") } == 0)
    #expect(code { try database.write { _ in } } == .readOnly)
    #expect(code { try database.migrate(to: "struct A: Entity { var a: Int }") } == .readOnly)
  }

  // MARK: Tracing

  @Test(
    "each statement is traced with its rows, and without its values", arguments: Backend.allCases)
  func trace(backend: Backend) throws {
    let seen = Mutex<[Database.TracedStatement]>([])
    let configuration = Database.Configuration { statement in
      seen.withLock { $0.append(statement) }
    }
    let place = try TestPlace(backend, in: folder)
    let database = try place.open(Counter.self, configuration: configuration)
    try database.write { change in
      for counter in counters(0..<3) { try change.insert(counter) }
    }
    let found = try database.read {
      try $0.fetch(Counter.self, where: Condition("name = %@", ["secret"]))
    }
    #expect(found.isEmpty)
    #expect(try database.read { try $0.fetch(Counter.self).count } == 3)
    let statements = seen.withLock { $0 }
    let texts = statements.map(\.sql)
    #expect(texts.count { $0.hasPrefix("INSERT INTO") } == 3)
    #expect(texts.contains { $0.hasSuffix("COMMIT") } && texts.contains { $0.hasPrefix("BEGIN") })
    #expect(!texts.contains { $0.contains("secret") })
    let fetches = statements.filter { $0.sql.hasPrefix("SELECT") && $0.sql.contains("count") }
    #expect(fetches.map(\.rows) == [0, 3])
    #expect(statements.contains { $0.duration > .zero })
  }

  // MARK: Copies

  @Test("a copy has what was committed, of a file in use and of memory", arguments: [true, false])
  func backup(isInMemory: Bool) async throws {
    let database =
      isInMemory
      ? try Database.inMemory(for: Counter.self)
      : try Database(at: folder.path("a.db"), for: Counter.self)
    try await database.write { [all = counters(0..<100)] in try $0.insert(contentsOf: all) }
    #expect(code { try database.backup(to: folder.path("b.db")) } == nil)
    try await database.backup(to: folder.path("c.db"))
    try await database.write { _ = try $0.delete(Counter.self, where: .all) }
    for name in ["b.db", "c.db"] {
      let copy = try Database(at: folder.path(name), for: Counter.self)
      #expect(try await copy.read { try $0.count(Counter.self) } == 100)
    }
    #expect(code { try database.backup(to: folder.path("b.db")) } == .exists)
    for body in [true, false] {
      let nested = code {
        let path = folder.path("d.db")
        if body {
          try database.read { _ in try database.backup(to: path) }
        } else {
          try database.write { _ in try database.backup(to: path) }
        }
      }
      #expect(nested == .invalidRequest)
    }
    #expect(!isThere("d.db"))
  }

  @Test("a cancelled copy leaves no file")
  func cancelledBackup() async throws {
    let database = try Database.inMemory(for: Counter.self)
    try await database.write { [all = counters(0..<1_000)] in try $0.insert(contentsOf: all) }
    let path = folder.path("b.db")
    let work = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await database.backup(to: path)
    }
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    #expect(try await database.read { try $0.count(Counter.self) } == 1_000)
  }

  // MARK: Closing

  @Test("a closed database is whole in its file, and refuses later calls")
  func close() async throws {
    let database = try Database(at: folder.path("a.db"), for: Counter.self)
    try await database.write { [all = counters(0..<10)] in try $0.insert(contentsOf: all) }
    #expect(try await database.read { try $0.count(Counter.self) } == 10)
    let observed = Task {
      var seen: [Int] = []
      for try await count in database.observe({ try $0.count(Counter.self) }) {
        seen.append(count)
        try database.close()
      }
      return seen
    }
    #expect(try await observed.value == [10])
    #expect(!isThere("a.db-wal"))
    #expect(code { try database.read { _ in } } == .closed)
    #expect(code { try database.write { _ in } } == .closed)
    #expect(code { try database.backup(to: folder.path("b.db")) } == .closed)
    #expect(
      await asyncCode { _ = try await database.read { try $0.count(Counter.self) } } == .closed)
    #expect(await asyncCode { for try await _ in database.rows(Counter.self) {} } == .closed)
    #expect(await asyncCode { try await database.backup(to: folder.path("b.db")) } == .closed)
    var results = 0
    for try await _ in database.observe({ try $0.count(Counter.self) }) { results += 1 }
    #expect(results == 0)
    try database.close()
    let again = try Database(at: folder.path("a.db"), for: .reading)
    #expect(try await again.read { try $0.count(Counter.self) } == 10)
  }

  @Test("closing does not wait without an end, and ends with what it waited for")
  func closeInUse() async throws {
    _ = try Database(at: folder.path("a.db"), for: Counter.self)
    let database = try Database(at: folder.path("a.db"), .init(timeout: .milliseconds(50)))
    try await database.write { [all = counters(0..<1_000)] in try $0.insert(contentsOf: all) }
    #expect(code { try database.read { _ in try database.close() } } == .invalidRequest)
    #expect(code { try database.write { _ in try database.close() } } == .invalidRequest)
    var rows: Rows<Counter>.Iterator? = database.rows(Counter.self).makeAsyncIterator()
    #expect(try await rows?.next() != nil)
    #expect(code { try database.close() } == .timeout)
    #expect(code { try database.read { _ in } } == .closed)
    #expect(try await rows?.next() != nil)
    rows = nil
    while code(of: { try database.close() }) == .timeout {}
    #expect(!isThere("a.db-wal"))
  }

  @Test("a closed database in memory is gone")
  func closeMemory() throws {
    let database = try Database.inMemory(for: Counter.self)
    try database.write { try $0.insert(Counter(name: "a", count: 1)) }
    try database.close()
    #expect(code { try database.read { _ in } } == .closed)
    #expect(code { try database.write { _ in } } == .closed)
  }
}
