import FlagDB
import Foundation
import Testing

struct LayoutFlags: OptionSet, Codable, Hashable {
  let rawValue: UInt32
  static let wide = LayoutFlags(rawValue: 1 << 0)
  static let tall = LayoutFlags(rawValue: 1 << 1)
  static let last = LayoutFlags(rawValue: 1 << 31)
}

struct BIOMarker: NamedFlags, Storable, Codable, Hashable {
  let rawValue: Int64
  // swift-format-ignore: AlwaysUseLowerCamelCase
  static let RAW = BIOMarker(rawValue: 1 << 0)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  static let HRM = BIOMarker(rawValue: 1 << 1)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  static let PLX = BIOMarker(rawValue: 1 << 63)
  static let namedFlags: [(name: String, flags: Self)] = [("RAW", RAW), ("HRM", HRM), ("PLX", PLX)]
}

struct Page: Entity, Codable, Hashable {
  var id: Key<Page>?
  var layout: LayoutFlags = []
  var spare: LayoutFlags?
  var markers: BIOMarker = []
}

struct Bookmark: Entity, Codable, Hashable {
  var title: String
  var url: URL
  var pagerank: Double
  var created: Date
}

struct Salary: Codable, Hashable {
  var amount: Decimal
}

enum Status: String, CaseIterable, Codable, Storable {
  case applied, hired
  case left = "gone"
}

enum Mood: Storable, Codable, Hashable {
  case fine
  case tired(hours: Int)

  var storedValue: Int { if case .tired(let hours) = self { hours } else { 0 } }
  init?(storedValue: Int) { self = storedValue == 0 ? .fine : .tired(hours: storedValue) }
}

struct Address: Codable, Hashable {
  var street: String
  var number: Int?
}

struct Employee: Entity, Codable, Hashable {
  var id: Key<Employee>?
  var name: String
  var nickname: String?
  var age: Int?
  var salary: Salary
  var status: Status
  var mood: Mood = .fine
  var tags: [String] = []
  var home: Address
  var office: Address?
  var badge: UUID?
  var photo: Data?
  var boss: Key<Employee>?
}

/// Structs as records: by reflection, and by a mapping that is written out.
@Suite("Stored structs")
struct StoringTests {
  private let folder = TemporaryFolder()

  private func open(_ types: any Entity.Type...) throws -> Database {
    switch types.count {
    case 1: try Database(at: folder.path("a.db"), for: types[0])
    default: try Database(at: folder.path("a.db"), for: types[0], types[1])
    }
  }

  @Test(
    "sets of flags are saved and read, with bits that have no name", arguments: Backend.allCases)
  func flags(backend: Backend) throws {
    let database = try TestPlace(backend, in: folder).open(Page.self)
    let pages = [
      Page(), Page(layout: [.wide, .last], spare: .tall, markers: [.RAW, .PLX]),
      Page(layout: LayoutFlags(rawValue: 0x40), spare: [], markers: BIOMarker(rawValue: 0x1000)),
    ]
    let keys = try database.write { change in try pages.map { try change.insert($0) } }
    #expect(keys.map(\.number) == [1, 2, 3])
    let read = try database.read { try $0.fetch(Page.self) }
    #expect(read.map(\.id) == keys)
    #expect(read.map { Page(layout: $0.layout, spare: $0.spare, markers: $0.markers) } == pages)
    let found = try database.read { try $0.fetch(Page.self, where: "markers has all (RAW, PLX)") }
    #expect(found == [read[1]])
    #expect(try database.read { try $0.records(of: "Page")[2]["markers"]?.flags } == ["0x1000"])
  }

