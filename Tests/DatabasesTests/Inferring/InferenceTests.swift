import FlagModel
import TestSupport
import Testing

@testable import Databases
@testable import Inferring

/// Meanings of bits, planted ones and none.
@Suite struct InferenceTests {
  private static let table = """
    CREATE TABLE kind (id INTEGER PRIMARY KEY, title TEXT, rank INT);
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, size INT, price REAL, made TEXT, kind INT REFERENCES kind, \
    other INT, bits INT);
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) \
    INSERT INTO kind SELECT i, iif(i % 4 = 0, 'rare kind', 'kind'), i % 3 FROM n;
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) \
    INSERT INTO item SELECT i, iif(i % 5 = 0, 'red lamp ', 'green chair ') || i, i * 7919 % 1009 % 3, i * 31 % 97 / 2.0, \
    date('2020-01-01', (i * 37 % 500) || ' days'), nullif(i * 13 % 21, 0), i * 17 % 64, 0 FROM n
    """

  private func claim(_ sql: String) throws -> BitMeaning.Claim? {
    let scratch = try Scratch()
    let plain = try scratch.plain("infer.db")
    try plain.run(Self.table)
    try plain.run("UPDATE item SET bits = (\(sql)) * 8")
    let meanings = try meanings(of: "item", in: scratch)
    #expect(meanings.bits.map(\.bit) == [3])
    return meanings.bits.first?.claim
  }

  @Test(
    "a bit that follows one statement",
    arguments: [
      ("size > 0", "size > 0", "hasSize"),
      ("size = 0", "size == 0", "size0"),
      ("name LIKE '%lamp%'", "name contains \"lamp\"", "lamp"),
      ("name NOT LIKE '%lamp%'", "name contains \"chair\"", "chair"),
      ("price > 20", "price >= 21.0", "priceFrom21"),
      ("kind IS NULL", "kind == null", "noKind"),
      ("coalesce((SELECT rank FROM kind WHERE kind.id = kind), 0) = 2", nil, nil),
      ("(other & 16) != 0", "(other & 0x10) != 0", "other0x10"),
      ("random() & 1", nil, nil),
      ("id IN (3, 700)", nil, nil),
    ] as [(String, String?, Name?)])
  func planted(sql: String, statement: String?, name: Name?) throws {
    let claim = try claim(sql)
    if statement == nil { return }
    #expect(claim?.statement == statement)
    #expect(claim?.name == name)
    #expect((claim?.phi ?? 0) > 0.9)
  }

  /// The best of many statements agrees with any bit to some degree, and must not be a claim.
  @Test func shuffledColumnsHaveNoMeaning() throws {
    let columns = Campaign.size(20, many: 100, all: 1_000)
    let scratch = try Scratch()
    try scratch.plain("infer.db").run(Self.table)
    let database = try scratch.open("infer.db")
    let entity = try database.entity("item")
    let attribute = try #require(entity.attribute(named: "bits"))
    var evidence = try database.read {
      let counts = try BitCounts(of: attribute, entity, in: database)
      return try EvidenceReader(database, entity, attribute, now: testNow).evidence(counts)
    }
    var dice = Dice(seed: 1)
    var claims = 0
    for column in 0..<columns {
      let share = [2, 5, 20, 100][column % 4] as UInt64
      evidence.masks = evidence.masks.map { _ in UInt64(dice.next() % share == 0 ? 1 : 0) }
      let trial = Trial(evidence, bits: [0])
      var maker = StatementMaker(for: trial)
      for column in evidence.columns where !column.isTarget { maker.add(column) }
      let judge = BitJudge(maker.statements, tries: maker.tries, trial, least: 0.3)
      claims += judge.meanings([0]).count { $0.claim != nil }
    }
    #expect(claims * 100 <= columns)
  }

