import Engines
import FlagModel
import Foundation
import Testing

@testable import Databases

/// Values that an update calculates: what becomes of records, and why that is refused.
@Suite struct CalculatedUpdateTests {
  private static let model = """
    struct Mark: OptionSet {
      let rawValue: Int16
      static let raw = Mark(rawValue: 1), hrm = Mark(rawValue: 2), top = Mark(rawValue: -32768)
    }
    enum Core: Int { case link = 0, bone, ply }
    struct Transition: OptionSet {
      let rawValue: Int32
      @Bits(0...3) var core: Core
      @Bits(4...7) var depth: UInt8
      static let start = Transition(rawValue: 1 << 8)
    }
    @Model final class Kind {
      @Attribute(.unique) var name: String
      @Valid(places: 4) var price: Decimal = 0
      var items: [Item] = []
    }
    @Model final class Tag { @Attribute(.unique) var name: String; var items: [Item] = [] }
    @Model final class Item {
      @Attribute(.unique) var code: String
      @Valid(matches: "[a-z ]*") var note: String?
      @Attribute(.unique) var place: Int?
      var n: Int = 0
      var small: Int8 = 0
      var opt: Int?
      @Valid(0...100) var score: Double = 0
      var real: Double = 0
      var ratio: Float = 0
      @Valid(places: 2) var price: Decimal = 0
      var taken: Date
      var due: Date?
      var done: Bool = false
      var marks: Mark = []
      var others: Mark?
      var transition: Transition = []
      var parent: Item?
      @Relationship(inverse: \\Item.parent) var children: [Item] = []
      @Relationship(inverse: \\Kind.items) var kind: Kind?
      @Relationship(inverse: \\Tag.items) var tags: [Tag] = []
    }
    """

  private static let records = """
    INSERT INTO Kind (id, name, price) VALUES (1, 'bolt', 12345), (2, 'nut', 10000);
    INSERT INTO Tag (id, name) VALUES (1, 'x'), (2, 'y');
    INSERT INTO Item (id, code, note, place, n, opt, score, real, price, taken, marks, others,
      transition, parent, kind)
    VALUES (1, 'a', 'one', 1, 7, NULL, 10, 0.1, 1005, '2026-11-20 00:00:00', 1, 2, 0, NULL, 1),
      (2, 'b', NULL, 2, -3, 5, 50, -2.5, 333, '2026-12-31 23:59:59.5', -32767, NULL, 18, 1, 1),
      (3, 'c', 'x y', 3, 9223372036854775807, 1, 99, 1e300, -150, '1969-07-20 20:17:40', 0, 1,
        258, 2, NULL);
    """

  private func database() throws -> (Scratch, Database) {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase("x.db", Self.model)
    try scratch.plain("x.db").run(Self.records)
    return (scratch, database)
  }

  private func outcome(_ database: Database, _ words: [String], _ text: String? = nil) -> String {
    do {
      return "\(try database.update("Item", words: words, where: text)) changed"
    } catch let error as DatabaseError {
      return error.message + (error.hint.map { " (\($0.text))" } ?? "")
    } catch let error as Diagnostics {
      return error.all.map(\.message).joined(separator: "; ")
    } catch {
      return "\(error)"
    }
  }

