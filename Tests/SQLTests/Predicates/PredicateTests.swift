import FlagModel
import Testing

@testable import Predicates
@testable import Queries

/// A predicate as it is typed, the SQL that it becomes, and the animals that it finds.
struct PredicateCase: CustomTestStringConvertible {
  let text: String
  let sql: String
  let keys: [Int64]

  init(_ text: String, _ sql: String, _ keys: [Int64]) {
    self.text = text
    self.sql = sql
    self.keys = keys
  }

  var testDescription: String { text }
}

@Suite struct PredicateTests {
  /// Asks the animals, and asks them for the opposite too, which must be all the others.
  private func check(_ one: PredicateCase) throws {
    let database = try Menagerie.database()
    let predicate = try Predicate(one.text)
    #expect(predicate.sql().shown == one.sql)
    #expect(try database.animals(where: predicate) == one.keys)
    let others = (1...5).filter { !one.keys.contains($0) }
    #expect(try database.animals(where: Predicate("not (\(one.text))")) == others)
    #expect(try Predicate("!(not (\(one.text)))").sql() == predicate.sql())
  }

  @Test(arguments: [
    PredicateCase("wide has low", "(wide & ?) = ? -- 1, 1", [2, 3, 4, 5]),
    PredicateCase("wide has all (low, mid)", "(wide & ?) = ? -- 4294967297, 4294967297", [4, 5]),
    PredicateCase(
      "wide has top",
      "(wide & ?) = ? -- -9223372036854775808, -9223372036854775808", [3, 5]),
    PredicateCase("wide has any (top, mid)", "(wide & ?) != 0 -- -9223372032559808512", [3, 4, 5]),
    PredicateCase("wide has none (low)", "(wide & ?) = 0 -- 1", [1]),
    PredicateCase("wide lacks [.top, .mid]", "(wide & ?) = 0 -- -9223372032559808512", [1, 2]),
    PredicateCase("not (wide has low)", "(wide & ?) != ? -- 1, 1", [1]),
    PredicateCase("wide is exactly ends", "wide = ? -- -9223372036854775807", [3]),
    PredicateCase("wide == [.low, .top]", "wide = ? -- -9223372036854775807", [3]),
    PredicateCase("wide = low", "wide = ? -- 1", [2]),
    PredicateCase("wide = Wide.low", "wide = ? -- 1", [2]),
    PredicateCase("wide != .low", "wide != ? -- 1", [1, 3, 4, 5]),
    PredicateCase("wide is empty", "wide = ? -- 0", [1]),
    PredicateCase("wide == []", "wide = ? -- 0", [1]),
    PredicateCase("wide = 0", "wide = ? -- 0", [1]),
    PredicateCase("wide is not empty", "wide != ? -- 0", [2, 3, 4, 5]),
    PredicateCase("wide has 0x40", "(wide & ?) = ? -- 64, 64", [4, 5]),
    PredicateCase("wide has (low, 0x40)", "(wide & ?) = ? -- 65, 65", [4, 5]),
    PredicateCase("wide has nothing", "(wide & ?) = ? -- 0, 0", [1, 2, 3, 4, 5]),
    PredicateCase("wide has any {}", "(wide & ?) != 0 -- 0", []),
    PredicateCase("narrow has h", "(narrow & ?) = ? -- 128, 128", [3, 4]),
    PredicateCase("narrow has any (a, h)", "(narrow & ?) != 0 -- 129", [2, 3, 4]),
    PredicateCase("narrow is exactly h", "narrow = ? -- -128", [4]),
    PredicateCase("narrow is exactly (a, h)", "narrow = ? -- -127", [3]),
  ])
  func flags(_ one: PredicateCase) throws { try check(one) }

  @Test(arguments: [
    PredicateCase("hidden has low", "(hidden & ?) = ? -- 1, 1", [3, 5]),
    PredicateCase("not hidden has low", "((hidden & ?) != ?) IS NOT FALSE -- 1, 1", [1, 2, 4]),
    PredicateCase(
      "hidden has any (low, top)", "(hidden & ?) != 0 -- -9223372036854775807", [3, 4, 5]),
    PredicateCase("hidden lacks low", "((hidden & ?) = 0) IS NOT FALSE -- 1", [1, 2, 4]),
    PredicateCase("hidden is empty", "hidden = ? -- 0", [2]),
    PredicateCase("hidden is not empty", "hidden IS NOT ? -- 0", [1, 3, 4, 5]),
    PredicateCase("hidden is null", "hidden IS NULL", [1]),
    PredicateCase("hidden != nil", "hidden IS NOT NULL", [2, 3, 4, 5]),
  ])
  func optionalFlags(_ one: PredicateCase) throws { try check(one) }

