import FlagModel
import PostgreSQLEngine
import TestServer
import TestSupport
import Testing

@testable import PostgreSQLText
@testable import Queries
@testable import SQLText

/// Unions and intersections of masks: the plain SQL for other clients, flagdb's own aggregates and a
/// server give the same numbers.
@Suite("Unions and intersections of masks") struct MaskAggregateTests {
  @Test(arguments: [
    AnswerCase(
      columns: "union(marks), intersection(marks), union(wanted), intersection(wanted)",
      rows: ["a|b|c|top|0x48, , a|b|c, "]),
    AnswerCase(
      columns: "ward, OR(marks), AND(marks), bit_or(wanted)", groups: "ward",
      rows: ["nil, , , ", "East, a|b|c, , a|b|c", "West, a|top|0x48, , a"]),
    AnswerCase(
      columns: "isWell, union(marks)", groups: "isWell", having: "union(marks) has c",
      rows: ["false, c|0x48"]),
    AnswerCase(
      columns: "ward, union(marks) as u", groups: "ward", sort: "-u",
      rows: ["East, a|b|c", "nil, ", "West, a|top|0x48"]),
    AnswerCase(
      columns: "each(marks), union(marks), intersection(wanted)", groups: "each(marks)",
      rows: [
        ", , ", "a, a|b|top, a|b", "b, a|b, a|b", "c, c, b|c", "0x8, 0x48, a", "0x40, 0x48, a",
        "top, a|top, nil",
      ]),
    AnswerCase(
      columns: "union(marks).subtracting(union(wanted)), union(marks).count, union(marks) has top",
      rows: ["top|0x48, 4, true"]),
    AnswerCase(
      columns:
        "name.first, readings.mark.union, readings.mark.intersection, buddy.readings.mark.union",
      rows: [
        "Ann, a|b, , nil", "Bob, c, c, a|b", "cat, , nil, a|b", "ann, a|b, a|b, ",
        "Éva, , nil, nil",
      ]),
    AnswerCase(
      columns: "union(readings.mark.union), intersection(readings.mark.intersection)",
      rows: ["a|b|c, "]),
    AnswerCase(
      columns: "readings.mark.union, count()", groups: "readings.mark.union",
      rows: [", 2", "a|b, 2", "c, 1"]),
    AnswerCase(columns: "union(age), intersection(age)", rows: ["-1, 0"]),
  ])
  func answers(_ one: AnswerCase) throws { #expect(try one.answer() == one.rows) }

  @Test(arguments: [
    ("union(weight)", "'weight' (Double) has no union", "flags and whole numbers have one"),
    ("intersection(name.first)", "'name.first' (String) has no intersection", nil),
    ("union()", "'union' needs an argument", "as in union(ATTRIBUTE)"),
    ("union(ward)", "'ward' (Ward) has no union", nil),
    ("readings.value.union", "'value' (Double) has no union", nil),
  ])
  func mistakes(_ columns: String, _ message: String, _ hint: String?) throws {
    let error = #expect(throws: Diagnostic.self) { try AnswerCase(columns: columns).query() }
    #expect(error?.message == message)
    if let hint { #expect(error?.hint == .words(hint)) }
  }

  /// Masks of every width, with and without a sign, and NULL.
  @Test(arguments: IntegerType.allCases)
  func plainSQLHasTheSameBits(_ type: IntegerType) throws {
    let word = NumberWord(type)
    let memory = try MemoryDatabase()
    let server = try TestSchema()
    var dice = Dice(seed: UInt64(type.bitWidth))
    for _ in 0..<60 {
      let masks = (0..<dice.next() % 4).map { _ in Self.mask(word, &dice) }
      for function in [SQLFunction.unionOfMany(word), .intersectionOfMany(word)] {
        let isUnion = function == .unionOfMany(word)
        let numbers = masks.compactMap(\.self)
        let expected = numbers.dropFirst().reduce(numbers.first) { whole, mask in
          whole.map { isUnion ? $0 | mask : $0 & mask }
        }
        let result: Value = expected.map { .integer($0) } ?? .null
        let sql = Self.sql(function, masks)
        for dialect in [SQLiteDialect(), SQLiteDialect(hasOwnAggregates: true)] {
          #expect(try memory.run(sql.written(in: dialect)) == [[result]], "\(masks)")
        }
        let rows = try server.connection.rows(sql.written(in: PostgreSQLDialect()))
        #expect(rows == [[result]], "\(masks)")
      }
    }
  }

  /// The highest bit of a narrow word is stored as a negative number or not.
  private static func mask(_ word: NumberWord, _ dice: inout Dice) -> Int64? {
    if dice.isLucky(4) { return nil }
    let bits = Int64(bitPattern: dice.next() & dice.next()) & word.mask
    return word.signed(dice.isLucky(2)).value(of: bits)
  }

  private static func sql(_ function: SQLFunction, _ masks: [Int64?]) -> SQLText {
    let none: SQLText = "SELECT \(.missing(.integer(.int64)), of: "") AS mask"
    let rows = masks.map { mask -> SQLText in
      mask.map { "SELECT \(literal: $0)" } ?? "SELECT NULL"
    }
    let all = ([none] + rows).joined(by: " UNION ALL ")
    return "SELECT \(function, of: "mask") FROM \(.rows, of: all, "masks")"
  }
}
