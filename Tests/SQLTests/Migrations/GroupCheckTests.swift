import FlagModel
import Testing

@testable import Migrations
@testable import Queries

/// Optional structs as every client meets them: there whole, or not at all.
@Suite struct GroupCheckTests {
  private static let structs = """
    struct Point { var x: Int; var y: Int }
    struct Size { var note: String?; var width: Int; var depth: Int?; var height: Int }
    struct Box { var corner: Point?; var size: Point; var end: Point? }
    struct Kept { var point: Point?; var name: String? }
    struct Deep { var kept: Kept?; var mark: Int }

    """

  /// The parts that have values, written `x` or `.` in the order of the columns; all others are
  /// refused.
  @Test(
    arguments: [
      ("var p: Point?", ["..", "xx"]),
      ("var p: Size?", ["....", ".x.x", "xx.x", ".xxx", "xxxx"]),
      // corner, size, end
      ("var p: Box?", ["......", "..xx..", "xxxx..", "..xxxx", "xxxxxx"]),
      // The point and the name each by itself.
      ("var p: Kept?", ["...", "xx.", "..x", "xxx"]),
      ("var p: Deep?", ["....", "...x", "xx.x", "..xx", "xxxx"]),
    ] as [(String, [String])])
  func everyChoiceOfParts(_ property: String, _ whole: [String]) throws {
    let schema = try model(Self.structs + "@Model final class T { \(property) }")
    let entity = schema.entities[0]
    let database = try MemoryDatabase(schema)
    let unchecked = try MemoryDatabase(schema)
    try unchecked.run("PRAGMA ignore_check_constraints = ON")
    let parts = entity.attributes
    for bits in 0..<1 << parts.count {
      let shape = String(parts.indices.map { bits >> $0 & 1 == 1 ? "x" : "." })
      let values = shape.map { $0 == "x" ? "1" : "NULL" }.joined(separator: ", ")
      let insertion = "INSERT INTO T VALUES (\(bits + 1), \(values))"
      let isWhole = whole.contains(shape)
      #expect((database.complaint(insertion) == nil) == isWhole, "CHECK of \(shape)")
      let assignments = zip(parts, shape).map { part, letter in
        Assignment(
          column: part.column, isOptional: true, change: .set(letter == "x" ? .integer(1) : .null))
      }
      #expect((entity.halfGroup(in: assignments) == nil) == isWhole, "insert of \(shape)")
      try unchecked.run(insertion)
      let found = try entity.groupRules.flatMap { try unchecked.run(entity.broken($0)) }
      #expect(found.contains { $0[0] == .integer(Int64(bits + 1)) } == !isWhole, "look at \(shape)")
    }
  }

  /// As deep as expressions of SQLite may be, a struct may be wide.
  @Test func aWideStruct() throws {
    let properties = (0..<1_200).map { "var p\($0): Int\($0 % 3 == 1 ? "?" : "")" }
    let schema = try model(
      "struct Wide { \(properties.joined(separator: "; ")) }\n@Model final class T { var w: Wide? }"
    )
    let database = try MemoryDatabase(schema)
    #expect(database.complaint("INSERT INTO T (id, w_p0) VALUES (1, 1)") != nil)
    try database.run("INSERT INTO T (id) VALUES (2)")
    let entity = schema.entities[0]
    #expect(try database.run(entity.broken(entity.groupRules[0])) == [])
  }

  // MARK: Migration

  private static let plain = "@Model final class T { var code: String }"
  private static let sized = """
    struct Size { var width: Int; var height: Int }
    @Model final class T { var code: String; var size: Size? }
    """
  private static let rows = [
    "INSERT INTO T (id, code, size_width, size_height) VALUES (1, 'a', 3, 4), (2, 'b', NULL, NULL)"
  ]

