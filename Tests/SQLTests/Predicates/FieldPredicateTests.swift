import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Fields of masks are asked like attributes, and flags as if the fields were not there.
@Suite struct FieldPredicateTests {
  private let schema: Schema
  private let visit: Entity
  private let database: MemoryDatabase

  init() throws {
    schema = try model(fieldModel)
    visit = try schema.declared("Visit")
    database = try MemoryDatabase(schema)
    // The last two have bit 31 as other programs may keep it.
    let rows = [
      "0x20050001, 0x8001", "0, NULL", "0x80000008, 0x10004003", "2, -0x7FFFF000",
      "-0x7FFFFFF8, 0x80001000",
    ]
    for (index, row) in rows.enumerated() {
      try database.run(
        "INSERT INTO Visit (url, transition, mode, \"from\") VALUES ('\(index + 1)', \(row), "
          + "nullif(\(index), 0))")
    }
  }

  private func predicate(_ text: String) throws -> Predicate {
    try Predicate(text, of: "Visit", in: schema)
  }

  @Test(
    arguments: [
      ("transition.core == typed", [1]), ("transition.core != .link", [1, 3, 4, 5]),
      ("transition.core in {typed, reload}", [1, 3, 5]),
      ("transition.core >= bookmark", [3, 4, 5]),
      ("transition.core.rawValue > 1", [3, 4, 5]), ("transition.priority > 4", [1]),
      ("transition.priority + 1 == 6", [1]), ("transition.priority between {0, 4}", [2, 3, 4, 5]),
      ("mode.type == file", [1]), ("mode.type != file", [2, 3, 4, 5]),
      ("mode.type == nil", [2]), ("mode == nil", [2]), ("mode.type in {folder, pipe}", [3, 4, 5]),
      ("mode.level == 1", [3]), ("mode.level >= 8", [4, 5]), ("mode.level != 8", [1, 2, 3]),
      ("not (transition.core == typed)", [2, 3, 4, 5]),
      ("from.transition.core == typed", [2]), ("from.mode.type == nil", [1, 3]),
      ("$0.transition.core == .typed && $0.transition.contains(.CHAIN_END)", [1]),
      ("transition has CHAIN_END", [1]), ("transition has REDIRECT", [3, 5]),
      ("transition is exactly CHAIN_END", [1]), ("transition is exactly REDIRECT", [3, 5]),
      ("transition == [.REDIRECT]", [3, 5]), ("transition != [.CHAIN_END]", [2, 3, 4, 5]),
      ("transition.isEmpty", [2, 4]), ("transition.count == 1", [1, 3, 5]),
      ("transition lacks (CHAIN_END, REDIRECT)", [2, 4]), ("mode is exactly x", [1]),
      ("mode is exactly (x, w)", [3]), ("mode.isEmpty", [4, 5]),
      ("transition.isSubset(of: [.CHAIN_END])", [1, 2, 4]),
      ("transition == from.from.transition", [4, 5]),
      ("transition.subtracting(.CHAIN_END) == []", [1, 2, 4]),
      ("transition.subtracting([.CHAIN_END]) == [.REDIRECT]", [3, 5]),
      ("transition - REDIRECT is exactly CHAIN_END", [1]),
      ("transition.intersection([.CHAIN_END, .BLOCKED]) == [.CHAIN_END]", [1]),
      ("transition.union(.REDIRECT) == [.REDIRECT]", [2, 3, 4, 5]),
      ("REDIRECT - transition == []", [3, 5]),
      ("~transition has REDIRECT", [1, 2, 4]),
      ("(~transition) & ~from.transition has BLOCKED", [2, 3, 4, 5]),
      ("(transition & ~REDIRECT) == 0", [2]),
      ("mode.subtracting(.x) == [.w]", [3]), ("mode.union(.w) is exactly w", [4, 5]),
      ("mode.isSubset(of: [.x])", [1, 4, 5]), ("mode.isDisjoint(with: [.x])", [4, 5]),
      ("(transition & 0xFF) == 1", [1]), ("(transition & 0xFF) != 0", [1, 3, 4, 5]),
      ("transition.rawValue == 2", [4]),
    ] as [(String, [Int64])])
  func answers(text: String, keys: [Int64]) throws {
    let predicate = try predicate(text)
    #expect(try database.keys(of: visit, where: predicate) == keys)
    let spelled = predicate.spelled(of: visit, in: schema)
    let again = try self.predicate(spelled)
    #expect(try database.keys(of: visit, where: again) == keys, "\(spelled)")
    let opposite = try self.predicate("not (\(text))")
    #expect(try database.keys(of: visit, where: opposite) == (1...5).filter { !keys.contains($0) })
  }

