import FlagModel
import TestSupport
import Testing

@testable import FlagFormats

/// Writers remember what became of a stored value; a row must read as if it stood alone.
@Suite("Remembered texts") struct RememberedTextTests {
  private static func cases(_ count: Int, _ value: (Int) -> Value) -> [Enumeration.Case] {
    (0..<count).map { Enumeration.Case(name: Name("case\($0)"), rawValue: value($0)) }
  }

  private static func column(_ rawType: Enumeration.RawType, _ cases: [Enumeration.Case])
    -> OutputColumn
  {
    let type = Enumeration(name: "Kind", rawType: rawType, cases: cases)
    return OutputColumn(name: "kind", type: .enumeration(type))
  }

  private static let columns = [
    column(.string, cases(1_000) { .text("value number \($0)") }),
    column(
      .string, [.init(name: "none", rawValue: .text("")), .init(name: "é", rawValue: .text("é"))]),
    column(.character, cases(26) { .text(String(UnicodeScalar(UInt8(97 + $0)))) }),
    column(.real("Double"), cases(50) { .real(Double($0) / 4) }),
    column(.integer(.int), cases(1_000) { .integer(Int64($0) - 500) }),
    OutputColumn(name: "marks", type: .flags(Samples.markers)),
  ]

  /// The stored values of the cases, and values that other clients may have put there.
  private static func value(_ type: AttributeType?, _ dice: inout Dice) -> Value {
    var declared: [Value] = [.integer(6)]
    if case .enumeration(let enumeration)? = type { declared = enumeration.cases.map(\.rawValue) }
    let strange: [Value] = [
      .null, .integer(7), .integer(.min), .real(7), .real(-0.0), .real(0), .text("7"), .text(""),
      .text("value number"), .text("value number 1\n"), .text("VALUE NUMBER 1"), .blob([55]),
      .text(String(repeating: "a,\"b\"|", count: 300)), .text("=1+1"), .text("\u{1B}[31m"),
      // Texts of eight bytes and of nine that end alike.
      .text("12345678"), .text("012345678"), .text("112345678"), .text("1234567"),
    ]
    return dice.isLucky(3) ? dice.one(of: strange) : dice.one(of: declared)
  }

  @Test(
    "a row reads as if it stood alone",
    arguments: [OutputFormat.csv, .tsv, .ndjson, .names, .line], [false, true])
  func alone(format: OutputFormat, guardsTerminal: Bool) {
    var dice = Dice(seed: 5)
    let rows = (0..<Campaign.size(500, all: 2_000)).map { _ in
      Self.columns.map { Self.value($0.type, &dice) }
    }
    func text(_ rows: [[Value]]) -> String {
      written(format, Self.columns, rows) {
        $0.showsHeader = false
        $0.guardsTerminal = guardsTerminal
      }
    }
    let single = rows.map { text([$0]) }
    let together = format == .line ? single.joined(separator: "\n") : single.joined()
    #expect(text(rows) == together)
  }

  @Test(
    "each has its name, in the formats that lay out pages too",
    arguments: [OutputFormat.csv, .tsv, .json, .ndjson, .table, .markdown, .names, .line])
  func names(format: OutputFormat) {
    let column = Self.columns[0]
    let values = [3, 999, 3, 0, 3].map { Value.text("value number \($0)") }
    let text = written(format, [column], (values + [.text("value number 1000")]).map { [$0] })
    let found = text.split { !($0.isLetter || $0.isNumber || $0 == "?") }.filter {
      $0.hasPrefix("case") || $0.hasPrefix("?")
    }
    #expect(found == ["case3", "case999", "case3", "case0", "case3", "?value"])
  }

  @Test("more values than the cache has places", arguments: [OutputFormat.csv, .ndjson])
  func manyValues(format: OutputFormat) {
    let column = Self.column(.integer(.int), Self.cases(9_000) { .integer(Int64($0)) })
    // Three rounds, after the first of which the cache has grown.
    let numbers = (0..<27_000).map { $0 * 7 % 9_000 }
    let text = written(format, [column], numbers.map { [.integer(Int64($0))] }) {
      $0.showsHeader = false
    }
    let expected = numbers.map { format == .csv ? "case\($0)\n" : "{\"kind\":\"case\($0)\"}\n" }
    #expect(text == expected.joined())
  }
}
