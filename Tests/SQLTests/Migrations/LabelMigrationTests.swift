import FlagModel
import Testing

@testable import Databases
@testable import Migrations
@testable import SQLText

/// Texts that name records become relationships to them, and relationships become such texts.
@Suite struct LabelMigrationTests {
  private static func text(_ properties: String, tag: String = "", label: String = "String")
    -> String
  {
    """
    @Model final class Pet { @Attribute(.unique) var name: String; \(properties) }
    @Model final class Tag { @Attribute(.unique) var word: \(label); \(tag) }
    """
  }

  private static let tags = "INSERT INTO Tag (word) VALUES ('red'), ('green'), ('blue')"
  private static let toMany = "@Relationship(inverse: \\Tag.pets) var tags: [Tag] = []"

  static let lists: [(String, String, String, [String], Int)] = [
    ("var tags: String", "'red, blue'", toMany, ["red", "blue"], 0),
    ("var tags: String", "'red,none'", toMany, ["red"], 1),
    ("var tags: String", "''", toMany, [], 0),
    ("var tags: [String] = []", #"'["blue","green","blue"]'"#, toMany, ["green", "blue"], 0),
    ("var tags: [String] = []", #"'["none"]'"#, toMany, [], 1),
    ("var tags: Set<String> = []", #"'["blue","red"]'"#, toMany, ["red", "blue"], 0),
    ("var tags: [String] = []", #"'["red","green"]'"#, "var tags: Tag?", ["red"], 1),
    ("var tag: String?", "'green'", "@Attribute(originalName: \"tag\") var tags: Tag?", [], 1),
    ("var tags: String?", "'green'", "var tags: Tag?", ["green"], 0),
    ("var tags: String?", "NULL", "var tags: Tag?", [], 0),
    ("var tags: String?", "'none'", "var tags: Tag?", [], 1),
    (
      "var tags: String?", "'green'", "@Relationship(inverse: \\Tag.pets) var tags: Tag?",
      ["green"], 0
    ),
  ]

  @Test(arguments: lists.indices)
  func textsBecomeRelationships(_ index: Int) throws {
    let (old, value, new, words, lost) = Self.lists[index]
    let column = old.contains("tags") ? "tags" : "tag"
    let tag = new.contains("inverse") ? "var pets: [Pet] = []" : ""
    let result = try migrated(
      Self.text(old), Self.text(new, tag: tag),
      rows: [Self.tags, "INSERT INTO Pet (name, \(column)) VALUES ('Rex', \(value))"])
    let links =
      new.contains("[Tag]")
      ? "SELECT word FROM Tag JOIN Pet_tags ON Tag.id = Pet_tags.tags ORDER BY Tag.id"
      : "SELECT word FROM Tag JOIN Pet ON Pet.tags = Tag.id"
    #expect(try result.database.run(links).map { $0[0] } == words.map { .text($0) })
    #expect(result.findings.count == lost, "\(result.findings)")
  }

  static let labels: [(String, String, [Value])] = [
    (toMany, "var tags: [String] = []", [.text(#"["red","blue"]"#), .text("[]")]),
    (toMany, "var tags: Set<String> = []", [.text(#"["blue","red"]"#), .text("[]")]),
    (toMany, "var tags: String", [.text("red,blue"), .text("")]),
    (toMany, "var tags: String?", [.text("red,blue"), .null]),
    ("var tags: Tag?", "var tags: String?", [.text("red"), .null]),
    ("var tags: Tag?", "var tags: String = \"-\"", [.text("red"), .text("-")]),
    ("var tags: Tag?", "var tags: [String] = []", [.text(#"["red"]"#), .text("[]")]),
  ]

  @Test(arguments: labels.indices)
  func relationshipsBecomeTexts(_ index: Int) throws {
    let (old, new, texts) = Self.labels[index]
    let isMany = old.contains("[Tag]")
    let result = try migrated(
      Self.text(old, tag: isMany ? "var pets: [Pet] = []" : ""), Self.text(new),
      rows: [
        Self.tags, "INSERT INTO Pet (name) VALUES ('Rex'), ('Two')",
        isMany
          ? "INSERT INTO Pet_tags VALUES (1, 1), (1, 3)"
          : "UPDATE Pet SET tags = 1 WHERE id = 1",
      ])
    #expect(try result.database.run("SELECT tags FROM Pet ORDER BY id").map { $0[0] } == texts)
    #expect(result.findings == [])
  }

  /// Names that are columns of the same table, and labels that are no texts.
  @Test func recordsOfTheOwnKindAndNumbers() throws {
    let result = try migrated(
      Self.text("var friend: String?; var tag: String?", label: "Int"),
      Self.text("var friend: Pet?; var tag: Tag?", label: "Int"),
      rows: [
        "INSERT INTO Tag (word) VALUES (7), (8)",
        "INSERT INTO Pet (name, friend, tag) VALUES ('a', 'b', '8'), ('b', 'x', ' 7'), ('c', '', 'x')",
      ])
    #expect(
      try result.database.run("SELECT friend, tag FROM Pet ORDER BY id") == [
        [.integer(2), .integer(2)], [.null, .integer(1)], [.null, .null],
      ])
    #expect(
      result.findings == [
        "loss: 1 record of Pet has a name in friend that no record of Pet has",
        "loss: 1 record of Pet has a name in tag that no record of Tag has",
      ])
  }

  @Test func aRelationshipThatMustBeThere() throws {
    let error = #expect(throws: Migrated.Stopped.self) {
      try migrated(
        Self.text("var tag: String"), Self.text("var tag: Tag"),
        rows: [Self.tags, "INSERT INTO Pet (name, tag) VALUES ('a', 'red'), ('b', 'x')"])
    }
    #expect(error?.findings.last == "obstacle: 1 record of Pet would have no tag")
  }
}
