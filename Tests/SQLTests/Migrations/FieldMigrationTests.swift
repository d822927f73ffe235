import FlagModel
import Testing

@testable import Migrations

/// Fields of masks that move, get other values, come and go, while records have them.
@Suite struct FieldMigrationTests {
  private static let kinds = """
    enum K: Int { case a, b, c }
    """

  private static func text(_ members: String, _ types: String, raw: String) -> String {
    """
    struct M: OptionSet { let rawValue: \(raw); \(members) }
    \(types)
    @Model final class S { var m: M = [] }
    """
  }

  /// Stored values before, and after.
  private func move(
    _ old: String, _ new: String, _ values: [Int64], types: (String, String) = (kinds, kinds),
    raw: (String, String) = ("Int64", "Int64"), decisions: MigrationDecisions = .none
  ) throws -> (values: [Int64], result: Migrated) {
    let result = try migrated(
      Self.text(old, types.0, raw: raw.0), Self.text(new, types.1, raw: raw.1),
      rows: values.map { "INSERT INTO S (m) VALUES (\($0))" }, decisions: decisions)
    let stored = try result.database.run("SELECT m FROM S ORDER BY id").map { row -> Int64 in
      if case .integer(let number)? = row.first { number } else { -1 }
    }
    return (stored, result)
  }

  private static let f = "static let f = M(rawValue: 1 << 8)"

  @Test(
    arguments: [
      // To other bits, with flags around.
      (
        "\(f); @Bits(0...3) var n: Int", "\(f); @Bits(4...7) var n: Int", [0, 5, 0x105],
        [0, 0x50, 0x150]
      ),
      (
        "\(f); @Bits(4...7) var n: Int", "\(f); @Bits(0...3) var n: Int", [0x50, 0x150], [5, 0x105]
      ),
      ("@Bits(60...63) var n: Int", "@Bits(0...3) var n: Int", [1 << 60, -1 << 60], [1, 15]),
      ("@Bits(0...3) var n: Int", "@Bits(60...63) var n: Int", [1, 15], [1 << 60, -1 << 60]),
      // Two exchange their places.
      (
        "@Bits(0...3) var n: Int; @Bits(4...7) var o: Int",
        "@Bits(4...7) var n: Int; @Bits(0...3) var o: Int", [0x12, 0x40, 0x103], [0x21, 4, 0x130]
      ),
      // A flag moves through where a field was.
      (
        "@Bits(0...3) var n: Int; \(f)", "@Bits(8...11) var n: Int; static let f = M(rawValue: 1)",
        [0x105, 5], [0x501, 0x500]
      ),
      // Wider, and narrower where all fit.
      ("@Bits(0...3) var n: Int", "@Bits(0...5) var n: Int", [5, 15], [5, 15]),
      ("@Bits(0...5) var n: Int", "@Bits(0...3) var n: Int", [5, 15], [5, 15]),
      // A field, a flag, and the reverse.
      ("@Bits(3...3) var n: Int", "static let n = M(rawValue: 1 << 5)", [0, 8], [0, 32]),
      ("static let n = M(rawValue: 1 << 5)", "@Bits(0...3) var n: Int", [0, 32], [0, 1]),
      ("static let n = M(rawValue: 1)", "@Bits(0...1) var n: K", [0, 1], [0, 1]),
      // A number becomes an enum, and the reverse.
      ("@Bits(0...3) var n: Int", "@Bits(4...7) var n: K", [0, 1, 2], [0, 16, 32]),
      ("@Bits(4...7) var n: K", "@Bits(0...3) var n: Int", [0, 16, 32], [0, 1, 2]),
    ] as [(String, String, [Int64], [Int64])])
  func moves(old: String, new: String, before: [Int64], after: [Int64]) throws {
    let (values, result) = try move(old, new, before)
    #expect(values == after)
    #expect(!result.findings.contains { $0.hasPrefix("loss") })
  }

