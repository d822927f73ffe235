import FlagModel
import Testing

@testable import SQLText

/// The fate of the others when a record goes, in plain SQLite with its foreign keys on.
@Suite struct DeleteRuleTests {
  /// A parent with two children and one of another; what the deletion of the first leaves.
  @Test(
    arguments: [
      ("nullify", "Parent?", nil, [2], [nil, nil, 2]),
      ("cascade", "Parent?", nil, [2], [2]),
      ("deny", "Parent?", "FOREIGN KEY constraint failed", [1, 2], [1, 1, 2]),
      ("noAction", "Parent?", "FOREIGN KEY constraint failed", [1, 2], [1, 1, 2]),
      ("nullify", "Parent", "FOREIGN KEY constraint failed", [1, 2], [1, 1, 2]),
      ("cascade", "Parent", nil, [2], [2]),
    ] as [(String, String, String?, [Int64], [Int64?])])
  func toMany(
    _ rule: String, _ type: String, _ refusal: String?, _ parents: [Int64], _ children: [Int64?]
  ) throws {
    let database = try MemoryDatabase(
      model(
        """
        @Model final class Parent {
          @Relationship(deleteRule: .\(rule), inverse: \\Child.parent) var children: [Child] = []
        }
        @Model final class Child { var parent: \(type) }
        """))
    try database.run("INSERT INTO Parent VALUES (1), (2)")
    try database.run("INSERT INTO Child VALUES (1, 1), (2, 1), (3, 2)")
    #expect(database.complaint("DELETE FROM Parent WHERE id = 1") == refusal)
    #expect(try database.run("SELECT id FROM Parent") == parents.map { [.integer($0)] })
    #expect(
      try database.run("SELECT parent FROM Child")
        == children.map { [$0.map(Value.integer) ?? .null] })
  }

  /// The rule of the side that holds the key: a trigger's work.
  @Test(
    arguments: [
      ("nullify", nil, [2], [1, 2]),
      ("cascade", nil, [2], [2]),
      ("deny", "Dog still has its chip", [1, 2], [1, 2]),
      ("noAction", nil, [2], [1, 2]),
    ] as [(String, String?, [Int64], [Int64])])
  func toOne(_ rule: String, _ refusal: String?, _ dogs: [Int64], _ chips: [Int64]) throws {
    let database = try MemoryDatabase(
      model(
        """
        @Model final class Dog {
          @Relationship(deleteRule: .\(rule), inverse: \\Chip.dogs) var chip: Chip?
        }
        @Model final class Chip { var dogs: [Dog] = [] }
        """))
    try database.run("INSERT INTO Chip VALUES (1), (2)")
    try database.run("INSERT INTO Dog VALUES (1, 1), (2, 2)")
    #expect(database.complaint("DELETE FROM Dog WHERE id = 1") == refusal)
    #expect(try database.run("SELECT id FROM Dog") == dogs.map { [.integer($0)] })
    #expect(try database.run("SELECT id FROM Chip") == chips.map { [.integer($0)] })
    try database.run("UPDATE Dog SET chip = NULL")
    #expect(database.complaint("DELETE FROM Dog") == nil)
  }

  /// Lists of the own kind go with the record, also where they lead back to it.
  @Test func listsInACircle() throws {
    let database = try MemoryDatabase(
      model("@Model final class Task { @Relationship(deleteRule: .cascade) var steps: [Task] }"))
    try database.run("PRAGMA recursive_triggers = ON")
    try database.run("INSERT INTO Task VALUES (1), (2), (3), (4)")
    try database.run("INSERT INTO Task_steps VALUES (1, 2), (2, 3), (3, 1), (2, 2), (4, 3)")
    #expect(database.complaint("DELETE FROM Task WHERE id = 1") == nil)
    #expect(try database.run("SELECT id FROM Task") == [[.integer(4)]])
    #expect(try database.run("SELECT count(*) FROM Task_steps") == [[.integer(0)]])
  }

  /// Pairs go with either of their records; a rule that says more is a trigger's work.
  @Test(
    arguments: [
      ("nullify", nil, [2], [1, 2, 3]),
      ("cascade", nil, [2], [2, 3]),
      ("deny", "Post still has its tags", [1, 2], [1, 2, 3]),
    ] as [(String, String?, [Int64], [Int64])])
  func manyToMany(_ rule: String, _ refusal: String?, _ posts: [Int64], _ tags: [Int64]) throws {
    let schema = try model(
      """
      @Model final class Post {
        @Relationship(deleteRule: .\(rule), inverse: \\Tag.posts) var tags: [Tag] = []
      }
      @Model final class Tag { var posts: [Post] = [] }
      """)
    let database = try MemoryDatabase(schema)
    guard case .joinTable(let join) = try schema.declared("Post").relationships[0].storage else {
      Issue.record("a many-to-many relationship has a table of pairs")
      return
    }
    try database.run("INSERT INTO Post VALUES (1), (2)")
    try database.run("INSERT INTO Tag VALUES (1), (2), (3)")
    for (post, tag) in [(1, 1), (2, 2), (2, 3)] as [(Int64, Int64)] {
      try database.run(
        """
        INSERT INTO \(name: join.name) (\(name: join.ownColumn), \(name: join.otherColumn)) \
        VALUES (\(.integer(post)), \(.integer(tag)))
        """)
    }
    #expect(database.complaint("DELETE FROM Post WHERE id = 1") == refusal)
    #expect(try database.run("SELECT id FROM Post") == posts.map { [.integer($0)] })
    #expect(try database.run("SELECT id FROM Tag") == tags.map { [.integer($0)] })
    let pairs = refusal == nil ? 2 : 3
    #expect(
      try database.run("SELECT count(*) FROM \(name: join.name)") == [[.integer(Int64(pairs))]])
    try database.run("DELETE FROM Tag")
    #expect(try database.run("SELECT count(*) FROM \(name: join.name)") == [[.integer(0)]])
  }

  @Test func orphansAndSecondPartnersAreRefused() throws {
    let database = try MemoryDatabase(
      model(
        """
        @Model final class Dog { var chip: Chip? }
        @Model final class Chip { @Relationship(inverse: \\Dog.chip) var dog: Dog? }
        """))
    try database.run("INSERT INTO Chip VALUES (1)")
    #expect(database.complaint("INSERT INTO Dog VALUES (1, 9)") == "FOREIGN KEY constraint failed")
    #expect(database.complaint("INSERT INTO Dog VALUES (1, 1)") == nil)
    #expect(
      database.complaint("INSERT INTO Dog VALUES (2, 1)") == "UNIQUE constraint failed: Dog.chip")
  }
}
