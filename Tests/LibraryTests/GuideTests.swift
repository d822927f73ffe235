import FlagDB
import FlagDBCoreData
import FlagDBRecordFiles
import Foundation
import Testing

// The code of the guide, line by line. A test compares the lines.

enum Guide {
  @Entity struct Member {
    var id: Key<Member>?
    @Attribute(.unique) var email: String
    var name: String
    var joined: Date
  }

  @Flags struct Rights: OptionSet {
    let rawValue: Int64
    static let read = Rights(rawValue: 1 << 0)
    static let write = Rights(rawValue: 1 << 1)
    static let admin = Rights(rawValue: 1 << 2)
  }

  @Entity struct Account {
    var id: Key<Account>?
    var name: String
    var rights: Rights = []
  }

  @Entity struct Team {
    var id: Key<Team>?
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Player.team) var players: [Player] = []
  }

  @Entity struct Player {
    var id: Key<Player>?
    var team: Key<Team>?
    var name: String
    var goals: Int = 0
  }

  @Entity struct Contact {
    var id: Key<Contact>?
    @Attribute(originalName: "mail") var email: String
    var phone: String?
  }
}

@Suite("The code of the library's guide")
struct GuideTests {
  private typealias Member = Guide.Member
  private typealias Rights = Guide.Rights
  private typealias Account = Guide.Account
  private typealias Team = Guide.Team
  private typealias Player = Guide.Player
  private typealias Contact = Guide.Contact

  private let folder = TemporaryFolder()

  @Test("gets started")
  func start() throws {
    let path = folder.path("a.db")
    let database = try Database(at: path, for: Member.self)
    let key = try database.write { change in
      try change.insert(Member(email: "ann@example.org", name: "Ann", joined: .now))
    }
    let ann = try database.read { try $0.find(key) }
    let all = try database.read { try $0.fetch(Member.self, sort: [.ascending(\.name)]) }
    #expect(ann?.name == "Ann" && all.map(\.id) == [key])
  }

  @Test("sets and clears flags, and asks for them")
  func flags() throws {
    let database = try Database.inMemory(for: Account.self)
    try database.write { change in
      try change.insert(Account(name: "bob", rights: [.read, .admin]))
      try change.update(
        Account.self, where: #Predicate { $0.name == "bob" },
        .insert(.write, into: \.rights), .remove(.admin, from: \.rights))
    }
    let both: Rights = [.read, .write]
    let writers = #Predicate<Account> { $0.rights.contains(both) }
    let others = #Predicate<Account> { $0.rights[both].isEmpty }
    let counts = try database.read { [try $0.count(where: writers), try $0.count(where: others)] }
    #expect(counts == [1, 0])
  }

  private func makeTeams() throws -> Database {
    let database = try Database.inMemory(for: Team.self)
    let team = Team(name: "Reds", players: [Player(name: "Ann", goals: 3), Player(name: "Bob")])
    try database.write { try $0.insert(team) }
    return database
  }

  @Test("reads lists, and asks for their records")
  func lists() throws {
    let database = try makeTeams()
    let teams = try database.read { try $0.fetch(Team.self, with: [.all(\.players)]) }
    let scoring = #Predicate<Team> { $0.players.contains { $0.goals > 2 } }
    let found = try database.read { try $0.fetch(Team.self, where: scoring) }
    #expect(teams.map { $0.players.map(\.name) } == [["Ann", "Bob"]] && found.count == 1)
  }

  @Test("asks in Swift, text and SQL")
  func conditions() throws {
    let database = try makeTeams()
    let least: Int? = 2
    let name = "An"
    // swift-format-ignore
    let players = try database.read { snapshot in
      try snapshot.fetch(Player.self, where: #Predicate {
        (least == nil || $0.goals >= (least ?? 0)) && $0.name.starts(with: name)
      })
    }
    let condition = Condition("name = %@ and goals > 1", ["Ann"])
    let sums = try database.read {
      try $0.sql("SELECT sum(goals) FROM Player WHERE name <> ?", as: Int.self, "Bob")
    }
    #expect(players.map(\.name) == ["Ann"] && sums == [3])
    #expect(try database.read { try $0.count(Player.self, where: condition) } == 1)
  }

  @Test("grows and migrates")
  func migrations() throws {
    let path = folder.path("b.db")
    let old = "struct Contact: Entity { var mail: String; var old: Int? }"
    try Database.create(at: path, model: old).write {
      _ = try $0.insert(into: "Contact", ["mail": "a@b"])
    }
    let grown = try Database(at: path, for: Contact.self, growing: true)
    let model = try Model(of: Contact.self)
    try grown.migrate(to: model, allowingLoss: true)
    #expect(try grown.read { try $0.fetch(Contact.self).map(\.email) } == ["a@b"])
    #expect(try !grown.model.contains("old"))
  }

  @Test("is used by tasks")
  func tasks() async throws {
    let database = try makeTeams()
    var names: [String] = []
    var counts: [Int] = []
    let count = try await database.read { try $0.count(Player.self) }
    try await database.write { _ = try $0.update(Player.self, where: .all, .set(\.goals, to: 0)) }
    for try await player in database.rows(Player.self) { names.append(player.name) }
    for try await number in database.observe({ try $0.count(Player.self) }) {
      counts.append(number)
      break
    }
    #expect(count == 2 && names == ["Ann", "Bob"] && counts == [2])
  }

  @Test("is tested in memory")
  func tests() throws {
    let memory = try Database.inMemory(for: Team.self)
    try memory.write { try $0.insert(Player(name: "Ann")) }
    let isScorer = #Predicate<Player> { $0.goals > 0 }
    let isFound = try isScorer.evaluate(Player(name: "Ann", goals: 1))
    #expect(try isFound && memory.read { try $0.count(Player.self) } == 1)
  }

  @Test("has products for files of records and stores of Core Data")
  func products() throws {
    let file = try Database.inMemory(for: Guide.Team.self, Guide.Player.self)
    let text = Data("name,goals\nAnn,3\n".utf8)
    var output = Data()
    let number = try file.write { try $0.insert(into: "Player", from: text, as: .csv) }
    try file.read { snapshot in try snapshot.export("Player", as: .json) { output += $0 } }
    #expect(number == 1)
    #expect(String(decoding: output, as: UTF8.self).contains("Ann"))
    let place = folder.path("default.store")
    try CoreDataStore.make(at: place)
    let store = try Database(store: place)
    let animals = try store.read { try $0.records(of: "Animal", where: "legs > 2") }
    #expect(animals.count == 1)
  }

  @Test("is the code of this file", arguments: try PageCode.guide())
  func pages(path: String) throws {
    #expect(try PageCode(at: path).missing(in: #filePath) == [])
  }
}