  @Test(
    arguments: [
      ("case a, b, c", "case a = 3, b = 0, c = 1", [0, 1, 2, 0x102], [3, 0, 1, 0x101]),
      ("case a, b", "case a, x, b", [0, 1], [0, 2]),
      ("case a, b", "case a, b, c", [0, 1], [0, 1]),
    ] as [(String, String, [Int64], [Int64])])
  func casesAreRenumbered(old: String, new: String, before: [Int64], after: [Int64]) throws {
    let field = "@Bits(0...3) var k: K"
    let (values, result) = try move(
      field, field, before, types: ("enum K: Int { \(old) }", "enum K: Int { \(new) }"))
    #expect(values == after)
    #expect(!result.findings.contains { $0.hasPrefix("loss") })
    // The new cases hold for other programs.
    #expect(throws: Never.self) {
      try result.database.run("INSERT INTO S (m) VALUES (\(after[0]))")
    }
    #expect(throws: MemoryDatabase.Refusal.self) {
      try result.database.run("INSERT INTO S (m) VALUES (15)")
    }
  }

  @Test func rawValuesThatMoveInPlaceStayAsTheyAre() throws {
    let field = "@Bits(4...7) var k: K"
    let (values, result) = try move(
      field, field, [0, 16, 32],
      types: ("enum K: Int { case a, b, c }", "enum K: Int { case a, b = 16, c = 32 }"))
    #expect(values == [0, 16, 32])
    #expect(result.plan.steps.allSatisfy { $0.reads == nil })
  }

  @Test(
    arguments: [
      (
        "@Bits(0...5) var n: Int", "@Bits(0...3) var n: Int", [5, 16, 0x120], [5, 0, 0x100],
        "loss: 2 records of S have a n in m that does not fit in bits 0 to 3"
      ),
      (
        "@Bits(0...5) var n: Int", "@Bits(0...5) var n: K", [1, 7], [1, 0],
        "loss: 1 record of S has a n in m that cannot become a K"
      ),
      (
        "@Bits(0...5) var n: Int", "static let f = M(rawValue: 1 << 8)", [0, 3], [0, 3],
        "loss: 1 record of S has a n in m, which is removed"
      ),
      (
        "@Bits(0...3) var n: Int", "static let f = M(rawValue: 2)", [0, 3, 0x103], [0, 0, 0x100],
        "loss: 2 records of S have a n in m, which is removed"
      ),
      (
        "", "@Bits(0...3) var n: K", [1, 9, 0x109], [1, 0, 0x100],
        "loss: 2 records of S have bits 0 to 3 in m that are not a case of n"
      ),
      (
        "@Bits(0...1) var n: Int", "@Bits(0...3) var n: Int", [5, 2], [1, 2],
        "loss: 1 record of S has undeclared bits in m that moved flags overwrite"
      ),
    ] as [(String, String, [Int64], [Int64], String)])
  func losses(old: String, new: String, before: [Int64], after: [Int64], loss: String) throws {
    let (values, result) = try move(old, new, before)
    #expect(values == after)
    #expect(result.findings.contains(loss), "\(result.findings)")
  }

  @Test func aCaseThatGoesIsALossWhereAFieldHasIt() throws {
    let field = "@Bits(0...3) var k: K"
    let (values, result) = try move(
      field, field, [0, 1, 2], types: (Self.kinds, "enum K: Int { case a, b }"),
      decisions: MigrationDecisions(drops: ["K.c"]))
    #expect(values == [0, 1, 0])
    #expect(
      result.findings.contains {
        $0.hasPrefix("loss: 1 record of S has a k in m that is removed: c")
      },
      "\(result.findings)")
  }

  @Test func aNewNumberOnBitsInUseIsPointedOut() throws {
    let (values, result) = try move("", "@Bits(0...3) var n: Int", [0, 5, 16])
    #expect(values == [0, 5, 16])
    #expect(
      result.findings == ["notice: 1 record of S has bits 0 to 3 in m already and will show n"])
    #expect(result.plan.steps.allSatisfy { $0.reads == nil })
  }

  @Test func aFieldWithAnotherNameIsAskedFor() throws {
    let question = try plan(
      Self.text("@Bits(0...3) var n: Int", "", raw: "Int"),
      Self.text("@Bits(0...3) var o: Int", "", raw: "Int"))
    #expect(question.questions.map(\.words) == ["did 'M.n' become 'o'?"])
    let decisions = MigrationDecisions(renames: [Rename(old: "M.n", new: "o")])
    let (values, result) = try move(
      "@Bits(0...3) var n: Int", "@Bits(4...7) var o: Int", [5, 0x105], decisions: decisions)
    #expect(values == [0x50, 0x150])
    #expect(
      result.plan.changes.map(\.words) == [
        "M.n is renamed to o", "M.o moves from bits 0 to 3 to bits 4 to 7",
      ])
  }

  @Test func theHighestBitsOfANarrowType() throws {
    let (values, _) = try move(
      "@Bits(0...3) var n: Int", "@Bits(28...31) var n: Int", [7, 8], raw: ("Int32", "Int32"))
    #expect(values == [0x7000_0000, -0x8000_0000])
    #expect(
      try move(
        "@Bits(28...31) var n: Int", "@Bits(28...31) var n: Int", values, raw: ("Int32", "UInt32")
      ).values == [0x7000_0000, 0x8000_0000])
  }
}
