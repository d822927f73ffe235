import Contest
import FlagDB
import Foundation

@Flags struct Markers: OptionSet {
  let rawValue: Int64
}

@Entity struct Item {
  var id: Key<Item>?
  var code: String
  var score: Double
  var count: Int
  var markers: Markers
  var note: String?
}

@Entity struct Visit {
  var id: Key<Visit>?
  var place: String
}

final class FlagDBContestant: Contestant {
  private let database: Database
  private var tasks: [Task<Void, any Error>] = []

  init(path: String) throws {
    database = try Database(
      at: path, for: Item.self, Visit.self, configuration: .init(durability: .normal))
  }

  deinit { for task in tasks { task.cancel() } }

  func insert(_ items: [Values]) throws {
    try database.write { change in
      for item in items {
        try change.insert(
          Item(
            code: item.code, score: item.score, count: item.count,
            markers: Markers(rawValue: item.markers), note: item.note))
      }
    }
  }

  func fetch() throws -> Int { try database.read { try $0.fetch(Item.self).count } }

  func fetchByFlags(_ masks: [Int64]) throws -> Int {
    let (all, none, any) = (
      Markers(rawValue: masks[0]), Markers(rawValue: masks[1]), Markers(rawValue: masks[2])
    )
    let lacking = #Predicate<Item> { $0.markers.contains(all) && !$0.markers.contains(none) }
    return try database.read { snapshot in
      try snapshot.fetch(where: #Predicate<Item> { $0.markers.contains(all) }).count
        + snapshot.fetch(where: lacking).count
        + snapshot.count(where: #Predicate<Item> { $0.markers[any].isEmpty })
    }
  }

  func insertVisit(_ place: String) throws {
    try database.write { _ = try $0.insert(Visit(place: place)) }
  }

  func observe(_ count: Int) async throws {
    let (results, result) = AsyncStream<Void>.makeStream()
    for _ in 0..<count {
      tasks.append(
        Task { [database] in
          for try await _ in database.observe({ try $0.count(Item.self) }) { result.yield() }
        })
    }
    var begun = 0
    for await _ in results {
      begun += 1
      if begun == count { break }
    }
  }
}

@main struct Main {
  static func main() async throws { try await contest(FlagDBContestant.self) }
}
