import FlagDB
import Foundation
import Testing

/// Files of other programs: they are only read, and nothing is written beside them.
@Suite("Files that another program made")
struct ForeignFileTests {
  private let folder = TemporaryFolder()

  private struct Row: Decodable, Equatable {
    var code: String
    var weight: Int
  }

  /// A file without the mark of flagdb and its model, with or without a write-ahead log.
  private func makeFile(usesWAL: Bool) throws -> String {
    let path = folder.path("a.db")
    do {
      let database = try Database.create(
        at: path, model: Model(of: Parcel.self).description, usesWAL: usesWAL)
      try database.write { change in
        for weight in 1...3 { try change.insert(Parcel(code: "\(weight)", weight: weight)) }
      }
      try database.close()
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes.replaceSubrange(68..<72, with: Data(count: 4))
    let name = Data("flagdb_model".utf8)
    while let place = bytes.range(of: name) {
      bytes.replaceSubrange(place, with: Data("other_models".utf8))
    }
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  private func files() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path("")))
  }

  @Test("are read by SQL, copied and closed", arguments: [true, false])
  func reading(usesWAL: Bool) async throws {
    let path = try makeFile(usesWAL: usesWAL)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let configuration = Database.Configuration(durability: .normal)
    let database = try Database(at: path, for: .reading, configuration)
    let rows = try await database.read {
      try $0.sql("SELECT code, weight FROM Parcel WHERE weight > ?", as: Row.self, 1)
    }
    #expect(rows == [Row(code: "2", weight: 2), Row(code: "3", weight: 3)])
    let heavy: Condition = "weight > 1"
    #expect(try await database.read { try $0.count(of: "Parcel", where: !heavy) } == 1)
    var results = database.observe { try $0.count(of: "Parcel") }.makeAsyncIterator()
    #expect(try await results.next() == 3)
    #expect(try files() == ["a.db"])
    try await database.backup(to: folder.path("b.db"))
    try database.close()
    #expect(try await results.next() == nil)
    #expect(try files() == ["a.db", "b.db"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    let copy = try Database(at: folder.path("b.db"), for: .reading)
    #expect(
      try await copy.read { try $0.sql("SELECT count(*) FROM Parcel", as: Int.self) } == [3])
  }

  @Test("are not changed")
  func writing() throws {
    let path = try makeFile(usesWAL: true)
    let error = #expect(throws: DatabaseError.self) { _ = try Database(at: path) }
    #expect(error?.code == .invalidRequest)
    let reader = try Database(at: path, .init(isReadOnly: true))
    #expect(throws: DatabaseError.self) {
      try reader.write { try $0.upsert(Parcel(code: "1", weight: 9)) }
    }
    #expect(try reader.read { try $0.sql("SELECT max(weight) FROM Parcel", as: Int.self) } == [3])
  }
}
