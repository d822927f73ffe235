import Checking
import Engines
import FlagModel
import Foundation
import Predicates
import Queries
import Testing

@testable import Databases
@testable import Importing

/// Half a struct is stored by nobody: not by a change, not by an import, and `check` finds what
/// others stored.
@Suite struct HalfGroupTests {
  private static let text = """
    struct Mark: OptionSet { let rawValue: Int; static let a = Mark(rawValue: 1) }
    struct Size { var width: Double; var height: Double; var note: String?; var marks: Mark? }
    @Model final class T { @Attribute(.unique) var code: String; var size: Size? }
    """
  private static let lacksHeight = "'size.height' has no value, though 'size.width' has"

  private func database(_ scratch: Scratch) throws -> Database {
    let database = try scratch.makeDatabase("t.db", Self.text)
    _ = try database.insert("T", "code=a", "size.width=1", "size.height=2")
    _ = try database.insert("T", "code=b")
    return database
  }

  private func rows(_ scratch: Scratch) throws -> [String] {
    try scratch.plain("t.db").texts(
      "SELECT code || ' ' || ifnull(size_width, '-') || ' ' || ifnull(size_height, '-') FROM T")
  }

  @Test(
    arguments: [
      (["size.width=1"], lacksHeight),
      (["size.height=1"], "'size.width' has no value, though 'size.height' has"),
      (["size.width=1", "size.height:null"], lacksHeight),
      (["size.note=x"], "'size.width' and 'size.height' have no value, though 'size.note' has"),
      (
        ["size.marks+=a"],
        "'size.width' and 'size.height' have no value, though 'size.marks' has"
      ),
      (["size.width=1", "size.height=2", "size.note=x"], nil),
      (["size.width:null", "size.note:null"], nil),
    ] as [([String], String?)])
  func insertions(_ words: [String], _ message: String?) throws {
    let scratch = try Scratch()
    let database = try database(scratch)
    func insert() throws {
      try database.write {
        let entity = try database.entity("T")
        let request = try ChangeRequest(
          (["code=c"] + words).map { try AssignmentSyntax.parse(SourceText($0)) }, of: entity,
          now: testNow)
        _ = try database.insert(into: entity, database.resolve(request, of: entity))
      }
    }
    guard let message else { return try insert() }
    let error = #expect(throws: DatabaseError.self) { try insert() }
    #expect(error?.message == message)
    #expect(error?.hint?.text.hasPrefix("'size' needs all of its parts, or none: give ") == true)
    #expect(try database.count("T") == 2)
  }

