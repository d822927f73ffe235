import FlagModel
import TestSupport
import Testing

@testable import Migrations
@testable import SQLText

/// Attributes that get another type, type by type: the records have what `insert` would read, and
/// what it would refuse is counted.
@Suite struct ConversionTests {
  static let types = [
    "Bool", "Int", "Int8", "UInt", "Double", "Float", "Decimal", "String", "Date", "UUID", "URL",
    "Data", "[String]", "[Int]", "[Kind]", "[Mark]", "Mark", "Small", "Kind", "Size",
  ]

  private static func text(_ type: String) -> String {
    """
    enum Size: Int { case small, large = 5 }
    enum Kind: String { case blood, urine = "U", a, b }
    struct Mark: OptionSet { let rawValue: Int; static let a = Mark(rawValue: 1); static let b = Mark(rawValue: 2) }
    struct Small: OptionSet { let rawValue: Int8; static let a = Small(rawValue: 1 << 7); static let c = Small(rawValue: 2) }
    @Model final class T { var x: \(type)?; var kind: Kind?; var mark: Mark = []; var size: Size?; var small: Small = [] }
    """
  }

  /// A model with an attribute of each of these types: `x0`, `x1` and so on.
  private static func text(attributes types: [String]) -> String {
    let attributes = types.enumerated().map { "var x\($0): \($1)?; " }.joined()
    return text("Int").replacing("var x: Int?; ", with: attributes)
  }

  private static func type(_ name: String) throws -> AttributeType {
    try #require(model(text(name)).entities[0].attribute(named: "x")).type
  }

  /// The values that came of some, and how many were told to be lost.
  private func convert(
    _ values: [Value], _ one: String, _ two: String, dates: NumberedDates? = nil
  ) throws -> (values: [Value], lost: Int) {
    let (old, new) = (try model(Self.text(one)), try model(Self.text(two)))
    let database = try MemoryDatabase(old)
    for value in values { try database.run("INSERT INTO T (x) VALUES (\(value))" as SQLText) }
    let result = try Migrated(
      database, from: old, to: new, decisions: MigrationDecisions(dates: dates))
    let values = try database.run("SELECT x FROM T ORDER BY id").map { $0[0] }
    return (values, Self.lost(result.findings))
  }

  /// The number of values that findings such as `loss: 3 records …` tell to be lost.
  private static func lost(_ findings: [String]) -> Int {
    findings.map { Int($0.dropFirst(6).prefix { $0 != " " }) ?? -1 }.reduce(0, +)
  }

  static let texts = [
    "", "1", "0", "true", "yes", " No ", "007", "+5", "-3", "0x10", "0o17", "1.5", "1e3", "300",
    "2026-01-02", "2026-01-02T03:04:05+02:00", "2026-02-30", "a|b", "b, a", ".a", "[.a]", "0x2",
    "small", ".large", "U", "urine", "9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a", "https://x.y/z", "x y",
    "[\"a\",\"b\"]", "[1,2]", "1,2", "hex:CAFE", "1700000000", "9223372036854775808",
  ]

  @Test(arguments: types.filter { $0 != "String" })
  func textsBecomeWhatInsertReads(_ name: String) throws {
    let type = try Self.type(name)
    let isNamed = ["Mark", "Small", "Kind", "Size"].contains(name)
    let (values, lost) = try convert(Self.texts.map { .text($0) }, "String", name)
    try #require(values.count == Self.texts.count)
    var unread = 0
    for (text, value) in zip(Self.texts, values) {
      // Numbers of flags and cases are read as `--raw` reads them, where they can only mean that.
      let isPlain = text == "0" || text.utf8.first != UInt8(ascii: "0")
      let read =
        (try? type.value(from: text))
        ?? (isNamed && isPlain ? try? type.rawValue(from: text) : nil)
      if read != nil || !type.isFlags { #expect(value == read ?? .null, "\(text)") }
      if read == nil, !text.isEmpty { unread += 1 }
    }
    #expect(lost == unread)
  }

  /// A few values of each type.
  private static func samples(_ type: AttributeType) -> [Value] {
    // A mask has bits without a name, which a narrower set may not hold.
    let isFlags = if case .flags = type { true } else { false }
    let read = isFlags ? texts.filter { Int64($0) == nil && UInt64($0) == nil } : texts
    return read.compactMap { try? type.value(from: $0) } + [.null]
  }

  /// Each type without dates that numbers count, and each number with them; `make check` takes them for the others too.
  private static let datedTypes: [(String, NumberedDates?)] = {
    let counting = Campaign.size(["Int", "UInt", "Double", "Decimal"], many: types, all: types)
    return types.map { ($0, nil) } + counting.map { ($0, .milliseconds) }
  }()

  /// One database of a type has an attribute for each of the others, so that one migration makes them all.
  @Test(arguments: datedTypes)
  func everyTypeBecomesEveryOther(_ name: String, dates: NumberedDates?) throws {
    let before = Self.samples(try Self.type(name))
    let old = try model(Self.text(attributes: Self.types.map { _ in name }))
    let new = try model(Self.text(attributes: Self.types))
    let database = try MemoryDatabase(old)
    let columns = Self.types.indices.map { "\(name: Name("x\($0)"))" as SQLText }.joined(by: ", ")
    for value in before {
      let row = Self.types.map { _ in "\(value)" as SQLText }.joined(by: ", ")
      try database.run("INSERT INTO T (\(columns)) VALUES (\(row))" as SQLText)
    }
    let result = try Migrated(
      database, from: old, to: new, decisions: MigrationDecisions(dates: dates))
    let rows = try database.run("SELECT \(columns) FROM T ORDER BY id" as SQLText)
    #expect(rows.count == before.count)
    for (index, other) in Self.types.enumerated() {
      try expectValues(rows.map { $0[index] }, from: before, name, to: other, at: index, result)
    }
  }

  /// What is stored is a value of the new type, and the migration tells how many are gone.
  private func expectValues(
    _ after: [Value], from before: [Value], _ name: String, to other: String, at index: Int,
    _ result: Migrated
  ) throws {
    let (old, new) = (try Self.type(name), try Self.type(other))
    let check = try ValueCheck(
      Attribute(name: "x", declaredType: "", type: new, isOptional: true))
    for value in after where !new.isArray && !old.isArray { try check.check(value) }
    let gone = zip(before, after).count { $0 != .null && $1 == .null && $0 != .text("") }
    let findings = result.findings.filter { $0.contains("x\(index)'") || $0.contains("x\(index) ") }
    #expect(
      Self.lost(findings) >= gone,
      "\(name) to \(other): \(before) became \(after): \(result.findings)")
  }

