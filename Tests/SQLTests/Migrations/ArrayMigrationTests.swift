import FlagModel
import Testing

@testable import Migrations
@testable import SQLText

/// Arrays of flags and of cases, whose items have other numbers in the new model.
@Suite struct ArrayMigrationTests {
  private static let flags = "static let a = M(rawValue: 1); static let b = M(rawValue: 2)"
  private static let cases = "Int { case small, large }"

  private static func text(
    _ type: String, flags: String = flags, cases: String = cases, name: String = "x"
  ) -> String {
    """
    struct M: OptionSet { let rawValue: Int64; \(flags) }
    enum Size: \(cases)
    @Model final class T { var \(name): \(type); var m: M = []; var s: Size? }
    """
  }

  /// The arrays before, and after.
  private func move(
    _ type: String, _ values: [String?], flags: String = flags, cases: String = cases,
    name: String = "x"
  ) throws -> (values: [Value], findings: [String]) {
    let result = try migrated(
      Self.text(type, name: name),
      Self.text(type, flags: flags, cases: cases, name: name),
      rows: values.map { "INSERT INTO T (\"\(name)\") VALUES (\($0.map { "'\($0)'" } ?? "NULL"))" })
    let stored = try result.database.run("SELECT \"\(name)\" FROM T ORDER BY id").flatMap { $0 }
    return (stored, result.findings)
  }

  private static let swapped =
    "static let a = M(rawValue: 2); static let b = M(rawValue: 1 << 63)"

  @Test(arguments: ["x", "value", "key", "item", "json", "atom"])
  func bitsMove(_ name: String) throws {
    let (values, findings) = try move(
      "[M]?", ["[1,2,3,0,64]", "[]", nil], flags: Self.swapped, name: name)
    #expect(
      values == [.text("[2,-9223372036854775808,-9223372036854775806,0,64]"), .text("[]"), .null])
    #expect(
      findings.contains(
        "notice: 1 record of T has a in \(name), which moves from bit 0 to bit 1"))
  }

  @Test func bitsMoveBack() throws {
    let new = try model(Self.text("[M]", flags: Self.swapped))
    let old = try model(Self.text("[M]"))
    let database = try MemoryDatabase(new)
    try database.run("INSERT INTO T (x) VALUES ('[2,-9223372036854775808,-9223372036854775806]')")
    _ = try Migrated(database, from: new, to: old)
    #expect(try database.run("SELECT x FROM T") == [[.text("[1,2,3]")]])
  }

  @Test func arraysInArrays() throws {
    let (values, _) = try move("[[M]]", ["[[1,2],[],[3]]", "[]"], flags: Self.swapped)
    #expect(
      values == [
        .text("[[2,-9223372036854775808],[],[-9223372036854775806]]"), .text("[]"),
      ])
  }

  @Test func aFlagThatArraysHoldGoes() throws {
    let (values, findings) = try move(
      "[M]", ["[1]", "[2,3]", "[]"], flags: "static let a = M(rawValue: 1)")
    #expect(values == [.text("[1]"), .text("[2,3]"), .text("[]")])
    #expect(findings == ["loss: 1 record of T has b in x, which is removed"])
  }

  @Test func rawValuesChange() throws {
    let arrays = ["[0,1,1]", "[]", "[1]"]
    let (values, findings) = try move("[Size]", arrays, cases: "Int { case large, small }")
    #expect(values == [.text("[1,0,0]"), .text("[]"), .text("[0]")] && findings == [])
    let texts = try move("[Size]", arrays, cases: "String { case small, large = \"LÄRGE\" }")
    #expect(
      texts.values == [.text("[\"small\",\"LÄRGE\",\"LÄRGE\"]"), .text("[]"), .text("[\"LÄRGE\"]")])
  }

  @Test func aCaseGoes() throws {
    let (values, findings) = try move("[Size]", ["[0,1,1]", "[0]"], cases: "Int { case small }")
    #expect(values == [.text("[0]"), .text("[0]")])
    #expect(findings == ["loss: 1 record of T has cases in x that are removed: large"])
  }

  @Test func itemsBecomeOthers() throws {
    for (one, two, before, after) in [
      ("[M]", "[String]", "[1,3,0]", "[\"a\",\"a|b\",\"\"]"),
      ("[Size]", "[String]", "[0,1]", "[\"small\",\"large\"]"),
      ("[Int]", "[String]", "[0,-1]", "[\"0\",\"-1\"]"),
    ] {
      let (old, new) = (try model(Self.text(one)), try model(Self.text(two)))
      let database = try MemoryDatabase(old)
      try database.run("INSERT INTO T (x) VALUES (\(.text(before)))" as SQLText)
      #expect(try Migrated(database, from: old, to: new).findings == [])
      #expect(try database.run("SELECT x FROM T") == [[.text(after)]])
      #expect(try Migrated(database, from: new, to: old).findings == [])
      #expect(try database.run("SELECT x FROM T") == [[.text(before)]])
    }
  }

  @Test func nothingMoves() throws {
    let result = try plan(
      Self.text("[Size]"), Self.text("[Size]", cases: "Int { case small, large, huge }"))
    #expect(!result.changes.contains { $0.path == "T.x" })
  }
}
