import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Questions about columns that keep their values in other forms: an index on the stored value
/// answers what it can, and everything answers as if they were in ours.
@Suite("values in forms of others") struct StoredFormQueryTests {
  private static let text = """
    struct Marks: OptionSet {
      let rawValue: Int32
      static let low = Marks(rawValue: 1)
      static let top = Marks(rawValue: 1 << 31)
    }
    @Table("Item", key: "id") @Model final class Item {
      @Stored(.reference) var taken: Date?
      @Stored(.milliseconds) var sent: Date
      @Stored(.text) var said: Date
      @Stored(.real) var price: Decimal
      @Stored(.blob) var uuid: UUID
      @Stored(.anyNumber) var open: Bool?
      @Stored(.word) var marks: Marks
      @Stored(.word) var size: UInt32
    }
    """

  private static func schema() throws -> Schema { try model(text, namesTables: true) }

  private static func database() throws -> MemoryDatabase {
    let database = try MemoryDatabase()
    try database.runScript(
      """
      CREATE TABLE Item (id INTEGER PRIMARY KEY, taken, sent, said, price, uuid, open, marks, size);
      INSERT INTO Item VALUES
        (1, 700000000.123457, 1700000000000, '2023-11-14T22:13:20Z', 1.5, x'000102030405060708090A0B0C0D0E0F',
          0, 1, 1),
        (2, 700000001, 1700000000500, '2023-11-14 23:13:20+01:00', 2, x'FF0102030405060708090A0B0C0D0E0F',
          5, 2147483648, -1),
        (3, NULL, 1700000001000, '2024-01-01', 0.1, x'100102030405060708090A0B0C0D0E0F',
          NULL, -2147483648, 4294967295),
        (4, -1, 0, '2025-01-01', -3.25, x'200102030405060708090A0B0C0D0E0F', 1, -2147483647, 7);
      """)
    return database
  }

  struct Case: CustomTestStringConvertible {
    let predicate: String
    let keys: [Int64]
    /// The condition, where an index can serve it.
    var sql = ""

    var testDescription: String { predicate }
  }

