import Adopting
import Engines
import FlagModel
import ForeignModels
import Foundation
import Platform
import SQLText
import Testing

@testable import Databases

/// Models that stand beside a file of others: which one is read, and what comes of it when the
/// tables have changed.
@Suite struct SidecarTests {
  private static let tables = """
    CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE item (id INTEGER PRIMARY KEY, flags INT, owner REFERENCES owner, size INT)
    """

  private static let model = """
    struct Marks: OptionSet {
      let rawValue: Int64
      static let old = Self(rawValue: 1 << 0)
      static let rare = Self(rawValue: 1 << 2)
    }
    @Table("item") struct Thing: Entity {
      var flags: Marks?
      var owner: Person?
      @Column("size") var height: Int?
    }
    @Table("owner") struct Person: Entity {
      var name: String?
      @Relationship(inverse: \\Thing.owner) var things: [Thing] = []
    }
    """

  private static let none = String(repeating: "0", count: 64)

  private func scratch(_ tables: String = tables) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.plain("app.db").run(tables)
    return scratch
  }

  private func write(
    _ model: String = model, _ fingerprint: String = none, to name: String = "app.db.flagdb",
    in scratch: Scratch
  ) throws {
    try scratch.write("// flagdb adopted 1 \(fingerprint)\n\n\(model)".utf8, to: name)
  }

  private func shown(_ database: Database) -> [String] {
    database.schema.entities.map { entity in
      let names = entity.properties.map { property in
        if case .attribute(let attribute) = property {
          return "\(attribute.name): \(attribute.declaredType)"
        }
        return "\(property.name)"
      }
      return "\(entity.name)(\(names.joined(separator: ", ")))"
    }
  }

  @Test("is found beside the file") func beside() throws {
    let scratch = try scratch()
    #expect(try scratch.open("app.db").kind.sidecar == nil)
    try write(in: scratch)
    let database = try scratch.open("app.db")
    #expect(database.kind.sidecar != nil)
    #expect(
      shown(database) == [
        "Thing(flags: Marks, owner, height: Int)", "Person(name: String, things)",
      ])
    #expect(try database.count("Thing") == 0)
  }

  /// A model with one name that the file does not have, and the error about it.
  struct Misspelt: Sendable, CustomTestStringConvertible {
    let model: String
    let error: String

    init(_ model: String, _ error: String) { (self.model, self.error) = (model, error) }

    var testDescription: String { model }
  }

  @Test(
    "names tables and columns of the file",
    arguments: [
      Misspelt(
        "@Table(\"itme\") struct item: Entity {}",
        "8: the file has no table 'itme'; did you mean 'item'?"),
      Misspelt("struct itm: Entity {}", "8: the file has no table 'itm'; did you mean 'item'?"),
      Misspelt(
        "struct item: Entity { var flag: Int? }",
        "27: 'item' has no column 'flag'; did you mean 'flags'?"),
      Misspelt(
        "struct item: Entity { @Column(\"flagz\") var flags: Int? }",
        "31: 'item' has no column 'flagz'; did you mean 'flags'?"),
      Misspelt(
        "@Table(key: \"idd\") struct item: Entity { var flags: Int? }",
        "13: 'item' has no column 'idd'; did you mean 'id'?"),
      Misspelt(
        "@Table(kindColumn: \"kind\", kind: 1) struct item: Entity { var flags: Int? }",
        "20: 'item' has no column 'kind'; its columns are id, flags, owner, size"),
      Misspelt(
        "struct item: Entity { @Column(\"ownr\") var owner: owner? }\nstruct owner: Entity {}",
        "31: 'item' has no column 'ownr'; did you mean 'owner'?"),
      Misspelt(
        "struct item: Entity { @Column(\"owner\", references: \"nam\") var owner: owner? }\nstruct owner: Entity {}",
        "52: 'owner' has no column 'nam'; did you mean 'name'?"),
      Misspelt(
        "struct owner: Entity { @Column(\"ownr\") var items: [item] = [] }\nstruct item: Entity {}",
        "32: 'item' has no column 'ownr'; did you mean 'owner'?"),
      Misspelt(
        """
        struct owner: Entity { @Table("pairs", own: "a", other: "b") var items: [item] = [] }
        struct item: Entity {}
        """, "31: the file has no table 'pairs'; did you mean 'pair'?"),
      Misspelt(
        """
        struct owner: Entity { @Table("pair", own: "a", other: "c") var items: [item] = [] }
        struct item: Entity {}
        """, "56: 'pair' has no column 'c'; did you mean 'a'?"),
      Misspelt(
        "@Table(key: nil) struct shown: Entity { var flagz: Int? }",
        "45: 'shown' has no column 'flagz'; did you mean 'flags'?"),
      // Names are those of SQLite: without case. A view that calls what is not there is not looked into.
      Misspelt(
        "@Table(\"ITEM\", key: \"ID\") struct item: Entity { @Column(\"Flags\") var f: Int? }", ""),
      Misspelt("@Table(rowid: \"_rowid_\") struct item: Entity {}", ""),
      Misspelt("@Table(key: nil) struct shown: Entity { var flags: Int? }", ""),
      Misspelt("@Table(key: nil) struct broken: Entity { var x: Int? }", ""),
    ])
  func misspelt(one: Misspelt) throws {
    let scratch = try scratch(
      Self.tables
        + """
        ; CREATE TABLE pair (a REFERENCES owner, b REFERENCES item);
        CREATE VIEW shown AS SELECT flags FROM item; CREATE VIEW broken AS SELECT nofunc(id) AS x FROM item
        """)
    try write(one.model, try scratch.open("app.db").fingerprint(), in: scratch)
    var errors: [String] = []
    do {
      _ = try scratch.open("app.db")
    } catch let error as Diagnostics {
      errors = error.all.map { error in
        let column = error.place.map { place in
          place.range.lowerBound - place.source.lineRange(at: place.range.lowerBound).lowerBound + 1
        }
        return "\(column ?? 0): \(error.message); \(error.hint?.text ?? "")"
      }
    }
    #expect(errors == (one.error.isEmpty ? [] : [one.error]))
  }

  @Test("is found beside the path given before the file that this leads to") func links() throws {
    let scratch = try scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("else"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("else/link.db"), withDestinationPath: "../app.db")
    try write("struct item: Entity { @Column(\"size\") var a: Int? }", in: scratch)
    #expect(shown(try scratch.open("else/link.db")).first?.contains("a: Int") == true)
    try write(
      "struct item: Entity { @Column(\"size\") var b: Int? }", to: "else/link.db.flagdb",
      in: scratch)
    #expect(shown(try scratch.open("else/link.db")).first?.contains("b: Int") == true)
  }

  @Test("is found in a table of the file, after those beside it") func inside() throws {
    let scratch = try scratch()
    let text = "// flagdb adopted 1 \(Self.none)\n\(Self.model)"
    try scratch.plain("app.db").run(
      "\(ModelTable.definition(in: SQLiteDialect())); INSERT INTO flagdb_model VALUES (1, '', 'adopt', '\(text)', '')"
    )
    #expect(shown(try scratch.open("app.db")).contains("Person(name: String, things)"))
    try write("struct item: Entity { var size: Int? }", in: scratch)
    #expect(shown(try scratch.open("app.db")).first?.hasPrefix("item(size: Int") == true)
  }

  @Test("a table of that name which another program made is none") func foreignTable() throws {
    let scratch = try scratch("CREATE TABLE flagdb_model (source); CREATE TABLE t (a)")
    #expect(try scratch.open("app.db").kind.sidecar == nil)
  }

  @Test(
    "a broken one is an error with its place",
    arguments: [
      ("", "this is not a model from 'flagdb adopt'"),
      ("struct A: Entity { var a: Int }", "this is not a model from 'flagdb adopt'"),
      ("// flagdb adopted 2 x\n", "this was written by a newer flagdb"),
      ("// flagdb adopted 1\n", "expected '1' and a fingerprint of 64 digits"),
      (
        "// flagdb adopted 1 \(none)\nstruct item: Entity { var a: Nothing }",
        "unknown type 'Nothing'"
      ),
    ])
  func broken(_ text: String, _ message: String) throws {
    let scratch = try scratch()
    try scratch.write(text.utf8, to: "app.db.flagdb")
    let error = #expect(throws: Diagnostics.self) { try scratch.open("app.db") }
    let first = try #require(error?.all.first)
    #expect(first.message == message)
    #expect(first.place?.source.name == scratch.path("app.db.flagdb"))
  }

  @Test("for the same tables it is the whole model") func whole() throws {
    let scratch = try scratch()
    let fingerprint = try scratch.open("app.db").fingerprint()
    try write("@Table(\"item\") struct Thing: Entity { var size: Int? }", fingerprint, in: scratch)
    #expect(shown(try scratch.open("app.db")) == ["Thing(size: Int)"])
  }

  @Test(
    "after a change of the tables what is there works, and what is new is added",
    arguments: [
      (
        "ALTER TABLE item ADD COLUMN price REAL",
        ["Thing(flags: Marks, owner, height: Int, price: Double)", "Person(name: String, things)"],
        []
      ),
      (
        "ALTER TABLE item DROP COLUMN size",
        ["Thing(flags: Marks, owner)", "Person(name: String, things)"], ["height"]
      ),
      (
        "ALTER TABLE item RENAME COLUMN flags TO bits",
        ["Thing(owner, height: Int, bits: Int)", "Person(name: String, things)"], ["flags"]
      ),
      (
        "DROP TABLE owner",
        ["Thing(flags: Marks, height: Int, owner: Any)"], []
      ),
      (
        "ALTER TABLE owner RENAME TO people",
        ["Thing(flags: Marks, height: Int, owner)", "people(name: String, item)"], []
      ),
      (
        "CREATE TABLE note (id INTEGER PRIMARY KEY, item REFERENCES item)",
        [
          "Thing(flags: Marks, owner, height: Int, note)", "Person(name: String, things)",
          "note(item)",
        ], []
      ),
      (
        "CREATE TABLE Thing (a INT)",
        ["Thing(flags: Marks, owner, height: Int)", "Person(name: String, things)"], []
      ),
    ] as [(String, [String], [String])])
  func changed(_ change: String, _ entities: [String], _ lost: [String]) throws {
    let scratch = try scratch()
    let fingerprint = try scratch.open("app.db").fingerprint()
    try write(Self.model, fingerprint, in: scratch)
    try scratch.plain("app.db").run(change)
    let database = try scratch.open("app.db")
    #expect(shown(database) == entities)
    #expect(try database.entity("Thing").lostNames.map(\.text) == lost)
    for entity in database.schema.entities { #expect(try database.count(entity.name.text) == 0) }
  }

  @Test("the fingerprint is that of the definitions, in their order") func fingerprint() throws {
    let one = try scratch("CREATE TABLE a (x); CREATE TABLE b (y)")
    let two = try scratch(
      "CREATE TABLE b (y); CREATE TABLE a (x); INSERT INTO a VALUES (1); ANALYZE")
    let other = try scratch("CREATE TABLE a (x); CREATE TABLE b (y, z)")
    let fingerprint = try one.open("app.db").fingerprint()
    #expect(try two.open("app.db").fingerprint() == fingerprint)
    #expect(try other.open("app.db").fingerprint() != fingerprint)
    let text = "table\0a\0CREATE TABLE a (x)\0table\0b\0CREATE TABLE b (y)\0"
    #expect(fingerprint == SHA256.hash(of: text))
  }

  @Test("what it says of itself is read again") func text() throws {
    let schema = try Sidecar.model(in: SourceText(name: "m.swift", Self.model))
    let sidecar = Sidecar(schema, fingerprint: Self.none)
    let again = try Sidecar(SourceText(name: "again", sidecar.text))
    #expect(again.schema == schema)
    #expect(again.fingerprint == Self.none)
  }

  // MARK: Several at once

  /// The places to which one of two adopts writes after the other.
  static let places = ["beside the file", "inside"]

  private func adopt(_ database: Database, _ name: String, to place: String) throws {
    var model = try Adopter(database).model()
    let flags = FlagSet(name: Name(name), rawType: .int64, flags: [])
    model.schema = Schema(
      types: model.schema.types + [.flagSet(flags)], entities: model.schema.entities)
    let sidecar = try Adopter(database).sidecar(of: model)
    if place == "inside" {
      try Adopter(database).writeInside(sidecar, now: testNow)
    } else {
      _ = try Adopter(database).write(sidecar, in: .ofNoCommand)
    }
  }

  @Test("names that were written since the file was opened are not lost", arguments: places, places)
  func meanwhile(_ first: String, _ second: String) throws {
    let scratch = try scratch()
    let (one, two) = (try scratch.open("app.db"), try scratch.open("app.db"))
    try adopt(one, "First", to: first)
    let error = #expect(throws: DatabaseError.self) { try adopt(two, "Second", to: second) }
    #expect(error?.kind == .modelChanged)
    #expect(error?.message.hasSuffix("during this command") == true)
    try adopt(scratch.open("app.db"), "Second", to: first == "inside" ? first : second)
    #expect(try scratch.open("app.db").schema.flagSets.map(\.name) == ["First", "Second"])
  }

  @Test("what somebody wrote into it in an editor is not lost") func edited() throws {
    let scratch = try scratch()
    try write(in: scratch)
    let database = try scratch.open("app.db")
    let text = try String(decoding: scratch.bytes("app.db.flagdb"), as: UTF8.self)
    try scratch.write("\(text)\n// a remark".utf8, to: "app.db.flagdb")
    #expect(throws: DatabaseError.self) { try adopt(database, "Marks2", to: "beside the file") }
    #expect(try String(decoding: scratch.bytes("app.db.flagdb"), as: UTF8.self).hasSuffix("remark"))
  }

  @Test("a change of the tables while it is made is found afterwards") func tablesChanged() throws {
    let scratch = try scratch()
    let database = try scratch.open("app.db")
    let model = try Adopter(database).model()
    try scratch.plain("app.db").run("ALTER TABLE item ADD COLUMN price REAL")
    _ = try Adopter(database).write(Adopter(database).sidecar(of: model), in: .ofNoCommand)
    #expect(shown(try scratch.open("app.db")).joined().contains("price: Double"))
  }
}
