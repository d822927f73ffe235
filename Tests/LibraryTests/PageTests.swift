import FlagDB
import FlagDBCoreData
import FlagDBPostgreSQL
import FlagDBRecordFiles
import Foundation
import TestServer
import Testing

// The code blocks of the pages of the library, line by line. A test compares the lines.

enum FirstPage {
  struct Bookmark: Entity, Codable {
    var id: Key<Bookmark>?
    var title: String
    var url: URL
    var pagerank: Double
    var created: Date
  }

  @Entity(originalName: "Bookmark") struct Link {
    #Unique<Link>([\.url])
    #Index<Link>([\.created])
    var id: Key<Link>?
    @Attribute(originalName: "title") var name: String
    var url: URL
    var created: Date
  }
}

enum FlagPage {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  @Flags struct BIOMarker: OptionSet {
    let rawValue: Int64
    static let RAW = BIOMarker(rawValue: 1 << 0)
    static var HRM: Self
  }
}

/// The structs of the page of predicates.
enum PredicatePage {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  @Flags struct BIOMarker: OptionSet {
    let rawValue: Int64
    static let RAW = BIOMarker(rawValue: 1 << 0)
    static let HRM = BIOMarker(rawValue: 1 << 1)
    static let PLX = BIOMarker(rawValue: 1 << 2)
  }

  @Entity struct Sample {
    var id: Key<Sample>?
    var code: String = ""
    var name: String = ""
    var score: Double = 50
    var markers: BIOMarker = []
    @Relationship(deleteRule: .cascade, inverse: \Reading.sample) var readings: [Reading] = []
  }

  @Entity struct Reading {
    var id: Key<Reading>?
    var sample: Key<Sample>?
    var value: Double
  }
}

/// The structs of the page of structs.
enum StructPage {
  struct Zoo: Entity, Codable {
    var id: Key<Zoo>?
    var name: String
  }

  struct Sample: Entity, Codable {
    var id: Key<Sample>?
    var zoo: Zoo?
    var readings: [Reading] = []
  }

  struct Reading: Entity, Codable {
    var value: Double
  }
}

enum MacroPage {
  typealias BIOMarker = PredicatePage.BIOMarker

  @Entity struct Sample {
    var id: Key<Sample>?
    @Attribute(.unique) var code: String
    @Valid(0...100) var score: Double = 50
    var markers: BIOMarker = []
    @Relationship(deleteRule: .cascade, inverse: \Reading.sample) var readings: [Reading] = []
  }

  @Entity struct Reading {
    var id: Key<Reading>?
    var sample: Key<Sample>?
    var value: Double
  }
}

@Suite("The code of the library's pages")
struct PageTests {
  private let folder = TemporaryFolder()

  /// Takes the place of a logger and a timer.
  private struct Monitor {
    func debug(_ text: String, metadata: [String: String]) {}
    func recordNanoseconds(_ count: Int64) {}
  }

  // MARK: The first page

  @Test("stores bookmarks, traces statements, and migrates")
  func bookmarks() async throws {
    typealias Bookmark = FirstPage.Bookmark
    typealias Link = FirstPage.Link
    let (logger, timer) = (Monitor(), Monitor())
    let path = folder.path("bookmarks.db")
    let swift = try #require(URL(string: "https://www.swift.org"))
    let title = "Swift"
    let configuration = Database.Configuration(
      durability: .normal,
      trace: { statement in
        logger.debug("\(statement.sql)", metadata: ["rows": "\(statement.rows)"])
        timer.recordNanoseconds(Int64(statement.duration / .nanoseconds(1)))
      })
    let database = try Database(at: path, for: Bookmark.self, configuration: configuration)
    let key = try await database.write { change in
      try change.insert(Bookmark(title: "Swift", url: swift, pagerank: 9.5, created: .now))
    }
    let best = try await database.read { snapshot in
      // swift-format-ignore
      try snapshot.fetch(Bookmark.self, where: "pagerank > 9", sort: [.descending(\.created)], limit: 10)
    }
    #expect(best.map(\.id) == [key])
    // swift-format-ignore
    for try await bookmark in database.rows(Bookmark.self, where: Condition("title = %@", [title])) {
      print(bookmark.url)
    }
    try Self.migrate(database)
    #expect(try await database.read { try $0.fetch(Link.self).map(\.name) } == ["Swift"])
    #expect(Self.insertTwice(Link(name: "b", url: swift, created: .now), into: database) == ["url"])
  }

