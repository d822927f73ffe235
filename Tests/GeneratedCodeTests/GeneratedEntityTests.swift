import FlagDB
import Foundation
import TestSupport
import Testing

/// Structs that `flagdb generate --style swift` made of a model, Crowded.swift, are stored in
/// a database of that model, read and asked for.
@Suite final class GeneratedEntityTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "flagdb-\(UUID()).db")
    .path

  deinit {
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
  }

  private func database() throws -> Database {
    _ = try Database.create(at: path, model: crowdedModel + "\n" + fieldModel)
    return try Database(at: path, for: Thing.self, Tool.self, Part.self, Group.self, Visit.self)
  }

  private static var full: Thing {
    Thing(
      code: "full", note: "a \"note\"", taken: Date(timeIntervalSinceReferenceDate: 0.25),
      score: 12.5, price: Decimal(string: "3.25"), status: .closed, state: .lost, range: .least,
      mood: .name, ratio: .tiny, direction: .north, markers: [.HRM, Markers(rawValue: 1 << 20)],
      few: .sign, odd: [.class, Words(rawValue: 1 << 63)], days: [.north, .south],
      email: Email(address: "a@b"), owner: Person(name: "Ann", email: Email(address: "c@d")),
      size: Size(width: 3, height: -4), tags: ["x", "y, z"],
      people: [Person(name: "Bo"), Person(name: "Cy", email: Email(address: "e@f"))],
      counts: ["b": 2, "a": 1], role: .every(days: 3), link: URL(string: "https://a.example/?q=1"),
      token: UUID(), picture: Data([0, 255]), class: -1)
  }

  private static var least: Thing {
    Thing(code: "least", owner: Person(name: "nobody"))
  }

  @Test("every value comes back", arguments: [full, least])
  func values(_ thing: Thing) throws {
    var thing = thing
    let database = try database()
    let key = try database.write { try $0.insert(thing) }
    thing.id = key
    thing.taken = Date(
      timeIntervalSinceReferenceDate: (thing.taken.timeIntervalSinceReferenceDate * 1e6).rounded()
        / 1e6)
    #expect(try database.read { try $0.find(key) } == thing)
    #expect(try database.read { try $0.fetch(Thing.self) } == [thing])

    thing.role = .at("noon", nil)
    thing.size = nil
    thing.hasTop(true)
    thing.people = []
    try database.write { try $0.update(thing) }
    #expect(try database.read { try $0.find(key) } == thing)
  }

  @Test("predicates of Swift ask for properties")
  func predicates() throws {
    let database = try database()
    try database.write { change in
      try change.insert(contentsOf: [Self.full, Self.least])
      try change.insert(
        Visit(
          url: "u",
          transition: {
            var one = Transition.ends
            one.core = .reload
            return one
          }()))
    }
    let (marked, open) = (Markers.HRM, Thing.Stage.open)
    let found = try database.read { snapshot in
      (
        try snapshot.fetch(where: #Predicate<Thing> { $0.markers.contains(marked) }).map(\.code),
        try snapshot.fetch(where: #Predicate<Thing> { $0.status == open }).map(\.code),
        try snapshot.fetch(where: #Predicate<Thing> { $0.owner.name == "Ann" }).map(\.code),
        try snapshot.fetch(where: #Predicate<Thing> { $0.size == nil }).map(\.code),
        try snapshot.fetch(Visit.self, where: "transition.core == reload").map(\.transition.core)
      )
    }
    #expect(found == (["full"], ["least"], ["full"], ["least"], [.reload]))
  }

  @Test("a record refers to another by its key")
  func relationships() throws {
    let database = try database()
    let (thing, group) = try database.write { change in
      let group = try change.insert(Group())
      try change.insert(Tool(code: "t", owner: Person(name: "x"), maker: group))
      let thing = try change.insert(Self.least)
      try change.insert(Part(thing: thing, value: 7))
      return (thing, group)
    }
    let (parts, tools) = try database.read {
      (try $0.fetch(Part.self, where: "thing.code == 'least'"), try $0.fetch(Tool.self))
    }
    #expect(parts.map(\.thing) == [thing] && tools.map(\.maker) == [group])
  }

  @Test("a list of other records comes along where it is asked for")
  func lists() throws {
    let database = try database()
    var thing = Self.least
    thing.parts = [Part(value: 7), Part(value: 9)]
    let key = try database.write { try $0.insert(thing) }
    let (bare, whole) = try database.read { snapshot in
      (
        try snapshot.find(key),
        try snapshot.first(
          where: #Predicate<Thing> { $0.parts.contains { $0.value > 8 } }, with: [.all(\.parts)])
      )
    }
    #expect(bare?.parts == [] && whole?.parts.map(\.value) == [7, 9])
    #expect(whole?.parts.map(\.thing) == [key, key])
  }

  @Test("flags know their names")
  func names() {
    #expect(Markers(name: "HRM") == .HRM && Markers([.RAW, .top]).names == ["RAW", "top"])
    #expect(Words.xCode_.description == "x code")
    var mode = Mode.x
    mode.hasW = true
    mode.type = .folder
    #expect(mode.rawValue == 0x4003 && mode.hasX && mode.type == .folder)
  }
}

extension Thing {
  fileprivate mutating func hasTop(_ isSet: Bool) { markers.hasTop = isSet }
}
