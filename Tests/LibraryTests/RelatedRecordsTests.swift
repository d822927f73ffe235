import FlagDB
import Foundation
import Testing

/// Structs that lead to other records.
enum Zoo {
  struct City: Entity, Codable, Hashable {
    var id: Key<City>?
    var name: String
  }

  struct Keeper: Entity, Codable, Hashable {
    var id: Key<Keeper>?
    var name: String
    var city: City?
    var animals: [Animal] = []
    var skills: [Skill] = []
  }

  struct Animal: Entity, Codable, Hashable {
    var id: Key<Animal>?
    var name: String
    var keeper: Key<Keeper>?
    var visits: [Visit] = []
  }

  struct Visit: Entity, Codable, Hashable {
    var cost: Double
  }

  struct Skill: Entity, Codable, Hashable {
    var id: Key<Skill>?
    var name: String
  }
}

@Suite("Structs that lead to records")
struct RelatedRecordsTests {
  private typealias Keeper = Zoo.Keeper
  private typealias Animal = Zoo.Animal
  private let folder = TemporaryFolder()

  private func open(_ backend: Backend = .file) throws -> Database {
    try TestPlace(backend, in: folder).open(Keeper.self)
  }

  private static let ann = Keeper(
    name: "Ann", city: Zoo.City(name: "Rome"),
    animals: [
      Animal(name: "Leo", visits: [.init(cost: 1.5), .init(cost: 20)]), Animal(name: "Mia"),
    ], skills: [.init(name: "feeding")])

