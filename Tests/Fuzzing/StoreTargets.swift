import CSQLite
import Checking
import Databases
import Engines
import FlagModel
import Foundation
import ManagedModels
import ModelText
import PlainText
import Platform
import Queries
import TestSupport

/// Files of other programs, and what is made of their models.
enum StoreTargets {
  static let all = [database, layout]

  // MARK: Files

  private static let metadata = """
    <plist><dict><key>NSStoreModelVersionHashes</key><dict><key>A</key><data>AQ==</data></dict></dict></plist>
    """

  private static let statements = [
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, flags INT, other REFERENCES t);
    INSERT INTO t VALUES (1, 'Ann', 5, NULL), (2, 'Bob', -1, 1), (3, x'00ff', 1.5, 9);
    CREATE INDEX i ON t (flags); CREATE VIEW v AS SELECT name, flags * 2 AS twice FROM t;
    """,
    """
    CREATE TABLE a (k TEXT PRIMARY KEY, b ANY, c AS (b || k), CHECK (k <> '')) WITHOUT ROWID;
    INSERT INTO a VALUES ('x', 1), ('y', NULL);
    CREATE VIEW w AS SELECT secret(k) FROM a;
    CREATE TRIGGER r AFTER INSERT ON a BEGIN SELECT secret(1); END;
    """,
    """
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB);
    INSERT INTO Z_METADATA VALUES (1, 'A', CAST('\(metadata)' AS BLOB));
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'A', 0, 2);
    CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDAY TIMESTAMP, ZOWNER INTEGER,
      Z1_OWNER INTEGER, ZBLOB BLOB);
    INSERT INTO ZA VALUES (1, 1, 1, 0.5, 2, 1, x'01'), (2, 1, 1, 700000000, NULL, NULL, x'');
    CREATE TABLE Z_1FANS (Z_1FANS INTEGER, Z_1IDOLS INTEGER); INSERT INTO Z_1FANS VALUES (1, 2);
    """,
  ]

  /// The bytes of a database that statements make, in small pages.
  private static func file(_ sql: String) -> [UInt8] {
    let scratch = ScratchFolder()
    var handle: OpaquePointer?
    sqlite3_open(scratch / "seed.db", &handle)
    let code = sqlite3_exec(handle, "PRAGMA page_size = 512; \(sql)", nil, nil, nil)
    sqlite3_close(handle)
    precondition(code == SQLITE_OK, "the seeds of databases are wrong")
    return (try? readFile(at: scratch / "seed.db", limit: 1 << 20, in: .fresh)) ?? []
  }

  private static let seeds = statements.flatMap { sql in
    ["", "PRAGMA encoding = 'UTF-16le';", "PRAGMA auto_vacuum = 1;"].map { file($0 + sql) }
  }

  private static let database = FuzzTarget("database", seeds: seeds) { bytes in
    let scratch = ScratchFolder()
    let path = scratch / "fuzz.db"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try FuzzTarget.accepted { () throws -> Schema in
      let database = try Database(path: path, for: .reading, patience: .zero, repairs: false)
      try read(database)
      _ = database.schema.swiftSource
      for finding in try DatabaseChecker(database).findings() {
        try FuzzTarget.expectSafe(text: visible(finding.problem))
      }
      return database.schema
    } != nil
  }

  private static func read(_ database: Database) throws {
    for entity in database.schema.entities.prefix(4) {
      let columns = entity.defaultColumns(in: database.schema)
      try database.read {
        try database.rows(Query(entity, columns: columns, limit: 10)).pass { _ in }
      }
    }
  }

  // MARK: Layouts

  private static let layout = FuzzTarget(
    "layout",
    seeds: [
      WrittenModel([.init("A", [.attribute("day", 900), .attribute("blob", 1000)])]),
      WrittenModel([.init("A", [.attribute("blob", 100)])]),
      WrittenModel([.init("A", [.attribute("owner", 300), .attribute("none", 700)])]),
      WrittenModel([
        .init("A", [.attribute("day", 900, [("NSIsOptional", .bool(true))])]),
        .init("B", of: "A", [.relationship("owner", to: "A", inverse: "fans")]),
        .init("C", of: "A", [.relationship("fans", to: "B", inverse: "owner", toMany: true)]),
      ]),
      WrittenModel([
        .init("A", [.relationship("fans", to: "A", inverse: "idols", toMany: true)]),
        .init("B", [.attribute("day", 700)]), .init("C", [.attribute("day", 800)]),
      ]),
    ].flatMap { [$0.compiled, $0.archive().xml] }
  ) { bytes in
    try FuzzTarget.accepted { () throws -> Schema in
      do {
        let layout = try StoreLayout(
          model: try ManagedModel(compiled: bytes), metadata: try StoreMetadata(hashes),
          tables: tables)
        _ = layout.schema.swiftSource
        for note in layout.notes { try FuzzTarget.expectSafe(text: visible(note)) }
        return layout.schema
      } catch let error as ManagedModelError {
        throw DatabaseError(.failed, error.message)
      }
    } != nil
  }

  private static let hashes = WrittenPropertyList.dictionary([
    (
      "NSStoreModelVersionHashes",
      .dictionary(["A", "B", "C"].map { ($0, .data([1])) })
    )
  ]).binary

  private static let tables = StoreTables(
    tables: [
      (
        "ZA",
        ["Z_PK", "Z_ENT", "ZDAY", "ZDAY1", "ZOWNER", "Z1_OWNER", "Z_FOK_OWNER", "ZBLOB"].map {
          .init(name: Name($0), declaredType: $0 == "ZDAY" ? "TIMESTAMP" : "INTEGER")
        }
      ),
      ("ZB", [.init(name: "ZDAY", declaredType: "BLOB")]),
      (
        "Z_1FANS",
        [
          .init(name: "Z_1FANS", declaredType: "INTEGER"),
          .init(name: "Z_1IDOLS", declaredType: "INTEGER"),
        ]
      ),
    ],
    kinds: [
      .init(number: 1, name: "A", parent: 0), .init(number: 2, name: "B", parent: 1),
      .init(number: 3, name: "C", parent: 1),
    ])
}
