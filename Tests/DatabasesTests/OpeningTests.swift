import Engines
import FlagModel
import Foundation
import Testing

@testable import Databases

/// Files that are opened, and files that are refused, with the words; a refused file stays as it
/// was.
@Suite struct OpeningTests {
  @Test func whatIsNoDatabase() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    try scratch.write([], to: "empty.db")
    try scratch.write(Array("id,name\n1,Ann\n".utf8), to: "text.db")
    try scratch.write(
      Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 500), to: "lie.db")
    try FileManager.default.createDirectory(
      atPath: scratch.path("folder.db"), withIntermediateDirectories: true)
    var otherSize = try scratch.bytes("zoo.db")
    otherSize.replaceSubrange(16...17, with: [3, 0])
    try scratch.write(otherSize, to: "pages.db")
    #expect(mkfifo(scratch.path("pipe.db"), 0o600) == 0)
    #expect(symlink("loop.db", scratch.path("loop.db")) == 0)
    #expect(symlink("nowhere", scratch.path("dangling.db")) == 0)
    let table: [(name: String, kind: DatabaseError.Kind, message: String, hint: String?)] = [
      ("zo.db", .noSuchFile, "no such database: 'PATH'", "did you mean 'PATH'?"),
      ("no/zoo.db", .noSuchFile, "no such database: 'PATH'", nil),
      ("zoo.db/x", .noSuchFile, "no such database: 'PATH'", nil),
      ("dangling.db", .noSuchFile, "no such database: 'PATH'", nil),
      ("empty.db", .notADatabase, "'PATH' is empty, not a database", nil),
      ("text.db", .notADatabase, "'PATH' is not an SQLite database: it is text", nil),
      ("lie.db", .notADatabase, "'PATH' is not a database", nil),
      ("pages.db", .notADatabase, "'PATH' is not a database", nil),
      ("folder.db", .notADatabase, "'PATH' is a directory, not a database", nil),
      ("pipe.db", .notADatabase, "'PATH' is not a regular file", nil),
      (
        "loop.db", .unusableFile,
        "'PATH' cannot be opened: too many levels of symbolic links", nil
      ),
    ]
    for access in [Database.Access.reading, .writing] {
      for (name, kind, message, hint) in table {
        let path = scratch.path(name)
        let error = scratch.refusal(of: path, for: access)
        #expect(error?.kind == kind, "\(name)")
        #expect(error?.message == message.replacingOccurrences(of: "PATH", with: path))
        if let hint {
          let near = scratch.path("zoo.db")
          #expect(error?.hint?.text == hint.replacingOccurrences(of: "PATH", with: near))
        }
      }
    }
    #expect(!scratch.exists("zo.db"), "reading creates nothing")
    #expect(try scratch.bytes("empty.db").isEmpty)
  }

  @Test(arguments: [
    ("", DatabaseError.Kind.noSuchFile, "'' names no file"),
    (":memory:", .noSuchFile, "':memory:' names no file"),
    ("a\0b", .noSuchFile, "'a\0b' names no file"),
    ("/dev/null", .notADatabase, "'/dev/null' is not a regular file"),
    ("/dev/zero", .notADatabase, "'/dev/zero' is not a regular file"),
    ("file:x?mode=memory", .noSuchFile, "no such database: 'file:x?mode=memory'"),
    ("file::memory:", .noSuchFile, "no such database: 'file::memory:'"),
  ])
  func names(_ name: String, _ kind: DatabaseError.Kind, _ message: String) throws {
    for access in [Database.Access.reading, .writing] {
      let error = try Scratch().refusal(of: name, for: access)
      #expect(error?.kind == kind)
      #expect(error?.message == message)
    }
  }

  @Test func modelsThatAreNone() throws {
    let scratch = try Scratch()
    for (name, change, message) in [
      ("newer.db", "PRAGMA user_version = 2", "'PATH' was made by a newer flagdb"),
      ("older.db", "PRAGMA user_version = 0", "'PATH' holds no model"),
      ("odd.db", "PRAGMA user_version = -5", "'PATH' holds no model"),
      ("none.db", "DELETE FROM flagdb_model", "'PATH' holds no model"),
      ("gone.db", "DROP TABLE flagdb_model", "'PATH' holds no model"),
      (
        "view.db",
        """
        DROP TABLE flagdb_model;
        CREATE VIEW flagdb_model AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
          SELECT x AS version, '' AS applied, '' AS origin, 'x' AS source FROM c
        """, "'PATH' holds no model"
      ),
      (
        "generated.db",
        """
        DROP TABLE flagdb_model;
        CREATE TABLE flagdb_model (version INTEGER PRIMARY KEY,
          source AS (hex(zeroblob(400000000))));
        INSERT INTO flagdb_model VALUES (1)
        """, "'PATH' holds no model"
      ),
      (
        "huge.db", "UPDATE flagdb_model SET source = printf('%.*c', 20000000, 'x')",
        "'PATH' holds no model"
      ),
    ] {
      try scratch.makeDatabase(name)
      try scratch.plain(name).run(change)
      let path = scratch.path(name)
      #expect(
        scratch.refusal(of: path)?.message == message.replacingOccurrences(of: "PATH", with: path))
    }
  }

  @Test func aModelThatDoesNotRead() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    for source in ["struct {", "\u{0}\u{1}", String(repeating: "(", count: 100_000)] {
      let text = source.replacingOccurrences(of: "\0", with: "' || char(0) || '")
      try scratch.plain().run("UPDATE flagdb_model SET source = '\(text)'")
      let error = #expect(throws: Diagnostics.self) { _ = try scratch.open() }
      #expect(error?.all.first?.place?.source.name == "\(scratch.path("zoo.db")) (model 1)")
    }
  }

  /// Cut off anywhere, or with a page of rubbish: an error or an answer, and nothing written.
  @Test func damage() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let whole = try scratch.bytes("zoo.db")
    let cuts =
      Array(stride(from: 1, to: whole.count, by: 997)) + [15, 16, 99, 100, whole.count - 1]
    for cut in cuts {
      try tried(Array(whole[..<cut]), scratch)
    }
    for start in stride(from: 0, to: whole.count, by: 1_024) {
      var broken = whole
      for index in start..<min(start + 512, whole.count) {
        broken[index] = UInt8(index * 31 & 0xFF)
      }
      try tried(broken, scratch)
    }
  }

  private func tried(_ bytes: [UInt8], _ scratch: Scratch) throws {
    try scratch.write(bytes, to: "broken.db")
    do {
      let database = try scratch.open("broken.db")
      _ = try database.findings()
      _ = try? database.count("Sample", where: "score > 1")
    } catch let error as DatabaseError {
      #expect(
        [.notADatabase, .damaged, .newerLayout, .unusableFile].contains(error.kind), "\(error)")
    } catch is Diagnostics {
    }
    #expect(try scratch.bytes("broken.db") == bytes, "reading writes nothing")
  }

  @Test func creating() throws {
    let scratch = try Scratch()
    let path = scratch.path("new.db")
    func create(_ path: String) throws {
      try Database.create(path: path, schema: model(Zoo.text), origin: "test", now: testNow)
    }
    try create(path)
    #expect(try scratch.open("new.db").version == 1)
    #expect(try scratch.open("new.db").schema == model(Zoo.text))
    let before = try scratch.bytes("new.db")
    let error = #expect(throws: DatabaseError.self) { try create(path) }
    #expect(error?.message == "'\(path)' exists already")
    #expect(error?.outcome == .unchanged)
    #expect(try scratch.bytes("new.db") == before)
    for (name, kind) in [
      ("", DatabaseError.Kind.noSuchFile), (":memory:", .noSuchFile), ("/dev/null", .exists),
      (scratch.path("no/such/folder.db"), .unusableFile), (scratch.folder.path, .exists),
    ] {
      #expect(#expect(throws: DatabaseError.self) { try create(name) }?.kind == kind, "\(name)")
    }
  }

  /// A model that SQLite refuses leaves no file behind.
  @Test func aFailedCreationLeavesNothing() throws {
    let scratch = try Scratch()
    let attribute = Attribute(name: "a", declaredType: "Int", type: .integer(.int))
    let broken = Schema(
      types: [],
      entities: [Entity(name: "flagdb_model", properties: [.attribute(attribute)])])
    for usesWAL in [false, true] {
      #expect(throws: DatabaseError.self) {
        try Database.create(
          path: scratch.path("x.db"), schema: broken, origin: "", usesWAL: usesWAL, now: testNow)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).isEmpty)
    }
  }

  @Test func plainSQLiteReadsIt() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let plain = try scratch.plain()
    #expect(try plain.texts("PRAGMA integrity_check") == ["ok"])
    #expect(try plain.texts("PRAGMA journal_mode") == ["delete"])
    #expect(try plain.texts("SELECT markers FROM Sample_named") == ["RAW", "HRM|PLX"])
    #expect(try plain.texts("SELECT origin FROM flagdb_model") == ["test"])
    try scratch.makeDatabase("wal.db", usesWAL: true)
    #expect(try scratch.plain("wal.db").texts("PRAGMA journal_mode") == ["wal"])
  }
}
