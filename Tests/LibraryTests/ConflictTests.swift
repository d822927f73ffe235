import FlagDB
import Foundation
import Testing

/// A parcel, which its code identifies.
@Entity struct Parcel: Hashable {
  var id: Key<Parcel>?
  @Attribute(.unique) var code: String
  @Valid(0...100) var weight: Int
  var price: Decimal = 0
  var markers: BIOMarker = []
  var note: String?
  @Relationship(deleteRule: .cascade, inverse: \Scan.parcel) var scans: [Scan] = []
}

@Entity struct Scan: Hashable {
  var id: Key<Scan>?
  var parcel: Key<Parcel>?
  var place: String
}

/// A shelf, whose code is unique by `#Unique` alone.
@Entity private struct Shelf: Hashable {
  #Unique<Shelf>([\.code])
  var id: Key<Shelf>?
  var code: String
  var height: Int = 0
}

/// The same records, by reflection and without all properties.
private struct Weight: Entity, Codable {
  static let entityName = "Parcel"
  var code: String
  var weight: Int
}

@Suite("Structs with a key or a unique value that a record has")
struct ConflictTests {
  private let folder = TemporaryFolder()

  private func error(of body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  @Test("an upsert finds a record by an attribute alone in #Unique", arguments: Backend.allCases)
  func uniqueAlone(backend: Backend) throws {
    let database = try TestPlace(backend, in: folder).open(Shelf.self)
    try database.write { change in
      let key = try change.upsert(Shelf(code: "A", height: 1))
      #expect(try change.upsert(Shelf(code: "A", height: 2)) == key)
      #expect(try change.insert(Shelf(code: "A", height: 3), onConflict: .ignore) == nil)
      #expect(try change.find(key)?.height == 2)
    }
  }

  @Test(
    "an upsert inserts a record or gives it all values, and keeps its key",
    arguments: Backend.allCases)
  func upsert(backend: Backend) throws {
    let database = try TestPlace(backend, in: folder).open(Parcel.self)
    try database.write { change in
      let key = try change.upsert(Parcel(code: "A", weight: 1, note: "x"))
      try change.insert(Scan(parcel: key, place: "Oslo"))
      #expect(try change.upsert(Parcel(code: "A", weight: 2, markers: .HRM)) == key)
      #expect(try change.upsert(Parcel(id: key, code: "B", weight: 3)) == key)
      #expect(try change.upsert(Parcel(code: "C", weight: 4)) != key)
      let found = try #require(try change.find(key, with: [.all(\.scans)]))
      #expect(found.code == "B" && found.weight == 3 && found.markers == [] && found.note == nil)
      #expect(found.scans.map(\.place) == ["Oslo"])
    }
    let refused = error {
      try database.write { _ = try $0.upsert(Parcel(code: "B", weight: 101)) }
    }
    #expect(refused?.code == .invalidValue)
    let between = error {
      try database.write { _ = try $0.upsert(Parcel(id: Key(1), code: "C", weight: 1)) }
    }
    #expect(between?.code == .unique)
    #expect(try database.read { try $0.fetch(Parcel.self).map(\.weight) } == [3, 4])
  }

  @Test("a struct that is left out changes nothing", arguments: Backend.allCases)
  func ignore(backend: Backend) throws {
    let database = try TestPlace(backend, in: folder).open(Parcel.self)
    try database.write { change in
      let key = try change.insert(Parcel(code: "A", weight: 1), onConflict: .ignore)
      #expect(key == Key(1))
      let scans = [Scan(place: "Oslo")]
      #expect(
        try change.insert(Parcel(code: "A", weight: 2, scans: scans), onConflict: .ignore) == nil)
      #expect(try change.count(Scan.self) == 0)
      let all = ["A", "B", "C", "B"].map { Parcel(code: $0, weight: 9) }
      #expect(try change.insert(contentsOf: all, onConflict: .ignore) == 2)
      #expect(try change.insert(contentsOf: all, onConflict: .update) == 4)
      #expect(try change.fetch(Parcel.self).map(\.code) == ["A", "B", "C"])
    }
    let refused = error {
      try database.write {
        let two = [Parcel(code: "D", weight: 1), Parcel(code: "E", weight: -1)]
        _ = try $0.insert(contentsOf: two, onConflict: .ignore)
      }
    }
    #expect(refused?.code == .invalidValue)
    #expect(try database.read { try $0.count(Parcel.self) } == 3)
  }

  @Test(
    "new records of a list are inserted with an upsert, and a part of the properties is enough",
    arguments: Backend.allCases)
  func lists(backend: Backend) throws {
    let database = try TestPlace(backend, in: folder).open(Parcel.self)
    try database.write { change in
      let scans = [Scan(place: "Oslo"), Scan(place: "Rome")]
      let key = try change.upsert(Parcel(code: "A", weight: 1, note: "x", scans: scans))
      _ = try change.upsert(Parcel(code: "A", weight: 2, note: "y", scans: [Scan(place: "Bonn")]))
      #expect(try change.upsert(Weight(code: "A", weight: 7)) == Key(key.number))
      let found = try #require(try change.find(key, with: [.all(\.scans)]))
      #expect(found.scans.map(\.place) == ["Oslo", "Rome", "Bonn"])
      #expect(found.weight == 7 && found.note == "y")
    }
  }

  @Test("an upsert within a transaction that fails is undone", arguments: Backend.allCases)
  func undone(backend: Backend) throws {
    struct Stop: Error {}
    let database = try TestPlace(backend, in: folder).open(Parcel.self)
    try database.write { _ = try $0.upsert(Parcel(code: "A", weight: 1)) }
    try database.write { change in
      #expect(throws: Stop.self) {
        try change.part {
          try change.upsert(Parcel(code: "A", weight: 2))
          throw Stop()
        }
      }
    }
    #expect(try database.read { try $0.first(Parcel.self)?.weight } == 1)
  }
}