  static let both: [(String, String, NumberedDates?, [(Value, Value)])] = [
    (
      "Int", "Date", .epoch,
      [
        (.integer(1_700_000_000), .text("2023-11-14 22:13:20")),
        (.integer(0), .text("1970-01-01 00:00:00")),
      ]
    ),
    (
      "Int", "Date", .milliseconds, [(.integer(1_700_000_000_250), .text("2023-11-14 22:13:20.25"))]
    ),
    (
      "Int", "Date", .nanoseconds,
      [(.integer(1_700_000_000_000_001_000), .text("2023-11-14 22:13:20.000001"))]
    ),
    ("Double", "Date", .epoch, [(.real(1_700_000_000.5), .text("2023-11-14 22:13:20.5"))]),
    ("Double", "Date", .reference, [(.real(-0.25), .text("2000-12-31 23:59:59.75"))]),
    ("Decimal", "Date", .epoch, [(.integer(1_500_000), .text("1970-01-01 00:00:01.5"))]),
    ("String", "Int", nil, [(.text("-5"), .integer(-5))]),
    ("String", "Decimal", nil, [(.text("1.5"), .integer(1_500_000))]),
    ("String", "Bool", nil, [(.text("true"), .integer(1)), (.text("false"), .integer(0))]),
    ("Int", "Bool", nil, [(.integer(1), .integer(1)), (.integer(0), .integer(0))]),
    ("String", "Kind", nil, [(.text("urine"), .text("U")), (.text("a"), .text("a"))]),
    ("String", "Size", nil, [(.text("large"), .integer(5))]),
    ("String", "Mark", nil, [(.text("a|b"), .integer(3)), (.text(""), .integer(0))]),
    ("Int", "Mark", nil, [(.integer(3), .integer(3)), (.integer(64), .integer(64))]),
    ("[String]", "Mark", nil, [(.text(#"["a","b"]"#), .integer(3)), (.text("[]"), .integer(0))]),
    ("[Kind]", "Mark", nil, [(.text(#"["a","b"]"#), .integer(3))]),
    ("Kind", "Mark", nil, [(.text("a"), .integer(1))]),
    ("[String]", "[Kind]", nil, [(.text(#"["a","urine"]"#), .text(#"["a","U"]"#))]),
  ]

  @Test(arguments: both.indices)
  func goesThereAndBack(_ index: Int) throws {
    let (one, two, dates, pairs) = Self.both[index]
    let there = try convert(pairs.map(\.0), one, two, dates: dates)
    #expect(there.values == pairs.map(\.1))
    #expect(there.lost == 0)
    let back = try convert(pairs.map(\.1), two, one, dates: dates)
    #expect(back.values == pairs.map(\.0))
    #expect(back.lost == 0)
  }

  /// Whole numbers take a way of their own.
  @Test(arguments: NumberedDates.allCases)
  func wholeNumbersAreTheDatesOfTheirTexts(_ dates: NumberedDates) throws {
    let (number, text) = (AttributeType.integer(.int), AttributeType.string)
    for value in [0, 1, -1, 999, -1001, 1_700_000_000, -62_135_596_800, .max, .min] as [Int64] {
      let one = ValueConversion(from: number, to: .date, dates: dates)
      let two = ValueConversion(from: text, to: .date, dates: dates)
      #expect(
        one.keptValue(of: .integer(value)) == two.keptValue(of: .text("\(value)")), "\(value)")
    }
  }

  @Test func numbersAreDatesForThoseWhoKnowWhatTheyCount() throws {
    let plan = try plan(Self.text("Int"), Self.text("Date"))
    #expect(plan.checks.first?.hint == "--dates epoch if the numbers are seconds since 1970")
    #expect(plan.converted.isEmpty)
  }

  @Test(arguments: types, types)
  func theConversionIsKnownByItsText(_ one: String, _ two: String) throws {
    let conversion = ValueConversion(
      from: try Self.type(one), to: try Self.type(two), dates: one == "Int" ? .reference : nil)
    let again = try #require(ValueConversion(text: conversion.text))
    #expect(again.text == conversion.text)
    for value in Self.samples(conversion.old) {
      #expect(again.keptValue(of: value) == conversion.keptValue(of: value))
    }
  }
}
