import Contest
import Foundation
import GRDB

struct Markers: OptionSet, Codable, DatabaseValueConvertible {
  let rawValue: Int64
}

struct Item: Codable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var code: String
  var score: Double
  var count: Int
  var markers: Markers
  var note: String?

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

struct Visit: Codable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var place: String

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

final class GRDBContestant: Contestant {
  private let database: DatabasePool
  private var observers: [AnyDatabaseCancellable] = []

  init(path: String) throws {
    database = try DatabasePool(path: path)
    try database.write { db in
      try db.create(table: "item") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("code", .text).notNull()
        table.column("score", .double).notNull()
        table.column("count", .integer).notNull()
        table.column("markers", .integer).notNull().indexed()
        table.column("note", .text)
      }
      try db.create(table: "visit") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("place", .text).notNull()
      }
    }
  }

  func insert(_ items: [Values]) throws {
    try database.write { db in
      for item in items {
        var item = Item(
          code: item.code, score: item.score, count: item.count,
          markers: Markers(rawValue: item.markers), note: item.note)
        try item.insert(db)
      }
    }
  }

  func fetch() throws -> Int { try database.read { try Item.fetchAll($0).count } }

  func fetchByFlags(_ masks: [Int64]) throws -> Int {
    let markers = Column("markers")
    return try database.read { db in
      try Item.filter(markers & masks[0] == masks[0]).fetchAll(db).count
        + Item.filter(markers & masks[0] == masks[0] && markers & masks[1] != masks[1])
        .fetchAll(db).count
        + Item.filter(markers & masks[2] == 0).fetchCount(db)
    }
  }

  func insertVisit(_ place: String) throws {
    try database.write { db in
      var visit = Visit(place: place)
      try visit.insert(db)
    }
  }

  func observe(_ count: Int) async throws {
    let (results, result) = AsyncStream<Void>.makeStream()
    for _ in 0..<count {
      observers.append(
        ValueObservation.tracking(Item.fetchCount)
          .start(
            in: database, scheduling: .async(onQueue: .global()),
            onError: { fatalError("\($0)") }, onChange: { _ in result.yield() }))
    }
    var begun = 0
    for await _ in results {
      begun += 1
      if begun == count { break }
    }
  }
}

@main struct Main {
  static func main() async throws { try await contest(GRDBContestant.self) }
}
