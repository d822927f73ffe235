import Checking
import Databases
import Engines
import FlagModel
import ModelText
import PlainText
import Predicates
import Queries
import SQLText
import Testing

/// An engine that flagdb does not have. What these tests cannot do with it has another place than the engine.
@Suite("A third engine") struct EchoEngineTests {
  private static let model = """
    struct Mark: OptionSet {
      let rawValue: Int64
      static let fed = Mark(rawValue: 1 << 0)
      static let ill = Mark(rawValue: 1 << 1)
    }
    enum Kind: Int32 { case house, wild }
    @Model final class Cat {
      @Attribute(.unique) var name: String
      var born: Date?
      var weight: Double = 4
      var price: Decimal?
      var kind: Kind = .house
      var marks: Mark = []
      var names: [String] = []
      @Relationship(deleteRule: .cascade, inverse: \\Kitten.mother) var kittens: [Kitten] = []
    }
    @Model final class Kitten {
      var mother: Cat?
      var weight: Double
    }
    """

  private let engine = EchoEngine()
  private let schema: Schema

  init() throws {
    let reading = readModel([SourceText(name: "model.swift", Self.model)])
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    self.schema = schema
    try Database.create(
      path: "echo://cats", schema: schema, origin: "model.swift", on: engine, now: .earliest)
  }

  private func open(for access: Database.Access = .writing) throws -> Database {
    try Database(path: "echo://cats", for: access, on: engine)
  }

  private func cat() throws -> Entity { try #require(schema.entity(named: "Cat")) }

  private func assignment(_ column: Name, _ value: Value) -> Assignment {
    Assignment(column: column, isOptional: false, change: .set(value))
  }

  private func add(_ name: String, _ marks: Int64, to database: Database) throws -> Value {
    let cat = try cat()
    let change = try database.change(
      of: cat, [assignment("name", .text(name)), assignment("marks", .integer(marks))])
    return try database.write { try database.insert(into: cat, change).key }
  }

  @Test("keeps its model, and has the kind of flagdb's own databases")
  func opening() throws {
    let database = try open(for: .reading)
    #expect(database.schema == schema)
    #expect(!database.kind.isForeign)
    #expect(database.version == 1)
  }

  @Test("is changed and read by the code for all engines")
  func records() throws {
    let database = try open()
    let cat = try cat()
    #expect(try add("Tom", 3, to: database) == .integer(1))
    #expect(try add("Kit", 0, to: database) == .integer(2))
    let name = try #require(cat.attribute(named: "name"))
    let rows = try database.read {
      let rows = try database.rows(Query(cat, columns: [.key(of: cat), .attribute(name)]))
      return try rows.all { rows.value(at: 1) }
    }
    #expect(rows == [.text("Tom"), .text("Kit")])
    #expect(try database.read { try database.number(Query(cat, answer: .count)) } == 2)
    let change = try database.change(of: cat, [assignment("weight", .real(5))])
    let count = try database.write { try database.update(cat, change, where: nil) }
    #expect(count.changed == 2)
    #expect(try database.write { try database.delete(from: cat, where: nil) } == 2)
  }

  @Test("has an audit log in its own SQL")
  func log() throws {
    let database = try open()
    #expect(try database.setAudit(true))
    #expect(try database.isAudited)
    _ = try add("Tom", 1, to: database)
    #expect(try database.setAudit(false))
  }

  @Test("gets no SQL of another engine")
  func statements() throws {
    let database = try open()
    _ = try add("Tom", 3, to: database)
    _ = try database.setAudit(true)
    let cat = try cat()
    for text in Self.predicates {
      let predicate = try PredicateChecker(cat, in: schema, now: .earliest)
        .check(.parse(SourceText(text)))
      _ = try database.read {
        try database.rows(Query(cat, columns: [.key(of: cat)], predicate: predicate)).next()
      }
    }
    _ = try DatabaseChecker(database).findings()
    let statements = engine.memory.with(\.statements)
    for word in Self.foreignWords {
      #expect(statements.filter { $0.contains(word) } == [], "\(word)")
    }
  }

  private static let predicates = [
    "marks has fed", "marks is empty", "marks.count >= 1", "name contains[cd] 'o'",
    "name matches 'T.*'", "born > '2026-01-01'", "year(born) == 2026", "weight / 2 > 1.5",
    "price > 2.50", "kind == .wild", "names contains 'Tom'", "kittens.count > 1",
    "kittens[weight >= 1].count == 0", "ANY kittens.weight > 1", "kittens.weight.max > 2",
    "born == nil", "name in {'Tom', 'Kit'}", "abs(weight) < 3", "name.count > 2",
  ]

  /// Words that only one of the other engines understands.
  private static let foreignWords = [
    "typeof(", "sqlite_", "rowid", "pragma", "PRAGMA", "json_each", "iif(", "GLOB", "temp.",
    "pg_", "::", "ILIKE", "STRICT", "AUTOINCREMENT", "bigint", "\"",
  ]
}