  /// On the thread of the caller.
  private static func migrate(_ database: Database) throws {
    typealias Link = FirstPage.Link
    let model = try Model(of: Link.self)
    try database.migrate(to: model, allowingLoss: true)  // Link has no pagerank
  }

  private static func insertTwice(_ bookmark: FirstPage.Link, into database: Database) -> [String] {
    do {
      try database.write { try $0.insert(bookmark) }
    } catch let error as DatabaseError where error.code == .unique {
      print("there is such a bookmark already:", error.attributes)
      return error.attributes
    } catch {}
    return []
  }

  @Test("names flags")
  func flags() {
    typealias BIOMarker = FlagPage.BIOMarker
    // swift-format-ignore
    print(BIOMarker.HRM.rawValue, BIOMarker(rawValue: 3), BIOMarker(name: "HRM")!.hasHRM) // 2 RAW|HRM true
    #expect(BIOMarker.HRM.rawValue == 2 && "\(BIOMarker(rawValue: 3))" == "RAW|HRM")
    #expect(BIOMarker.HRM.hasHRM)
  }

  // MARK: Predicates

  private typealias Sample = PredicatePage.Sample
  private typealias BIOMarker = PredicatePage.BIOMarker

  private func makeDatabase() throws -> Database {
    let database = try Database.inMemory(for: Sample.self)
    try database.write { change in
      let readings = (0..<12).map { PredicatePage.Reading(value: Double($0) * 10) }
      let markers: BIOMarker = [.HRM, .PLX]
      let sample = Sample(
        code: "S-1", name: "S-1", score: 80, markers: markers, readings: readings)
      try change.insert(sample)
      try change.insert(Sample(code: "S-2", name: "é"))
    }
    return database
  }

