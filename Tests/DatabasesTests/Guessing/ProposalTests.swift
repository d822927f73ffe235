import Adopting
import FlagModel
import ForeignModels
import Foundation
import ModelText
import TestSupport
import Testing

@testable import Databases
@testable import Guessing

/// Proposals for whole files.
@Suite struct ProposalTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// `mail.flags likely Date 1,2,3`
  private func proposals(_ sql: String) throws -> [String] {
    try scratch.plain("a.db").run(sql)
    return try guesses().map(Self.line)
  }

  private func guesses(at name: String = "a.db") throws -> [Proposal] {
    let database = try scratch.open(name)
    return try Guesser(database).proposals(for: Adopter(database).model().schema)
  }

  private static func line(_ proposal: Proposal) -> String {
    "\(proposal.entity).\(proposal.attribute.name) \(proposal.certainty.rawValue) "
      + "\(proposal.attribute.declaredType)"
  }

  @Test(
    arguments: [
      (
        "CREATE TABLE mail (id INTEGER PRIMARY KEY, flags); INSERT INTO mail (flags) VALUES (5), (6)",
        ["mail.flags likely MailFlags"]
      ),
      (
        "CREATE TABLE t (k TEXT PRIMARY KEY, f_mask INT) WITHOUT ROWID; INSERT INTO t VALUES ('a', 6)",
        ["t.f_mask likely TFMask"]
      ),
      (
        "CREATE TABLE t (a INT); INSERT INTO t VALUES (6); CREATE VIEW v AS SELECT a AS flags FROM t",
        ["v.flags likely VFlags"]
      ),
      (
        "CREATE TABLE t (a INT); INSERT INTO t VALUES (6); CREATE VIEW v AS SELECT 1 FROM t WHERE a & 4",
        ["t.a likely TA"]
      ),
      (
        "CREATE TABLE t (a INT UNIQUE, b INT REFERENCES t (a)); INSERT INTO t VALUES (1600000000, 0)",
        []
      ),
      (
        "CREATE TABLE t (kind TEXT CHECK (kind IN ('a', 'b')))", ["t.kind likely TKind"]
      ),
      ("CREATE TABLE t (flags INT)", []),
      ("CREATE VIEW v AS SELECT f(1) AS flags", []),
      // Two types would have the same name.
      (
        """
        CREATE TABLE a (b_flags INT); INSERT INTO a VALUES (6);
        CREATE TABLE a_b (flags INT); INSERT INTO a_b VALUES (6);
        CREATE TABLE ABFlags2 (x INT)
        """, ["a.b_flags likely ABFlags", "a_b.flags likely ABFlags3"]
      ),
    ] as [(String, [String])])
  func aFile(sql: String, lines: [String]) throws {
    #expect(try proposals(sql) == lines)
  }

  @Test func proposalsAreSwift() throws {
    try scratch.plain("a.db").run(
      """
      CREATE TABLE t (mode INT, "the flags" INT, transition INT, word_flags INT,
        answer TEXT CHECK (answer IN ('default', 'a-b', 'A b')), n INT CHECK (n IN (-1, 1)));
      INSERT INTO t VALUES (33188, 6, 1, 2147483681, 'a-b', 1), (16877, 1, 3, -2147483648, 'A b', 1),
        (NULL, NULL, 805306374, NULL, NULL, NULL), (NULL, NULL, 805306371, NULL, NULL, NULL);
      """)
    let proposals = try guesses()
    #expect(proposals.count == 6)
    let schema = Schema(
      types: proposals.flatMap(\.attribute.type.namedTypes),
      entities: [
        Entity(name: "T", kind: .record, properties: proposals.map { .attribute($0.attribute) })
      ])
    let read = readModel([SourceText(schema.swiftSource)], namesTables: true)
    #expect(read.diagnostics.isEmpty)
    #expect(read.schema?.types == schema.types)
  }

  @Test func nothingIsWritten() throws {
    try scratch.plain("a.db").run(
      "PRAGMA journal_mode = WAL; CREATE TABLE t (flags INT); INSERT INTO t VALUES (6)")
    let before = try scratch.bytes("a.db")
    #expect(try guesses().count == 1)
    #expect(try scratch.bytes("a.db") == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["a.db"])
  }

  @Test func aDatabaseOfOursHasItsMeaning() throws {
    try scratch.makeDatabase()
    #expect(try Guesser(scratch.open()).proposals(for: .empty).isEmpty)
  }

  @Test func anEntityOfAStoreIsAskedAlone() throws {
    let model = WrittenModel([
      .init("Animal", [.attribute("markerFlags", 200), .attribute("born", 900)]),
      .init("Cat", of: "Animal", [.attribute("clawsMask", 200)]),
    ])
    let hashes = WrittenPropertyList.dictionary(["Animal", "Cat"].map { ($0, .data([1])) })
    let metadata = WrittenPropertyList.dictionary([("NSStoreModelVersionHashes", hashes)]).binary
    let hex = { (bytes: [UInt8]) in bytes.map { String(format: "%02x", $0) }.joined() }
    try scratch.plain("a.store").run(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, 'A', x'\(hex(metadata))');
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      INSERT INTO Z_MODELCACHE VALUES (x'\(hex(model.cache))');
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Animal', 0, 3), (2, 'Cat', 1, 0);
      CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZMARKERFLAGS INTEGER, ZBORN TIMESTAMP, ZCLAWSMASK INTEGER);
      INSERT INTO ZANIMAL VALUES (1, 1, 1, 6, 0, 128), (2, 2, 1, 8, 0, 3), (3, 2, 1, 8, 0, 4);
      """)
    let proposals = try guesses(at: "a.store")
    #expect(
      proposals.map(Self.line) == [
        "Animal.markerFlags likely AnimalMarkerFlags", "Cat.clawsMask likely CatClawsMask",
      ])
    // What the rows of another entity hold is not the cats'.
    #expect(proposals.last?.examples == [.integer(3), .integer(4)])
  }

  // MARK: Samples

  @Test func aLargeTableIsReadInRuns() throws {
    try scratch.plain("a.db").run(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, flags INT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
      INSERT INTO t SELECT i, CASE WHEN i > 299000 THEN 4 ELSE 1 END FROM n;
      """)
    let first = try guesses()
    #expect(first.map(Self.line) == ["t.flags likely TFlags"])
    #expect(try guesses() == first)
  }

  @Test func keysMayBeAsFarApartAsNumbersGo() throws {
    #expect(
      try proposals(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, flags INT);
        INSERT INTO t VALUES (-9223372036854775808, 1), (0, 2), (9223372036854775807, 4);
        """) == ["t.flags likely TFlags"])
  }

  @Test func aViewWithoutEndIsLeft() throws {
    #expect(
      try proposals(
        """
        CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS flags FROM n WHERE i < 0;
        CREATE TABLE t (flags INT); INSERT INTO t VALUES (6);
        """) == ["t.flags likely TFlags"])
  }
}
