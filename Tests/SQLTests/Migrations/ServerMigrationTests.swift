import Addresses
import Engines
import FlagModel
import Foundation
import Migrating
import PostgreSQLEngine
import SQLText
import TestServer
import Testing

@testable import Databases
@testable import Migrations

/// Migrations on a server that others use, that fail and that are ended: the old database or the new one.
@Suite("Migrations on a server") struct ServerMigrationTests {
  private let schema: TestSchema
  private let address: String

  private struct Stop: Error {}

  init() throws {
    schema = try TestSchema()
    address = try schema.server.address(schema: schema.name).text
    try Database.create(
      path: address, schema: model(Zoo.text), origin: "test", on: PostgreSQLEngine(),
      now: Migrated.now)
    try schema.run(
      """
      INSERT INTO "Sample" (code, taken, status, markers, note)
      SELECT 'M-' || n, '2026-01-01', n % 3, (n & 7) | ((n & 8) << 3), 'note ' || n
      FROM generate_series(1, 1000) AS n
      """)
  }

  private func open() throws -> Database {
    try Database(path: address, for: .writing, on: PostgreSQLEngine())
  }

  /// A column of another type, moved bits and renumbered cases, a column more and a rule more.
  private static let changed = [
    ("HRM = BIOMarker(rawValue: 1 << 1)", "HRM = BIOMarker(rawValue: 1 << 2)"),
    ("PLX = BIOMarker(rawValue: 1 << 2)", "PLX = BIOMarker(rawValue: 1 << 1)"),
    ("case received, measured, archived", "case archived, received, measured"),
    ("var note: String?", "@Valid(length: 0...80) var note: String?; var rank: Int = 3"),
    ("var price: Price?", "var price: String?"), ("@Valid(places: 2) ", ""),
  ].reduce(Zoo.text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }

  private func request(_ text: String = changed) throws -> MigrationRequest {
    MigrationRequest(to: try model(text), origin: "test", now: Migrated.now)
  }

  /// All that is there.
  private func fingerprint() throws -> [String] {
    let sums = try schema.run(
      """
      SELECT count(*) || ' ' || sum(id * (markers + 1)) || ' ' || sum(status) || ' '
        || string_agg(DISTINCT markers::text, ' ') FROM "Sample"
      UNION ALL SELECT source FROM flagdb_model
      """)
    return try sums.map { "\($0)" } + MigratedOnServer.catalog(of: schema)
  }

  // MARK: Accidents

  @Test("a connection that ends at any statement leaves the old database") func ends() throws {
    let old = try fingerprint()
    var (stop, isDone) = (0, false)
    while !isDone {
      stop += 1
      let database = try open()
      let backend = try #require(try database.connection.value("SELECT pg_backend_pid()"))
      var count = 0
      do {
        _ = try Migrator(database).migrate(
          request(),
          beforeStatement: { _ in
            count += 1
            if count == stop {
              try schema.run("SELECT pg_terminate_backend($1::int, 5000)", backend)
            }
          })
        isDone = true
      } catch let error as DatabaseError {
        #expect(error.outcome == .unchanged, "\(error.message)")
        #expect(try fingerprint() == old)
      }
    }
    #expect(stop > 8)
    #expect(try fingerprint() != old && open().version == 2)
  }

  @Test("an error at any statement undoes all, and the connection can go on") func fails() throws {
    let old = try fingerprint()
    let database = try open()
    var (stop, isDone) = (0, false)
    while !isDone {
      stop += 1
      var count = 0
      do {
        _ = try Migrator(database).migrate(
          request(),
          beforeStatement: { _ in
            count += 1
            if count == stop { throw Stop() }
          })
        isDone = true
      } catch is Stop {
        #expect(try fingerprint() == old && database.version == 1)
      }
    }
    #expect(stop > 8)
    #expect(try Migrator(database).migrate(request()).survey.isDone)
  }

  // MARK: Others

  @Test("what others write meanwhile is migrated as well") func writers() async throws {
    let other = try schema.connect()
    try other.begin(writing: true)
    try other.execute(
      "INSERT INTO \"Sample\" (code, taken, markers) VALUES ('late', '2026-01-01', 2)")
    let (address, request) = (address, try request())
    let migration = Task.detached {
      let database = try Database(
        path: address, for: .writing, patience: .seconds(60), on: PostgreSQLEngine())
      return try Migrator(database).migrate(request).version
    }
    try await waitForALock()
    try other.commit()
    #expect(try await migration.value == 2)
    let late = try schema.run(
      "SELECT markers, (SELECT count(*) FROM \"Sample\") FROM \"Sample\" WHERE code = 'late'")
    #expect(late == [[.integer(4), .integer(1001)]])
  }

  @Test("who reads or writes while a migration is made waits, and then knows the new model")
  func readers() async throws {
    var reading: Task<Int64, any Error>?
    _ = try Migrator(open()).migrate(
      request(),
      beforeStatement: { _ in
        if reading != nil { return }
        reading = Task.detached { [address] in
          try Database(
            path: address, for: .writing, patience: .seconds(60), on: PostgreSQLEngine()
          ).version
        }
      })
    #expect(try await reading?.value == 2)
  }

  /// Waits until a transaction of this schema waits for another.
  private func waitForALock() async throws {
    for _ in 0..<6_000 {
      let waiting = try schema.run(
        """
        SELECT count(*) FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
        WHERE NOT l.granted
          AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
        """)
      if waiting != [[.integer(0)]] { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("nothing waited for a lock")
  }

  @Test("a view of others that needs what goes stands in the way") func views() throws {
    try schema.run("CREATE VIEW mine AS SELECT price FROM \"Sample\"")
    let old = try fingerprint()
    let error = #expect(throws: DatabaseError.self) { try Migrator(open()).migrate(request()) }
    #expect(
      error?.message.contains("view mine depends on column price of table \"Sample\"") == true)
    #expect(error?.hint == "drop them first, and create them again afterwards")
    #expect(try fingerprint() == old)
  }

  @Test("indexes, views and rights of others stay") func others() throws {
    try schema.run("CREATE INDEX mine ON \"Sample\" (price, note)")
    try schema.run("CREATE VIEW theirs AS SELECT note, markers FROM \"Sample\"")
    try schema.run("GRANT SELECT ON \"Sample\", \"Sample_named\" TO public")
    _ = try Migrator(open()).migrate(request())
    #expect(
      try schema.run("SELECT count(*) FROM pg_indexes WHERE indexname = 'mine'") == [[.integer(1)]])
    #expect(try schema.run("SELECT count(*) FROM theirs") == [[.integer(1000)]])
    for name in ["Sample", "Sample_named"] {
      let may = "SELECT has_table_privilege('public', '\"\(name)\"', 'SELECT')::int"
      #expect(try schema.run(may) == [[.integer(1)]])
    }
    #expect(try Migrator(open()).migrate(request()).survey.isDone)
  }

  @Test("keys go on behind those that were given") func keys() throws {
    _ = try Migrator(open()).migrate(request())
    #expect(
      try schema.run("INSERT INTO \"Sample\" (code, taken) VALUES ('x', '2026-01-01') RETURNING id")
        == [[.integer(1001)]])
  }
}