  @Test(arguments: [
    PredicateCase("age = 3", "age = ? -- 3", [1]),
    PredicateCase("age <> 3", "age != ? -- 3", [2, 3, 4, 5]),
    PredicateCase("3 == age", "age = ? -- 3", [1]),
    PredicateCase("0 < age", "age > ? -- 0", [1, 4]),
    PredicateCase("age => 0", "age >= ? -- 0", [1, 2, 4]),
    PredicateCase("age =< 0", "age <= ? -- 0", [2, 3, 5]),
    PredicateCase("age = 9223372036854775807", "age = ? -- 9223372036854775807", [4]),
    PredicateCase("age < -9223372036854775806", "age < ? -- -9223372036854775806", [5]),
    PredicateCase("age > 9223372036854775808", "age > ? -- 9.223372036854778e+18", []),
    PredicateCase("age < 0.5", "age < ? -- 0.5", [2, 3, 5]),
    PredicateCase("weight < 1", "weight < ? -- 1", [2]),
    PredicateCase("not weight < 1", "(weight >= ?) IS NOT FALSE -- 1", [1, 3, 4, 5]),
    PredicateCase("weight != 0.5", "weight IS NOT ? -- 0.5", [1, 3, 4, 5]),
    PredicateCase("weight = 1e2", "weight = ? -- 100", [4]),
    PredicateCase("ratio = 0.1", "ratio = ? -- 0.10000000149011612", [2]),
    PredicateCase("ratio < 1e300", "ratio < ? -- 1e+300", [2, 3, 4]),
    PredicateCase("fee = 1.5", "fee = ? -- 150", [2]),
    PredicateCase("fee < 0", "fee < ? -- 0", [3]),
    PredicateCase("größe > 0", "\"größe\" > ? -- 0", [2, 5]),
    PredicateCase("tame", "tame = ? -- 1", [3, 4]),
    PredicateCase("!tame", "tame IS NOT ? -- 1", [1, 2, 5]),
    PredicateCase("tame == false", "tame = ? -- 0", [2, 5]),
    PredicateCase("tame = YES", "tame = ? -- 1", [3, 4]),
    PredicateCase("tame != nil", "tame IS NOT NULL", [2, 3, 4, 5]),
    PredicateCase("id = 2", "id = ? -- 2", [2]),
    PredicateCase("id in {1, 5}", "id IN (?, ?) -- 1, 5", [1, 5]),
    PredicateCase("id in 2...4", "id BETWEEN ? AND ? -- 2, 4", [2, 3, 4]),
    PredicateCase("id between 2 and 3", "id BETWEEN ? AND ? -- 2, 3", [2, 3]),
    PredicateCase("id > age", "id > age", [2, 3, 5]),
  ])
  func numbers(_ one: PredicateCase) throws { try check(one) }

  @Test(arguments: [
    PredicateCase("name = 'bee'", "name = ? -- 'bee'", [2]),
    PredicateCase("`select` = 'it''s'", "\"select\" = ? -- 'it's'", [3]),
    PredicateCase("select = \"it\\'s\"", "\"select\" = ? -- 'it's'", [3]),
    PredicateCase("select = '%'", "\"select\" = ? -- '%'", [4]),
    PredicateCase("select != ''", "\"select\" IS NOT ? -- ''", [1, 2, 3, 4]),
    PredicateCase("select in ('x', '')", "\"select\" IN (?, ?) -- 'x', ''", [2, 5]),
    PredicateCase(
      "select not in ('x', '')", "(\"select\" NOT IN (?, ?)) IS NOT FALSE -- 'x', ''", [1, 3, 4]),
    PredicateCase("name in []", "FALSE", []),
    PredicateCase("not name in []", "TRUE", [1, 2, 3, 4, 5]),
    PredicateCase(
      "name = 'x''; DROP TABLE Animal; --'", "name = ? -- 'x'; DROP TABLE Animal; --'", []),
    PredicateCase("mood = .calm", "mood = ? -- 'c'", [2, 4]),
    PredicateCase("mood = wild", "mood = ? -- 'it's'", [3]),
    PredicateCase("mood == Mood.wild", "mood = ? -- 'it's'", [3]),
    PredicateCase("mood != calm", "mood IS NOT ? -- 'c'", [1, 3, 5]),
    PredicateCase("mood in {calm, .wild}", "mood IN (?, ?) -- 'c', 'it's'", [2, 3, 4]),
    PredicateCase("born = 2026-11-20", "born = ? -- '2026-11-20 00:00:00'", [2]),
    PredicateCase("born > 2026-11-20T10:30:00Z", "born > ? -- '2026-11-20 10:30:00'", [3, 4]),
    PredicateCase("born < now", "born < ? -- '2026-11-20 12:00:00'", [2, 3]),
    PredicateCase("now > born", "born < ? -- '2026-11-20 12:00:00'", [2, 3]),
    PredicateCase("born >= today", "born >= ? -- '2026-11-20 00:00:00'", [2, 3, 4]),
    PredicateCase(
      "born in 2026-11-20..<2026-11-21",
      "born >= ? AND born < ? -- '2026-11-20 00:00:00', '2026-11-21 00:00:00'", [2, 3]),
    PredicateCase(
      "born in 2026-11-20T00:00:00...2026-11-20T10:30:00.5",
      "born BETWEEN ? AND ? -- '2026-11-20 00:00:00', '2026-11-20 10:30:00.5'", [2, 3]),
    PredicateCase(
      "not born in 2026-11-20..<2026-11-21",
      "(born < ? OR born >= ?) IS NOT FALSE -- '2026-11-20 00:00:00', '2026-11-21 00:00:00'",
      [1, 4, 5]),
  ])
  func texts(_ one: PredicateCase) throws { try check(one) }