  @Test("a model has the entities that a struct leads to")
  func model() throws {
    #expect(
      try open().model == #"""
        struct Keeper: Entity {
          var name: String
          var city: City?
          @Relationship(inverse: \Animal.keeper) var animals: [Animal] = []
          var skills: [Skill] = []
        }

        struct City: Entity {
          var name: String
        }

        struct Animal: Entity {
          var name: String
          var keeper: Keeper?
          var visits: [Visit] = []
        }

        struct Visit: Entity {
          var cost: Double
        }

        struct Skill: Entity {
          var name: String
        }

        """#)
  }

  @Test("a struct brings its new records with it", arguments: Backend.allCases)
  func insert(backend: Backend) throws {
    let database = try open(backend)
    let key = try database.write { try $0.insert(Self.ann) }
    try database.read { snapshot in
      let plain = try #require(try snapshot.find(key))
      #expect(plain.city?.name == "Rome" && plain.city?.id == Key(1))
      #expect(plain.animals == [] && plain.skills == [])
      let whole = try #require(
        try snapshot.find(key, with: [.all(\.animals, with: [.all(\.visits)]), .all(\.skills)]))
      #expect(whole.animals.map(\.name) == ["Leo", "Mia"])
      #expect(whole.animals.map(\.keeper) == [key, key])
      #expect(whole.animals.map(\.visits) == [[.init(cost: 1.5), .init(cost: 20)], []])
      #expect(whole.skills.map(\.name) == ["feeding"])
    }
  }

  @Test("records that have keys are only referred to", arguments: Backend.allCases)
  func references(backend: Backend) throws {
    let database = try open(backend)
    try database.write { change in
      let first = try change.find(
        try change.insert(Self.ann), with: [.all(\.animals), .all(\.skills)])!
      var bob = Keeper(
        name: "Bob", city: first.city, animals: [first.animals[1]], skills: first.skills)
      bob.city?.name = "elsewhere"
      bob.animals[0].name = "elsewhere"
      let key = try change.insert(bob)
      #expect(try change.count(Zoo.City.self) == 1)
      let both = try change.fetch(Keeper.self, with: [.all(\.animals), .all(\.skills)])
      #expect(both.map { $0.animals.map(\.name) } == [["Leo"], ["Mia"]])
      #expect(both.map(\.city?.name) == ["Rome", "Rome"])
      #expect(both.map { $0.skills.map(\.name) } == [["feeding"], ["feeding"]])
      #expect(both[1].id == key)
    }
  }

  @Test("an update adds to lists and takes nothing away", arguments: Backend.allCases)
  func update(backend: Backend) throws {
    let database = try open(backend)
    try database.write { change in
      let key = try change.insert(Self.ann)
      var plain = try change.find(key)!
      plain.name = "Anna"
      plain.city = nil
      plain.animals = [Animal(name: "Tom")]
      try change.update(plain)
      let whole = try change.find(key, with: [.all(\.animals), .all(\.skills)])!
      #expect(whole.name == "Anna" && whole.city == nil)
      #expect(whole.animals.map(\.name) == ["Leo", "Mia", "Tom"])
      #expect(whole.skills.map(\.name) == ["feeding"])
      try change.update(whole)
      #expect(try change.count(Animal.self) == 3)
      try change.delete(key)
      #expect(try change.fetch(Animal.self).map(\.keeper) == [nil, nil, nil])
    }
  }

  @Test("many are read in one statement for each relationship", arguments: Backend.allCases)
  func many(backend: Backend) async throws {
    let database = try open(backend)
    let keepers = (0..<2500).map { number in
      Keeper(
        name: "\(number)", city: number % 3 == 0 ? nil : Zoo.City(name: "city \(number)"),
        animals: (0..<number % 4).map { Animal(name: "\(number).\($0)") })
    }
    try await database.write { try $0.insert(contentsOf: keepers) }
    func names(_ keepers: [Keeper]) -> [[String]] {
      keepers.map { [$0.name, $0.city?.name ?? "-"] + $0.animals.map(\.name) }
    }
    let read = try await database.read { try $0.fetch(Keeper.self, with: [.all(\.animals)]) }
    #expect(names(read) == names(keepers))
    var streamed: [Keeper] = []
    for try await keeper in database.rows(Keeper.self, with: [.all(\.animals)]) {
      streamed.append(keeper)
    }
    #expect(streamed == read)
  }

  @Test("a database that grows gets lists and what they lead to")
  func growing() throws {
    let path = folder.path("b.db")
    _ = try Database.create(
      at: path,
      model: "struct Animal: Entity { var name: String; var keeper: Keeper? }\n"
        + "struct Keeper: Entity { var name: String }")
    let database = try Database(at: path, for: Keeper.self, growing: true)
    try database.write { try $0.insert(Self.ann) }
    let animals = try database.read { try $0.fetch(Keeper.self, with: [.all(\.animals)]) }
      .map { $0.animals.map(\.name) }
    #expect(animals == [["Leo", "Mia"]])
    #expect(try database.model.contains("inverse: \\Animal.keeper"))
  }

  @Test("a list is asked by the properties of its records", arguments: Backend.allCases)
  func lists(backend: Backend) throws {
    let database = try open(backend)
    try database.write { try $0.insert(contentsOf: [Self.ann, Keeper(name: "Bob")]) }
    let found = try database.read {
      try $0.fetch(
        Animal.self, where: #Predicate { ($0.visits.cost.max() ?? 0) > 10 }, with: [.all(\.visits)])
    }
    #expect(found.map(\.name) == ["Leo"])
    #expect(found[0].visits.cost == [1.5, 20])
    let keepers = try database.read { snapshot in
      try [
        snapshot.fetch(Keeper.self, where: #Predicate { $0.city?.name == "Rome" }),
        snapshot.fetch(Keeper.self, where: #Predicate { $0.animals.name.contains("Mia") }),
        snapshot.fetch(Keeper.self, where: #Predicate { $0.city == nil }),
        snapshot.fetch(Keeper.self, sort: [.descending(\.city?.name)], limit: 1),
      ]
    }
    #expect(keepers.map { $0.map(\.name) } == [["Ann"], ["Ann"], ["Bob"], ["Ann"]])
  }

  // MARK: Errors

  private func message(_ body: () throws -> some Any) -> String {
    do {
      return "done: \(try body())"
    } catch {
      return "\(error)"
    }
  }

  @Test("what cannot be stored is refused whole", arguments: Backend.allCases)
  func refusals(backend: Backend) throws {
    let database = try open(backend)
    let said = try database.write { change in
      let key = try change.insert(Self.ann)
      var animal = try change.fetch(Animal.self, with: [.all(\.visits)])[0]
      let known = message { try change.update(animal) }
      animal.visits = []
      try change.update(animal)
      var keeper = try change.find(key)!
      keeper.animals = [Animal(name: "new"), Animal(id: Key(99), name: "gone")]
      let new = Keeper(name: "Bob", animals: keeper.animals)
      return [
        known, message { try change.update(keeper) }, message { try change.insert(new) },
        message { try change.insert(contentsOf: [Self.ann, new]) },
        "\(try change.count(Animal.self))",
      ]
    }
    #expect(
      said == [
        """
        'visits' of Animal cannot be updated, since Visit has no property for its key
        hint: declare it 'var id: Key<Visit>?'
        """,
        "'animals' of Keeper refers to a record of Animal that does not exist",
        "'animals' of Keeper refers to a record of Animal that does not exist",
        "record 2: 'animals' of Keeper refers to a record of Animal that does not exist",
        "2",
      ])
  }

  @Test("a relationship that the model has otherwise is named")
  func mismatches() throws {
    struct Owner: Entity, Codable {
      var id: Key<Owner>?
      var pet: Pet?
    }
    struct Pet: Entity, Codable { var name: String }
    struct Herd: Entity, Codable { var pets: [Pet] = [] }
    let cases: [(any Entity.Type, String, String)] = [
      (
        Owner.self, "struct Owner: Entity { var name: String }",
        "the model has no such relationship"
      ),
      (
        Owner.self, "struct Owner: Entity { var pet: [Pet] }",
        "the model says '[Pet]', the struct 'Pet?'"
      ),
      (
        Owner.self,
        "@Model final class Owner { @Relationship(inverse: \\Pet.owner) var pet: Pet? }",
        "Pet keeps it, so that only a property of Pet can change it"
      ),
      (
        Herd.self, "struct Herd: Entity { var pets: [Owner] }; struct Owner: Entity { var a: Int }",
        "the model says '[Owner]', the struct '[Pet]'"
      ),
    ]
    for (number, (type, model, reason)) in cases.enumerated() {
      let path = folder.path("\(number).db")
      let pet = model.contains("Owner?") || model.contains("inverse") ? "var owner: Owner?" : ""
      let owner = model.contains("class") ? "@Model final class Pet" : "struct Pet: Entity"
      _ = try Database.create(at: path, model: "\(model); \(owner) { var name: String; \(pet) }")
      #expect(message { try Database(at: path, for: type) }.hasSuffix(reason))
    }
  }
}
