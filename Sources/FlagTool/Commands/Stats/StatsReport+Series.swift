import FlagModel
import JSON
import Plots
import Statistics

// Flags over time, and over any other groups.

extension SeriesStatistics {
  /// The noun for what a line counts.
  fileprivate var memberWord: String { empty == nil ? "case" : "flag" }
}

/// The statistics of some attributes of an entity over the groups of `--by`.
struct SeriesReport {
  let entity: Name
  /// The group as typed.
  let by: String
  let records: Int64
  let options: StatsOptions
  let isSelection: Bool
  let series: [SeriesStatistics]

  var report: Report {
    let count = counted(records, "record")
    return Report(
      entity.text, about: isSelection ? "\(count) selected" : count,
      sections: series.map { attributeSeries in
        Report.Section(
          attributeSeries.attribute.name.text,
          about: "\(attributeSeries.attribute.declaredType) by \(by)",
          figures: [.series(figure(of: attributeSeries))])
      })
  }

  // MARK: Pictures

  private func figure(of attributeSeries: SeriesStatistics) -> ShareSeries {
    var lines = shown(attributeSeries)
    var notes = [
      "changed most: the most significant change between two neighbouring periods, in percentage points"
    ]
    if attributeSeries.unplaced > 0 {
      notes.append("left out: \(counted(attributeSeries.unplaced, "record")) without \(by)")
    }
    let omitted = attributeSeries.lines.count - lines.count
    if omitted > 0 {
      notes.append("left out: \(counted(omitted, attributeSeries.memberWord))")
    }
    if attributeSeries.empty != nil, !options.isByBit { lines.sort { $0.count > $1.count } }
    let empty = attributeSeries.empty.map { [($0, BarChart.Row.Kind.absence, "(no flags)")] } ?? []
    let all = lines.map { ($0, BarChart.Row.Kind.flag(isDeclared: $0.isDeclared), $0.name) }
    if attributeSeries.periods.isEmpty { notes.removeFirst() }
    return ShareSeries(
      caption: caption(of: attributeSeries), title: attributeSeries.memberWord,
      titlesAfter: ["changed most", "first", "last"], periods: attributeSeries.periods.map(\.text),
      wholes: attributeSeries.periods.map(\.records),
      lines: (all + empty).map { line, kind, name in
        var change = attributeSeries.change(of: line)
        if change?.isSeen == false { change = nil }
        return ShareSeries.Line(
          name, kind: kind, counts: line.counts, change: change?.period,
          after: [
            change.map { "\(attributeSeries.periods[$0.period].text) \(points($0))" } ?? "",
            text(of: line.first, attributeSeries), text(of: line.last, attributeSeries),
          ])
      }, notes: notes)
  }

  private func caption(of attributeSeries: SeriesStatistics) -> String {
    guard let first = attributeSeries.periods.first, let last = attributeSeries.periods.last else {
      return "no record has a \(by)"
    }
    let count = attributeSeries.periods.count
    let span =
      if count == 1 { "only \(first.text)" } else { "\(count) from \(first.text) to \(last.text)" }
    let group = by.hasPrefix("each(") ? by : "each \(by)"
    return "share of the records of \(group) that have the \(attributeSeries.memberWord), \(span)"
  }

  /// The most frequent lines, limited by `--top`, in the order of their bits or cases.
  private func shown(_ attributeSeries: SeriesStatistics) -> [SeriesStatistics.Line] {
    let frequent = attributeSeries.lines.filter { line in
      options.limit.minimum.map { $0.isReached(by: line.count, of: attributeSeries.records) }
        ?? true
    }
    guard let top = options.givenTop, frequent.count > top else { return frequent }
    let least = frequent.map(\.count).sorted(by: >).prefix(top).last ?? .max
    return Array(frequent.filter { $0.count >= least }.prefix(top))
  }

  private func text(of period: Int?, _ attributeSeries: SeriesStatistics) -> String {
    period.map { attributeSeries.periods[$0].text } ?? ""
  }

  /// `+31.0`
  private func points(_ change: SeriesStatistics.Change) -> String {
    let tenths = change.tenths
    let sign = tenths < 0 ? "-" : "+"
    return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  // MARK: Documents

  var json: JSONValue {
    .object(of: [
      ("entity", .string(entity.text)), ("records", .integer(records)), ("by", .string(by)),
      ("attributes", .array(series.map(json))),
    ])
  }

  private func json(_ attributeSeries: SeriesStatistics) -> JSONValue {
    let lines = shown(attributeSeries).map { line -> JSONValue in
      let change = attributeSeries.change(of: line).map { change -> JSONValue in
        .object(of: [
          ("group", .string(attributeSeries.periods[change.period].text)),
          ("from", .number("\(change.from)")),
          ("to", .number("\(change.to)")),
        ])
      }
      return .object(of: [
        ("name", .string(line.name)), ("bit", line.bit.map { .integer($0) }),
        ("declared", line.bit == nil ? nil : .bool(line.isDeclared)),
        ("count", .integer(line.count)),
        ("counts", .array(line.counts.map { .integer($0) })),
        ("first", line.first.map { .string(attributeSeries.periods[$0].text) } ?? .null),
        ("last", line.last.map { .string(attributeSeries.periods[$0].text) } ?? .null),
        ("changedMost", change ?? .null),
      ])
    }
    return .object(of: [
      ("name", .string(attributeSeries.attribute.name.text)),
      ("type", .string(attributeSeries.attribute.declaredType.text)),
      ("groups", .array(attributeSeries.periods.map { .string($0.text) })),
      ("records", .array(attributeSeries.periods.map { .integer($0.records) })),
      ("withoutGroup", .integer(attributeSeries.unplaced)),
      ("\(attributeSeries.memberWord)s", .array(lines)),
      ("noFlags", attributeSeries.empty.map { .array($0.counts.map { .integer($0) }) }),
    ])
  }

  // MARK: Rows

  static let columns = ["attribute", "item", "group", "value", "share"]

  /// One row for each flag or case in each group with records.
  var rows: [[Value]] {
    var rows: [[Value]] = []
    for attributeSeries in series {
      var lines = shown(attributeSeries)
      if let empty = attributeSeries.empty { lines.append(empty) }
      for (place, period) in attributeSeries.periods.enumerated() where period.records > 0 {
        for line in lines {
          rows.append([
            .text(attributeSeries.attribute.name.text), .text(line.name), .text(period.text),
            .integer(line.counts[place]),
            .real(Double(line.counts[place]) / Double(period.records)),
          ])
        }
      }
    }
    return rows
  }
}

extension SeriesStatistics.Change {
  /// The difference in tenths of a percent.
  fileprivate var tenths: Int { Int(((to - from) * 1_000).rounded()) }

  /// True if the change is visible with one decimal place.
  fileprivate var isSeen: Bool { tenths != 0 }
}
