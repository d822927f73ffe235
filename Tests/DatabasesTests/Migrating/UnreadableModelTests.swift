import Engines
import FlagModel
import Foundation
import Migrating
import Testing

@testable import Databases
@testable import Migrations

/// A model whose text would be read as another one is never kept, and one that nobody can read keeps
/// nobody from the records.
@Suite struct UnreadableModelTests {
  /// A model that prints an inner type before its outer one: nothing reads that.
  private static func unprintable() throws -> Schema {
    let schema = try model(
      "\(Zoo.text)\nstruct Plan { var kind: Kind; var count: Int; enum Kind: Int { case a } }\n"
        + "@Model final class Trip { var plan: Plan }")
    return Schema(types: schema.types.reversed(), entities: schema.entities)
  }

  @Test func isNotCreated() throws {
    let scratch = try Scratch()
    let refused = #expect(throws: DatabaseError.self) {
      try Database.create(
        path: scratch.path("a.db"), schema: Self.unprintable(), origin: "test", now: testNow)
    }
    #expect(refused?.message.hasPrefix("flagdb cannot read the model") == true)
    #expect(refused?.outcome == .unchanged && !scratch.exists("a.db"))
  }

  @Test func isNotMigratedTo() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let before = try scratch.bytes("zoo.db")
    #expect(throws: DatabaseError.self) {
      try Migrator(database).migrate(
        MigrationRequest(
          to: Self.unprintable(), origin: "test", allowsLoss: true, now: testNow))
    }
    #expect(try scratch.bytes("zoo.db") == before)
    #expect(try scratch.open().version == 1)
    #expect(throws: DatabaseError.self) {
      let request = MigrationRequest(to: try Self.unprintable(), origin: "test", now: testNow)
      let survey = try database.planning {
        try Migrator(database).survey(to: request.schema, now: testNow)
      }
      _ = try database.read { try Migrator(database).script(of: request, survey) }
    }
  }

  /// Ways to spoil the newest model, and what is then said of it.
  static let spoilings = [
    "source = source || ' struct {'",
    "source = replace(source, 'enum Status', 'enum Other')",
  ]

  @Test(arguments: spoilings) func goesBack(_ spoiling: String) throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let old = database.schema
    try database.migrate(
      to: Zoos.changed(
        (Zoos.note, "\(Zoos.note)\n @Valid(0...9) var rating: Int = 3\n var twins: [Sample] = []"))
        + "\n@Model final class Shelf { var label: String; var samples: [Sample] = [] }")
    let plain = try scratch.plain()
    try plain.run(
      "INSERT INTO Shelf (label) VALUES ('top'); INSERT INTO Sample_twins VALUES (1, 2); CREATE VIEW mine AS SELECT code FROM Sample"
    )
    try plain.run("UPDATE flagdb_model SET \(spoiling) WHERE version = 2")
    #expect(throws: (any Error).self) { _ = try scratch.open() }
    let broken = try Database(path: scratch.path("zoo.db"), for: .writing, needing: .mostRecent)
    #expect(broken.mistakes != nil && broken.version == 2)
    let history = try broken.read { try broken.history() }
    #expect(history.map { $0.schema == nil } == [false, true])
    let target = try broken.read { try broken.version(1) }
    let request = { MigrationRequest(to: target.schema, origin: "1", allowsLoss: $0, now: testNow) }
    #expect(throws: MigrationRefusal.self) { _ = try Migrator(broken).migrate(request(false)) }
    #expect(try Migrator(broken).migrate(request(true)).version == 3)
    let mended = try scratch.open()
    #expect(mended.schema == old && mended.version == 3)
    #expect(try mended.findings() == [])
    #expect(try plain.texts("SELECT code FROM mine") == plain.texts("SELECT code FROM Sample"))
  }

  @Test func aModelOfTheSameTables() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try database.migrate(to: Zoo.text.replacing("struct BIOMarker", "/// Marks.\nstruct BIOMarker"))
    try scratch.plain().run("UPDATE flagdb_model SET source = 'struct' WHERE version = 2")
    let broken = try Database(path: scratch.path("zoo.db"), for: .writing, needing: .mostRecent)
    let target = try broken.read { try broken.version(1) }
    let request = MigrationRequest(to: target.schema, origin: "1", now: testNow)
    #expect(try Migrator(broken).migrate(request).version == 3)
    #expect(try scratch.open().version == 3)
  }
}