  private static func changed(_ part: String, to other: String) -> String {
    sized.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: other)
  }

  @Test func anOptionalStructIsAddedWithoutReadingTheTable() throws {
    let result = try migrated(
      Self.plain, Self.sized, rows: ["INSERT INTO T (code) VALUES ('a'), ('b')"])
    #expect(result.plan.steps.allSatisfy { $0.reads == nil })
    #expect(result.findings == [])
    #expect(result.database.complaint("UPDATE T SET size_width = 1") != nil)
  }

  @Test(
    arguments: [
      ("height: Int", "height: Int; var depth: Int?"),
      ("var size: Size?", "@Attribute(originalName: \"size\") var extent: Size?"),
      ("height: Int", "height: Int?"),
      ("width: Int", "width: Int?"),
    ])
  func whatRecordsKeepAnyway(_ part: String, _ other: String) throws {
    let result = try migrated(Self.sized, Self.changed(part, to: other), rows: Self.rows)
    #expect(!result.findings.contains { $0.hasPrefix("obstacle") }, "\(result.findings)")
    #expect(result.plan.steps.allSatisfy { $0.reads == nil })
    #expect(try result.database.run("SELECT count(*) FROM T") == [[.integer(2)]])
  }

  @Test func aStructBecomesOptionalAndBack() throws {
    let strict = Self.changed("Size?", to: "Size")
    let whole = "INSERT INTO T (id, code, size_width, size_height) VALUES (1, 'a', 3, 4)"
    let there = try migrated(strict, Self.sized, rows: [whole])
    #expect(there.findings == [])
    #expect(there.database.complaint("UPDATE T SET size_width = NULL") != nil)
    #expect(try migrated(Self.sized, strict, rows: [whole]).findings == [])
    #expect(throws: Migrated.Stopped.self) {
      try migrated(Self.sized, strict, rows: Self.rows)
    }
  }

  /// The struct that is there gets the new part, and the one that is not gets nothing.
  @Test(arguments: ["height: Int; var depth: Int", "height: Int; var `in`: Int"])
  func aRequiredPartIsAdded(_ other: String) throws {
    let new = Self.changed("height: Int", to: other)
    let stopped = #expect(throws: Migrated.Stopped.self) {
      try migrated(Self.sized, new, rows: Self.rows)
    }
    #expect(
      stopped?.findings == [
        "obstacle: 1 record of T would have some parts of size, but not all that it requires"
      ])
    let name = other.hasSuffix("depth: Int") ? "depth" : "in"
    let filled = try migrated(
      Self.sized, new, rows: Self.rows,
      decisions: MigrationDecisions(fills: [Fill(attribute: "T.size.\(name)", text: "7")]))
    #expect(
      try filled.database.run("SELECT size_\(name) FROM T ORDER BY id")
        == [[.integer(7)], [.null]])
    #expect(
      try migrated(Self.sized, new, rows: ["INSERT INTO T (code) VALUES ('c')"]).findings == [])
  }

  @Test func anOptionalPartBecomesRequired() throws {
    let old = Self.changed("height: Int", to: "height: Int; var depth: Int?")
    let new = Self.changed("height: Int", to: "height: Int; var depth: Int")
    let rows =
      Self.rows + ["INSERT INTO T VALUES (3, 'c', 5, 6, 8)"]
    #expect(
      try plan(old, new).changes.map(\.words) == [
        "T.size.depth is required within its struct"
      ])
    let stopped = #expect(throws: Migrated.Stopped.self) { try migrated(old, new, rows: rows) }
    #expect(
      stopped?.findings == [
        "obstacle: 1 record of T would have some parts of size, but not all that it requires"
      ])
    let filled = try migrated(
      old, new, rows: rows,
      decisions: MigrationDecisions(fills: [Fill(attribute: "size.depth", text: "7")]))
    #expect(
      try filled.database.run("SELECT size_depth FROM T ORDER BY id")
        == [[.integer(7)], [.null], [.integer(8)]])
  }

  /// Two attributes that were independent become a struct.
  @Test func attributesBecomeAStruct() throws {
    let old = "@Model final class T { var code: String; var w: Int?; var h: Int? }"
    let renames = ["T.w=size.width", "T.h=size.height"].compactMap { Rename($0) }
    let decisions = MigrationDecisions(renames: renames)
    let good = "INSERT INTO T VALUES (1, 'a', 3, 4), (2, 'b', NULL, NULL)"
    #expect(try migrated(old, Self.sized, rows: [good], decisions: decisions).findings == [])
    let stopped = #expect(throws: Migrated.Stopped.self) {
      try migrated(
        old, Self.sized, rows: [good, "INSERT INTO T VALUES (3, 'c', 5, NULL)"],
        decisions: decisions)
    }
    #expect(stopped?.findings.count == 1)
  }

  /// A struct between two others gets optional, which no attribute says of itself.
  @Test func anInnerStructBecomesOptional() throws {
    func text(_ mark: String) -> String {
      """
      struct Point { var x: Int; var y: Int }
      struct Box { var point: Point\(mark); var name: String }
      @Model final class T { var box: Box? }
      """
    }
    #expect(
      try plan(text(""), text("?")).changes.map(\.words) == [
        "T.box needs all its required parts, or none",
        "T.box.point needs all its required parts, or none",
      ])
    let row = "INSERT INTO T VALUES (1, 1, 2, 'n'), (2, NULL, NULL, NULL)"
    #expect(try migrated(text(""), text("?"), rows: [row]).findings == [])
    let half = "INSERT INTO T VALUES (1, NULL, NULL, 'n')"
    #expect(throws: Migrated.Stopped.self) { try migrated(text("?"), text(""), rows: [half]) }
  }

  // MARK: Former names

  private static let people = """
    struct Name { var first: String; var last: String? }
    struct Person { var name: Name; var born: Int }
    @Model final class T { var author: Person?; var note: String? }
    """

  @Test(
    arguments: [
      ([("var author", "@Attribute(originalName: \"author\") var writer")], 3),
      ([("var name", "@Attribute(originalName: \"name\") var called")], 2),
      ([("var last", "@Attribute(originalName: \"last\") var family")], 1),
      (
        [
          ("var author", "@Attribute(originalName: \"author\") var writer"),
          ("var name", "@Attribute(originalName: \"name\") var called"),
          ("var last", "@Attribute(originalName: \"last\") var family"),
        ], 3
      ),
      // What was renamed before, and is still said.
      (
        [
          ("var author", "@Attribute(originalName: \"editor\") var author"),
          ("var name", "@Attribute(originalName: \"name\") var called"),
        ], 2
      ),
    ] as [([(String, String)], Int)])
  func formerNamesOfStructs(_ edits: [(String, String)], _ count: Int) throws {
    var new = Self.people
    for (part, other) in edits {
      new = new.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
        .joined(separator: other)
    }
    let result = try migrated(
      Self.people, new, rows: ["INSERT INTO T VALUES (1, 'Ada', 'L', 1815, 'x')"])
    #expect(result.plan.changes.allSatisfy { $0.kind == .renamed }, "\(result.plan.changes)")
    #expect(result.plan.changes.count == count)
    #expect(result.plan.steps.allSatisfy { $0.reads == nil }, "nothing is copied")
    #expect(
      try result.database.run("SELECT * FROM T")
        == [[.integer(1), .text("Ada"), .text("L"), .integer(1815), .text("x")]])
  }
}
