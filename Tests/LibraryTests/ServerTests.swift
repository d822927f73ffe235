import FlagDB
import FlagDBPostgreSQL
import Foundation
import TestServer
import Testing

/// A database on a server does what one in a file does, which the tests with `Backend.server` show. These are the
/// differences.
@Suite("Databases on servers", .timeLimit(.minutes(30)))
struct ServerTests {
  private let folder = TemporaryFolder()

  private func makePlace() throws -> TestPlace { try TestPlace(.server, in: folder) }

  private func error(of body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  private func insert(_ name: String, into database: Database) throws {
    try database.write { _ = try $0.insert(Counter(name: name, count: 1)) }
  }

  // MARK: Opening

  @Test("an address is no path, and a path is no address")
  func places() throws {
    let address = "postgresql://localhost/zoo"
    let asFile = error { _ = try Database(at: address) }
    #expect(asFile?.code == .invalidRequest)
    #expect(asFile?.hint == "import FlagDBPostgreSQL, and open it with 'Database(onServer:)'")
    #expect(error { _ = try Database(at: address, for: Counter.self) }?.code == .invalidRequest)
    #expect(error { _ = try Database.create(at: address, model: "") }?.code == .invalidRequest)
    let path = folder.path("a.db")
    let asServer = error { _ = try Database(onServer: path) }
    #expect(asServer?.message == "'\(path)' is not the address of a server")
    #expect(error { _ = try Database(onServer: path, for: Counter.self) } != nil)
    #expect(error { _ = try Database.create(onServer: path, model: "") } != nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    let password = error { _ = try Database(onServer: "postgresql://ann:secret@localhost/zoo") }
    #expect(password?.code == .invalidRequest && password?.description.contains("secret") == false)
  }

  @Test("a server that does not answer, a schema that is missing or empty, and one that is full")
  func refusals() throws {
    let absent = "host=\(folder.path("nowhere")) dbname=zoo"
    #expect(error { _ = try Database(onServer: absent) }?.code == .unavailable)
    let place = try makePlace()
    #expect(error { _ = try place.open() }?.code == .notADatabase)
    let missing = place.name.replacing("schema='", with: "schema='no ")
    #expect(error { _ = try Database(onServer: missing) }?.code == .notFound)
    #expect(error { _ = try Database(onServer: missing, for: Counter.self) }?.code == .notFound)
    let readOnly = Database.Configuration(isReadOnly: true)
    #expect(
      error { _ = try place.open(Counter.self, configuration: readOnly) }?.code == .notADatabase)
    _ = try place.open(Counter.self)
    let model = "struct A: Entity { var a: Int }"
    #expect(error { _ = try place.create(model: model) }?.code == .exists)
    let reader = try place.open(Counter.self, configuration: readOnly)
    #expect(error { try reader.write { _ in } }?.code == .readOnly)
    #expect(try reader.read { try $0.count(Counter.self) } == 0)
  }

  @Test("a backup is the task of pg_dump")
  func backup() async throws {
    let database = try makePlace().open(Counter.self)
    let refused = error { try database.backup(to: folder.path("b.db")) }
    #expect(refused?.code == .invalidRequest)
    #expect(refused?.message.contains("only files are copied") == true)
    #expect(refused?.hint?.hasPrefix("pg_dump ") == true)
    await #expect(throws: DatabaseError.self) {
      try await database.backup(to: folder.path("b.db"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("b.db")))
  }

  @Test("transactions wait for the disk of the server, or not")
  func durability() throws {
    let place = try makePlace()
    _ = try place.open(Counter.self)
    let address = "\(place.name) options='-c synchronous_commit=local'"
    for (durability, expected) in [(Database.Durability.full, "local"), (.normal, "off")] {
      let database = try Database(onServer: address, .init(durability: durability))
      let setting = try database.write {
        try $0.sql("SELECT current_setting('synchronous_commit')", as: String.self)
      }
      #expect(setting == [expected])
    }
  }

  // MARK: Connections

