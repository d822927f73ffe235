import FlagModel
import Testing

@testable import Migrations

/// Flags whose bits move, that come, go and get other names, while records have them.
@Suite struct FlagMigrationTests {
  private static func markers(_ flags: String, raw: String = "Int64") -> String {
    let lines = flags.split(separator: " ").map { pair in
      let parts = pair.split(separator: ":")
      return
        "static let \(parts[0]) = M(rawValue: \(parts[1].first == "-" ? "" : "1 << ")\(parts[1]))"
    }
    return """
      struct M: OptionSet { let rawValue: \(raw); \(lines.joined(separator: "; ")) }
      @Model final class S { var m: M = [] }
      """
  }

  /// Stored values before, and after.
  private func move(
    _ old: String, _ new: String, _ values: [Int64], raw: (String, String) = ("Int64", "Int64"),
    decisions: MigrationDecisions = .none
  ) throws -> (values: [Int64], result: Migrated) {
    let result = try migrated(
      Self.markers(old, raw: raw.0), Self.markers(new, raw: raw.1),
      rows: values.map {
        "INSERT INTO S (m) VALUES (\($0 == .min ? "0x8000000000000000" : "\($0)"))"
      },
      decisions: decisions)
    let stored = try result.database.run("SELECT m FROM S ORDER BY id").map { row -> Int64 in
      if case .integer(let number)? = row.first { number } else { -1 }
    }
    return (stored, result)
  }

