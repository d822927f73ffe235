import FlagDB
import Foundation
import Testing

/// The versions of the structs of an app. All of them are called `Visit` in the model.
enum First {
  @Entity struct Visit: Hashable {
    static let entityName = "Visit"
    var id: Key<Visit>?
    var title: String
    var day: Date
    var size: Int = 1
    var markers: BIOMarker = []
  }
}

enum Second {
  @Entity struct Visit: Hashable {
    #Unique<Visit>([\.name, \.day])
    #Index<Visit>([\.day], [\.markers, \.day])
    static let entityName = "Visit"
    var id: Key<Visit>?
    @Attribute(originalName: "title") var name: String
    var day: Date
    var size: Int = 1
    var markers: BIOMarker = []
    @Valid(0...9) var score: Int? = 5
  }
}

enum Third {
  @Entity(originalName: "Visit") struct Stay: Hashable {
    var id: Key<Stay>?
    @Attribute(.unique) var name: String
    var day: Date
    var markers: BIOMarker = []
  }
}

/// Structs that tell less than a model: no name of a flag, and no attribute.
private struct Plain: OptionSet, Codable, Storable {
  let rawValue: Int64
}

private struct Reflected: Entity, Codable {
  static let entityName = "Sample"
  var code: String
  var marks: Plain
}

@Suite("Models of structs, and migrations to them")
struct ModelTests {
  private let folder = TemporaryFolder()
  private static let day = Date(timeIntervalSinceReferenceDate: 1e8)

  private func code(of body: () throws -> Void) -> DatabaseError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? DatabaseError)?.code
    }
  }

  private func makeDatabase(_ backend: Backend) throws -> Database {
    let database = try TestPlace(backend, in: folder).open(First.Visit.self)
    try database.write { change in
      try change.insert(First.Visit(title: "a", day: Self.day, markers: .HRM))
      try change.insert(First.Visit(title: "b", day: Self.day, size: 2))
    }
    return database
  }

  @Test("a model has what is written in the structs, and reads in again")
  func text() throws {
    let model = try Model(of: Second.Visit.self)
    for line in [
      "#Unique<Visit>([\\.name, \\.day])", "#Index<Visit>([\\.day])",
      "#Index<Visit>([\\.markers, \\.day])", "@Attribute(originalName: \"title\") var name: String",
      "@Valid(0...9) var score: Int? = 5",
    ] {
      #expect("\(model)".contains(line), "\(line)")
    }
    #expect(try "\(Model(of: Third.Stay.self))".contains("@Entity(originalName: \"Visit\")"))
    #expect(try Model(of: Second.Visit.self) == model)
    let database = try Database.inMemory(model: model.description)
    try database.migrate(to: model)
    #expect(try database.model.contains("#Unique<Visit>([\\.name, \\.day])"))
    #expect(throws: EntityError.structRequired) { try Model(of: RefusedTypeTests.Thing.self) }
  }

  @Test("a migration renames, adds, and makes unique", arguments: Backend.allCases)
  func renaming(backend: Backend) throws {
    let database = try makeDatabase(backend)
    try database.migrate(to: Model(of: Second.Visit.self))
    let visits = try database.read { try $0.fetch(Second.Visit.self) }
    #expect(visits.map(\.name) == ["a", "b"] && visits.map(\.score) == [5, 5])
    #expect(visits.map(\.size) == [1, 2] && visits.map(\.markers) == [.HRM, []])
    #expect(
      code {
        try database.write {
          _ = try $0.insert(Second.Visit(name: "a", day: Self.day))
        }
      } == .unique)
    try database.write { _ = try $0.insert(Second.Visit(name: "a", day: Self.day + 1)) }
    // A second time there is nothing to do.
    let model = try database.model
    try database.migrate(to: Model(of: Second.Visit.self))
    #expect(try database.model == model)
  }

  @Test("what is removed goes with consent only", arguments: Backend.allCases)
  func removing(backend: Backend) throws {
    let database = try makeDatabase(backend)
    try database.migrate(to: Model(of: Second.Visit.self))
    let before = try database.model
    #expect(code { try database.migrate(to: Model(of: Third.Stay.self)) } == .wouldLoseData)
    #expect(try database.model == before)
    #expect(try database.read { try $0.fetch(Second.Visit.self).map(\.size) } == [1, 2])
    try database.migrate(to: Model(of: Third.Stay.self), allowingLoss: true)
    let stays = try database.read { try $0.fetch(Third.Stay.self) }
    #expect(stays.map(\.name) == ["a", "b"] && stays.map(\.markers) == [.HRM, []])
    #expect(try !database.model.contains("size"))
    #expect(
      code { try database.write { _ = try $0.insert(Third.Stay(name: "a", day: Self.day)) } }
        == .unique)
  }

  @Test(
    "a constraint that records break is refused, and changes nothing",
    arguments: Backend.allCases)
  func brokenConstraint(backend: Backend) throws {
    let database = try makeDatabase(backend)
    try database.write { _ = try $0.insert(First.Visit(title: "a", day: Self.day)) }
    #expect(code { try database.migrate(to: Model(of: Second.Visit.self)) } != nil)
    #expect(try database.read { try $0.fetch(First.Visit.self).map(\.title) } == ["a", "b", "a"])
  }

  @Test(
    "a database that grows renames properties, and tells when an entity was renamed",
    arguments: Backend.shared)
  func growing(backend: Backend) throws {
    let place = try TestPlace(backend, in: folder)
    try place.open(First.Visit.self).write { change in
      for title in ["a", "b"] { try change.insert(First.Visit(title: title, day: Self.day)) }
    }
    let grown = try place.open(Second.Visit.self, growing: true)
    #expect(try grown.read { try $0.fetch(Second.Visit.self).map(\.name) } == ["a", "b"])
    #expect(try !grown.model.contains("var title"))
    let again = try place.open(Second.Visit.self, growing: true)
    #expect(try again.model == grown.model)
    #expect(code { _ = try place.open(Third.Stay.self, growing: true) } == .modelDiffers)
    #expect(try again.read { try $0.count(Second.Visit.self) } == 2)
  }

  @Test("flags keep the names that a struct does not know")
  func names() throws {
    let database = try Database.inMemory(
      model: """
        struct Plain: OptionSet {
          let rawValue: Int64
          static let RAW = Plain(rawValue: 1)
        }
        struct Sample: Entity { var code: String; var marks: Plain = []; var old: Int? }
        """)
    try database.write { _ = try $0.insert(into: "Sample", ["code": "A", "marks": "RAW"]) }
    try database.migrate(to: Model(of: Reflected.self), allowingLoss: true)
    #expect(try database.read { try $0.records(of: "Sample")[0]["marks"]?.flags } == ["RAW"])
    #expect(try database.read { try $0.fetch(Reflected.self)[0].marks.rawValue } == 1)
    #expect(try !database.model.contains("old"))
  }

  @Test("a migration to structs within a transaction is refused")
  func nested() throws {
    let database = try makeDatabase(.memory)
    let model = try Model(of: Second.Visit.self)
    #expect(code { try database.read { _ in try database.migrate(to: model) } } == .invalidRequest)
    #expect(code { try database.write { _ in try database.migrate(to: model) } } == .invalidRequest)
    _ = try makeDatabase(.file)
    let reader = try Database(at: folder.path("a.db"), for: .reading)
    #expect(code { try reader.migrate(to: model) } == .readOnly)
  }
}
