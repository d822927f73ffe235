import CommandTable
import FlagDB
import FlagFormats

/// `--top`, `--min-count` and `--at-least`: how much is shown, and how combinations are counted.
struct StatsOptions {
  let limit: StatisticsLimit
  let counting: CombinationRanking.Counting

  init(_ line: Invocation) throws {
    let top = try line.count(ofOption: "top") ?? Int64(Self.usualTop)
    limit = StatisticsLimit(
      top: Int(min(top, 1 << 40)), minimum: try line.value(ofOption: "min-count").map(Self.minimum))
    counting = line.has(option: "at-least") ? .atLeast : .exact
  }

  private static let usualTop = 15

  /// `20`, `5%`
  private static func minimum(_ text: String) throws -> StatisticsLimit.Minimum {
    if text.hasSuffix("%"), let percent = plainNumber(text.dropLast()), percent <= 100 {
      return .share(percent / 100)
    }
    guard let records = Int64(text), records >= 0 else {
      throw CommandError(
        "--min-count: expected a number from 0 on or a percentage such as 5%, found '\(text)'")
    }
    return .records(records)
  }

  /// Digits, with or without a point.
  private static func plainNumber(_ text: Substring) -> Double? {
    text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") } ? Double(text) : nil
  }

  static let descriptions: [OptionDescription] = [
    OptionDescription(
      "top", short: "n", value: OptionValue("N"), group: group,
      help: "show so many combinations, values and pairs of each attribute; \(usualTop) if not said"
    ),
    OptionDescription(
      "min-count", value: OptionValue("N"), group: group,
      help: "leave out combinations and values that fewer records have; `5%` is a share"),
    OptionDescription(
      "at-least", group: group,
      help: "count a record for every combination that it has all flags of"),
  ]

  private static let group = "statistics"
}

/// What the statistics are written as: a plot in text, a picture, a document, or rows.
enum StatsFormat {
  case plot
  case svg
  case json
  case rows

  /// The name of the format that is not one of records.
  static let plotName = "plot"

  static let choices: [Choice] =
    [Choice(plotName)] + OutputFormat.allCases.map { Choice($0.rawValue) }

  /// Without a name a plot, on a terminal as in a pipe: it is a report, not records.
  init(named name: String?, fileName: String?) {
    let named = name.map { OutputFormat(rawValue: $0) }
    switch named ?? fileName.flatMap({ OutputFormat(fileName: $0) }) {
    case nil: self = .plot
    case .json: self = .json
    // A file of text is a plot, unless a table was asked for.
    case .table where named == nil: self = .plot
    case .some: self = .rows
    }
  }
}
