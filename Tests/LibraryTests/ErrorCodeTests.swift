import FlagDB
import Foundation
import Testing

/// A program tells failures apart by their codes, whatever their words are.
@Suite("Codes of errors")
struct ErrorCodeTests {
  private let folder = TemporaryFolder()

  struct Owner: Entity {
    var id: Key<Owner>?
    var name: String
    var age: Int
  }

  private static let model = """
    @Model class Owner {
      @Attribute(.unique) var name: String
      @Valid(0...9) var age: Int = 0
      @Relationship(deleteRule: .deny) var pets: [Pet] = []
    }
    @Model class Pet { @Attribute(.unique) var name: String; var owner: Owner? }
    """

  private func makeDatabase(_ place: TestPlace? = nil) throws -> Database {
    let place = try place ?? TestPlace(.file, in: folder, named: "o")
    let database = try place.create(model: Self.model)
    try database.write {
      _ = try $0.insert(into: "Owner", ["name": "Ann"])
      _ = try $0.insert(into: "Pet", ["name": "Rex", "owner": "Ann"])
    }
    return database
  }

  private func error(of body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  private func code(of body: () throws -> Void) -> DatabaseError.Code? { error(of: body)?.code }

  @Test("changes that the model refuses", arguments: Backend.shared)
  func changes(backend: Backend) throws {
    let place = try TestPlace(backend, in: folder)
    let database = try makeDatabase(place)
    let twice = error {
      try database.write { _ = try $0.insert(into: "Owner", ["name": "Ann"]) }
    }
    #expect(twice?.code == .unique && twice?.attributes == ["name"])
    let structs = try place.open(Owner.self)
    let old = error { try structs.write { _ = try $0.insert(Owner(name: "Bo", age: 10)) } }
    #expect(old?.code == .invalidValue, "\(old?.message ?? "")")
    #expect(
      code { try database.write { _ = try $0.delete(from: "Owner", where: "name = 'Ann'") } }
        == .reference)
  }

  @Test("requests that are wrong", arguments: Backend.shared)
  func requests(backend: Backend) throws {
    let place = try TestPlace(backend, in: folder)
    let database = try makeDatabase(place)
    #expect(
      code { _ = try database.read { try $0.count(of: "Owner", where: "nam = 1") } }
        == .invalidRequest)
    #expect(code { _ = try database.read { try $0.count(of: "Owners") } } == .invalidRequest)
    #expect(
      code { try database.write { _ = try $0.insert(into: "Owner", ["name": "B", "age": "x"]) } }
        == .invalidRequest)
    #expect(
      code { try database.read { _ in _ = try database.write { _ in } } } == .readOnly)
    let reader = try place.open(for: .reading)
    #expect(code { try reader.write { _ in } } == .readOnly)
    #expect(
      code { try database.migrate(to: "@Model class Owner { var name: String }") }
        == .wouldLoseData)
    #expect(code { try database.migrate(to: "class {") } == .invalidRequest)
    #expect(
      code { try database.write { _ in try database.migrate(to: Self.model) } } == .invalidRequest)
  }

  @Test("files that cannot be used")
  func files() throws {
    _ = try makeDatabase()
    #expect(code { _ = try Database(at: folder.path("absent.db")) } == .notFound)
    #expect(
      code { _ = try Database.create(at: folder.path("o.db"), model: Self.model) } == .exists)
    try Data("text, and no database at all".utf8)
      .write(to: URL(fileURLWithPath: folder.path("text.db")))
    #expect(code { _ = try Database(at: folder.path("text.db")) } == .notADatabase)
  }

  @Test("a record that is gone", arguments: Backend.allCases)
  func gone(backend: Backend) throws {
    let database = try TestPlace(backend, in: folder).open(Counter.self)
    var counter = Counter(name: "a", count: 1)
    counter.id = try database.write { try $0.insert(counter) }
    try database.write { _ = try $0.delete(Counter.self, where: .all) }
    #expect(code { try database.write { try $0.update(counter) } } == .notFound)
  }

  @Test("another program that holds the lock", .timeLimit(.minutes(5)))
  func busy() throws {
    let database = try makeDatabase()
    let other = try Database(at: folder.path("o.db"))
    try other.write { change in
      _ = try change.insert(into: "Owner", ["name": "Bo"])
      #expect(
        code { try database.write { _ = try $0.insert(into: "Owner", ["name": "Cy"]) } } == .busy)
    }
  }
}
