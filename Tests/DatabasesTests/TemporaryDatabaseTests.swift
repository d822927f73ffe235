import Engines
import FlagModel
import Foundation
import SQLText
import Testing

@testable import Databases

/// Databases without a file.
@Suite struct TemporaryDatabaseTests {
  private func make(records: Int) throws -> Database {
    let number = Attribute(name: "number", declaredType: "Int", type: .integer(.int))
    let text = Attribute(name: "text", declaredType: "String", type: .string)
    let schema = Schema(
      types: [],
      entities: [Entity(name: "Item", properties: [.attribute(number), .attribute(text)])])
    return try Database.temporary(
      path: "items.csv", schema: schema, origin: "items.csv", now: .earliest
    ) { database in
      try database.write {
        let statement = try database.connection.prepare(
          """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(.integer(Int64(records)))) \
          INSERT INTO Item (number, text) SELECT i, hex(zeroblob(100)) || i FROM n
          """)
        while try statement.step() {}
      }
    }
  }

  @Test("more than the cache takes is kept as well", arguments: [200, 50_000])
  func recordsAreKept(count: Int) throws {
    let folder = FileManager.default.currentDirectoryPath
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let database = try make(records: count)
    let sum = try database.read { try database.integer("SELECT sum(number) FROM Item") }
    #expect(sum == Int64(count * (count + 1) / 2))
    #expect(try database.findings().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
  }

  @Test func itIsOnlyReadOnceItIsFilled() throws {
    let database = try make(records: 3)
    #expect(throws: DatabaseError.self) {
      try database.write { try database.connection.execute("DELETE FROM Item") }
    }
    #expect(try database.read { try database.integer("SELECT count(*) FROM Item") } == 3)
  }

  @Test func whatGoesWrongWhileItIsFilledIsTold() {
    struct Reason: Error {}
    #expect(throws: Reason.self) {
      _ = try Database.temporary(path: "x", schema: .empty, origin: "x", now: .earliest) { _ in
        throw Reason()
      }
    }
  }
}
