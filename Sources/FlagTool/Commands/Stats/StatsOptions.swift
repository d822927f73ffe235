package import CommandTable
import FlagFormats
import Statistics

/// `--top`, `--min-count`, `--at-least` and `--by-bit`: the amount, the order, and the counting of
/// combinations.
struct StatsOptions: CommandOptions {
  private var top: Int64?
  private var minimum: StatisticsLimit.Minimum?
  private(set) var counting = CombinationRanking.Counting.exact
  /// True if flags are sorted by bit and not by frequency.
  private(set) var isByBit = false

  mutating func declare(in table: inout OptionTable) {
    table.heading("statistics")
    table.value(
      "top", short: "n", &top, "N",
      help:
        "show N combinations, values and pairs of each attribute; by default \(Self.usualTop)"
    )
    table.value(
      "min-count", &minimum, "N",
      help: "leave out combinations and values with fewer records; `5%` is a share")
    table.switch(
      "at-least", &counting, is: .atLeast,
      help: "count a record for each combination that its flags contain")
    table.switch(
      "by-bit", &isByBit, help: "plot flags in the order of their bits, not of their counts")
  }

  /// The number after `--top`; nil if the option is absent.
  var givenTop: Int? { top.map { Int(min($0, 1 << 40)) } }

  /// The first of these options in the command line; nil without any.
  var first: String? {
    if top != nil { return "--top" }
    if minimum != nil { return "--min-count" }
    if counting == .atLeast { return "--at-least" }
    return isByBit ? "--by-bit" : nil
  }

  var limit: StatisticsLimit {
    StatisticsLimit(top: Int(min(top ?? Self.usualTop, 1 << 40)), minimum: minimum)
  }

  private static let usualTop: Int64 = 15
}

extension StatisticsLimit.Minimum: CommandWord {
  /// Parses a number or a percentage: `20`, `5%`.
  package init(word: String) throws(UnreadableWord) {
    if word.hasSuffix("%"), let percent = Self.plainNumber(word.dropLast()), percent <= 100 {
      self = .share(percent / 100)
    } else if let records = Int64(word), records >= 0 {
      self = .records(records)
    } else {
      throw UnreadableWord(expected: "a number from 0 on or a percentage such as 5%")
    }
  }

  /// Parses digits with or without a decimal point.
  private static func plainNumber(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }) else { return nil }
    return Double(text)
  }
}

/// The output form of statistics: a text plot, or a format for records and documents.
enum StatsFormat: CommandWord {
  case plot
  case written(OutputFormat)

  /// The name of the format for plots.
  private static let plotName = "plot"

  static var completion: Completion { .choices([Choice(plotName)] + OutputFormat.choices) }

  static var shorthands: [Shorthand] { OutputFormat.shorthands }

  init(word: String) throws(UnreadableWord) {
    self = word == Self.plotName ? .plot : .written(try OutputFormat(word: word))
  }
}