  @Test("asks for flags and optional values")
  func predicates() throws {
    try makeDatabase().read { snapshot in
      let wanted: BIOMarker = [.HRM, .PLX]
      // swift-format-ignore
      let found = [
        try snapshot.fetch(Sample.self, where: #Predicate { $0.markers.contains(wanted) && $0.score > 50 }),
        try snapshot.fetch(Sample.self, where: #Predicate { $0.markers.contains(\.HRM) }),
      ]
      #expect(found.map { $0.map(\.code) } == [["S-1"], ["S-1"]])
      let markers = Sample.flags(\.markers)
      let subset =
        try snapshot.fetch(
          Sample.self,
          where: markers.isSubset(of: wanted) && Condition(#Predicate<Sample> { $0.score > 50 }))
      #expect(subset.map(\.code) == ["S-1"])
      let least: Double? = nil
      // swift-format-ignore
      let all = [
        try snapshot.fetch(Sample.self, where: #Predicate { least == nil || $0.score >= (least ?? 0) }),
        try snapshot.fetch(Sample.self, where: #Predicate { sample in
          if let least { sample.score >= least } else { true }
        }),
      ]
      #expect(all.map(\.count) == [2, 2])
    }
  }

  @Test("asks for texts and expressions")
  func texts() throws {
    let database = try makeDatabase()
    try database.write { transaction in
      let snapshot = transaction
      let typed = "e\u{301}"
      let same = ComparisonResult.orderedSame
      // swift-format-ignore
      let found = [
        try snapshot.fetch(Sample.self, where: #Predicate { $0.name.starts(with: "S-") }),
        try snapshot.fetch(Sample.self, where: #Predicate { $0.name.localizedStandardContains(typed) }),
        try snapshot.fetch(Sample.self, where: #Predicate { $0.name.caseInsensitiveCompare("s-1") == same }),
      ]
      #expect(found.map { $0.map(\.code) } == [["S-1"], ["S-2"], ["S-1"]])
      let name = typed.precomposedStringWithCanonicalMapping
      try transaction.insert(Sample(name: name))
      let named =
        try snapshot.fetch(Sample.self, where: #Predicate { $0.name == name })
      #expect(named.count == 2)
      let passing = #Expression<Sample, Int> { $0.readings.filter { $0.value >= 90 }.count }
      // swift-format-ignore
      let passed =
        try snapshot.fetch(where: #Predicate<Sample> { passing[$0] >= 2 }, sort: [.descending(passing)])
      #expect(passed.map(\.code) == ["S-1"])
      let (most, _) =
        try snapshot.aggregate(Sample.self, .max(passing), .average(passing))
      #expect(most == 3)
    }
  }

  @Test("asks by SQL")
  func statement() async throws {
    let database = try makeDatabase()
    struct Busy: Decodable { let code: String, readings: Int }
    let busy = try await database.read { snapshot in
      try snapshot.sql(
        """
        SELECT code, count(*) AS readings FROM Sample JOIN Reading ON sample = Sample.id
        WHERE has(markers, 'HRM') GROUP BY code HAVING count(*) > ?
        """, as: Busy.self, 10)
    }
    #expect(busy.map(\.readings) == [12])
  }

  // MARK: Structs and servers

  @Test("stores structs that lead to others")
  func structs() throws {
    typealias Sample = StructPage.Sample
    typealias Reading = StructPage.Reading
    let database = try Database.inMemory(for: Sample.self)
    let zoo = StructPage.Zoo(name: "a")
    try database.write { try $0.insert(Sample(zoo: zoo, readings: [Reading(value: 7)])) }
    let samples = try database.read { snapshot in
      // swift-format-ignore
      try snapshot.fetch(
        Sample.self, where: #Predicate { ($0.readings.value.max() ?? 0) > 5 }, with: [.all(\.readings)])
    }
    #expect(samples.map(\.readings.count) == [1])
    #expect(try Database.inMemory(for: MacroPage.Sample.self).model.contains("@Valid(0...100)"))
  }

  @Test("opens a database on a server")
  func server() throws {
    let secrets: [String: String] = [:]
    let schema = try AppSchema()
    let database = try Database(
      onServer: schema.address, for: Sample.self,
      configuration: .init(readers: 8, durability: .normal),
      findPassword: { user in secrets["database-password"] })
    #expect(try database.read { try $0.count(Sample.self) } == 0)
    try database.close()
  }

  // MARK: Other products

  @Test("imports and exports files")
  func files() async throws {
    let database = try Database.inMemory(
      model: "@Model class Sample { var code: String; var score: Double }")
    let url = URL(fileURLWithPath: folder.path("samples.csv"))
    try Data("code,score\nS-1,9.5\nS-2,3\n".utf8).write(to: url)
    let file = try Data(contentsOf: url, options: .mappedIfSafe)
    let number = try await database.write { try $0.insert(into: "Sample", from: file, as: .csv) }
    #expect(number == 2)
    try await database.read { snapshot in
      // swift-format-ignore
      try snapshot.export("Sample", where: "score > 9", as: .ndjson) { print(String(decoding: $0, as: UTF8.self)) }
    }
  }

  @Test("reads a store of Core Data, which the library alone refuses")
  func store() throws {
    let path = folder.path("default.store")
    try CoreDataStore.make(at: path)
    let database = try Database(store: path)
    let number = try database.read { try $0.count(of: "Animal", where: "legs > 2") }
    #expect(number == 1)
    #expect(throws: (any Error).self) { try database.write { _ in } }
    try database.close()
    do {
      _ = try Database(at: path, for: .reading)
      Issue.record("a store needs a reader")
    } catch {
      #expect(error.code == .invalidRequest)
      #expect(error.message == "'\(path)' is a store of Core Data")
      #expect(error.hint == "import FlagDBCoreData, and open it with 'Database(store:)'")
    }
  }

  // MARK: The pages

  @Test(
    "is the code of this file",
    arguments: [
      "Library", "LibraryCoreData", "LibraryErrors", "LibraryFiles", "LibraryPredicates",
      "LibraryServers", "LibraryStructs",
    ])
  func pages(name: String) throws {
    let missing = try PageCode(at: "Documentation/\(name).md").missing(in: #filePath)
    #expect(missing.filter { !Self.places.contains($0) } == [])
  }

  /// The lines that name a file or a server, where the tests have another one.
  private static let places: Set = [
    #"let database = try Database(store: "default.store")"#,
    #"let database = try Database(at: "bookmarks.db", for: Bookmark.self)"#,
    #"let database = try Database(at: "bookmarks.db", for: Bookmark.self, configuration: configuration)"#,
    #"onServer: "postgresql://app@db.example.org/zoo?schema=lab", for: Sample.self,"#,
  ]
}