  @Test func twoFlagsExchangeTheirBits() throws {
    let (values, result) = try move(
      "RAW:0 HRM:1 PLX:2", "RAW:0 HRM:2 PLX:1", [0, 1, 2, 4, 6, 7, 64, 66, 68, .min, .min + 2])
    #expect(values == [0, 1, 4, 2, 6, 7, 64, 68, 66, .min, .min + 4])
    #expect(
      result.plan.changes.map(\.words) == [
        "M.HRM moves from bit 1 to bit 2", "M.PLX moves from bit 2 to bit 1",
      ])
    #expect(result.plan.steps.count { $0.reads == "S" } == 1)
  }

  @Test(
    arguments: [
      ("A:0 B:1 C:2", "A:1 B:2 C:0", [1, 2, 4, 3, 7, 9], [2, 4, 1, 6, 7, 10]),
      ("A:0 B:63", "A:63 B:0", [1, .min, .min + 1, 2], [.min, 1, .min + 1, 2]),
      ("A:0", "A:63", [1, 5], [.min, .min + 4]),
      ("A:62 B:63", "A:0 B:1", [1 << 62, .min], [1, 2]),
      ("A:0 B:1", "A:0 X:1 B:2", [1, 2, 3], [1, 4, 5]),
    ] as [(String, String, [Int64], [Int64])])
  func moves(_ old: String, _ new: String, _ before: [Int64], _ after: [Int64]) throws {
    #expect(try move(old, new, before).values == after)
    #expect(try move(new, old, after).values == before)
  }

  @Test func theHighestBitOfANarrowTypeMoves() throws {
    let (values, _) = try move(
      "A:0 B:7", "A:7 B:0", [1, -128, -127, 2], raw: ("Int8", "Int8"))
    #expect(values == [-128, 1, -127, 2])
    #expect(try move("B:7", "B:7", [-128, 3], raw: ("Int8", "UInt8")).values == [128, 3])
    #expect(try move("B:7", "B:7", [128, 3], raw: ("UInt8", "Int8")).values == [-128, 3])
    #expect(try move("B:7", "B:7", [-128, 3], raw: ("Int8", "Int64")).values == [128, 3])
  }

  @Test func bitsBeyondANarrowerTypeAreALoss() throws {
    let (values, result) = try move(
      "A:0 B:1", "A:0 B:1", [1, 300, 128, -1, 3], raw: ("Int64", "Int8"))
    #expect(values == [1, 44, -128, -1, 3])
    #expect(
      result.findings
        == ["loss: 2 records of S have undeclared bits in m that Int8 has no room for"])
    #expect(
      try move("A:0 B:9", "A:0 B:1", [512, 513], raw: ("Int32", "UInt8")).values == [2, 3])
    #expect(
      try move("A:0", "A:0", [1, 255], raw: ("Int16", "UInt8")).result.findings
        == [])
  }

  @Test func aNewFlagOnABitInUseIsPointedOut() throws {
    let (values, result) = try move("A:0", "A:0 B:6", [1, 64, 65])
    #expect(values == [1, 64, 65])
    #expect(result.findings == ["notice: 2 records of S have bit 6 in m already and will show B"])
    #expect(result.plan.steps.allSatisfy { $0.reads == nil })
  }

  @Test func aFlagThatGoesIsALossAndItsBitStays() throws {
    let (values, result) = try move("A:0 B:1", "A:0", [1, 2, 3])
    #expect(values == [1, 2, 3])
    #expect(result.findings == ["loss: 2 records of S have B in m, which is removed"])
  }

  @Test func aFlagThatGoesIsClearedWhenAsked() throws {
    let decisions = MigrationDecisions(clears: ["M.B"])
    #expect(try move("A:0 B:1", "A:0", [1, 2, 3], decisions: decisions).values == [1, 0, 1])
  }

  @Test func aFlagThatTakesAnothersPlaceDoesNotTakeItsRecords() throws {
    #expect(try move("A:0 B:1", "A:1", [1, 2, 3]).values == [2, 0, 2])
    let decisions = MigrationDecisions(drops: ["M.B"])
    #expect(try move("A:0 B:1", "A:0 C:1", [1, 2, 3], decisions: decisions).values == [1, 0, 1])
  }

  @Test func whatHasNoNameWhereAFlagMovesIsALoss() throws {
    let (values, result) = try move("A:0", "A:6", [1, 64, 65])
    #expect(values == [64, 0, 64])
    #expect(
      result.findings.contains(
        "loss: 2 records of S have undeclared bits in m that moved flags overwrite"))
  }

  @Test func flagsThatComeToShareABitAreALoss() throws {
    let (values, result) = try move("A:0 B:1 C:2", "A:0 B:0 C:2", [0, 1, 2, 3, 4, 5, 7, 64])
    #expect(values == [0, 1, 1, 1, 4, 5, 5, 64])
    #expect(
      result.findings.contains(
        "loss: 3 records of S have some but not all of A|B in m, which will share bit 0"))
    #expect(try move("A:0 B:1", "A:5 B:5", [1, 2, 3]).values == [32, 32, 32])
    #expect(
      try !move("A:0 B:1", "A:0 B:0", [0, 3]).result.findings.contains { $0.hasPrefix("loss") })
  }

  @Test func namesOfOneBitThatGetOneEach() throws {
    let (values, result) = try move("A:0 B:0", "A:0 B:3", [0, 1, 64, 65])
    #expect(values == [0, 9, 64, 73])
    #expect(!result.findings.contains { $0.hasPrefix("loss") })
    #expect(try move("A:0 B:3", "A:0 B:0", values).values == [0, 1, 64, 65])
    #expect(try move("A:0 B:0", "A:1 B:2", [0, 1, 64]).values == [0, 6, 64])
  }

  @Test func aFlagWithAnotherNameIsAskedFor() throws {
    let question = try plan(Self.markers("A:0 B:1"), Self.markers("A:0 C:1"))
    #expect(question.questions.map(\.words) == ["did 'M.B' become 'C'?"])
    #expect(question.questions.first?.answers == ["--rename M.B=C", "--drop M.B"])
    #expect(!question.isReady && question.steps.isEmpty)
    let decisions = MigrationDecisions(renames: [Rename(old: "M.B", new: "C")])
    let (values, result) = try move("A:0 B:1", "A:0 C:1", [1, 2, 3], decisions: decisions)
    #expect(values == [1, 2, 3] && result.findings.isEmpty)
    #expect(try move("A:0 B:1", "C:0 A:1", [1, 2, 3], decisions: decisions).values == [2, 1, 3])
  }

  @Test func combinationsOfTwoColumnsMoveInOnePass() throws {
    func text(_ a: Int, _ b: Int) -> String {
      """
      struct M: OptionSet { let rawValue: Int; static let a = M(rawValue: \(a)); static let b = M(rawValue: \(b)) }
      @Model final class S { var m: M = []; var n: M? }
      """
    }
    let result = try migrated(
      text(1, 2), text(2, 1), rows: ["INSERT INTO S (m, n) VALUES (1, NULL), (2, 1), (8, 2)"])
    #expect(
      try result.database.run("SELECT m, n FROM S ORDER BY id") == [
        [.integer(2), .null], [.integer(1), .integer(2)], [.integer(8), .integer(1)],
      ])
    #expect(result.plan.steps.count { $0.reads == "S" } == 1)
  }

  /// Those that get a flag by their first value are no fault, also where others move.
  @Test(arguments: [("m: M = [.a]", nil), ("m: M?", "a"), ("m: M", "a")] as [(String, String?)])
  func recordsWithoutFlagsAreGivenSome(_ property: String, _ fill: String?) throws {
    func text(_ a: Int, _ b: Int, _ property: String) -> String {
      """
      struct M: OptionSet { let rawValue: Int; static let a = M(rawValue: \(a)); static let b = M(rawValue: \(b)) }
      @Model final class S { var \(property) }
      """
    }
    for (a, b, others) in [(1, 2, [1, 2]), (2, 1, [2, 1])] as [(Int, Int, [Int64])] {
      let result = try migrated(
        text(1, 2, "m: M?"), text(a, b, property),
        rows: ["INSERT INTO S (m) VALUES (1), (NULL), (2)"],
        decisions: MigrationDecisions(fills: fill.map { [Fill(attribute: "m", text: $0)] } ?? []))
      #expect(
        try result.database.run("SELECT m FROM S ORDER BY id").flatMap { $0 }
          == [others[0], Int64(a), others[1]].map(Value.integer))
    }
  }

  @Test func bitsOfAUniqueColumnMove() throws {
    func text(_ a: Int, _ b: Int) -> String {
      """
      struct M: OptionSet { let rawValue: Int; static let a = M(rawValue: \(a)); static let b = M(rawValue: \(b)) }
      @Model final class S { @Attribute(.unique) var m: M = [] }
      """
    }
    let result = try migrated(
      text(1, 2), text(2, 1), rows: ["INSERT INTO S (m) VALUES (1), (2), (3)"])
    #expect(
      try result.database.run("SELECT m FROM S ORDER BY id")
        == [[.integer(2)], [.integer(1)], [.integer(3)]])
  }
}
