import FlagDB
import Foundation
import TestServer
import Testing

@Suite("Conditions that are combined")
struct CombinedConditionTests {
  private static let folder = TemporaryFolder()
  private static let database = Result { try makeDatabase(.memory) }
  private static let serverDatabase = Result { try makeDatabase(.server) }

  private static func makeDatabase(_ backend: Backend) throws -> Database {
    let database = try TestPlace(backend, in: folder).open(Parcel.self)
    try database.write { change in
      try change.insert(Parcel(code: "A", weight: 1, markers: .HRM, note: "x"))
      try change.insert(Parcel(code: "B", weight: 2, markers: [.HRM, .PLX]))
      try change.insert(Parcel(code: "C", weight: 3, note: "y"))
    }
    return database
  }

  private static let heavy = Condition(#Predicate<Parcel> { $0.weight >= 2 })

  @Test(
    "select the records of both, of one of them, or of none",
    arguments: [
      ("markers has HRM" && heavy, "B"),
      ("markers has HRM" || heavy, "ABC"),
      (!heavy, "A"),
      (!("markers has HRM" && heavy), "AC"),
      (!("markers has HRM" || heavy), ""),
      // A record without a note has another one than 'x', as in Swift.
      (!Condition("note = 'x'"), "BC"),
      (!Condition("note != 'x'"), "A"),
      (!(!heavy), "BC"),
      (.all && heavy, "BC"), (heavy && .all, "BC"), (.all || heavy, "ABC"), (!.all, ""),
      (!.all || heavy, "BC"), (.all && .all, "ABC"),
      (Condition("code = %@", ["A"]) || Condition("code = %@", ["C"]) && "note = 'y'", "AC"),
    ] as [(Condition, String)])
  func combinations(condition: Condition, codes: String) throws {
    var databases = [try Self.database.get()]
    if AppSchema.isInstalled { databases.append(try Self.serverDatabase.get()) }
    for database in databases {
      let found = try database.read { try $0.fetch(Parcel.self, where: condition) }
      #expect(found.map(\.code).joined() == codes)
      #expect(try database.read { try $0.count(Parcel.self, where: condition) } == codes.count)
      #expect(
        try database.read { try $0.count(of: "Parcel", where: condition) } == Int64(codes.count))
    }
  }

  @Test("change and delete what they select", arguments: Backend.allCases)
  func changes(backend: Backend) throws {
    let database = try TestPlace(backend, in: Self.folder).open(Parcel.self)
    try database.write { change in
      for weight in 1...4 { try change.insert(Parcel(code: "\(weight)", weight: weight)) }
      let ends: Condition = "weight = 1" || "weight = 4"
      #expect(try change.update(Parcel.self, where: !ends, .set(\.note, to: "mid")) == 2)
      #expect(try change.delete(Parcel.self, where: ends && "note = nil") == 2)
      #expect(try change.fetch(Parcel.self).map(\.note) == ["mid", "mid"])
    }
  }

  @Test("a mistake in a part is told")
  func mistakes() throws {
    let database = try Self.database.get()
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try $0.count(Parcel.self, where: Self.heavy && "weigth = 1") }
    }
    #expect(error?.message.contains("weigth") == true && error?.suggestions == ["weight"])
  }

  @Test("long lists are no problem, and deep ones are refused")
  func sizes() throws {
    let database = try Self.database.get()
    let codes = (0..<500).map { Condition("code = %@", ["\($0)"]) }
    let none = codes.dropFirst().reduce(codes[0], ||)
    #expect(try database.read { try $0.count(Parcel.self, where: none) } == 0)
    let all = codes.map { !$0 }.reduce(.all, &&)
    #expect(try database.read { try $0.count(Parcel.self, where: all) } == 3)
    let deep = (0..<1_000).reduce(Self.heavy) { condition, _ in !condition }
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try $0.count(Parcel.self, where: deep) }
    }
    #expect(error?.code == .invalidRequest)
  }
}
