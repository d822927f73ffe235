import FlagModel
import Foundation
import TestSupport
import Testing

@testable import SQLText

/// The views must show what `AttributeType.text(of:)` shows, whatever is stored, and decimals as
/// numbers.
@Suite struct NamedViewTests {
  private static let text = """
    \(optionSet(
      "Wide", [
        "low": "1", "top": "1 << 63", "lowest": "1", "pair": "0x30", "same": "0x30",
        "half": "0x60", "mixed": "[.low, .pair]", "nothing": "[]"
      ]))
    \(optionSet("Narrow", of: "Int8", ["a": "1", "h": "-128", "both": "6"]))
    struct Byte: OptionSet { let rawValue: UInt8; static let top = Byte(rawValue: 128) }
    struct Bare: OptionSet { let rawValue: Int32 }
    struct Mixed: OptionSet {
      let rawValue: UInt16
      static let top = Mixed(rawValue: 1 << 15)
      @Bits(0...2) var count: Int
      @Bits(4...6) var shape: Shape
      @Bits(8...9) var place: Place?
      enum Shape: Int { case round, square, other = 5 }
      enum Place: UInt16 { case here = 256, there = 512 }
    }
    enum Size: Double { case half = 0.5, one = 1 }
    enum Mark: Character { case quote = "'", bar = "|" }
    @Model final class Thing {
      var wide: Wide = []
      var narrow: Narrow?
      var byte: Byte?
      var bare: Bare?
      var mixed: Mixed?
      var money: Decimal?
      @Valid(places: 2) var cents: Decimal?
      @Valid(places: 0) var whole: Decimal?
      @Valid(places: 18) var tiny: Decimal?
      var size: Size?
      var mark: Mark?
    }
    """

  /// The values that a column can have, wrong values of other clients included.
  private func values(of type: AttributeType) -> [Value] {
    switch type {
    case .flags(let set):
      let masks: [UInt64] = [0, 1, 2, 6, 7, 0x10, 0x30, 0x31, 0x60, 0x70, 0x71, 0x80, 0x81, 0xFF]
      let edges: [Int64] = [
        .min, .max, -1, -2, -127, -128, -129, -300, 255, 256, 1 << 32, .min + 1,
      ]
      let random = (0..<200).map { _ in Int64.random(in: .min ... .max) }
      return (masks.map(set.stored) + edges + random).map(Value.integer)
    case .decimal:
      let edges: [Int64] = [
        0, 1, -1, 9, -9, 10, 100, -100, 150, 1_500_000, -500_000, 1_000_000, 10_000_000, 999_999,
        .max, .min, .min + 1,
      ]
      let random = (0..<200).map { Int64.random(in: .min ... .max) >> Int64($0 % 60) }
      return (edges + random).map(Value.integer)
    case .enumeration(let enumeration): return enumeration.cases.map(\.rawValue)
    default: return []
    }
  }

  @Test func agreeWithTheLibrary() throws {
    let schema = try model(Self.text)
    let database = try MemoryDatabase(schema)
    try database.run("PRAGMA ignore_check_constraints = ON")
    for attribute in try schema.declared("Thing").attributes {
      let name = attribute.column
      for value in values(of: attribute.type) + (attribute.isOptional ? [.null] : []) {
        try database.run("DELETE FROM Thing")
        try database.run("INSERT INTO Thing (\(name: name)) VALUES (\(value))")
        let shown = try database.run("SELECT \(name: name) FROM Thing_named")[0][0]
        let expected = attribute.type.text(of: value)
        switch shown {
        case .real(let number):
          guard case .decimal(let places) = attribute.type, case .integer(let units) = value else {
            Issue.record("\(name) \(value) became \(number)")
            continue
          }
          #expect(number == Double(units) / pow(10, Double(places)), "\(name) \(value)")
        case .null: #expect(value == .null, "\(name)")
        case .integer(let number): #expect("\(number)" == expected, "\(name) \(value)")
        default: #expect(shown == .text(expected), "\(name) \(value)")
        }
      }
    }
  }

  /// A value that no case declares gets in only where the checks are off.
  @Test func unknownCases() throws {
    let schema = try Zoo.schema()
    let database = try MemoryDatabase(schema)
    try database.run("PRAGMA ignore_check_constraints = ON")
    try database.run("PRAGMA ignore_check_constraints = ON")
    try database.run("INSERT INTO Sample (code, taken, status) VALUES ('a', 'x', 7)")
    #expect(try database.run("SELECT status FROM Sample_named") == [[.text("?7")]])
  }
}
