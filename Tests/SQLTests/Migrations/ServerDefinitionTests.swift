import Engines
import FlagModel
import PostgreSQLEngine
import TestServer
import Testing

/// The tables of a model on a server: other clients' mistakes are refused there as well.
@Suite("Definitions on a server") struct ServerDefinitionTests {
  private static let text = """
    @Model final class Dog {
      @Attribute(.unique) var name: String
      var isTame: Bool?
      var born: Date?
      var token: UUID = UUID()
      var made: Date = Date()
      @Relationship(deleteRule: .deny, inverse: \\Chip.dogs) var chip: Chip?
      @Relationship(deleteRule: .cascade, inverse: \\Toy.dog) var toys: [Toy] = []
    }
    @Model final class Chip { var dogs: [Dog] = [] }
    @Model final class Toy { var dog: Dog? }
    """

  private func database() throws -> ServerDatabase {
    let schema = try model(Self.text)
    let memory = try MemoryDatabase(schema)
    try memory.run("INSERT INTO Chip VALUES (1)")
    try memory.run("INSERT INTO Dog (id, name, chip) VALUES (1, 'Rex', 1), (2, 'Ant', NULL)")
    try memory.run("INSERT INTO Toy VALUES (1, 1), (2, 2), (3, 2)")
    return try ServerDatabase(schema, recordsOf: memory)
  }

  @Test(arguments: [
    (
      "INSERT INTO \"Dog\" (id, name) VALUES (3, 'Rex')",
      EngineError.Constraint.unique(["Dog.name"])
    ),
    ("INSERT INTO \"Dog\" (id, name, \"isTame\") VALUES (3, 'Cat', '2')", .calculation),
    (
      "INSERT INTO \"Dog\" (id, name, born) VALUES (3, 'Cat', '0001-01-01 BC')",
      .check("Dog.born check")
    ),
    ("INSERT INTO \"Dog\" (id, name, born) VALUES (3, 'Cat', '2026-02-30 00:00:00')", .calculation),
    ("INSERT INTO \"Dog\" (id, name, token) VALUES (3, 'Cat', 'x')", .calculation),
    ("INSERT INTO \"Dog\" (id, name, chip) VALUES (3, 'Cat', 9)", .reference),
    ("INSERT INTO \"Dog\" (id) VALUES (3)", .missingValue(["Dog.name"])),
    ("DELETE FROM \"Dog\" WHERE id = 1", .reference),
  ]) func refused(_ sql: String, _ constraint: EngineError.Constraint) throws {
    let error = #expect(throws: EngineError.self) { try database().schema.run(sql) }
    #expect(error?.constraint == constraint)
  }

  @Test func defaults() throws {
    let database = try database()
    try database.schema.run("INSERT INTO \"Dog\" (id, name) VALUES (3, 'Cat')")
    let found = try database.schema.run(
      "SELECT (token IS NOT NULL)::int, (made > '2020-01-01')::int FROM \"Dog\" WHERE id = 3")
    #expect(found == [[.integer(1), .integer(1)]])
  }

  @Test func deleteRules() throws {
    let database = try database()
    try database.schema.run("DELETE FROM \"Dog\" WHERE id = 2")
    #expect(try database.schema.run("SELECT id FROM \"Toy\"") == [[.integer(1)]])
  }
}