  @Test("connections are opened as they are needed, and closed at the end")
  func close() async throws {
    let place = try makePlace()
    let schema = try #require(place.schema)
    let database = try place.open(Counter.self, configuration: .init(readers: 3))
    let before = try schema.connectionCount()
    #expect(before <= 2)
    try insert("a", into: database)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { try await database.read { try $0.count(Counter.self) } }
      }
      for try await count in group { #expect(count == 1) }
    }
    // One more connection writes.
    #expect(try schema.connectionCount() <= 4)
    try database.close()
    #expect(error { try insert("b", into: database) }?.code == .closed)
    #expect(try schema.connectionCount() == 0)
  }

  @Test("connections that the server has closed are replaced")
  func restart() throws {
    let place = try makePlace()
    let schema = try #require(place.schema)
    let database = try place.open(Counter.self)
    for number in 1...3 {
      try insert("a", into: database)
      #expect(try database.read { try $0.count(Counter.self) } == number)
      try schema.endConnections()
      while try schema.connectionCount() > 0 {}
    }
    // A connection that ends in a transaction is an error, and the next call has another one.
    let lost = error {
      try database.write { change in
        _ = try change.insert(Counter(name: "b", count: 1))
        try schema.endConnections()
        _ = try change.count(Counter.self)
      }
    }
    #expect(lost?.code == .unavailable)
    #expect(try database.read { try $0.count(Counter.self) } == 3)
    try insert("c", into: database)
    #expect(try database.read { try $0.count(Counter.self) } == 4)
  }

  @Test("cancelling a statement that runs on the server leaves no trace")
  func cancelling() async throws {
    let database = try makePlace().open(Counter.self)
    let (began, hasBegun) = AsyncStream<Void>.makeStream()
    let work = Task {
      try await database.write { change in
        _ = try change.insert(Counter(name: "a", count: 1))
        hasBegun.yield()
        _ = try change.sql("SELECT pg_sleep(600)", as: String?.self)
      }
    }
    for await _ in began { break }
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(try await database.read { try $0.count(Counter.self) } == 0)
    try insert("b", into: database)
    #expect(try await database.read { try $0.count(Counter.self) } == 1)
  }

  // MARK: Other programs

  @Test("another program that changes the same record is a conflict")
  func conflict() throws {
    let place = try makePlace()
    let (one, other) = (try place.open(Counter.self), try place.open())
    try insert("a", into: one)
    func count(_ database: Database, _ body: () throws -> Void) throws {
      try database.write { change in
        _ = try change.count(Counter.self)
        try body()
        _ = try change.update(Counter.self, where: .all, .set(\.count, to: 2))
      }
    }
    let refused = error { try count(one) { try count(other) {} } }
    #expect(refused?.code == .conflict)
    try count(one) {}
    #expect(try one.read { try $0.first(Counter.self)?.count } == 2)
  }

  @Test("a lock of another program is waited for, not for ever")
  func busy() throws {
    let place = try makePlace()
    let one = try place.open(Counter.self)
    let other = try place.open(.init(lockTimeout: .milliseconds(100)))
    try insert("a", into: one)
    try one.write { change in
      _ = try change.update(Counter.self, where: .all, .set(\.count, to: 2))
      let refused = error {
        try other.write { _ = try $0.update(Counter.self, where: .all, .set(\.count, to: 3)) }
      }
      #expect(refused?.code == .busy)
    }
  }

  @Test("observers look for changes of other programs at the interval of the configuration")
  func polling() async throws {
    let place = try makePlace()
    let other = try place.open(Counter.self)
    let database = try place.open(.init(pollInterval: .milliseconds(20)))
    var results = database.observe { try $0.count(Counter.self) }.makeAsyncIterator()
    #expect(try await results.next() == 0)
    try insert("a", into: other)
    #expect(try await results.next() == 1)
    try await other.write { _ = try $0.delete(Counter.self, where: .all) }
    #expect(try await results.next() == 0)
  }
}
