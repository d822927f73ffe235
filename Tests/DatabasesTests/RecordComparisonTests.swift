import FlagModel
import SQLText
import Testing

@testable import Comparing
@testable import Databases

/// Records of two sides that come in the order of their keys.
@Suite struct RecordComparisonTests {
  private typealias Row = (key: SQLText, value: SQLText)

  private func make() throws -> Database {
    try Database.temporary(path: "x", schema: .empty, origin: "x", now: .earliest) { _ in }
  }

  /// The differences in short, `+` added, `-` gone, `~` changed.
  private func differences(
    _ before: SQLText, _ after: SQLText, key: (AttributeType?, AttributeType?) = (nil, nil)
  ) throws -> [String] {
    let (one, two) = (try make(), try make())
    var comparison = RecordComparison(
      [ComparedColumn("key", key.0, key.1), ComparedColumn("value", nil, nil)], keys: 1)
    var found: [String] = []
    try one.read {
      try two.read {
        try comparison.run(try one.rows(before), try two.rows(after)) { difference in
          switch difference {
          case .added(let row): found.append("+\(row.value(at: 0).text)")
          case .gone(let row): found.append("-\(row.value(at: 0).text)")
          case .changed(let row, let other, let columns):
            found.append(
              "~\(row.value(at: 0).text) \(columns) \(row.value(at: 1).text) \(other.value(at: 1).text)"
            )
          }
        }
      }
    }
    #expect(comparison.counts.differences == Int64(found.count))
    return found
  }

  @Test("a text among values of any type is shown in quotes") func textsAmongNumbers() {
    let words = DifferenceWords([ComparedColumn("any", .any, .any)], keys: 0)
    let change = RecordDifference.changed(
      before: StoredRow([.integer(12)]), after: StoredRow([.text("12")]), columns: [0])
    #expect(words.details(of: change) == "any: 12 → \"12\"")
  }

  @Test(
    "records are paired by their keys",
    arguments: [
      ("VALUES (1, 'a'), (2, 'b')", "VALUES (1, 'a'), (2, 'b')", []),
      ("VALUES (1, 'a'), (2, 'b')", "VALUES (2, 'c'), (3, 'd')", ["-1", "~2 [1] b c", "+3"]),
      ("VALUES (1, 'a')", "SELECT 1, 1 WHERE 0", ["-1"]),
      ("SELECT 1, 1 WHERE 0", "VALUES ('a', 1)", ["+a"]),
      ("VALUES (1, 2)", "VALUES (1.0, 2.0)", []),
      (
        "VALUES (NULL, 1), (9, 1), ('a', 1), (x'00', 1)", "VALUES (9, 1), ('a', 2)",
        ["-", "~a [1] 1 2", "-AA=="]
      ),
      ("VALUES (1, 'a'), (1, 'b'), (1, 'c')", "VALUES (1, 'c'), (1, 'a')", ["-1"]),
      ("VALUES (1, 'a'), (1, 'b')", "VALUES (1, 'b'), (1, 'c')", ["~1 [1] a c"]),
      ("VALUES (1, 'a'), (1, 'a')", "VALUES (1, 'a')", ["-1"]),
      ("VALUES ('ab', 1)", "VALUES ('a', 1), ('ab', 1), ('b', 1)", ["+a", "+b"]),
      ("VALUES (1, NULL)", "VALUES (1, '')", ["~1 [1]  "]),
    ] as [(String, String, [String])])
  func pairs(before: String, after: String, expected: [String]) throws {
    #expect(try differences(.written(before), .written(after)) == expected)
  }

  @Test("numbers are in the order of their values, whatever their form is")
  func numberKeys() throws {
    #expect(
      try differences(
        "VALUES ('-2.50', 1), ('9.000', 1), ('10.250', 1), ('12345678901234567890.5', 1)",
        "VALUES (-2.5, 1), (9, 1), (10.25, 2), ('12345678901234567890.50', 1)",
        key: (.double, .double)) == ["~10.250 [1] 1 2"])
    #expect(
      try differences(
        "VALUES (150, 1), (900, 1), (1025, 1)", "VALUES (1.5, 1), (9, 1), ('10.250', 2)",
        key: (.decimal(places: 2), .double)) == ["~1025 [1] 1 2"])
    #expect(
      try differences(
        "VALUES ('9', 1), ('10', 1)", "VALUES (9, 1), (10, 1)", key: (.double, .integer(.int)))
        == [])
  }

  @Test("another order than that of the keys is an error", arguments: [false, true])
  func disorder(isAfter: Bool) throws {
    let (wrong, right) = ("VALUES (2, 1), (1, 1)" as SQLText, "VALUES (1, 1), (2, 1)" as SQLText)
    let error = #expect(throws: RecordComparison.Disorder.self) {
      try isAfter ? differences(right, wrong) : differences(wrong, right)
    }
    #expect(error?.isAfter == isAfter)
  }

  private let old = FlagSet(
    name: "Old", rawType: .int64, flags: [Flag(name: "a", mask: 1), Flag(name: "b", mask: 2)])
  private let new = FlagSet(
    name: "New", rawType: .int64, flags: [Flag(name: "b", mask: 1), Flag(name: "a", mask: 2)])

  @Test("values are compared by their meaning")
  func meanings() {
    let flags = ComparedColumn("flags", .flags(old), .flags(new))
    let mixed = ComparedColumn("number", .decimal(places: 2), .double)
    let text = ComparedColumn("text", .string, .string)
    let real = ComparedColumn("real", .double, .double)
    let any = ComparedColumn("any", .double, .any)
    let long = "1234567890123456789.25"
    let cases: [(ComparedColumn, Value, Value, Bool)] = [
      (flags, .integer(1), .integer(2), true), (flags, .integer(3), .integer(3), true),
      (flags, .integer(1), .integer(1), false), (flags, .integer(0), .null, false),
      (flags, .integer(4), .integer(4), true),
      (mixed, .integer(150), .real(1.5), true), (mixed, .integer(150), .real(150), false),
      (text, .text("1"), .text("1.0"), false), (text, .null, .text(""), false),
      (real, .text("0.00"), .real(-0.0), true), (real, .text("1.50"), .text("1.5"), true),
      (real, .text("2.00"), .integer(2), true),
      (real, .text(long), .real(1234567890123456789.25), false),
      (real, .text("-1e3"), .real(-1000), true), (real, .integer(1 << 60), .real(0x1p60), false),
      (any, .text(long + "0"), .text(long), true), (any, .text("1.5"), .text("a"), false),
    ]
    for (column, before, after, expected) in cases {
      var matcher = ValueMatcher(column, ignoresForms: false)
      let rows = (StoredRow([before]), StoredRow([after]))
      #expect(matcher.matches(0, rows.0, rows.1) == expected, "\(column.name) \(before) \(after)")
      #expect(matcher.matches(0, rows.0, rows.1) == expected)
    }
  }
}
