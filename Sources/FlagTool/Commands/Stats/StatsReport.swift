import FlagModel
import Plots
import Statistics

/// Statistics as text and plots.
struct StatsReport {
  let options: StatsOptions
  let isSelection: Bool

  func report(of statistics: EntityStatistics) -> Report {
    let records = counted(statistics.records, "record")
    return Report(
      statistics.entity.name.text, about: isSelection ? "\(records) selected" : records,
      sections: statistics.properties.map { section(of: $0) })
  }

  private func section(of property: PropertyStatistics) -> Report.Section {
    var facts: [Report.Fact] = []
    var figures: [Report.Figure] = []
    switch property.detail {
    case .flags(let flags):
      facts = self.facts(of: flags, property)
      figures = self.figures(of: flags, property)
    case .measure(let measure):
      facts = self.facts(of: measure)
      figures = self.figures(of: measure, property)
    case .values(let values):
      facts = self.facts(of: values)
      figures = self.figures(of: values, property)
    case .presence: facts.append(Report.Fact("set", groupedDigits(property.present)))
    }
    if property.present == 0, !property.isFlags { facts = [Report.Fact("values", "none")] }
    func add(_ name: String, _ count: Int64) {
      if count == 0 { return }
      let share = shareText(count, of: property.records)
      facts.append(Report.Fact(name, "\(groupedDigits(count)) (\(share))"))
    }
    if !property.isFlags { add("null", property.nulls) }
    add("missing", property.missing)
    return Report.Section(
      property.name.text, about: property.typeName.text, facts: facts, figures: figures)
  }

  // MARK: Numbers, dates, lengths

  private func facts(of measure: MeasureStatistics) -> [Report.Fact] {
    let unit =
      switch measure.quantity {
      case .value, .others: ""
      case .elements: " elements"
      case .bytes: " bytes"
      }
    let facts = [
      ("min", measure.minimum), ("median", measure.median), ("mean", measure.mean),
      ("p95", measure.percentile95), ("max", measure.maximum),
      ("stddev", measure.deviation.map(threeDigits)),
    ]
    return facts.compactMap { name, value in value.map { Report.Fact(name, $0 + unit) } }
  }

  private func figures(
    of measure: MeasureStatistics, _ property: PropertyStatistics
  ) -> [Report.Figure] {
    guard measure.bins.count > 1 else { return [] }
    let rows = measure.bins.map { BarChart.Row($0.label, count: $0.count) }
    return [
      .bars(
        BarChart(
          caption: measure.step ?? "", title: "", rows: rows, total: property.records,
          isHistogram: true))
    ]
  }

  // MARK: Values

  private func facts(of values: ValueStatistics) -> [Report.Fact] {
    var words = groupedDigits(values.distinct)
    if values.uniqueness != .none { words += " (\(values.uniqueness.rawValue))" }
    return [Report.Fact("different", words)]
  }

  private func figures(
    of values: ValueStatistics, _ property: PropertyStatistics
  ) -> [Report.Figure] {
    if values.uniqueness != .none || property.present == 0 { return [] }
    var notes: [String] = []
    if values.omittedRecords > 0 {
      let what = counted(values.omitted, "value")
      notes.append(omission(what, records: values.omittedRecords, of: property.records))
    }
    let rows = values.rows.map { row in
      if row.text.isEmpty { return BarChart.Row("(empty)", count: row.count, kind: .absence) }
      return BarChart.Row(row.text, count: row.count, kind: .ordinary)
    }
    return [
      .bars(BarChart(caption: "", title: "", rows: rows, total: property.records, notes: notes))
    ]
  }

  // MARK: Words

  /// `12 combinations with 340 records (3.4%) are left out by --top 15`
  func omission(_ what: String, records: Int64? = nil, of total: Int64 = 0) -> String {
    let with = records.map {
      " with \(counted($0, "record")) (\(shareText($0, of: total)))"
    }
    return "left out: \(what)\(with ?? "") (\(limits))"
  }

  private var limits: String {
    let top = "--top \(options.limit.top)"
    switch options.limit.minimum {
    case nil: return top
    case .records(let count): return "\(top), --min-count \(count)"
    case .share(let share):
      var percent = AttributeType.double.text(of: .real((share * 1e6).rounded() / 1e4))
      if percent.hasSuffix(".0") { percent.removeLast(2) }
      return "\(top), --min-count \(percent)%"
    }
  }
}

extension PropertyStatistics {
  /// True for a flag set. Its chart includes the records without a value.
  var isFlags: Bool { if case .flags = detail { true } else { false } }
}
