import FlagModel
import Testing

@testable import Migrations
@testable import SQLText

/// Attributes, entities and relationships: which statements, and what the records hold then.
@Suite struct TableMigrationTests {
  private static let base = """
    enum Size: Int { case small, large }
    @Model final class T { @Attribute(.unique) var code: String; var note: String?; var size: Size = Size.small }
    """
  private static let rows = [
    "INSERT INTO T (code, note, size) VALUES ('a', 'x', 0), ('b', NULL, 1), ('c', 'y', 1)"
  ]

  private static func changed(_ part: String, to other: String, in text: String = base) -> String {
    text.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: other)
  }

  private static func adding(_ property: String) -> String {
    changed("= Size.small }", to: "= Size.small; \(property) }")
  }

  @Test(arguments: [
    "var x: String?", "var x: Int = 3", "var x: String = \"it's\"", "var x: Size?", "var x: T?",
    "var `order`: Int?", "var x: Bool = true",
  ])
  func anAttributeIsAddedWithoutReadingTheTable(_ property: String) throws {
    let result = try migrated(Self.base, Self.adding(property), rows: Self.rows)
    #expect(result.plan.steps.allSatisfy { $0.reads == nil || $0.words.hasPrefix("indexes") })
    #expect(result.findings == [])
  }

  @Test(
    arguments: [
      ("var x: UUID = UUID()", "SELECT count(DISTINCT x) FROM T", [.integer(3)]),
      ("var x: Date = Date()", "SELECT x FROM T", [.text("0001-01-01 00:00:00")]),
      ("@Attribute(.unique) var x: Int?", "SELECT count(x) FROM T", [.integer(0)]),
    ] as [(String, String, [Value])])
  func anAttributeThatNeedsACopy(_ property: String, _ query: String, _ expected: [Value]) throws {
    let result = try migrated(Self.base, Self.adding(property), rows: Self.rows)
    #expect(try result.database.run(query).first == expected)
    #expect(result.plan.steps.contains { $0.words == "copies T" })
  }

  /// Rules that only become looser are no reason to look at a record.
  @Test(arguments: [
    ("case small, large", "case small, large, huge"), ("@Valid(0...9)", ""),
    ("@Valid(0...9)", "@Valid(-1...9)"), ("@Valid(0...9)", "@Valid(0..<10.5)"),
    ("@Valid(length: 2...8)", "@Valid(length: 1...)"), ("Int8", "Int16"), ("Int8", "Int"),
    ("small: Int8", "small: Int8?"), ("deleteRule: .cascade", "deleteRule: .deny"),
    ("var half: Float", "var half: Double"), ("var isOn: Bool", "var isOn: Int"),
  ])
  func aLooserRuleTouchesNoRecord(_ part: String, _ other: String) throws {
    let result = try migrated(
      Self.ruled, Self.changed(part, to: other, in: Self.ruled),
      rows: [
        "INSERT INTO R (score, name, small, half, isOn, size) VALUES (9, 'ab', 1, 1.5, 1, 1)"
      ])
    #expect(result.plan.steps.allSatisfy { $0.reads == nil && !$0.changesRecords })
    #expect(!result.plan.steps.isEmpty && result.findings == [])
  }

  /// Stricter ones are asked of the records; only those that break them are written.
  @Test(
    arguments: [
      ("@Valid(0...9)", "@Valid(0...8)", "score", [Value.real(8), .real(0)]),
      ("@Valid(0...9)", "@Valid(0..<9)", "score", [.real(8), .real(0)]),
      ("length: 2...8", "length: 3...8", "name", [.text("abc"), .text("none")]),
      ("note: String?", "note: String", "note", [.text("n"), .text("none")]),
      ("small: Int8", "small: UInt8", "small", [.integer(1), .integer(0)]),
    ] as [(String, String, String, [Value])])
  func aStricterRuleCopiesNoTable(
    _ part: String, _ other: String, _ column: String, _ expected: [Value]
  ) throws {
    let fill = Fill(
      attribute: "R.\(column)", text: ["name", "note"].contains(column) ? "none" : "0")
    let result = try migrated(
      Self.ruled, Self.changed(part, to: other, in: Self.ruled),
      rows: [
        """
        INSERT INTO R (score, name, note, small, half, isOn, size) \
        VALUES (8, 'abc', 'n', 1, 1.5, 1, 0), (9, 'ab', NULL, -1, 1.5, 1, 1)
        """
      ], decisions: MigrationDecisions(fills: [fill]))
    #expect(result.plan.steps.filter(\.changesRecords).map(\.words) == ["changes R"])
    #expect(try result.database.run("SELECT \(column) FROM R").flatMap { $0 } == expected)
    #expect(result.findings.count == 1)
  }

  private static let ruled = """
    enum Size: Int { case small, large }
    @Model final class R {
      @Valid(0...9) var score: Double
      @Valid(length: 2...8) var name: String
      var note: String?
      var small: Int8
      var half: Float
      var isOn: Bool
      var size: Size = Size.small
      @Relationship(deleteRule: .cascade, inverse: \\Part.whole) var parts: [Part] = []
    }
    @Model final class Part { var whole: R? }
    """

  /// Records that were there before an attribute have its default from the text of the table, which
  /// must not change under them.
  @Test func anotherDefaultIsForOtherRecords() throws {
    let first = try migrated(Self.base, Self.adding("var x: Int = 3"), rows: Self.rows)
    let second = try Migrated(
      first.database, from: model(Self.adding("var x: Int = 3")),
      to: model(Self.adding("var x: Int = 4")))
    try second.database.run("INSERT INTO T (code) VALUES ('d')")
    #expect(
      try second.database.run("SELECT x FROM T ORDER BY id").flatMap { $0 }
        == [.integer(3), .integer(3), .integer(3), .integer(4)])
  }

  /// Two texts that Swift takes for one have other bytes.
  @Test func anotherDefaultThatLooksTheSame() throws {
    let (old, new) = ("var x: String = \"\u{e9}\"", "var x: String? = \"e\u{301}\"")
    let first = try migrated(Self.base, Self.adding(old), rows: Self.rows)
    let second = try Migrated(
      first.database, from: model(Self.adding(old)), to: model(Self.adding(new)))
    #expect(try second.database.run("SELECT DISTINCT hex(x) FROM T") == [[.text("C3A9")]])
  }

  @Test func anAttributeInTheMiddle() throws {
    let new = Self.changed("var note", to: "var x: Int?; var note")
    let result = try migrated(Self.base, new, rows: Self.rows)
    #expect(result.plan.steps.contains { $0.words == "copies T" })
    let large = try plan(
      Self.base, new,
      tables: ["T": StoredTable(columns: ["code", "note", "size"], isLarge: true)])
    #expect(large.steps.allSatisfy { $0.reads == nil })
  }

  @Test func aRequiredAttributeNeedsAValue() throws {
    let new = Self.adding("var x: Int")
    #expect(throws: Migrated.Stopped.self) {
      try migrated(Self.base, new, rows: Self.rows)
    }
    let decisions = MigrationDecisions(fills: [Fill(attribute: "x", text: "7")])
    let result = try migrated(Self.base, new, rows: Self.rows, decisions: decisions)
    #expect(try result.database.run("SELECT DISTINCT x FROM T") == [[.integer(7)]])
  }

  @Test func anOptionalBecomesRequired() throws {
    let new = Self.changed("note: String?", to: "note: String")
    #expect(throws: Migrated.Stopped.self) { try migrated(Self.base, new, rows: Self.rows) }
    let decisions = MigrationDecisions(fills: [Fill(attribute: "T.note", text: "none")])
    let result = try migrated(Self.base, new, rows: Self.rows, decisions: decisions)
    #expect(
      try result.database.run("SELECT note FROM T ORDER BY id").flatMap { $0 }
        == [.text("x"), .text("none"), .text("y")])
  }

  @Test func namesChange() throws {
    let new = """
      enum Size: Int { case small, large }
      @Entity(originalName: "T") @Model final class U {
        @Attribute(.unique) var code: String
        @Attribute(originalName: "note") var remark: String?
        var size: Size = Size.small
      }
      """
    let result = try migrated(Self.base, new, rows: Self.rows)
    #expect(
      result.plan.renames == [Rename(old: "T", new: "U"), Rename(old: "T.note", new: "remark")])
    #expect(
      result.plan.renames.reversed == [
        Rename(old: "U", new: "T"), Rename(old: "U.remark", new: "note"),
      ])
    #expect(result.plan.steps.allSatisfy { $0.reads == nil })
    let back = try Migrated(
      result.database, from: model(new), to: model(Self.base),
      decisions: MigrationDecisions(renames: result.plan.renames.reversed))
    #expect(try back.database.run("SELECT note FROM T WHERE id = 3") == [[.text("y")]])
  }

  @Test func whatVanishesWhileItsLikeAppearsIsAsked() throws {
    let new = Self.changed("note: String?", to: "remark: String?")
    let asked = try plan(Self.base, new)
    #expect(asked.questions.map(\.words) == ["did 'T.note' become 'remark'?"])
    let dropped = try migrated(
      Self.base, new, rows: Self.rows, decisions: MigrationDecisions(drops: ["T.note"]))
    #expect(dropped.findings == ["loss: 2 records of T have a note, which is removed"])
    let renamed = try migrated(
      Self.base, new, rows: Self.rows,
      decisions: MigrationDecisions(renames: [Rename(old: "T.note", new: "remark")]))
    #expect(renamed.findings == [])
  }

  @Test func casesComeGoAndMove() throws {
    let more = Self.changed("small, large", to: "tiny, small, large")
    let result = try migrated(Self.base, more, rows: Self.rows)
    let sizes = try result.database.run("SELECT size FROM T ORDER BY id").flatMap { $0 }
    #expect(sizes == [.integer(1), .integer(2), .integer(2)])
    let less = try migrated(Self.base, Self.changed("small, large", to: "small"), rows: Self.rows)
    #expect(less.findings == ["loss: 2 records of T have a size that is removed: large"])
    #expect(try less.database.run("SELECT DISTINCT size FROM T") == [[.integer(0)]])
    let text = Self.changed("Size: Int", to: "Size: String")
    let renamed = try migrated(Self.base, text, rows: Self.rows)
    #expect(
      try renamed.database.run("SELECT size FROM T ORDER BY id").flatMap { $0 }
        == [.text("small"), .text("large"), .text("large")])
  }

  @Test(
    arguments: [
      (
        "Int", "Double", [.integer(5), .integer(1 << 53), .integer((1 << 53) + 1)],
        [.real(5), .real(0x1p53), .real(0x1p53)], 1
      ),
      (
        "Int64", "Int8", [.integer(5), .integer(-128), .integer(128)],
        [.integer(5), .integer(-128), .null], 1
      ),
      ("Int8", "Int64", [.integer(5)], [.integer(5)], 0),
      ("Double", "Int", [.real(5), .real(1.5)], [.integer(5), .integer(1)], 1),
      ("Int", "String", [.integer(-5)], [.text("-5")], 0),
      (
        "String", "Int", [.text("-5"), .text("007"), .text("x")],
        [.integer(-5), .integer(7), .null], 1
      ),
      (
        "String", "Double", [.text("1.5"), .text("3"), .text("x")], [.real(1.5), .real(3), .null], 1
      ),
      ("Bool", "String", [.integer(1)], [.text("true")], 0),
      ("String", "Bool", [.text("false"), .text("perhaps")], [.integer(0), .null], 1),
      ("String", "Size", [.text("large"), .text("huge")], [.integer(1), .null], 1),
      ("Size", "String", [.integer(1)], [.text("large")], 0),
      (
        "Decimal", "String", [.integer(1_500_000), .integer(-250_000), .integer(7_000_000)],
        [.text("1.5"), .text("-0.25"), .text("7")], 0
      ),
      (
        "String", "Decimal", [.text("1.5"), .text("-0.25"), .text("a")],
        [.integer(1_500_000), .integer(-250_000), .null], 1
      ),
      ("Int", "Decimal", [.integer(3), .integer(.max)], [.integer(3_000_000), .null], 1),
      (
        "Decimal", "Int", [.integer(3_000_000), .integer(3_500_000)], [.integer(3), .integer(3)], 1
      ),
      ("Decimal", "Double", [.integer(1_500_000)], [.real(1.5)], 0),
      ("Double", "Decimal", [.real(1.5), .real(1e30)], [.integer(1_500_000), .null], 1),
      (
        "String", "Date",
        [.text("2026-01-02"), .text("2026-02-30"), .text("2026-01-02T03:04:05Z")],
        [.text("2026-01-02 00:00:00"), .null, .text("2026-01-02 03:04:05")], 1
      ),
      ("Date", "String", [.text("2026-01-02 00:00:00")], [.text("2026-01-02 00:00:00")], 0),
      ("Data", "Int", [.blob([1])], [.null], 1),
      (
        "String", "Mark", [.text("a|b"), .text("b, a"), .text("a|c"), .text("")],
        [.integer(3), .integer(3), .integer(1), .integer(0)], 1
      ),
      ("Mark", "String", [.integer(3), .integer(0)], [.text("a|b"), .text("")], 0),
    ] as [(String, String, [Value], [Value], Int)])
  func typesChange(
    _ one: String, _ two: String, _ before: [Value], _ after: [Value], _ lost: Int
  ) throws {
    func text(_ type: String) -> String {
      """
      enum Size: Int { case small, large }
      struct Mark: OptionSet { let rawValue: Int; static let a = Mark(rawValue: 1); static let b = Mark(rawValue: 2) }
      @Model final class T { var x: \(type)?; var s: Size?; var m: Mark = [] }
      """
    }
    let (old, new) = (try model(text(one)), try model(text(two)))
    let database = try MemoryDatabase(old)
    for value in before + [.null] {
      try database.run("INSERT INTO T (x) VALUES (\(value))" as SQLText)
    }
    let result = try Migrated(database, from: old, to: new)
    #expect(try database.run("SELECT x FROM T ORDER BY id").flatMap { $0 } == after + [.null])
    let count = result.findings.first.map { Int($0.dropFirst(6).prefix { $0 != " " }) ?? -1 } ?? 0
    #expect(count == lost, "\(result.findings)")
    #expect(result.findings.count <= 1)
  }

  @Test func rulesThatRecordsBreak() throws {
    func text(_ rule: String) -> String { "@Model final class T { \(rule) var x: Int = 50 }" }
    let result = try migrated(
      text(""), text("@Valid(0...100)"), rows: ["INSERT INTO T (x) VALUES (5), (500), (-1)"])
    #expect(result.findings == ["loss: 2 records of T have a x that the new rules of T.x refuse"])
    #expect(
      try result.database.run("SELECT x FROM T").flatMap { $0 }
        == [.integer(5), .integer(50), .integer(50)])
    #expect(throws: Migrated.Stopped.self) {
      try migrated(
        text(""), text("@Attribute(.unique)"), rows: ["INSERT INTO T (x) VALUES (5), (5)"])
    }
  }

  /// Told before anything is done, and not by SQLite.
  @Test(
    arguments: [
      ("var x: Int", "var x: Int; var y: Int", "1"),
      ("var x: Int", "var x: Int; var y: Bool = true", nil),
      ("var x: Int; var y: Int?", "var x: Int; var y: Int", "1"),
      ("var x: Int; var y: Double = 0.5", "var x: Int; var y: Int", nil),
    ] as [(String, String, String?)])
  func whatIsToBeUniqueTogether(_ old: String, _ new: String, _ fill: String?) throws {
    let stopped = #expect(throws: Migrated.Stopped.self) {
      try migrated(
        "@Model final class T { \(old) }",
        "@Model final class T { #Unique<T>([\\.x, \\.y]); \(new) }",
        rows: ["INSERT INTO T (x) VALUES (5), (5), (6)"],
        decisions: MigrationDecisions(fills: fill.map { [Fill(attribute: "y", text: $0)] } ?? []))
    }
    #expect(
      stopped?.findings.last
        == "obstacle: 2 records of T have the x, y of another record, but these become unique together"
    )
  }

  @Test func whatIsUniqueTogetherMeetsByAnotherType() throws {
    func text(_ type: String) -> String {
      "@Model final class T { #Unique<T>([\\.x, \\.y]); var x: Int; var y: \(type) }"
    }
    let stopped = #expect(throws: Migrated.Stopped.self) {
      try migrated(
        text("Double"), text("Int"), rows: ["INSERT INTO T (x, y) VALUES (5, 0.25), (5, 0.5)"])
    }
    #expect(
      stopped?.findings.last?.hasPrefix("obstacle: 2 records of T have the x, y of another record")
        ?? false)
  }

  private static func library(_ book: String, _ author: String, entity: String = "Author") -> String
  {
    "@Model final class Book { var title: String; \(book) }\n@Model final class \(entity) { var name: String; \(author) }"
  }

  @Test func relationshipsChangeTheirShape() throws {
    let one = Self.library("var author: Author?", "var books: [Book] = []")
    let many = Self.library("var author: [Author] = []", "var books: [Book] = []")
    let rows = [
      "INSERT INTO Author (name) VALUES ('x'), ('y')",
      "INSERT INTO Book (title, author) VALUES ('a', 1), ('b', NULL), ('c', 2), ('d', 1)",
    ]
    let result = try migrated(one, many, rows: rows)
    #expect(result.findings == [])
    let back = try Migrated(result.database, from: model(many), to: model(one))
    #expect(back.findings == [])
    #expect(
      try back.database.run("SELECT author FROM Book ORDER BY id").flatMap { $0 }
        == [.integer(1), .null, .integer(2), .integer(1)])
    // From the books' side to the authors': each author keeps one book.
    let flipped = Self.library("var author: [Author] = []", "var books: Book?")
    let lossy = try migrated(one, flipped, rows: rows)
    #expect(
      lossy.findings == [
        "loss: 1 record of Author has more than one books, of which only the first is kept"
      ])
  }

  @Test func anEntityWithManyToManyGetsAnotherName() throws {
    let old = Self.library("var authors: [Author] = []", "var books: [Book] = []")
    let new = Self.library("var writers: [Writer] = []", "var books: [Book] = []", entity: "Writer")
    let decisions = MigrationDecisions(renames: [
      Rename(old: "Author", new: "Writer"), Rename(old: "Book.authors", new: "writers"),
    ])
    let rows = [
      "INSERT INTO Author (name) VALUES ('x')", "INSERT INTO Book (title) VALUES ('a')",
      "INSERT INTO Book_authors (books, authors) VALUES (1, 1)",
    ]
    let result = try migrated(old, new, rows: rows, decisions: decisions)
    #expect(try result.database.run("SELECT * FROM Book_writers") == [[.integer(1), .integer(1)]])
    #expect(result.findings == [])
    #expect(!result.plan.steps.contains { $0.words.hasPrefix("copies") })
  }

  @Test func twoEntitiesExchangeTheirNames() throws {
    let old = "@Model final class A { var x: Int }\n@Model final class B { var y: Int; var a: A? }"
    let new = "@Model final class B { var x: Int }\n@Model final class A { var y: Int; var a: B? }"
    let decisions = MigrationDecisions(renames: [
      Rename(old: "A", new: "B"), Rename(old: "B", new: "A"),
    ])
    let result = try migrated(
      old, new, rows: ["INSERT INTO A VALUES (1, 5)", "INSERT INTO B VALUES (1, 6, 1)"],
      decisions: decisions)
    #expect(try result.database.run("SELECT x FROM B JOIN A ON a = B.id") == [[.integer(5)]])
  }

  @Test func anEntityGoes() throws {
    let old = Self.library("var author: Author?", "")
    let result = try migrated(
      old, "@Model final class Book { var title: String }",
      rows: ["INSERT INTO Author (name) VALUES ('x')", "INSERT INTO Book VALUES (1, 'a', 1)"])
    #expect(
      result.findings == [
        "loss: 1 record of Book has an author, which is removed",
        "loss: 1 record of Author is deleted, with all values",
      ])
  }

  @Test(arguments: [
    (
      MigrationDecisions(renames: [Rename(old: "T.nope", new: "x")]),
      "'T.nope' cannot be renamed to 'x'"
    ),
    (MigrationDecisions(drops: ["T.code"]), "'T.code' is in the new model and stays"),
    (MigrationDecisions(clears: ["M.x"]), "'M.x' is not in the model of the database"),
    (
      MigrationDecisions(fills: [Fill(attribute: "nope", text: "")]),
      "'nope' is not an attribute of the new model"
    ),
    (
      MigrationDecisions(fills: [Fill(attribute: "size", text: "huge")]),
      "size: 'huge' is not a case of 'Size'"
    ),
  ])
  func wishesThatNameNothing(_ decisions: MigrationDecisions, _ message: String) throws {
    let plan = try plan(Self.base, Self.base, decisions: decisions)
    #expect(plan.faults.map(\.message) == [message])
    #expect(!plan.isReady && plan.steps.isEmpty)
  }

  @Test func anExpressionThatNoLongerMeansAnything() throws {
    let old = "@Model final class T { var x: Int; @Expression(\"x + 1\") var y: Int }"
    let new = "@Model final class T { var z: String; @Expression(\"x + 1\") var y: Int }"
    let plan = try plan(old, new)
    #expect(plan.faults.count == 1)
  }
}