  @Test func updates() throws {
    let scratch = try Scratch()
    let database = try database(scratch)
    let before = try rows(scratch)
    func refusal(_ body: () throws -> Int64) -> String? {
      (#expect(throws: DatabaseError.self) { _ = try body() })?.message
    }
    #expect(refusal { try database.update("T", "size.width=3") } == "T 2: \(Self.lacksHeight)")
    #expect(
      refusal { try database.update("T", "size.width:null", where: "code = 'a'") }
        == "T 1: 'size.width' has no value, though 'size.height' has")
    #expect(
      refusal { try database.update("T", "size.marks^=a", where: "size.width == nil") }
        == "T 2: 'size.width' and 'size.height' have no value, though 'size.marks' has")
    #expect(try rows(scratch) == before)
    #expect(try database.update("T", "size.width=3", where: "code = 'a'") == 1)
    #expect(try database.update("T", "size.width=3", "size.height=4") == 2)
    #expect(try database.update("T", "size.width:null", "size.height:null") == 2)
    #expect(try rows(scratch) == ["a - -", "b - -"])
    #expect(try database.count("T", where: "size.width = nil") == 2)
  }

  @Test(arguments: [true, false])
  func imports(areChecked: Bool) throws {
    let scratch = try Scratch()
    let database = try database(scratch)
    let values: [[Value]] = [
      [.text("c"), .real(1), .real(2)], [.text("d"), .real(1), .null], [.text("e"), .null, .null],
      [.text("f"), .null, .real(2)],
    ]
    var failures: [ImportFailure] = []
    let names = ["code", "size.width", "size.height"]
    try database.write {
      let entity = try database.entity("T")
      let importer = try Importer(
        ImportLayout(entity, names.map { database.field($0, of: entity) }), into: database,
        areChecked: areChecked
      ) { failures.append($0) }
      for (number, row) in values.enumerated() {
        try importer.add(number) { cells in for value in row { cells.append(value) } }
      }
      try importer.finish()
    }
    #expect(failures.map(\.number) == [1, 3])
    #expect(failures.map(\.field) == [2, 1])
    #expect(failures.first?.message == Self.lacksHeight)
    #expect(try rows(scratch).count == 4)
    #expect(try database.findings() == [])
  }

  /// The other part is the same for all, or given by nobody.
  @Test(
    arguments: [
      (Optional<Value>.none, [0]), (.real(2), [1]), (.null, [0]),
    ] as [(Value?, [Int])])
  func fixedParts(_ fixed: Value?, _ failed: [Int]) throws {
    let scratch = try Scratch()
    let database = try database(scratch)
    let loaded = try database.load(
      "T", ["code", "size.width"], [[.text("c"), .real(1)], [.text("d"), .null]],
      fixed: fixed.map {
        [Assignment(column: "size_height", isOptional: true, change: .set($0))]
      } ?? [])
    #expect(loaded.failed == failed)
    #expect(try database.findings() == [])
  }

  /// Values that the record has already count, and those that it lacks.
  @Test func upserts() throws {
    let scratch = try Scratch()
    let database = try database(scratch)
    let loaded = try database.load(
      "T", ["code", "size.width"],
      [
        [.text("a"), .real(9)], [.text("b"), .real(9)], [.text("c"), .real(9)],
        [.text("d"), .null],
      ],
      conflict: .update(by: "code"))
    #expect(loaded.failed == [1, 2])
    #expect(loaded.failures.map(\.message) == [Self.lacksHeight, Self.lacksHeight])
    #expect(try rows(scratch) == ["a 9.0 2.0", "b - -", "d - -"])
    let replaced = try database.load(
      "T", ["code", "size.width"], [[.text("a"), .real(9)], [.text("b"), .null]],
      conflict: .replace)
    #expect(replaced.failed == [0])
    #expect(try rows(scratch) == ["a 9.0 2.0", "b - -", "d - -"])
  }

  @Test func whatOthersStored() throws {
    let scratch = try Scratch()
    _ = try database(scratch)
    let plain = try scratch.plain("t.db")
    #expect(throws: PlainDatabase.Refusal.self) { try plain.run("UPDATE T SET size_width = 3") }
    try plain.run(
      "PRAGMA ignore_check_constraints = 1; UPDATE T SET size_width = 3, size_note = 'x'")
    let findings = try scratch.open("t.db").findings()
    #expect(findings.map(\.problem) == [Self.lacksHeight])
    #expect(findings.map(\.key) == [.integer(2)])
    #expect(findings.first?.attribute == "size.height")
  }

  // MARK: What goes with a deletion

  @Test func companions() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let sample = try database.entity("Sample")
    let found = try database.read { try database.companions(ofDeleting: sample, where: nil) }
    #expect(found.map { "\($0.count) \($0.entity)" } == ["3 Reading"])
    let reading = try database.entity("Reading")
    #expect(try database.read { try database.companions(ofDeleting: reading, where: nil) } == [])
  }

  /// Those that are selected count as such, though SQLite finds them gone already.
  @Test func aCircle() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(
      "n.db",
      """
      @Model final class Node {
        var name: String
        var parent: Node?
        @Relationship(deleteRule: .cascade, inverse: \\Node.parent) var children: [Node] = []
      }
      """)
    for (name, parent) in [("a", nil), ("b", 1), ("c", 2), ("d", 3)] as [(String, Int?)] {
      _ = try database.insert(
        "Node", "name=\(name)", "parent" + (parent.map { "=\($0)" } ?? ":null"))
    }
    _ = try database.update("Node", "parent=4", where: "name = 'a'")
    let node = try database.entity("Node")
    let some = try PredicateChecker(node, in: database.schema, now: testNow)
      .check(.parse(SourceText("name in {'a', 'b'}")))
    let found = try database.read { try database.companions(ofDeleting: node, where: some) }
    #expect(found.map(\.count) == [2])
    #expect(try database.delete("Node", where: "name in {'a', 'b'}") == 2)
    #expect(try database.count("Node") == 0)
  }
}
