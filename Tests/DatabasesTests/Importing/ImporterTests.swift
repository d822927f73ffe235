import Engines
import FlagModel
import Queries
import SQLText
import Testing

@testable import Databases
@testable import Importing

/// The records that enter the database, the record that fails, and its reason.
@Suite struct ImporterTests {
  private static let columns = ["code", "taken", "score", "markers"]

  private func record(_ code: String, score: Double = 1, markers: Int64 = 2) -> [Value] {
    [.text(code), .text("2026-11-20 00:00:00"), .real(score), .integer(markers)]
  }

  private func codes(_ scratch: Scratch) throws -> [String] {
    try scratch.plain().texts("SELECT code FROM Sample ORDER BY id")
  }

  /// Around the sizes of a statement.
  @Test(arguments: [0, 1, 31, 32, 33, 63, 64, 65, 1000])
  func records(count: Int) throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: false)
    let loaded = try database.load("Sample", Self.columns, (0..<count).map { record("c\($0)") })
    #expect(loaded.failed == [])
    #expect(loaded.counts.inserted == Int64(count))
    #expect(try codes(scratch) == (0..<count).map { "c\($0)" })
    #expect(try database.findings() == [])
  }

  @Test func everyKindOfValue() throws {
    let scratch = try Scratch()
    let text = "struct T { var a: String?; var b: Int64?; var c: Double?; var d: Data? }"
    let database = try scratch.makeDatabase("t.db", text)
    let rows: [[Value]] = [
      [.text(""), .integer(.min), .real(-0.5), .blob([])],
      [.text("ö\u{301}"), .integer(.max), .real(1e300), .blob([0, 255])],
      [.null, .null, .null, .null],
    ]
    // Few, which go one by one, and as many as a statement takes.
    for copies in [1, 20] {
      let all = Array(repeatElement(rows, count: copies).joined())
      _ = try database.load("T", ["a", "b", "c", "d"], all)
    }
    let found = try scratch.plain("t.db").texts(
      "SELECT count(*) || ' ' || quote(a) || quote(b) || quote(c) || quote(d) FROM T GROUP BY a")
    #expect(
      found == [
        "21 NULLNULLNULLNULL", "21 ''-9223372036854775808-0.5X''",
        "21 'ö\u{301}'92233720368547758071.0e+300X'00FF'",
      ])
  }

  /// A record that is refused is found wherever it stands, and the others are there.
  @Test(arguments: 0..<70) func aDuplicate(at place: Int) throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    var records = (0..<70).map { record("c\($0)") }
    records[place] = record("S-2")
    let loaded = try database.load("Sample", Self.columns, records)
    #expect(loaded.failed == [place])
    #expect(loaded.failures.first?.message == "'code' must be unique: Sample 2 has 'S-2' already")
    #expect(loaded.counts.inserted == 69)
    let expected = ["S-1", "S-2"] + (0..<70).filter { $0 != place }.map { "c\($0)" }
    #expect(try codes(scratch) == expected)
  }

  @Test func severalRefusedRecordsInAStatement() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: false)
    // A CHECK that the reader would have seen, a duplicate within the input, a missing value.
    var records = (0..<100).map { record("c\($0)") }
    records[3] = record("x", score: 101)
    records[40] = record("c39")
    records[41] = record("c2")
    records[99][1] = .null
    let loaded = try database.load("Sample", Self.columns, records)
    #expect(loaded.failed == [3, 40, 41, 99])
    #expect(
      loaded.failures.map(\.message) == [
        "'score' of Sample must be a number in 0...100",
        "'code' must be unique: an earlier record of the input has 'c39' already",
        "'code' must be unique: an earlier record of the input has 'c2' already",
        "'taken' must have a value",
      ])
    #expect(loaded.failures.map(\.field) == [nil, 0, 0, 1])
    #expect(try codes(scratch).count == 96)
  }

  @Test func columnsThatTheInputLacks() throws {
    let scratch = try Scratch()
    let text = """
      struct T { var a: Int; var made: Date = Date(); var key: UUID = UUID(); var n: Int = 7 }
      """
    let database = try scratch.makeDatabase("t.db", text)
    _ = try database.load("T", ["a"], (0..<100).map { [.integer($0)] })
    let found = try scratch.plain("t.db").texts(
      "SELECT count(DISTINCT key) || ' ' || sum(n) || ' ' || min(made > '2020') FROM T")
    #expect(found == ["100 700 1"])
    #expect(try database.findings() == [])
  }

  @Test func valuesThatAllRecordsHave() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: false)
    let fixed = [
      Assignment(column: "note", isOptional: true, change: .set(.text("it's"))),
      Assignment(column: "markers", isOptional: false, change: .set(.integer(4))),
    ]
    let records = (0..<70).map { Array(record("c\($0)").prefix(3)) }
    _ = try database.load("Sample", ["code", "taken", "score"], records, fixed: fixed)
    #expect(
      try database.count("Sample", where: "note == \"it's\" and markers is exactly PLX") == 70)
  }

  @Test func keysOfTheInput() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let records: [[Value]] = [
      [.integer(10), .real(1)], [.null, .real(2)], [.integer(-5), .real(3)],
      [.integer(2), .real(4)],
    ]
    let loaded = try database.load("Reading", ["id", "value"], records)
    #expect(loaded.failures.map(\.message) == ["'id' must be unique: Reading 2 has '2' already"])
    let keys = try scratch.plain().texts("SELECT id FROM Reading WHERE value < 10 ORDER BY value")
    #expect(keys == ["10", "11", "-5"])
  }

  /// SQLite need not check values that the reader has checked; a CHECK of others it must.
  @Test(arguments: [false, true]) func foreignChecks(areTheirs: Bool) throws {
    let scratch = try Scratch()
    try scratch.makeDatabase(isFilled: false)
    if areTheirs {
      try scratch.plain().run(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, '<= 100.0', '<= 50.0') WHERE name = 'Sample';
        PRAGMA writable_schema = RESET
        """)
    }
    let database = try scratch.open(for: .writing)
    let entity = try database.entity("Sample")
    var failed: [Int] = []
    try database.write {
      let layout = ImportLayout(entity, Self.columns.map { database.field($0, of: entity) })
      let importer = try Importer(layout, into: database, areChecked: true) {
        failed.append($0.number)
      }
      for number in 0..<70 {
        try importer.add(number) { row in
          for value in record("c\(number)", score: number == 33 ? 60 : 1) { row.append(value) }
        }
      }
      try importer.finish()
    }
    #expect(failed == (areTheirs ? [33] : []))
    // Afterwards nobody is trusted any more.
    #expect(throws: DatabaseError.self) {
      try database.write { try database.connection.run("UPDATE Sample SET score = 1000") }
    }
  }

  // MARK: Relationships

  @Test func otherRecordsByNameAndKey() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let names: [Value] = [.text("S-1"), .text("2"), .null, .text("S-3"), .text("S-1"), .text("99")]
    let loaded = try database.load(
      "Reading", ["sample", "value"], names.map { [$0, .real(1)] })
    #expect(loaded.failed == [3, 5])
    #expect(
      loaded.failures[0].message == "sample: there is no Sample with the code or id 'S-3'")
    #expect(loaded.failures[0].hint == .meant(["S-1"]))
    #expect(loaded.failures[0].field == 0)
    let found = try scratch.plain().texts("SELECT quote(sample) FROM Reading WHERE value = 1")
    #expect(found == ["1", "2", "NULL", "1"])
  }

  /// Blanks around a name, and the empty text, are part of it where a record is called so.
  @Test func namesOfBlanks() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: false)
    _ = try database.load("Sample", Self.columns, ["x", " x", ""].map { record($0) })
    func load(_ names: [String]) throws -> Loaded {
      try database.load(
        "Reading", ["sample", "value"], names.map { [.text($0), .real(1)] })
    }
    #expect(try load(["x", " x", "x ", "\tx", ""]).failed == [])
    _ = try scratch.plain().texts("DELETE FROM Sample WHERE code = ''")
    #expect(try load(["", "  ", "y "]).failed == [2])
    let found = try scratch.plain().texts("SELECT quote(sample) FROM Reading ORDER BY id")
    #expect(found == ["1", "2", "1", "1", "3", "NULL", "NULL"])
  }

  @Test(arguments: [true, false]) func aNumberThatIsNameAndKey(takesKeys: Bool) throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: false)
    _ = try database.load("Sample", Self.columns, ["2", "x"].map { record($0) })
    let loaded = try database.load(
      "Reading", ["sample", "value"], ["2", "x"].map { [.text($0), .real(1)] },
      takesKeys: takesKeys)
    #expect(loaded.failed == (takesKeys ? [] : [0]))
    let found = try scratch.plain().texts("SELECT sample FROM Reading ORDER BY id")
    #expect(found == (takesKeys ? ["2", "2"] : ["2"]))
  }

  @Test func manyNamesThatShareThePlacesOfTheCache() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: false)
    let count = 20_000
    _ = try database.load("Sample", Self.columns, (0..<count).map { record("c\($0)") })
    let order = (0..<count).map { $0 * 7 % count }
    _ = try database.load(
      "Reading", ["sample", "value"], order.map { [.text("c\($0)"), .real(Double($0))] })
    let wrong = try scratch.plain().texts(
      "SELECT count(*) FROM Reading r JOIN Sample s ON s.id = r.sample WHERE s.code <> 'c' || CAST(value AS INTEGER)"
    )
    #expect(wrong == ["0"])
    #expect(try database.count("Reading", where: "sample != nil") == Int64(count))
  }

  private static let tree = """
    @Model final class Node {
        @Attribute(.unique) var name: String
        var parent: Node?
        var friends: [Tag] = []
    }
    @Model final class Tag {
        @Attribute(.unique) var word: String
        @Relationship(inverse: \\Node.friends) var nodes: [Node] = []
    }
    """

  @Test func recordsOfTheSameInput() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase("t.db", Self.tree)
    let records: [[Value]] = [
      [.text("root"), .null], [.text("a"), .text("root")], [.text("b"), .text("a")],
      [.text("c"), .text("d")], [.text("d"), .text("b")],
    ]
    let loaded = try database.load("Node", ["name", "parent"], records)
    #expect(loaded.failed == [3])
    let found = try scratch.plain("t.db").texts(
      "SELECT n.name || p.name FROM Node n JOIN Node p ON p.id = n.parent ORDER BY n.id")
    #expect(found == ["aroot", "ba", "db"])
  }

  @Test func pairs() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase("t.db", Self.tree)
    _ = try database.load("Tag", ["word"], [[.text("x")], [.text("y")], [.text("z")]])
    let records: [[Value]] = [
      [.text("a"), .text("x\0z")], [.text("b"), .text("")], [.text("c"), .null],
      [.text("d"), .text("y\0q")], [.text("e"), .text("x\0x\0y")],
    ]
    let loaded = try database.load("Node", ["name", "friends"], records)
    #expect(loaded.failed == [3])
    #expect(loaded.failures[0].message == "friends: there is no Tag with the word or id 'q'")
    let pairs = """
      SELECT n.name || ':' || coalesce((SELECT group_concat(t.word, '') FROM "Node.friends" j \
      JOIN Tag t ON t.id = j.Tag WHERE j.Node = n.id), '') FROM Node n ORDER BY n.id
      """
    let join = try #require(
      database.entity("Node").relationships.compactMap { relationship in
        if case .joinTable(let join) = relationship.storage { join } else { nil }
      }.first)
    let sql = pairs.replacing("\"Node.friends\"", with: "\"\(join.name)\"")
      .replacing("j.Tag", with: "j.\"\(join.otherColumn)\"")
      .replacing("j.Node", with: "j.\"\(join.ownColumn)\"")
    #expect(try scratch.plain("t.db").texts(sql) == ["a:xz", "b:", "c:", "e:xy"])
    // Given again, they are all that the record has; not given, they stay.
    let again: [[Value]] = [[.text("a"), .text("y")], [.text("e"), .null]]
    _ = try database.load("Node", ["name", "friends"], again, conflict: .replace)
    #expect(try scratch.plain("t.db").texts(sql) == ["a:y", "b:", "c:", "e:xy"])
  }

  // MARK: Around the records

  private func indexes(_ scratch: Scratch) throws -> [String] {
    try scratch.plain().texts(
      "SELECT name || coalesce(sql, '') FROM sqlite_schema WHERE type = 'index' ORDER BY name")
  }

  @Test(arguments: [true, false]) func indexesComeBack(isFilled: Bool) throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: isFilled)
    try scratch.plain().run("CREATE INDEX theirs ON Sample (score)")
    let before = try indexes(scratch)
    _ = try database.load("Sample", Self.columns, (0..<500).map { record("c\($0)") })
    #expect(try indexes(scratch) == before)
    #expect(try scratch.plain().texts("PRAGMA integrity_check") == ["ok"])
    let plan = try scratch.plain().texts(
      "SELECT count(*) FROM Sample INDEXED BY \"Sample.markers\" WHERE markers = 2")
    #expect(plan == ["500"])
  }

  /// Whoever gives up after a record has nothing changed, the indexes included.
  @Test func givingUp() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: false)
    let before = try scratch.bytes("zoo.db")
    #expect(throws: ImportFailure.self) {
      try database.write {
        let layout = ImportLayout(
          try database.entity("Sample"),
          try Self.columns.map { database.field($0, of: try database.entity("Sample")) })
        let importer = try Importer(layout, into: database) { throw $0 }
        for number in 0..<100 {
          try importer.add(number) { row in
            for value in record("c\(number % 90)") { row.append(value) }
          }
        }
        try importer.finish()
      }
    }
    #expect(try scratch.bytes("zoo.db") == before)
  }

  /// Triggers of other programs run as they were written.
  @Test func foreignTriggers() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: false)
    try scratch.plain().run(
      """
      CREATE TABLE log (code TEXT PRIMARY KEY);
      INSERT INTO log VALUES ('c5');
      CREATE TRIGGER theirs AFTER INSERT ON Sample
      BEGIN INSERT OR IGNORE INTO log VALUES (NEW.code); END
      """)
    var records = (0..<100).map { record("c\($0)") }
    records[50] = record("c1")
    let loaded = try database.load("Sample", Self.columns, records)
    #expect(loaded.failed == [50])
    #expect(try scratch.plain().texts("SELECT count(*) FROM log") == ["99"])
    #expect(loaded.counts.inserted == 99)
  }
}