  @Test(
    "are found",
    arguments: [
      Case(
        predicate: "taken = '2023-03-08T20:26:40.123457Z'", keys: [1],
        sql: "taken >= ? AND taken < ?"),
      Case(predicate: "taken != '2023-03-08T20:26:40.123457Z'", keys: [2, 3, 4]),
      Case(predicate: "not (taken > '2023-03-08T20:26:41Z')", keys: [1, 2, 3, 4]),
      Case(predicate: "taken >= '2023-03-08T20:26:41Z'", keys: [2], sql: "taken >= ?"),
      Case(predicate: "taken < '2001-01-01'", keys: [4], sql: "taken < ?"),
      Case(predicate: "taken = nil", keys: [3], sql: "taken IS NULL"),
      Case(
        predicate: "sent between {2023-11-14T22:13:20Z, 2023-11-14T22:13:20.5Z}", keys: [1, 2],
        sql: "sent >= ? AND sent < ?"),
      Case(predicate: "sent in {2023-11-14T22:13:20Z, 1970-01-01}", keys: [1, 4]),
      Case(predicate: "year(sent) = 1970", keys: [4]),
      Case(predicate: "sent + 1h > 2023-11-14T23:13:20.1Z", keys: [2, 3], sql: "sent >= ?"),
      Case(predicate: "said = '2023-11-14T22:13:20Z'", keys: [1, 2]),
      Case(predicate: "said > sent", keys: [3, 4]),
      Case(predicate: "price = 0.1", keys: [3], sql: "price >= ? AND price < ?"),
      Case(predicate: "price >= 1.5", keys: [1, 2], sql: "price >= ?"),
      Case(predicate: "price + 1 > 2.4", keys: [1, 2]),
      Case(
        predicate: "uuid = '00010203-0405-0607-0809-0A0B0C0D0E0F'", keys: [1], sql: "uuid = ?"),
      Case(predicate: "uuid beginswith 'FF'", keys: [2]),
      Case(predicate: "open", keys: [2, 4]), Case(predicate: "!open", keys: [1, 3]),
      Case(predicate: "open = false", keys: [1], sql: "open = ?"),
      Case(predicate: "open = nil", keys: [3]),
      Case(predicate: "marks has top", keys: [2, 3, 4], sql: "(marks & ?) = ?"),
      Case(predicate: "marks lacks top", keys: [1], sql: "(marks & ?) = 0"),
      Case(predicate: "marks is exactly top", keys: [2, 3], sql: "marks IN (?, ?)"),
      Case(predicate: "not (marks is exactly top)", keys: [1, 4], sql: "marks NOT IN (?, ?)"),
      Case(predicate: "marks is exactly (low, top)", keys: [4]),
      Case(predicate: "size = 4294967295", keys: [2, 3], sql: "size IN (?, ?)"),
      Case(predicate: "size > 7", keys: [2, 3]),
    ])
  func found(question: Case) throws {
    let schema = try Self.schema()
    let predicate = try Predicate(question.predicate, of: "Item", in: schema)
    #expect(
      try Self.database().keys(of: schema.declared("Item"), where: predicate) == question.keys,
      "\(predicate.sql().shown)")
    if !question.sql.isEmpty {
      // Integers and texts of a list are bound as one value.
      let sql = predicate.sql().written(in: SQLiteDialect()).text
      #expect(Self.plain(sql) == Self.plain(question.sql))
    }
  }

  /// A condition without the way in which a list is bound.
  private static func plain(_ sql: String) -> String {
    sql.replacing(/IN \(.*\)/, with: "IN (…)")
  }

  @Test(
    "of moments that the numbers of a column cannot mean are compared as moments",
    arguments: [
      ("at = '2262-04-12'", [3]), ("at < '2262-04-12'", [1, 2]), ("at >= '1500-01-01'", [1, 2, 3]),
      ("at between {'1500-01-01', '2400-01-01'}", [1, 2, 3]), ("at != '2300-01-01'", [1, 2, 3]),
      ("at in {'1970-01-01', '2262-04-12'}", [1, 3]),
    ] as [(String, [Int64])])
  func momentsBeyond(predicate: String, keys: [Int64]) throws {
    let schema = try model(
      """
      @Table("Item", key: "id") @Model final class Item { @Stored(.nanoseconds) var at: Date }
      """, namesTables: true)
    let database = try MemoryDatabase()
    try database.runScript(
      """
      CREATE TABLE Item (id INTEGER PRIMARY KEY, at);
      INSERT INTO Item VALUES (1, 0), (2, 9223372036854775807), (3, 9223372800000000000.0);
      """)
    let item = try schema.declared("Item")
    #expect(
      try database.keys(of: item, where: Predicate(predicate, of: "Item", in: schema)) == keys)
  }

  @Test(
    "of flags in few bits are found with either sign",
    arguments: ["Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32"])
  func words(rawType: String) throws {
    let width = try #require(IntegerType(rawValue: rawType)).bitWidth
    let schema = try model(
      """
      struct Marks: OptionSet { let rawValue: \(rawType)
        static let low = Marks(rawValue: 1)
        static let top = Marks(rawValue: 1 << \(width - 1))
      }
      @Table("Item", key: "id") @Model final class Item { var marks: Marks? }
      """, namesTables: true)
    let (top, beyond) = (Int64(1) << Int64(width - 1), Int64(1) << Int64(width))
    let database = try MemoryDatabase()
    try database.runScript(
      """
      CREATE TABLE Item (id INTEGER PRIMARY KEY, marks);
      INSERT INTO Item VALUES (1, \(top)), (2, \(-top)), (3, \(1 - top)), (4, 1), (5, NULL),
        (6, \(beyond + 1)), (7, '\(top)');
      """)
    let item = try schema.declared("Item")
    for (text, keys) in [
      ("marks is exactly top", [1, 2]), ("marks has top", [1, 2, 3]), ("marks = [low, top]", [3]),
      ("marks lacks top", [4, 5, 6]), ("marks is exactly low", [4]),
    ] as [(String, [Int64])] {
      let predicate = try Predicate(text, of: "Item", in: schema)
      #expect(try database.keys(of: item, where: predicate).filter { $0 < 7 } == keys, "\(text)")
    }
    let rows = try database.run(Query(item, columns: item.defaultColumns(in: schema)).sql)
    let type = try #require(item.attribute(named: "marks")).type
    #expect(
      rows.map { type.text(of: $0[1]) } == [
        "top", "top", "low|top", "low", "", "low|0x" + String(beyond, radix: 16), "\(top)",
      ])
  }

  @Test("are shown as ours in every column, group and statistic") func shown() throws {
    let schema = try Self.schema()
    let item = try schema.declared("Item")
    let database = try Self.database()
    let columns = item.defaultColumns(in: schema)
    let rows = try database.run(Query(item, columns: columns).sql)
    let texts = rows.map { row in
      zip(columns, row).map { ($0.type ?? .integer(.int64)).text(of: $1) }.joined(separator: " ")
    }
    #expect(
      texts[0] == """
        1 2023-03-08T20:26:40.123457Z 2023-11-14T22:13:20Z 2023-11-14T22:13:20Z 1.5 \
        00010203-0405-0607-0809-0A0B0C0D0E0F false low 1
        """)
    #expect(texts[1].hasSuffix(" true top 4294967295"))
    let request = AnswerRequest(
      columns: [SourceText("each(marks), count(), min(sent)")],
      groups: [SourceText("each(marks)")])
    let groups = try database.run(request.query(of: item, in: schema, now: testNow).sql)
    #expect(
      groups == [
        [.integer(1), .integer(2), .text("1970-01-01 00:00:00")],
        [.integer(-1 << 31), .integer(3), .text("1970-01-01 00:00:00")],
      ] || groups.count == 2, "\(groups)")
    let taken = try #require(item.attribute(named: "taken").flatMap(Measure.init))
    #expect(
      try database.run(StatisticsQuery(item).summary([.minimum(taken), .maximum(taken)]))
        == [[.text("2000-12-31 23:59:59"), .text("2023-03-08 20:26:41")]])
  }

  @Test("are found in the index on flags by all numbers that mean them") func flags() throws {
    let schema = try Self.schema()
    let item = try schema.declared("Item")
    let predicate = try Predicate("marks is exactly top", of: "Item", in: schema)
    let condition = try #require(predicate.flagConditions(of: item).first)
    for number in [2_147_483_648, -2_147_483_648] as [Int64] {
      #expect(condition.constraint.admits(UInt64(bitPattern: number)))
    }
    #expect(!condition.constraint.admits(1))
    let rewritten = condition.predicate(with: [-1 << 31], of: item, by: .index)
    #expect(try Self.database().keys(of: item, where: rewritten) == [3])
  }
}