  /// Records that repeat agree with any bit as often as they repeat, and must not be a claim.
  @Test(
    "random flags of records that repeat, and of related records that many share",
    arguments: [
      """
      CREATE TABLE base (id INTEGER PRIMARY KEY, name TEXT, size INT, weight REAL, bits INT);
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, size INT, weight REAL, bits INT);
      INSERT INTO base VALUES :rows;
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600) INSERT INTO item \
      SELECT i, name, size, weight, base.bits FROM n JOIN base ON base.id = i * 7919 % 10007 % :some + 1;
      DROP TABLE base
      """,
      """
      CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT, age INT, weight REAL, bits INT);
      CREATE TABLE item (id INTEGER PRIMARY KEY, size INT, owner INT REFERENCES owner, bits INT);
      INSERT INTO owner VALUES :rows;
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600) INSERT INTO item \
      SELECT i, i * 7919 % 101, i % :some + 1, owner.bits FROM n JOIN owner ON owner.id = i % :some + 1;
      ALTER TABLE owner DROP COLUMN bits
      """,
    ])
  func repeatedRecordsProveNothing(sql: String) throws {
    let columns = Campaign.size(12, many: 40, all: 400)
    var claims = 0
    var dice = Dice(seed: 9)
    for column in 0..<columns {
      let scratch = try Scratch()
      let some = [5, 10, 20, 40][column % 4]
      let rows = (1...some).map { id in
        "(\(id), 'n\(dice.next() % 10)', \(dice.next() % 90), \(dice.next() % 9973) / 7.0, \(dice.next() % 16))"
      }
      try scratch.plain("infer.db").run(
        sql.replacing(":some", with: "\(some)").replacing(
          ":rows", with: rows.joined(separator: ", ")))
      let meanings = try meanings(of: "item", in: scratch)
      claims += meanings.bits.count { meaning in
        meaning.claim.map { !$0.statement.contains("bits &") } ?? false
      }
    }
    #expect(claims * 50 <= columns)
  }

  /// A sample that is the beginning of the table misses what came later.
  @Test(
    "bits of late records are found",
    arguments: [
      "id INTEGER PRIMARY KEY", "id TEXT PRIMARY KEY", "id INT",
      "id INT PRIMARY KEY CHECK (id < 0)",
    ])
  func lateBits(key: String) throws {
    let scratch = try Scratch()
    let sign = key.contains("<") ? "-" : ""
    try scratch.plain("infer.db").run(
      """
      CREATE TABLE item (\(key), size INT, bits INT);
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120000) \
      INSERT INTO item SELECT \(sign)i, i * 7919 % 1009, iif(i > 60000, (i * 7919 % 1009 > 500) + 2 * (i = 119999), 0) FROM n
      """)
    let meanings = try meanings(of: "item", in: scratch)
    #expect(meanings.bits.map(\.bit) == [0, 1])
    #expect(meanings.bits.map(\.records) == [30_210, 1])
    #expect(meanings.allRecords == 120_000)
    #expect((40_000...50_000).contains(meanings.records))
  }

  private func meanings(of name: String, in scratch: Scratch) throws -> BitMeanings {
    let database = try scratch.open("infer.db")
    try database.lookAtValues()
    let entity = try database.entity(name)
    let attribute = try #require(entity.attribute(named: "bits"))
    return try Inference(of: attribute, of: entity, in: database).meanings(now: testNow)
  }

  @Test func logarithms() {
    #expect(abs(naturalLogarithm(1)) < 1e-15)
    #expect(abs(naturalLogarithm(10) - 2.302_585_092_994_046) < 1e-13)
    #expect(abs(naturalLogarithm(0.001) + 6.907_755_278_982_137) < 1e-13)
    #expect(abs(LogFactorials(upTo: 10).logOfChoices(10, 3) - naturalLogarithm(120)) < 1e-12)
  }

  @Test func agreementIsExact() {
    var (bit, statement, all) = (RecordSet(of: 8), RecordSet(of: 8), RecordSet(of: 8))
    for record in 0..<8 { all.insert(record) }
    for record in [0, 1, 2] { bit.insert(record) }
    for record in [0, 1, 3] { statement.insert(record) }
    let agreement = Agreement(bit, statement, on: all)
    #expect(abs(agreement.phi - 7.0 / 15) < 1e-12)
    #expect(abs(agreement.negated.phi + 7.0 / 15) < 1e-12)
    #expect(agreement.precision == 2.0 / 3 && agreement.recall == 2.0 / 3)
  }
}