  /// An assignment, the records for which it is made, and the same in plain SQL.
  struct Twin: CustomTestStringConvertible, Sendable {
    let words: [String]
    var text: String?
    let sql: String
    var condition = "TRUE"

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(
    "records become what plain SQL makes of them",
    arguments: [
      Twin(words: ["n=n+1"], text: "n < 100", sql: "n = n + 1", condition: "n < 100"),
      Twin(words: ["n=n/2", "small=n%5"], sql: "n = n / 2, small = n % 5"),
      Twin(words: ["n=small", "small=opt ?? 3"], sql: "n = small, small = coalesce(opt, 3)"),
      Twin(words: ["opt=opt*2"], sql: "opt = opt * 2"),
      Twin(words: ["opt=n > 0 ? nil : n"], sql: "opt = CASE WHEN n > 0 THEN NULL ELSE n END"),
      Twin(words: ["score=score/2"], sql: "score = score / 2"),
      Twin(words: ["real=small"], sql: "real = small"),
      Twin(words: ["ratio=score/3"], sql: "ratio = round(score / 3, 20)"),
      Twin(words: ["price=price*1.1"], sql: "price = round(price * 11 / 10.0)"),
      Twin(words: ["price=price*3"], sql: "price = price * 3"),
      Twin(
        words: ["price=kind.price ?? 1"],
        sql: """
          price = coalesce(CAST(round((SELECT price FROM Kind WHERE id = kind) / 100.0) AS INT), 100)
          """),
      Twin(
        words: ["due=taken+7d"],
        sql: """
          due = rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', taken, '+7 days'), '0'), '.')
          """),
      Twin(
        words: ["due=taken-90s"],
        sql: """
          due = rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', taken, '-90 seconds'), '0'), '.')
          """),
      Twin(words: ["done=(score > 20)"], sql: "done = score > 20"),
      Twin(
        words: ["note=code + ' ' + (note ?? 'none')"],
        sql: "note = code || ' ' || coalesce(note, 'none')"),
      Twin(words: ["marks=(marks | hrm) & ~raw"], sql: "marks = (marks | 2) & ~1"),
      Twin(words: ["marks=marks & top"], sql: "marks = marks & -32768"),
      Twin(
        words: ["marks=marks ^ top"], sql: "marks = iif(marks < 0, marks + 32768, marks - 32768)"),
      Twin(words: ["others=~marks"], sql: "others = ~marks & -32765"),
      Twin(
        words: ["transition.depth=kind.items.count ?? 0"],
        sql: """
          transition = (transition & ~240) |
            ((SELECT count(*) FROM Item AS other WHERE other.kind = Item.kind) << 4)
          """),
      Twin(
        words: ["transition.core=transition.core", "transition=start"],
        sql: "transition = transition & 255 | 256"),
      Twin(words: ["n=tags.count"], sql: "n = 0"),
    ])
  func likePlainSQL(_ twin: Twin) throws {
    let (scratch, database) = try database()
    let (otherScratch, _) = try self.database()
    let isAll = twin.condition == "TRUE"
    #expect(outcome(database, twin.words, twin.text) == (isAll ? "3 changed" : "2 changed"))
    try otherScratch.plain("x.db").run("UPDATE Item SET \(twin.sql) WHERE \(twin.condition)")
    let columns = try scratch.plain("x.db").texts("SELECT name FROM pragma_table_info('Item')")
    for column in columns {
      let query = "SELECT quote(\(column)) FROM Item ORDER BY id"
      let found = try scratch.plain("x.db").texts(query)
      let expected = try otherScratch.plain("x.db").texts(query)
      if column == "ratio" {
        #expect(found.map { Float($0) } == expected.map { Float($0) }, "\(column)")
      } else {
        #expect(found == expected, "\(column)")
      }
    }
  }

  /// Each record sees what the others had before, in whatever order they are changed.
  @Test func otherRecordsOfTheSameEntity() throws {
    let (scratch, database) = try database()
    #expect(outcome(database, ["n=(parent.n ?? 100) + 1", "small=children.count"]) == "3 changed")
    let rows = try scratch.plain("x.db").texts("SELECT n || ' ' || small FROM Item ORDER BY id")
    #expect(rows == ["101 1", "8 1", "-2 0"])
    #expect(
      outcome(database, ["n=tags.count", "tags+=x"])
        == "'tags' is both changed and read (make two changes)")
  }

  @Test(
    "a value that cannot be stored is refused by name",
    arguments: [
      ("n=n+1", "n of Item 3: the result does not fit in 64 bits"),
      ("opt=n*2", "opt of Item 3: the result does not fit in 64 bits"),
      ("opt=n*4/4", "opt of Item 3: the result does not fit in 64 bits"),
      ("opt=100/(n-7)", "opt of Item 1: division by zero"),
      ("opt=100%(n-7)", "opt of Item 1: division by zero"),
      ("real=1.0/(n-7)", "real of Item 1: division by zero"),
      ("real=real*1e10", "Item 3: real must be a number, found inf"),
      ("real=real*1e10-real*1e10", "real of Item 3: the result is beyond all numbers"),
      ("real=sqrt(real)", "real of Item 2: the calculation has no result"),
      ("ratio=real", "ratio of Item 3: the result is beyond all numbers"),
      ("price=real", "price of Item 3: the result is beyond all decimals"),
      ("n=Int(real)", "n of Item 3: the result does not fit in 64 bits"),
      ("n=Int(code)", "n of Item 1: the calculation has no result"),
      ("small=(opt ?? 1)*100", "Item 2: small must be a whole number in -128...127, found 500"),
      ("score=score+50", "Item 3: score must be in 0...100, found 149"),
      ("note=code + '!'", "Item 1: note must be of the form [a-z ]*, found 'a!'"),
      ("due=taken+3000000d", "due of Item 1: the date is beyond the years 1 to 9999"),
      ("transition.depth=opt", "transition of Item 1: the calculation has no result"),
      ("transition.depth=n", "transition of Item 2: a field has no room for the result"),
      (
        "n=opt",
        "'n' must have a value, and the calculation has none for 1 record, as Item 1 "
          + "('… ?? VALUE' gives them one)"
      ),
      (
        "place=place+1",
        "'place' must be unique, and several records would have the same (records change one "
          + "after another; a new value may equal one that a later record still has)"
      ),
    ])
  func refused(_ word: String, _ message: String) throws {
    let (scratch, database) = try database()
    let before = try scratch.plain("x.db").texts(
      "SELECT quote(n) || quote(opt) || quote(score) || quote(note) || transition FROM Item")
    #expect(outcome(database, [word]) == message)
    let after = try scratch.plain("x.db").texts(
      "SELECT quote(n) || quote(opt) || quote(score) || quote(note) || transition FROM Item")
    #expect(before == after)
  }

