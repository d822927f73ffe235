import FlagDB
import Foundation
import Testing

/// Expressions that the model names, asked from Swift.
@Suite("Named expressions of a model")
struct ModelExpressionTests {
  private struct Sample: Entity, Codable {
    var code: String
    var readings: [Int]
  }

  private let folder = TemporaryFolder()
  private let passing = Sample.expression("passing", of: Int.self)

  private func open(_ backend: Backend = .file) throws -> Database {
    let database = try TestPlace(backend, in: folder).create(
      model: """
        @Model class Sample {
          var code: String
          var readings: [Int] = []
          @Expression("readings.filter { $0 >= 90 }.count") var passing: Int
        }
        """)
    try database.write { change in
      try change.insert(Sample(code: "S-1", readings: [1, 99]))
      try change.insert(Sample(code: "S-2", readings: [90, 95, 99]))
      try change.insert(Sample(code: "S-3", readings: []))
    }
    return database
  }

  @Test(
    "are conditions, orders, groups, values and parts of other expressions",
    arguments: Backend.allCases)
  func uses(backend: Backend) throws {
    let (database, passing) = (try open(backend), passing)
    try database.read { snapshot in
      let found = try snapshot.fetch(
        where: #Predicate<Sample> { passing[$0] >= 1 }, sort: [.descending(passing)])
      #expect(found.map(\.code) == ["S-2", "S-1"])
      #expect(try snapshot.values(of: passing) == [1, 3, 0])
      let twice = #Expression<Sample, Int> { passing[$0] * 2 }
      #expect(try snapshot.values(of: twice) == [2, 6, 0])
      #expect(try snapshot.groups(of: Sample.self, by: passing, .count).map(\.key) == [0, 1, 3])
      let most = try snapshot.aggregate(Sample.self, .max(passing))
      #expect(most == 3)
      #expect(try snapshot.fetch(Sample.self, where: "passing == 0").map(\.code) == ["S-3"])
    }
  }

  @Test("are an error where the model has none of the name, and in memory")
  func refusals() throws {
    let database = try open()
    let wrong = Sample.expression("pasing", of: Int.self)
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try $0.fetch(where: #Predicate<Sample> { wrong[$0] >= 1 }) }
    }
    #expect(error?.message.contains("'pasing'") == true)
    #expect(error?.suggestions == ["passing"])
    #expect(throws: DatabaseError.self) { try passing.evaluate(Sample(code: "", readings: [])) }
  }
}
