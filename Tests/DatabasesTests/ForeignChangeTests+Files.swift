import Engines
import FlagModel
import Foundation
import Testing

@testable import Databases

// Other programs beside ours, consent, and a disk that fails.

extension ForeignChangeTests {
  @Test("the mode of the journal stays", arguments: ["WAL", "PERSIST", "DELETE"]) func journal(
    _ mode: String
  ) throws {
    let file = try AdoptedFile("PRAGMA journal_mode = \(mode); \(Self.shop)")
    let other = try file.scratch.plain(AdoptedFile.name)
    let before = try other.texts("SELECT count(*) FROM owner")
    #expect(before == ["2"])
    #expect(try file.open().insert("owner", "name=Cid") == 3)
    #expect(try other.texts("PRAGMA journal_mode") == [mode == "WAL" ? "wal" : "delete"])
    #expect(try other.texts("SELECT name FROM owner WHERE id = 3") == ["Cid"])
  }

  @Test("changes of another program meanwhile are kept") func concurrent() throws {
    let file = try AdoptedFile(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, f INT, n INT); INSERT INTO t VALUES (1, 1, 1)",
      model: """
        struct F: OptionSet { let rawValue: Int64
          static let two = Self(rawValue: 2)
        }
        struct t: Entity { var f: F?
          var n: Int? }
        """)
    let database = try file.open()
    let app = try file.scratch.plain(AdoptedFile.name)
    try app.run("UPDATE t SET f = f | 4, n = 2")
    #expect(try database.update("t", "f+=two") == 1)
    #expect(try file.texts("SELECT f || ' ' || n FROM t") == ["7 2"])
    try app.run("BEGIN IMMEDIATE")
    #expect(
      words { _ = try database.update("t", "f+=two") }
        == "'\(database.path)' is locked by another program, after 0.2 seconds of waiting (find out "
        + "which with 'fuser \(database.path)', or try again)")
    try app.run("ROLLBACK")
  }

  @Test(
    "a file that is not adopted, or a store, is not opened for writing",
    arguments: [
      (
        "CREATE TABLE t (a)", "is a foreign database, which is read-only until it is adopted",
        "adopt"
      ),
      (
        "CREATE TABLE Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST); CREATE TABLE Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX)",
        "is a Core Data store, which is read-only", "copy"
      ),
    ])
  func consent(_ sql: String, _ message: String, _ verb: String) throws {
    let scratch = try Scratch()
    try scratch.plain("app.db").run("PRAGMA journal_mode = WAL; \(sql)")
    let before = try scratch.bytes("app.db")
    let path = scratch.path("app.db")
    let error = scratch.refusal(of: path, for: .writing)
    #expect(error?.message == "'\(path)' \(message)")
    #expect(error?.hint?.text.hasPrefix("'flagdb \(verb) \(path)") == true)
    #expect(try scratch.bytes("app.db") == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("")) == ["app.db"])
  }

  @Test("a disk that fails leaves the old records or the new ones") func faults() throws {
    var number = 0
    var wasHit = true
    while wasHit {
      number += 1
      let file = try AdoptedFile(Self.shop)
      let before = try file.content()
      let faults = try Faults(in: file.scratch)
      faults.fail(number, of: [.write, .truncate, .sync])
      let message = words { _ = try file.open().update("item", words: ["title=x", "owner=Bob"]) }
      faults.stop()
      wasHit = faults.hits > 0
      let after = try file.content()
      #expect((after == before) == (message != "done"), "call \(number): \(message)")
    }
    #expect(number > 3)
  }
}