  @Test(
    arguments: [
      ("transition.core == typed", "(transition & 255) = ? -- 1"),
      ("transition.priority > 4", "((transition >> 16) & 127) > ? -- 4"),
      ("mode.type == file", "nullif(mode & 61440, 0) = ? -- 32768"),
      ("transition has CHAIN_END", "(transition & ?) = ? -- 536870912, 536870912"),
      ("transition is exactly CHAIN_END", "(transition & ?) = ? -- 4286643968, 536870912"),
    ])
  func sql(text: String, sql: String) throws {
    #expect(try predicate(text).sql().shown == sql)
  }

  @Test(
    arguments: [
      ("transition.cor == typed", "'transition' (Transition) has no 'cor'", "did you mean 'core'?"),
      (
        "transition.core == typd", "'typd' is not a case of transition.core",
        "did you mean 'typed'?"
      ),
      (
        "transition has core", "'core' is not a flag of transition",
        "it is a field: transition.core"
      ),
      (
        "transition is exactly 0x1", "'0x1' has bits of the field 'core'",
        "use the field's name, as in transition.core"
      ),
      ("transition.core has x", "'transition.core' (Transition.Core) holds no flags", nil),
    ] as [(String, String, String?)])
  func mistakes(text: String, message: String, hint: String?) throws {
    let error = #expect(throws: Diagnostic.self) { _ = try predicate(text) }
    #expect(error?.message == message)
    if let hint { #expect(error?.hint?.text == hint) }
  }

  @Test(
    arguments: [
      ("transition", "transition"), ("transition.core", "transition.core"),
      ("each(transition)", "each(transition)"), ("mode.type", "mode.type"),
    ])
  func groups(key: String, column: String) throws {
    let request = AnswerRequest(
      columns: [SourceText("\(column),count()")], groups: [SourceText(key)])
    let query = try request.query(of: visit, in: schema, now: testNow)
    let rows = try database.run(query.sql)
    let type = try #require(query.columns[0].type)
    let expected =
      switch key {
      case "transition": ["": 2, "REDIRECT": 2, "CHAIN_END": 1]
      case "each(transition)": ["": 2, "REDIRECT": 2, "CHAIN_END": 1]
      case "transition.core": ["link": 1, "typed": 1, "bookmark": 1, "reload": 2]
      default: ["": 1, "file": 1, "folder": 1, "pipe": 2]
      }
    let found = rows.map { (type.text(of: $0[0]), $0[1]) }
    #expect(
      Dictionary(uniqueKeysWithValues: found) == expected.mapValues { Value.integer(Int64($0)) })
  }
}

/// The demands of tests of fields on the bits of a mask, against the values of all masks.
@Suite struct FieldDemandTests {
  private static func field(_ bits: ClosedRange<Int>, isInPlace: Bool, isOptional: Bool) -> BitField
  {
    BitField(
      name: "f", bits: bits, declaredType: "Int", type: .integer(.int), isOptional: isOptional,
      isInPlace: isInPlace)
  }

  @Test(
    arguments: [
      (0...3, false, false), (2...4, false, false), (2...4, true, true), (3...3, false, true),
      (5...7, true, false),
    ] as [(ClosedRange<Int>, Bool, Bool)])
  func admitsWhatTheValueMeets(bits: ClosedRange<Int>, isInPlace: Bool, isOptional: Bool) {
    let field = Self.field(bits, isInPlace: isInPlace, isOptional: isOptional)
    for number in Int64(-2)...260 {
      for comparison in Comparison.allCases {
        let constraint = FieldDemand(field: field).constraint(
          .compare(comparison, .integer(number)))
        for mask in UInt64(0)...255 {
          let admits = constraint?.admits(mask)
          #expect(admits == Self.holds(field.value(in: mask), comparison, number), "\(mask)")
        }
      }
    }
  }

  private static func holds(_ value: Value, _ comparison: Comparison, _ number: Int64) -> Bool {
    guard case .integer(let value) = value else { return comparison == .unequal }
    return switch comparison {
    case .equal: value == number
    case .unequal: value != number
    case .less: value < number
    case .lessOrEqual: value <= number
    case .greater: value > number
    case .greaterOrEqual: value >= number
    }
  }
}
