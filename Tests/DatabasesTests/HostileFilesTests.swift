import Checking
import Engines
import FlagModel
import Foundation
import Queries
import TestSupport
import Testing

@testable import Databases

/// Files that are damaged, or made to harm: they are read as far as they can be, or refused in words.
@Suite struct HostileFilesTests {
  private static let cache = WrittenModel([
    .init("Animal", [.attribute("name", 700), .attribute("born", 900), .attribute("photo", 1000)])
  ]).cache

  /// A store with a model of its own, in pages of 512 bytes.
  private func store(in scratch: Scratch) throws -> [UInt8] {
    let hex = { (bytes: [UInt8]) in bytes.map { String(format: "%02x", $0) }.joined() }
    let metadata = WrittenPropertyList.dictionary([
      ("NSStoreModelVersionHashes", .dictionary([("Animal", .data([1]))]))
    ]).binary
    try scratch.plain("whole.db").run(
      """
      PRAGMA page_size = 512;
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, 'A', x'\(hex(metadata))');
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER,
        Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Animal', 0, 40);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      INSERT INTO Z_MODELCACHE VALUES (x'\(hex(Self.cache))');
      CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR,
        ZBORN TIMESTAMP, ZPHOTO BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO ZANIMAL SELECT i, 1, 1, 'animal ' || i, i * 1000.5, zeroblob(i * 10) FROM n;
      """)
    return try scratch.bytes("whole.db")
  }

  /// Reads all, and finds all; what cannot be read is said in words.
  private func read(_ bytes: some Sequence<UInt8>, in scratch: Scratch) throws {
    try scratch.write(bytes, to: "broken.db")
    do {
      let database = try scratch.open("broken.db")
      for entity in database.schema.entities {
        let columns = entity.defaultColumns(in: database.schema)
        try database.read { try database.rows(Query(entity, columns: columns)).pass { _ in } }
      }
      _ = try database.findings()
    } catch let error as DatabaseError {
      #expect(!error.message.isEmpty)
    }
  }

  @Test func aStoreThatEndsTooSoon() throws {
    let scratch = try Scratch()
    let whole = try store(in: scratch)
    for end in stride(from: 0, through: whole.count, by: 512) {
      try read(whole.prefix(end), in: scratch)
      try read(whole.prefix(end + 100), in: scratch)
    }
  }

  @Test func aStoreWithAnyByteOfItsHeadWrong() throws {
    let scratch = try Scratch()
    let whole = try store(in: scratch)
    for place in 0..<108 {
      for byte in [0, 0xFF, whole[place] ^ 1] as [UInt8] {
        var bytes = whole
        bytes[place] = byte
        try read(bytes, in: scratch)
      }
    }
  }

  @Test func pagesInEachOthersPlace() throws {
    let scratch = try Scratch()
    let whole = try store(in: scratch)
    let pages = stride(from: 0, to: whole.count, by: 512).map { whole[$0..<$0 + 512] }
    for page in pages.indices.dropFirst() {
      var turned = pages
      turned.swapAt(page, pages.count - page)
      try read(turned.joined(), in: scratch)
      turned[page] = pages[1]
      try read(turned.joined(), in: scratch)
    }
  }

  /// SQLite runs nothing of a file's own: what only its program knows is named.
  @Test func whatOnlyAnotherProgramKnows() throws {
    let scratch = try Scratch()
    try scratch.plain("odd.db").run(
      """
      CREATE TABLE item (a INTEGER); INSERT INTO item VALUES (1);
      CREATE VIEW unknown AS SELECT secret(a) FROM item;
      CREATE VIEW circle AS SELECT * FROM item;
      CREATE TRIGGER alarm AFTER INSERT ON item BEGIN SELECT secret(1); END;
      CREATE VIEW endless AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
        SELECT x FROM c WHERE x < 0;
      CREATE VIEW huge AS SELECT zeroblob(900000000) AS bytes;
      """)
    let database = try scratch.open("odd.db")
    #expect(database.schema.entities.map(\.name) == ["item", "circle", "endless", "huge"])
    // A view that never gives a record does not keep anybody from seeing the model.
    try database.lookAtValues()
    let huge = try #require(database.schema.entity(named: "huge"))
    let columns = huge.defaultColumns(in: database.schema)
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try database.rows(Query(huge, columns: columns)).pass { _ in } }
    }
    #expect(error?.message.contains("too big") == true)
    #expect(
      try database.findings().map(\.problem)
        == ["the table cannot be read: no such function: secret"])
  }
}
