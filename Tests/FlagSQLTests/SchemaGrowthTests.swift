import FlagModel
import Testing

@testable import FlagSQL

@Suite struct SchemaGrowthTests {
  private func growth(from old: String, to new: String) throws -> SchemaGrowth {
    try SchemaGrowth(from: model(old), to: model(new), in: SQLiteDialect())
  }

  private static let old = """
    struct Marks: OptionSet { let rawValue: Int; static let a = Marks(rawValue: 1) }
    enum Size: Int { case small, large }
    @Model final class Thing { var name: String; var marks: Marks = []; var size: Size? }
    @Model final class Other { var count: Int }
    """

  private static func changed(_ part: String, to other: String) -> String {
    let parts = old.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.joined(separator: other)
  }

  @Test func nothing() throws {
    let growth = try growth(from: Self.old, to: Self.old)
    #expect(growth.created.isEmpty && growth.widened.isEmpty && growth.views.isEmpty)
    #expect(growth.replacedViews.isEmpty && growth.altered.isEmpty)
  }

  @Test func aNewEntity() throws {
    let growth = try growth(
      from: Self.old, to: Self.old + "\n@Model final class New { var marks: Marks = [] }")
    #expect(growth.created.map(\.name) == ["New", "New.marks"])
    #expect(growth.views.map(\.name) == ["New_named"])
    #expect(growth.replacedViews.isEmpty && growth.altered.isEmpty)
  }

  @Test func aNewFlagChangesOnlyTheView() throws {
    let growth = try growth(
      from: Self.old,
      to: Self.changed(
        "Marks(rawValue: 1) }", to: "Marks(rawValue: 1), b = Marks(rawValue: 2) }"))
    #expect(growth.replacedViews == ["Thing_named"])
    #expect(growth.created.isEmpty && growth.widened.isEmpty && growth.altered.isEmpty)
  }

  @Test(
    arguments: [
      ("var note: String?", nil),
      ("var note: String = \"it's\"", nil),
      ("var more: Marks = []", nil),
      ("var other: Other?", nil),
      ("var note: String", "would have none"),
      ("var made: Date = Date()", "would all have the same"),
      ("@Attribute(.unique) var key: Int?", "would all have the same"),
      ("var other: Other", "would all have the same or none"),
    ] as [(String, String?)])
  func aNewColumn(_ declaration: String, _ obstacle: String?) throws {
    let new = Self.changed("var size: Size? }", to: "var size: Size?; \(declaration) }")
    let growth = try growth(from: Self.old, to: new)
    #expect(growth.altered.isEmpty)
    let addition = try #require(growth.widened.first?.additions.first)
    #expect(addition.obstacle == obstacle)
    guard obstacle == nil else { return }
    // What is said to be possible is, in a table that has a record.
    let database = try MemoryDatabase(model(Self.old))
    try database.run("INSERT INTO Thing (name) VALUES ('x')")
    try database.run("DROP VIEW Thing_named")
    try database.run(addition.sql)
    for object in growth.created + growth.views { try database.run(object.sql) }
    #expect(try database.run("SELECT count(*) FROM Thing_named") == [[.integer(1)]])
  }

  @Test func aColumnInTheMiddle() throws {
    let growth = try growth(
      from: Self.old, to: Self.changed("var name: String;", to: "var name: String; var x: Int?;"))
    #expect(growth.widened.first?.additions.first?.obstacle == "can take it only after all else")
  }

  @Test(arguments: [
    ("var name: String;", "var name: String?;", ["Thing"]),
    ("var name: String;", "", ["Thing"]),
    ("case small, large", "case small, large, huge", ["Thing"]),
    ("@Model final class Other { var count: Int }", "", ["Other", "Other_named"]),
    ("var marks: Marks = [];", "", ["Thing.marks", "Thing"]),
    (
      "var name: String; var marks: Marks = []", "var marks: Marks = []; var name: String",
      ["Thing"]
    ),
  ])
  func whatDoesNotGrow(_ part: String, _ other: String, _ altered: [String]) throws {
    let growth = try growth(from: Self.old, to: Self.changed(part, to: other))
    #expect(growth.altered == altered)
  }
}