  /// A calculation, the form of a column of others, and what it keeps before and after.
  struct Form: CustomTestStringConvertible, Sendable {
    let declaration: String
    let attribute: String
    let values: [String]
    let word: String
    /// What plain SQL finds afterwards; the error where there is one.
    let after: [String]
    var error: String?

    var testDescription: String { "\(attribute) \(word)" }
  }

  @Test(
    "columns of others keep their form",
    arguments: [
      Form(
        declaration: "INT", attribute: "@Stored(.milliseconds) var c: Date?",
        values: ["1700000000000", "NULL"], word: "c=c+1d", after: ["1700086400000", "NULL"]),
      Form(
        declaration: "REAL", attribute: "@Stored(.reference) var c: Date?", values: ["1.5"],
        word: "c=c-1s", after: ["0.5"]),
      Form(
        declaration: "TEXT", attribute: "@Stored(.text) var c: Date?",
        values: ["'2026-11-20T08:00:00Z'"], word: "c=c+1h", after: ["'2026-11-20T09:00:00Z'"]),
      Form(
        declaration: "REAL", attribute: "@Stored(.real) @Valid(places: 2) var c: Decimal?",
        values: ["1.25", "2", "NULL"], word: "c=c*1.1", after: ["1.38", "2.2", "NULL"]),
      Form(
        declaration: "INT", attribute: "@Stored(.anyNumber) var c: Bool?",
        values: ["7", "0"], word: "c=!c", after: ["0", "1"]),
      Form(
        declaration: "BLOB", attribute: "@Stored(.blob) var c: UUID?",
        values: ["x'00112233445566778899AABBCCDDEEFF'"], word: "c=(c)",
        after: ["X'00112233445566778899AABBCCDDEEFF'"]),
      Form(
        declaration: "INT", attribute: "@Stored(.word) var c: Int32", values: ["4294967290", "5"],
        word: "c=c+1", after: ["4294967291", "6"]),
      Form(
        declaration: "INT", attribute: "@Stored(.word) var c: Int32", values: ["-6", "5"],
        word: "c=c+1", after: ["-5", "6"]),
      Form(
        declaration: "INT", attribute: "var c: Word", values: ["-2147483647", "2"],
        word: "c=(c | a) & ~b", after: ["-2147483647", "1"]),
      Form(
        declaration: "INT", attribute: "var c: Word", values: ["2147483649", "2"],
        word: "c=c ^ top", after: ["1", "2147483650"]),
      Form(
        declaration: "INT", attribute: "var c: Int", values: ["1", "'x'"], word: "c=c+1",
        after: ["1", "'x'"], error: "c of t 2: a value that it is made of is not a number"),
      Form(
        declaration: "INT", attribute: "var c: Int8", values: ["1", "100"], word: "c=c*2",
        after: ["1", "100"], error: "t 2: c must be a whole number in -128...127, found 200"),
      Form(
        declaration: "INT", attribute: "var c: Kind", values: ["1", "2"], word: "c=c",
        after: ["1", "2"]),
    ])
  func foreignColumns(_ form: Form) throws {
    let rows = form.values.map { "INSERT INTO t (c, d) VALUES (\($0), 'kept');" }.joined()
    let file = try AdoptedFile(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, c \(form.declaration), d TEXT); \(rows)",
      model: """
        struct Word: OptionSet { let rawValue: UInt32
          static let a = Self(rawValue: 1)
          static let b = Self(rawValue: 2)
          static let top = Self(rawValue: 1 << 31)
        }
        enum Kind: Int { case low = 1, high = 2 }
        struct t: Entity {
          \(form.attribute)
          var d: String?
        }
        """)
    let database = try file.open()
    var found: String?
    do {
      _ = try database.update("t", words: [form.word])
    } catch let error as DatabaseError {
      found = error.message
    }
    #expect(found == form.error)
    #expect(try file.texts("SELECT quote(c) FROM t ORDER BY id") == form.after)
    #expect(try file.texts("SELECT DISTINCT d FROM t") == ["kept"])
  }
}
