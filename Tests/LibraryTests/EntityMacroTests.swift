import FlagDB
import Foundation
import Testing

@Flags
struct Sight: OptionSet, Hashable {
  let rawValue: Int64
  // swift-format-ignore: AlwaysUseLowerCamelCase
  static var RAW: Self
  // swift-format-ignore: AlwaysUseLowerCamelCase
  static var HRM: Self
}

@Entity private struct Hidden: Entity, Equatable { var note = "" }

/// The entities of an app, without reflection.
enum Clinic {
  @Entity struct Page: Hashable {
    var id: Key<Page>?
    var layout: LayoutFlags = []
    var spare: LayoutFlags?
    var markers: BIOMarker = []
  }

  @Entity struct Link: Hashable {
    var title: String
    @Attribute(.unique) var url: URL
    let pagerank: Double
    var created: Date
    @Transient var isOpen = true
    var host: String? { url.host() }
  }

  @Entity struct Nurse: Hashable {
    var id: Key<Nurse>?
    @Valid(length: 1...20) var name: String
    var nickname: String?
    @Valid(0...150) var age: Int? = 30
    var salary: Salary
    var status: Status = .applied
    var mood: Mood = .fine
    var tags: [String] = []
    var hours: [String: Int] = [:]
    var home: Address
    var office: Address?
    var badge: UUID?
    var photo: Data?
    var boss: Key<Nurse>?
    var shift = 3
    var sight: Sight = [.HRM]
    @Relationship(deleteRule: .cascade, inverse: \Visit.nurse) var visits: [Visit] = []
    var ward: Ward?

    /// An initializer of the app's own, so that Swift makes none.
    init(name: String, home: Address, salary: Salary = Salary(amount: 0)) {
      self.name = name
      self.home = home
      self.salary = salary
    }
  }

  @Entity public struct Visit: Hashable {
    public var id: Key<Visit>?
    var nurse: Key<Nurse>?
    var `case`: Int
  }

  @Entity struct Ward: Hashable {
    var id: Key<Ward>?
    var name: String
  }
}

@Suite("@Entity in an app")
struct EntityMacroTests {
  private let folder = TemporaryFolder()

  @Test("sets of flags come back as they were")
  func flags() throws {
    let database = try Database(at: folder.path("a.db"), for: Clinic.Page.self)
    let pages = [
      Clinic.Page(), Clinic.Page(layout: [.wide, .last], spare: .tall, markers: [.RAW, .PLX]),
      Clinic.Page(layout: LayoutFlags(rawValue: 0x40), markers: BIOMarker(rawValue: 0x1000)),
    ]
    try database.write { try $0.insert(contentsOf: pages) }
    let read = try database.read { try $0.fetch(Clinic.Page.self) }
    #expect(
      read.map { Clinic.Page(layout: $0.layout, spare: $0.spare, markers: $0.markers) } == pages)
    #expect(read.map(\.id) == [Key(1), Key(2), Key(3)])
    let found = try database.read {
      try $0.fetch(Clinic.Page.self, where: "markers has RAW and spare != null")
    }
    #expect(found == [read[1]])
  }

  @Test("constants are read, and what is transient keeps its default")
  func links() throws {
    let database = try Database(at: folder.path("a.db"), for: Clinic.Link.self)
    var link = Clinic.Link(
      title: "Swift", url: URL(string: "https://swift.org")!, pagerank: 9.5,
      created: Date(timeIntervalSinceReferenceDate: 1e8))
    link.isOpen = false
    try database.write { [link] in try $0.insert(link) }
    let read = try #require(try database.read { try $0.first(Clinic.Link.self) })
    #expect(read.isOpen && read.pagerank == 9.5 && read.host == "swift.org")
    let said = #expect(throws: DatabaseError.self) {
      try database.write { [link] in try $0.insert(link) }
    }
    #expect(said?.message.hasPrefix("'url' must be unique") == true)
  }

  private static func nurse() -> Clinic.Nurse {
    var nurse = Clinic.Nurse(
      name: "Ann", home: Address(street: "Elm", number: 1),
      salary: Salary(amount: Decimal(string: "1234.56")!))
    nurse.status = .hired
    nurse.mood = .tired(hours: 3)
    nurse.tags = ["a", "ü|\""]
    nurse.hours = ["Monday": 8]
    nurse.office = Address(street: "Oak", number: nil)
    nurse.badge = UUID()
    nurse.photo = Data([0, 1, 255])
    nurse.visits = [Clinic.Visit(case: 7), Clinic.Visit(case: 8)]
    nurse.ward = Clinic.Ward(name: "East")
    return nurse
  }

  @Test("wrappers, enums, structs and other records come back as they were")
  func nurses() throws {
    let database = try Database(at: folder.path("a.db"), for: Clinic.Nurse.self)
    var ann = Self.nurse()
    let bob = Clinic.Nurse(name: "Bob", home: Address(street: "", number: nil))
    try database.write { change in
      ann.id = try change.insert(ann)
      try change.insert(contentsOf: [bob])
    }
    let all = try database.read { try $0.fetch(Clinic.Nurse.self, with: [.all(\.visits)]) }
    #expect(all[0].visits.case == [7, 8] && all[0].visits.nurse == [Key(1), Key(1)])
    #expect(all[0].ward?.name == "East" && all[1].ward == nil)
    ann.visits = all[0].visits
    ann.ward = all[0].ward
    #expect(all[0] == ann)
    #expect(all[1].age == 30 && all[1].office == nil && all[1].shift == 3)
    let found = try database.read { snapshot in
      try [
        snapshot.fetch(Clinic.Nurse.self, where: "status == .hired"),
        snapshot.fetch(Clinic.Nurse.self, where: #Predicate { ($0.visits.case.max() ?? 0) > 7 }),
        snapshot.fetch(Clinic.Nurse.self, where: #Predicate { $0.home.street == "Elm" }),
        snapshot.fetch(
          Clinic.Nurse.self, where: #Predicate { $0.sight.hasHRM && $0.office != nil }),
      ].map { $0.map(\.name) }
    }
    #expect(found == [["Ann"], ["Ann"], ["Ann"], ["Ann"]])
    try database.write { try $0.delete(ann.id!) }
    #expect(try database.read { try $0.count(Clinic.Visit.self) } == 0)
  }

  @Test("a struct that its file alone sees is stored")
  func hidden() throws {
    let database = try Database(at: folder.path("a.db"), for: Hidden.self)
    try database.write { try $0.insert(Hidden(note: "x")) }
    #expect(try database.read { try $0.fetch(Hidden.self) } == [Hidden(note: "x")])
  }

  @Test("a model has the attributes and the defaults")
  func model() throws {
    let model = try Database(at: folder.path("a.db"), for: Clinic.Nurse.self).model
    for line in [
      "@Valid(length: 1...20) var name: String", "@Valid(0...150) var age: Int? = 30",
      "var status: Status = .applied", "var shift: Int = 3", "var salary: Salary",
      "@Relationship(deleteRule: .cascade, inverse: \\Visit.nurse) var visits: [Visit] = []",
      "var sight: Sight = .HRM", "var office: Address?", "var boss: Nurse?", "var ward: Ward?",
      "var `case`: Int",
    ] {
      #expect(model.contains("  \(line)\n"), "\(line)")
    }
  }
}