  @Test("a struct is stored without a word about its columns", arguments: Backend.allCases)
  func bookmark(backend: Backend) throws {
    let database = try TestPlace(backend, in: folder).open(Bookmark.self)
    let bookmarks = (1...40).map {
      Bookmark(
        title: "Page \($0)", url: URL(string: "https://example.org/\($0)?a=b%20c")!,
        pagerank: Double($0) / 3,
        created: Date(timeIntervalSinceReferenceDate: Double($0) * 1e7 + 0.25))
    }
    try database.write { try $0.insert(contentsOf: bookmarks) }
    #expect(try database.read { try $0.fetch(Bookmark.self) } == bookmarks)
    let best = try database.read {
      try $0.fetch(Bookmark.self, where: "pagerank > 10", sort: [.descending(\.pagerank)], limit: 2)
    }
    #expect(best.map(\.title) == ["Page 40", "Page 39"])
    let (first, last, count) = try database.read {
      try $0.aggregate(Bookmark.self, .min(\.created), .max(\.created), .count)
    }
    #expect(first == bookmarks.first?.created && last == bookmarks.last?.created && count == 40)
    #expect(
      try database.model == """
        struct Bookmark: Entity {
          var title: String
          var url: URL
          var pagerank: Double
          var created: Date
        }

        """)
  }

  private static let ann = Employee(
    name: "Ann", age: 41, salary: Salary(amount: Decimal(string: "1234.56")!), status: .hired,
    mood: .tired(hours: 3), tags: ["a", "ü|\""], home: Address(street: "Elm", number: 1),
    office: Address(street: "Oak", number: nil), badge: UUID(), photo: Data([0, 1, 255]))
  private static let bob = Employee(
    name: "Bob", nickname: "", salary: Salary(amount: 0), status: .left,
    home: Address(street: "", number: nil))

  @Test(
    "optionals, wrappers, enums, arrays and structs in the struct come back as they were",
    arguments: Backend.allCases)
  func employees(backend: Backend) throws {
    let database = try TestPlace(backend, in: folder).open(Employee.self)
    var (ann, bob) = (Self.ann, Self.bob)
    try database.write { change in
      bob.id = try change.insert(bob)
      ann.boss = bob.id
      ann.id = try change.insert(ann)
    }
    #expect(try database.read { try $0.fetch(Employee.self) } == [bob, ann])
    #expect(try database.read { try $0.fetch(where: "status == .hired") } == [ann])
    #expect(
      try database.read { try $0.fetch(where: "office.street = 'Oak' and age > 40") } == [ann])
    #expect(try database.read { try $0.fetch(where: "boss.name = 'Bob'") } == [ann])
    ann.office = nil
    ann.status = .left
    try database.write { [ann] in try $0.update(ann) }
    #expect(try database.read { try $0.find(ann.id!) } == ann)
    try database.write {
      try $0.update(
        Employee.self, where: "name = 'Bob'", .set(\.status, to: .applied), .set(\.age, to: 7),
        .set(\.home.street, to: "Ash"))
    }
    let changed = try database.read {
      try $0.first(Employee.self, sort: [.ascending(\.name), .descending(\.age)])
    }
    #expect(changed == ann)
    let groups = try database.read {
      try $0.groups(of: Employee.self, by: \.status, .count, .sum(\.age))
    }
    #expect(groups.map(\.key) == [.applied, .left])
    #expect(groups.map(\.values.1) == [7, 41])
    try database.write { try $0.delete(ann.id!) }
    #expect(try database.read { try $0.count(Employee.self) } == 1)
  }

  @Test("many are inserted as one alone is", arguments: Backend.allCases)
  func many(backend: Backend) throws {
    let database = try TestPlace(backend, in: folder).open(Employee.self)
    var all = [Self.bob] + (0..<100).map { _ in Self.ann }
    for index in 1..<all.count { all[index].boss = Key(1) }
    try database.write { try $0.insert(contentsOf: all) }
    for index in all.indices { all[index].id = Key(Int64(index + 1)) }
    #expect(try database.read { try $0.fetch(Employee.self) } == all)
  }

  // MARK: Errors

  private func message(_ body: () throws -> some Any) -> String {
    do {
      return "done: \(try body())"
    } catch {
      return "\(error)"
    }
  }

  final class Object: Entity { let name = "" }
  struct Odd: Entity { var pair: (Int, Int) }
  struct OddInside: Entity {
    var odd: Inside
    struct Inside { var call: @Sendable () -> Void }
  }

  @Test("what cannot be stored is named")
  func unsupported() throws {
    let database = try Database.create(
      at: folder.path("a.db"),
      model: """
        struct Object: Entity { var name: String }
        struct Odd: Entity { var pair: String }
        struct OddInside: Entity { var odd: String }
        """)
    #expect(throws: EntityError.structRequired) { try database.write { try $0.insert(Object()) } }
    #expect(throws: EntityError.unsupportedSubType(label: "pair")) {
      try database.write { try $0.insert(Odd(pair: (1, 2))) }
    }
    #expect(throws: EntityError.unsupportedSubType(label: "odd")) {
      try database.write { try $0.insert(OddInside(odd: .init(call: {}))) }
    }
    #expect(throws: EntityError.unknownEntity(name: "Bookmark")) {
      try database.read { try $0.fetch(Bookmark.self) }
    }
  }

  @Test("a struct and a model that differ are refused with entity and property")
  func mismatches() throws {
    let cases = [
      (
        "var title: String; var url: URL; var pagerank: Double",
        "'created' of Bookmark: the model has no such property"
      ),
      (
        "var title: Int; var url: URL; var pagerank: Double; var created: Date",
        "'title' of Bookmark: the model says 'Int', the struct 'String'"
      ),
      (
        "var title: String; var url: URL; var pagerank: Double?; var created: Date",
        "'pagerank' of Bookmark: it may be missing in the database, and the struct has no optional"
      ),
    ]
    for (number, (model, expected)) in cases.enumerated() {
      let path = folder.path("\(number).db")
      _ = try Database.create(at: path, model: "struct Bookmark: Entity { \(model) }")
      #expect(message { try Database(at: path, for: Bookmark.self) } == expected)
    }
    let path = folder.path("0.db")
    let grown = #expect(throws: DatabaseError.self, "a date that is not optional has no value") {
      _ = try Database.create(
        at: folder.path("b.db"), model: "struct Bookmark: Entity { var title: String }"
      )
      .write { try $0.insert(into: "Bookmark", ["title": "x"]) }
      _ = try Database(at: folder.path("b.db"), for: Bookmark.self, growing: true)
    }
    #expect(grown?.message.contains("url") == true)
    let database = try Database(at: path, for: Bookmark.self, Page.self, growing: true)
    #expect(try database.read { try $0.count(Page.self) } == 0)
    #expect(try database.model.contains("created: Date"))
  }

  @Test(
    "a stored value that means nothing is an error with record and property, or the fallback",
    arguments: Backend.allCases)
  func unknownValues(backend: Backend) throws {
    let model = "struct Task: Entity { var state: String; var rank: String }"
    struct Task: Entity, Codable {
      var state: State
      var rank: Rank
      enum State: String, Codable { case open, done }
      enum Rank: String, Codable, Storable {
        case high, low
        static var fallback: Rank? { .low }
      }
    }
    let database = try TestPlace(backend, in: folder).create(model: model)
    try database.write {
      try $0.insert(into: "Task", ["state": "open", "rank": "highest"])
      try $0.insert(into: "Task", ["state": "begun", "rank": "high"])
    }
    let tasks = try database.read { try $0.fetch(Task.self, limit: 1) }
    #expect(tasks.map(\.rank) == [.low] && tasks.map(\.state) == [.open])
    #expect(
      message { try database.read { try $0.fetch(Task.self) } }
        == "'state' of Task 2 is 'begun', which is no State")
  }

  @Test("decimals in JSON are the numbers that they were", arguments: Backend.allCases)
  func decimalsInJSON(backend: Backend) throws {
    struct Price: Hashable, StoredAsJSON {
      var amount: Decimal
      var parts: [Decimal]
    }
    struct Order: Entity, Codable, Equatable {
      var totals: [Decimal]
      var rates: [String: Decimal]
      var price: Price
    }
    let numbers = ["0.1", "-0.07", "1234567890.123456", "3"].map { Decimal(string: $0)! }
    let order = Order(
      totals: numbers, rates: ["a": numbers[0], "b": numbers[2]],
      price: Price(amount: numbers[1], parts: numbers))
    let database = try TestPlace(backend, in: folder).open(Order.self)
    try database.write { try $0.insert(order) }
    #expect(try database.read { try $0.fetch(Order.self) } == [order])
  }

  @Test(
    "a value that the model refuses is refused in the words of the model",
    arguments: Backend.allCases)
  func refusals(backend: Backend) throws {
    struct Thing: Entity, Codable {
      var code: String
      var score: Int
      var price: Decimal
    }
    let database = try TestPlace(backend, in: folder).create(
      model: """
        struct Thing: Entity {
          @Attribute(.unique) @Valid(matches: "[A-Z]-[0-9]+") var code: String
          @Valid(0...100) var score: Int
          @Valid(places: 2) var price: Decimal
        }
        """)
    func insert(_ code: String, _ score: Int, _ price: String = "1.5") -> String {
      message {
        try database.write {
          try $0.insert(Thing(code: code, score: score, price: Decimal(string: price)!))
        }
      }
    }
    #expect(insert("A-1", 7) == "done: 1")
    #expect(insert("A-1", 8) == "'code' must be unique: Thing 1 has 'A-1' already")
    #expect(insert("A-2", 101) == "'score' of Thing must be a whole number in 0...100")
    #expect(insert("x", 1) == "code must be of the form [A-Z]-[0-9]+, found 'x'")
    #expect(insert("A-3", 1, "0.001").hasPrefix("'price' of Thing cannot keep 0.001"))
    #expect(
      message {
        try database.write {
          try $0.insert(contentsOf: ["B-1", "A-1"].map { Thing(code: $0, score: 1, price: 1) })
        }
      } == "record 2: 'code' must be unique: Thing 1 has 'A-1' already")
    #expect(try database.read { try $0.count(Thing.self) } == 1)
  }

  @Test("a mapping that is written out needs no reflection", arguments: Backend.allCases)
  func writtenMapping(backend: Backend) throws {
    struct Point: Entity, Hashable {
      let x: Double
      let label: String?
      static let mapping = EntityMapping<Point>(
        properties: [MappedProperty("x", \.x), MappedProperty("name", \.label)],
        write: { point, row in
          try row.write(point.x)
          try row.write(point.label)
        },
        read: { row in try Point(x: row.read(), label: row.read()) })
    }
    let database = try TestPlace(backend, in: folder).open(Point.self)
    let points = [Point(x: 1.5, label: nil), Point(x: -2, label: "b")]
    try database.write { try $0.insert(contentsOf: points) }
    #expect(
      try database.read { try $0.fetch(Point.self, sort: [.ascending(\.x)]) } == points.reversed())
    #expect(try database.read { try $0.fetch(Point.self, where: "name = 'b'") } == [points[1]])
    #expect(
      try database.read { try $0.first(Point.self, sort: [.descending(\.label)]) } == points[1])
  }

  @Test("flags of one property are set and cleared together", arguments: Backend.allCases)
  func flagChanges(backend: Backend) throws {
    let database = try TestPlace(backend, in: folder).open(Page.self)
    try database.write { change in
      try change.insert(Page(markers: [.RAW, .HRM]))
      func markers(_ first: Change<Page>, _ second: Change<Page>) throws -> BIOMarker? {
        try change.update(Page.self, where: .all, first, second)
        return try change.first(Page.self)?.markers
      }
      #expect(
        try markers(.insert(.PLX, into: \.markers), .remove(.RAW, from: \.markers))
          == [.HRM, .PLX])
      #expect(
        try markers(.remove([.HRM, .PLX], from: \.markers), .insert(.PLX, into: \.markers))
          == .PLX)
    }
    let twice = message {
      try database.write {
        try $0.update(
          Page.self, where: .all, .set(\.markers, to: []), .insert(.HRM, into: \.markers))
      }
    }
    #expect(twice == "'markers' is changed twice")
  }

  @Test("a snapshot that outlives its body is of no use")
  func escape() throws {
    let database = try open(Bookmark.self)
    let snapshot = try database.read { $0 }
    #expect(
      message { try snapshot.count(Bookmark.self) }
        == "the transaction is over\nhint: use it only in the body that was given it")
  }
}
