import FlagModel
import TestSupport
import Testing

@testable import Migrations
@testable import SQLText

/// Bool attributes and lists of names that become a mask, and a mask that becomes them; in SQLite and
/// on a server.
@Suite("Attributes that become a mask") struct MaskRefactoringTests {
  private static let flags = optionSet(
    "Status", of: "UInt8", ["unread": "1", "starred": "2", "muted": "128"])
  private static let apart = """
    @Model final class Mail { var title: String; var unread: Bool; var starred: Bool?; var muted: Bool? }
    """
  private static let whole =
    "\(flags) @Model final class Mail { var title: String; var status: Status }"
  private static let maybe =
    "\(flags) @Model final class Mail { var title: String; var status: Status? }"

  private func decisions(_ texts: String..., renames: [Rename] = []) -> MigrationDecisions {
    var decisions = MigrationDecisions.none
    decisions.masks = texts.compactMap(MaskParts.init)
    decisions.renames = renames
    return decisions
  }

  private let into = "status=unread,starred,muted"

  @Test func attributesAreJoined() throws {
    let migrated = try migrated(
      Self.apart, Self.whole,
      rows: [
        """
        INSERT INTO Mail (id, title, unread, starred, muted) VALUES
        (1, 'a', 1, 0, 0), (2, 'b', 0, 1, 1), (3, 'c', 0, 0, 0)
        """
      ], decisions: decisions(into))
    #expect(
      migrated.plan.changes.map(\.words) == [
        "the flag set Status is new",
        "Mail.unread becomes the flag unread of Mail.status",
        "Mail.starred becomes the flag starred of Mail.status",
        "Mail.muted becomes the flag muted of Mail.status", "Mail.status is new: Status",
      ])
    #expect(migrated.findings == [])
    #expect(
      try migrated.database.run("SELECT id, status FROM Mail ORDER BY id") == [
        [.integer(1), .integer(1)], [.integer(2), .integer(130)], [.integer(3), .integer(0)],
      ])
  }

  @Test func missingValuesAreALoss() throws {
    let rows = [
      """
      INSERT INTO Mail (id, title, unread, starred, muted) VALUES
      (1, 'a', 1, NULL, 0), (2, 'b', 0, 1, NULL), (3, 'c', 0, NULL, NULL)
      """
    ]
    let migrated = try migrated(Self.apart, Self.maybe, rows: rows, decisions: decisions(into))
    #expect(
      migrated.findings == [
        "loss: 2 records of Mail have no starred, which becomes false in starred",
        "loss: 2 records of Mail have no muted, which becomes false in muted",
      ])
    #expect(
      try migrated.database.run("SELECT status FROM Mail ORDER BY id") == [
        [.integer(1)], [.integer(2)], [.integer(0)],
      ])
  }

  /// A record without any of the values has no mask.
  @Test func allMissingValuesAreNoMask() throws {
    let old = Self.apart.replacing("unread: Bool;", with: "unread: Bool?;")
    let migrated = try migrated(
      old, Self.maybe,
      rows: ["INSERT INTO Mail (id, title, unread) VALUES (1, 'a', NULL), (2, 'b', 1)"],
      decisions: decisions(into))
    #expect(
      try migrated.database.run("SELECT status FROM Mail ORDER BY id") == [[.null], [.integer(1)]])
  }

  @Test func aMaskIsSplit() throws {
    let migrated = try migrated(
      Self.maybe, Self.apart,
      rows: [
        "INSERT INTO Mail (id, title, status) VALUES (1, 'a', 1), (2, 'b', 130), (3, 'c', NULL)"
      ],
      decisions: decisions(into))
    #expect(
      migrated.findings == ["loss: 1 record of Mail has no status, which becomes false in unread"])
    #expect(
      try migrated.database.run("SELECT unread, starred, muted FROM Mail ORDER BY id") == [
        [.integer(1), .integer(0), .integer(0)], [.integer(0), .integer(1), .integer(1)],
        [.integer(0), .null, .null],
      ])
  }

  /// Undeclared bits, and flags without an attribute, are a loss.
  @Test func otherBitsAreALoss() throws {
    let new = "@Model final class Mail { var title: String; var unread: Bool }"
    let migrated = try migrated(
      Self.whole, new,
      rows: ["INSERT INTO Mail (id, title, status) VALUES (1, 'a', 1), (2, 'b', 3), (3, 'c', 64)"],
      decisions: decisions("status=unread"))
    #expect(
      migrated.findings == [
        "loss: 2 records of Mail have flags in status that no attribute takes"
      ])
  }

  /// A mask that stays gets a flag from an attribute, and gives another flag to an attribute.
  @Test func aMaskThatStays() throws {
    let old = """
      \(optionSet("Status", of: "UInt8", ["unread": "1", "old": "4"]))
      @Model final class Mail { var status: Status?; var isStarred: Bool }
      """
    let new = """
      \(optionSet("Status", of: "UInt8", ["unread": "1", "starred": "2"]))
      @Model final class Mail { var status: Status?; var isOld: Bool }
      """
    let migrated = try migrated(
      old, new,
      rows: [
        "INSERT INTO Mail (id, status, isStarred) VALUES (1, 5, 1), (2, 0, 0), (3, NULL, 1), (4, NULL, 0)"
      ], decisions: decisions("status=isStarred:starred", "Mail.status=isOld:old"))
    #expect(
      migrated.findings == [
        "loss: 2 records of Mail have no status, which becomes false in isOld"
      ])
    #expect(
      try migrated.database.run("SELECT status, isOld FROM Mail ORDER BY id") == [
        [.integer(3), .integer(1)], [.integer(0), .integer(0)], [.integer(2), .integer(0)],
        [.null, .integer(0)],
      ])
  }

  private static func mail(_ flags: KeyValuePairs<String, String>, _ attributes: String) -> String {
    """
    \(optionSet("Status", of: "Int8", flags))
    @Model final class Mail { var status: Status?; \(attributes) }
    """
  }

  /// A mask that has the flag already, where the attribute is false: an undeclared bit, a declared flag,
  /// a flag that moves, and a mask with another name.
  @Test(
    arguments: [
      (["work": "1"], "status", [(2, 0, 2), (2, 1, 2), (1, 0, 1), (1, 1, 3), (3, nil, 3)], 2),
      (["work": "1", "unread": "2"], "status", [(2, 0, 2), (3, 1, 3), (1, 1, 3), (0, 0, 0)], 1),
      (["work": "1", "unread": "4"], "status", [(4, 0, 2), (5, 1, 3), (1, 1, 3), (0, 0, 0)], 1),
      (["work": "1", "unread": "-128"], "status", [(-128, 0, 2), (-127, 1, 3), (1, 1, 3)], 1),
      (["work": "1", "unread": "4"], "old", [(4, 0, 2), (5, 1, 3), (1, 1, 3), (nil, 1, 2)], 1),
      (
        ["work": "1", "unread": "2"], "status", [(0, 0, 0), (nil, 1, 2), (nil, 0, nil), (1, 1, 3)],
        0
      ),
    ] as [(KeyValuePairs<String, String>, String, [(Int?, Int?, Int?)], Int)])
  func aContradictionIsALoss(
    _ flags: KeyValuePairs<String, String>, _ name: String, _ records: [(Int?, Int?, Int?)],
    _ losses: Int
  ) throws {
    let hasNil = records.contains { $0.1 == nil }
    let old = Self.mail(flags, "var unread: Bool\(hasNil ? "?" : "")")
      .replacing("var status", with: "var \(name)")
    let new = Self.mail(["work": "1", "unread": "2"], "")
    func sql(_ number: Int?) -> String { number.map { "\($0)" } ?? "NULL" }
    let rows = records.map { "(\(sql($0.0)), \(sql($0.1)))" }.joined(separator: ", ")
    let migrated = try migrated(
      old, new, rows: ["INSERT INTO Mail (\(name), unread) VALUES \(rows)"],
      decisions: decisions(
        "status=unread",
        renames: name == "status" ? [] : [Rename(old: "Mail.\(name)", new: "status")]))
    let contradictions = migrated.findings.filter { $0.contains("where unread is not true") }
    #expect(
      contradictions
        == (losses == 0
          ? []
          : [
            "loss: \(losses) record\(losses == 1 ? "" : "s") of Mail "
              + "\(losses == 1 ? "has" : "have") unread in \(name) already, where unread is not true"
          ]))
    #expect(migrated.findings.filter { $0.hasPrefix("loss") } == contradictions)
    #expect(
      try migrated.database.run("SELECT status FROM Mail ORDER BY id")
        == records.map { [$0.2.map { .integer(Int64($0)) } ?? .null] })
  }

  @Test func aListOfNames() throws {
    let old = "@Model final class Mail { var title: String; var labels: [String] }"
    let plan = try plan(old, Self.whole, decisions: decisions("status=labels"))
    #expect(plan.faults.isEmpty && plan.questions.isEmpty)
    #expect(plan.renames == [Rename(old: "Mail.labels", new: "status")])
  }

  private static let tagged = """
    @Model final class Tag { @Attribute(.unique) var name: String; var mails: [Mail] }
    @Model final class Mail {
      var title: String
      @Relationship(inverse: \\Tag.mails) var tags: [Tag]
    }
    """
  private static let unlinked = """
    \(flags)
    @Model final class Tag { @Attribute(.unique) var name: String }
    @Model final class Mail { var title: String; var status: Status }
    """

  @Test func pairsBecomeAMask() throws {
    let migrated = try migrated(
      Self.tagged, Self.unlinked,
      rows: [
        "INSERT INTO Tag (id, name) VALUES (1, 'unread'), (2, 'muted'), (3, 'other')",
        "INSERT INTO Mail (id, title) VALUES (1, 'a'), (2, 'b'), (3, 'c')",
        "INSERT INTO Tag_mails (tags, mails) VALUES (1, 1), (2, 1), (3, 2)",
      ], decisions: decisions("status=tags"))
    #expect(
      migrated.findings == ["loss: 1 record of Mail has tags that are no flag of Status"])
    let check = try #require(migrated.plan.checks.first { $0.severity == .loss })
    #expect(check.example.script(in: SQLiteDialect()).contains("LIMIT 1"))
    #expect(
      try migrated.database.run("SELECT status FROM Mail ORDER BY id") == [
        [.integer(129)], [.integer(0)], [.integer(0)],
      ])
  }

  @Test func aMaskBecomesPairs() throws {
    let migrated = try migrated(
      Self.unlinked, Self.tagged,
      rows: [
        "INSERT INTO Tag (id, name) VALUES (1, 'unread'), (2, 'muted')",
        "INSERT INTO Mail (id, title, status) VALUES (1, 'a', 129), (2, 'b', 2), (3, 'c', 64), (4, 'd', 0)",
      ], decisions: decisions("status=tags"))
    #expect(
      migrated.findings == [
        "loss: 2 records of Mail have a name in status that no record of Tag has"
      ])
    #expect(
      try migrated.database.run("SELECT mails, tags FROM Tag_mails ORDER BY 1, 2") == [
        [.integer(1), .integer(1)], [.integer(1), .integer(2)],
      ])
  }

  private static func labelled(_ type: String) -> String {
    """
    @Model final class Mail {
      var title: String
      @Relationship(inverse: \\Label.mail) var labels: [Label]
    }
    @Model final class Label { var mail: Mail?; var label: \(type) }
    """
  }

  /// Records with a word or a number each, which has no unique name, become a mask, and come back.
  @Test(arguments: [("String", ["'unread'", "'muted'", "'other'"]), ("Int", ["1", "128", "64"])])
  func wordsBecomeAMask(_ type: String, _ words: [String]) throws {
    let (unread, muted, other) = (words[0], words[1], words[2])
    let rows = """
      INSERT INTO Label (mail, label) VALUES
      (1, \(unread)), (1, \(muted)), (2, \(other)), (2, \(unread)), (2, \(unread)), (NULL, \(unread))
      """
    let there = try migrated(
      Self.labelled(type), Self.whole,
      rows: ["INSERT INTO Mail (id, title) VALUES (1, 'a'), (2, 'b'), (3, 'c')", rows],
      decisions: decisions("status=labels"))
    #expect(
      there.findings == [
        "loss: 1 record of Mail has labels that are no flag of Status",
        "loss: 2 records of Label have a repeated label, or no mail",
      ])
    #expect(
      try there.database.run("SELECT status FROM Mail ORDER BY id") == [
        [.integer(129)], [.integer(1)], [.integer(0)],
      ])
    try there.database.run("UPDATE Mail SET status = 66 WHERE id = 3" as String)
    let back = try Migrated(
      there.database, from: model(Self.whole), to: model(Self.labelled(type)),
      decisions: decisions("status=labels"))
    #expect(
      back.findings == ["loss: 1 record of Mail has bits in status that no flag declares"])
    let starred: Value = type == "Int" ? .integer(2) : .text("starred")
    let found = try back.database.run("SELECT mail, label FROM Label ORDER BY id")
    #expect(found.map { $0[0] } == [.integer(1), .integer(1), .integer(2), .integer(3)])
    #expect(found.last?[1] == starred)
  }

  /// Words beside another value go with it, so the loss is that of all records.
  @Test func wordsBesideOtherValues() throws {
    let old = Self.labelled("String").replacing(
      "label: String", with: "label: String; var at: Date?")
    let there = try migrated(
      old, Self.whole,
      rows: [
        "INSERT INTO Mail (id, title) VALUES (1, 'a')",
        "INSERT INTO Label (mail, label) VALUES (1, 'starred')",
      ], decisions: decisions("status=labels"))
    #expect(there.findings == ["loss: 1 record of Label is deleted, with all values"])
    #expect(try there.database.run("SELECT status FROM Mail") == [[.integer(2)]])
  }

  /// The names come from a removed entity, whose name another entity gets.
  @Test func anotherEntityTakesTheNameOfThePairs() throws {
    let old = "\(Self.tagged) @Model final class Word { var text: String; var tag: Tag? }"
    let new = """
      \(Self.flags)
      @Model final class Mail { var title: String; var status: Status }
      @Model final class Tag { var text: String; var tag: Tag? }
      """
    let migrated = try migrated(
      old, new,
      rows: [
        "INSERT INTO Tag (id, name) VALUES (1, 'unread'), (2, 'muted')",
        "INSERT INTO Mail (id, title) VALUES (1, 'a'), (2, 'b')",
        "INSERT INTO Tag_mails (tags, mails) VALUES (1, 1), (2, 1)",
        "INSERT INTO Word (text) VALUES ('x'), ('y')",
      ], decisions: decisions("status=tags", renames: [Rename(old: "Word", new: "Tag")]))
    #expect(
      try migrated.database.run("SELECT status FROM Mail ORDER BY id") == [
        [.integer(129)], [.integer(0)],
      ])
    #expect(
      try migrated.database.run("SELECT text FROM Tag ORDER BY id") == [[.text("x")], [.text("y")]])
  }

  @Test(arguments: [
    ("state=unread", "'state' is not an attribute of an entity in both models"),
    ("status=unraed", "'Mail.unraed' is not in the model of the database"),
    ("status=title", "'Mail.title' is in both models and stays"),
    ("status=unread:unraed", "'unraed' is not a flag of Status"),
    ("status=unread,starred:unread", "'starred' or its flag is given twice in --into"),
    ("title=unread", "'title' (String) holds no flags"),
    ("status=unread,title", "'Mail.title' is in both models and stays"),
  ])
  func mistakes(_ text: String, _ message: String) throws {
    let plan = try plan(Self.apart, Self.whole, decisions: decisions(text))
    #expect(plan.faults.map(\.message).first == message)
    #expect(plan.maskFaults.map(\.message) == [message])
    #expect(plan.steps.isEmpty)
  }

  @Test func aMaskHasOneArgument() throws {
    let plan = try plan(
      Self.apart, Self.whole, decisions: decisions("status=unread", "Mail.status=starred,muted"))
    #expect(plan.maskFaults.map(\.message) == ["'Mail.status' is given twice in --into"])
    #expect(
      plan.maskFaults.first?.hint?.text == "--into Mail.status=unread,starred,muted")
    #expect(plan.steps.isEmpty)
  }

  @Test func anAttributeHasOneMask() throws {
    let old = """
      \(Self.flags)
      @Model final class Mail { var status: Status; var former: Status }
      """
    let new = "@Model final class Mail { var unread: Bool }"
    let plan = try plan(old, new, decisions: decisions("status=unread", "former=unread"))
    #expect(plan.maskFaults.map(\.message) == ["'Mail.unread' is given twice in --into"])
    #expect(plan.maskFaults.first?.hint?.text == "choose Mail.status or Mail.former")
    #expect(plan.steps.isEmpty)
  }

  /// A mask with the name of one of its attributes.
  @Test(arguments: ["unread=unread,starred", "Mail.unread=unread,starred"])
  func aMaskTakesTheNameOfAnAttribute(into: String) throws {
    let apart = "@Model final class Mail { var unread: Bool; var starred: Bool }"
    let whole = "\(Self.flags) @Model final class Mail { var unread: Status }"
    let joined = try migrated(
      apart, whole,
      rows: [
        "INSERT INTO Mail (id, unread, starred) VALUES (1, 1, 0), (2, 0, 1), (3, 1, 1), (4, 0, 0)"
      ], decisions: decisions(into))
    #expect(joined.findings == [])
    #expect(
      try joined.database.run("SELECT unread FROM Mail ORDER BY id") == [
        [.integer(1)], [.integer(2)], [.integer(3)], [.integer(0)],
      ])
    let split = try migrated(
      whole, apart, rows: ["INSERT INTO Mail (id, unread) VALUES (1, 1), (2, 2), (3, 3), (4, 0)"],
      decisions: decisions(into))
    #expect(split.findings == [])
    #expect(
      try split.database.run("SELECT unread, starred FROM Mail ORDER BY id") == [
        [.integer(1), .integer(0)], [.integer(0), .integer(1)], [.integer(1), .integer(1)],
        [.integer(0), .integer(0)],
      ])
  }

  @Test(arguments: ["", "status", "status=", "=unread", "status=a,,b", "status=a:b:c", "status=a:"])
  func unreadable(_ text: String) { #expect(MaskParts(text) == nil) }
}