  @Test(arguments: [
    PredicateCase("weight = height", "weight IS height", [1, 2]),
    PredicateCase("weight != height", "weight IS NOT height", [3, 4, 5]),
    PredicateCase("weight < height", "weight < height", []),
    PredicateCase("not weight < height", "(weight >= height) IS NOT FALSE", [1, 2, 3, 4, 5]),
    PredicateCase("age < id", "age < id", [2, 3, 5]),
    PredicateCase("select == name", "\"select\" IS name", []),
    PredicateCase("keeper = nil", "keeper IS NULL", [1, 5]),
    PredicateCase("keeper = 1", "keeper = ? -- 1", [2, 4]),
    PredicateCase("keeper != 1", "keeper IS NOT ? -- 1", [1, 3, 5]),
    PredicateCase(
      "keeper = '7'", "keeper IN (SELECT id FROM Keeper WHERE name = ?) -- '7'", [3]),
    PredicateCase(
      "keeper != 'Ann'",
      "(keeper NOT IN (SELECT id FROM Keeper WHERE name = ?)) IS NOT FALSE -- 'Ann'", [1, 3, 5]),
  ])
  func otherColumns(_ one: PredicateCase) throws { try check(one) }

  @Test(
    arguments: [
      PredicateCase("TRUEPREDICATE", "TRUE", [1, 2, 3, 4, 5]),
      PredicateCase("true and false", "TRUE AND FALSE", []),
      PredicateCase("age = 3 or tame", "age = ? OR tame = ? -- 3, 1", [1, 3, 4]),
      PredicateCase(
        "tame and age > 0 or id = 1", "tame = ? AND age > ? OR id = ? -- 1, 0, 1", [1, 4]),
      PredicateCase(
        "tame and (age > 0 or id = 1)", "tame = ? AND (age > ? OR id = ?) -- 1, 0, 1", [4]),
      PredicateCase(
        "not (tame or weight < 1)", "tame IS NOT ? AND (weight >= ?) IS NOT FALSE -- 1, 1", [1, 5]),
      PredicateCase(
        "not (tame and weight < 1) and id > 1",
        "(tame IS NOT ? OR (weight >= ?) IS NOT FALSE) AND id > ? -- 1, 1, 1", [2, 3, 4, 5]),
      PredicateCase("id = 1 or id = 4", "id IN (?, ?) -- 1, 4", [1, 4]),
      PredicateCase(
        "id = 1 or tame or id in {2, 3}", "id IN (?, ?, ?) OR tame = ? -- 1, 2, 3, 1", [1, 2, 3, 4]),
      PredicateCase("((((id)) = 1))", "", []),
    ].filter { !$0.sql.isEmpty })
  func connectives(_ one: PredicateCase) throws { try check(one) }

  @Test(arguments: [
    (FlagTest.has, "RAW,HRM", "(markers & ?) = ? -- 3, 3", "has (RAW, HRM)"),
    (.any, "RAW|HRM", "(markers & ?) != 0 -- 3", "has any (RAW, HRM)"),
    (.none, " .RAW , HRM ", "(markers & ?) = 0 -- 3", "lacks (RAW, HRM)"),
    (.exactly, "vitals", "markers = ? -- 6", "is exactly vitals"),
    (.notAll, "markers:RAW,HRM", "(markers & ?) != ? -- 3, 3", ""),
    (.has, "markers: 0x40", "(markers & ?) = ? -- 64, 64", "has 0x40"),
  ])
  func options(_ test: FlagTest, _ option: String, _ sql: String, _ text: String) throws {
    let zoo = try Zoo.schema()
    let sample = try zoo.declared("Sample")
    let checker = PredicateChecker(sample, in: zoo, now: testNow)
    let predicate = try checker.check(.flagOption(test, SourceText(option)))
    #expect(predicate.sql().shown == sql)
    _ = try MemoryDatabase(zoo).keys(of: sample, where: predicate)
    if text.isEmpty { return }
    #expect(
      try Predicate("markers \(text)", of: "Sample", in: zoo) == predicate,
      "the option and the text must make the same")
  }

  @Test func optionForTheFlagSetThatKnowsIt() throws {
    let schema = try Menagerie.schema()
    let checker = PredicateChecker(try schema.declared("Animal"), in: schema, now: testNow)
    let predicate = try checker.check(.flagOption(.has, SourceText("a,h")))
    #expect(predicate.sql().shown == "(narrow & ?) = ? -- 129, 129")
  }
}
