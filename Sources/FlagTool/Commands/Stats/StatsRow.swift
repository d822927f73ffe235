import FlagFormats
import FlagModel
import Statistics

/// One number of the statistics, for csv and the other record formats.
struct StatsRow {
  let attribute: String
  let statistic: String
  let item: String?
  let value: Value
  let share: Double?

  static let columns = OutputColumn.named(["attribute", "statistic", "item", "value", "share"])

  var values: [Value] {
    [
      .text(attribute), .text(statistic), .text(ifAny: item), value,
      .real(ifAny: share),
    ]
  }
}

extension StatsReport {
  /// All numbers of the plot, one row each.
  func rows(of statistics: EntityStatistics) -> [StatsRow] {
    let records = StatsRow(
      attribute: "", statistic: "records", item: nil, value: .integer(statistics.records),
      share: nil)
    return [records] + statistics.properties.flatMap { rows(of: $0) }
  }

  private func rows(of property: PropertyStatistics) -> [StatsRow] {
    var rows = RowList(attribute: property.name.text)
    rows.add("present", nil, property.present, of: property.records)
    rows.add("null", nil, property.nulls, of: property.records)
    if property.missing > 0 { rows.add("missing", nil, property.missing, of: property.records) }
    switch property.detail {
    case .flags(let flags): add(flags, property, to: &rows)
    case .measure(let measure): add(measure, property, to: &rows)
    case .values(let values):
      rows.add("different", nil, values.distinct)
      for row in values.rows { rows.add("value", row.text, row.count, of: property.records) }
      if values.omittedRecords > 0, values.uniqueness != .unique {
        rows.add("left out", "values", values.omitted)
        rows.add("left out", "records", values.omittedRecords, of: property.records)
      }
    case .presence: break
    }
    return rows.all
  }

  private func add(
    _ measure: MeasureStatistics, _ property: PropertyStatistics, to rows: inout RowList
  ) {
    var suffix = ""
    if measure.quantity != .value { suffix = " \(measure.quantity.rawValue)" }
    rows.add("min\(suffix)", measure.minimum, measure)
    rows.add("median\(suffix)", measure.median, measure)
    rows.add("mean\(suffix)", measure.mean, measure)
    rows.add("p95\(suffix)", measure.percentile95, measure)
    rows.add("max\(suffix)", measure.maximum, measure)
    rows.add("stddev\(suffix)", measure.deviation, measure)
    for bin in measure.bins {
      rows.add("bin\(suffix)", bin.label, bin.count, of: property.records)
    }
  }

  private func add(
    _ flags: FlagStatistics, _ property: PropertyStatistics, to rows: inout RowList
  ) {
    for member in flags.members {
      rows.add("flag", member.name, member.count, of: property.records)
      rows.add("bit", member.name, Int64(member.bit))
      rows.add("alone", member.name, member.alone, of: property.records)
    }
    rows.add("no flags", nil, flags.empty, of: property.records)
    if flags.others > 0 { rows.add("other values", nil, flags.others, of: property.records) }
    rows.add("undeclared bits", nil, flags.undeclared, of: property.records)
    addCombinations(of: flags, property, to: &rows)
    for pair in flags.pairs {
      let names = "\(flags.members[pair.first].name)|\(flags.members[pair.second].name)"
      rows.add("both", names, pair.count, of: property.records)
      if let lift = pair.lift { rows.add("lift", names, .real(lift)) }
    }
    for flags in flags.inseparable {
      for (flag, next) in zip(flags, flags.dropFirst()) {
        rows.add("implied", "\(flag.name) > \(next.name)", flag.count)
        rows.add("implied", "\(next.name) > \(flag.name)", flag.count)
      }
    }
    for implication in flags.implications {
      rows.add(
        "implied", "\(implication.flag.name) > \(implication.implied.name)", implication.flag.count)
    }
  }

  private func addCombinations(
    of flags: FlagStatistics, _ property: PropertyStatistics, to rows: inout RowList
  ) {
    let ranking = CombinationRanking(flags, options.counting, options.limit)
    rows.add("combinations", nil, Int64(flags.combinations.count))
    let name = ranking.counting == .exact ? "combination" : "combination at least"
    for row in ranking.rows {
      rows.add(name, flags.set.text(of: row.mask), row.count, of: property.records)
    }
    if ranking.omitted > 0 {
      rows.add("left out", "combinations", Int64(ranking.omitted))
      if ranking.counting == .exact {
        rows.add("left out", "records", ranking.omittedRecords, of: property.records)
      }
    }
  }
}

/// Collects the rows of one attribute.
private struct RowList {
  let attribute: String
  private(set) var all: [StatsRow] = []

  mutating func add(_ statistic: String, _ item: String?, _ value: Value, share: Double? = nil) {
    all.append(
      StatsRow(
        attribute: attribute, statistic: statistic, item: item, value: value, share: share))
  }

  mutating func add(_ statistic: String, _ item: String?, _ count: Int64, of whole: Int64? = nil) {
    var share: Double?
    if let whole, whole > 0 { share = Double(count) / Double(whole) }
    add(statistic, item, .integer(count), share: share)
  }

  mutating func add(_ statistic: String, _ text: String?, _ measure: MeasureStatistics) {
    guard let text else { return }
    add(statistic, nil, Self.value(text, isNumber: measure.isNumeric))
  }

  private static func value(_ text: String, isNumber: Bool) -> Value {
    if isNumber, let number = Int64(text) { return .integer(number) }
    // A decimal with more digits than a Double can represent stays a text.
    if isNumber, let number = Double(text), number.description == text { return .real(number) }
    return .text(text)
  }
}
