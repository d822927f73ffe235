import Databases
import FlagModel
import JSON
import PlainText
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
      sections: series.map { one in
        Report.Section(
          one.attribute.name.text, about: "\(one.attribute.declaredType) by \(by)",
          figures: [.series(figure(of: one))])
      })
  }

  // MARK: Pictures

  private func figure(of one: SeriesStatistics) -> ShareSeries {
    var lines = shown(one)
    var notes = [
      "changed most: the most significant change between two neighbouring periods, in percentage points"
    ]
    if one.unplaced > 0 {
      notes.append("left out: \(counted(one.unplaced, "record")) without \(by)")
    }
    let omitted = one.lines.count - lines.count
    if omitted > 0 {
      notes.append("left out: \(counted(omitted, one.memberWord))")
    }
    if one.empty != nil, !options.isByBit { lines.sort { $0.count > $1.count } }
    let empty = one.empty.map { [($0, BarChart.Row.Kind.absence, "(no flags)")] } ?? []
    let all = lines.map { ($0, BarChart.Row.Kind.flag(isDeclared: $0.isDeclared), $0.name) }
    if one.periods.isEmpty { notes.removeFirst() }
    return ShareSeries(
      caption: caption(of: one), title: one.memberWord,
      titlesAfter: ["changed most", "first", "last"], periods: one.periods.map(\.text),
      wholes: one.periods.map(\.records),
      lines: (all + empty).map { line, kind, name in
        var change = one.change(of: line)
        if change?.isSeen == false { change = nil }
        return ShareSeries.Line(
          name, kind: kind, counts: line.counts, change: change?.period,
          after: [
            change.map { "\(one.periods[$0.period].text) \(points($0))" } ?? "",
            text(of: line.first, one), text(of: line.last, one),
          ])
      }, notes: notes)
  }

  private func caption(of one: SeriesStatistics) -> String {
    guard let first = one.periods.first, let last = one.periods.last else {
      return "no record has a \(by)"
    }
    let count = one.periods.count
    let span =
      if count == 1 { "only \(first.text)" } else { "\(count) from \(first.text) to \(last.text)" }
    let group = by.hasPrefix("each(") ? by : "each \(by)"
    return "share of the records of \(group) that have the \(one.memberWord), \(span)"
  }

  /// The most frequent lines, limited by `--top`, in the order of their bits or cases.
  private func shown(_ one: SeriesStatistics) -> [SeriesStatistics.Line] {
    let frequent = one.lines.filter { line in
      options.limit.minimum.map { $0.isReached(by: line.count, of: one.records) } ?? true
    }
    guard let top = options.givenTop, frequent.count > top else { return frequent }
    let least = frequent.map(\.count).sorted(by: >).prefix(top).last ?? .max
    return Array(frequent.filter { $0.count >= least }.prefix(top))
  }

  private func text(of period: Int?, _ one: SeriesStatistics) -> String {
    period.map { one.periods[$0].text } ?? ""
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

  private func json(_ one: SeriesStatistics) -> JSONValue {
    let lines = shown(one).map { line -> JSONValue in
      let change = one.change(of: line).map { change -> JSONValue in
        .object(of: [
          ("group", .string(one.periods[change.period].text)), ("from", .number("\(change.from)")),
          ("to", .number("\(change.to)")),
        ])
      }
      return .object(of: [
        ("name", .string(line.name)), ("bit", line.bit.map { .integer($0) }),
        ("declared", line.bit == nil ? nil : .bool(line.isDeclared)),
        ("count", .integer(line.count)),
        ("counts", .array(line.counts.map { .integer($0) })),
        ("first", line.first.map { .string(one.periods[$0].text) } ?? .null),
        ("last", line.last.map { .string(one.periods[$0].text) } ?? .null),
        ("changedMost", change ?? .null),
      ])
    }
    return .object(of: [
      ("name", .string(one.attribute.name.text)),
      ("type", .string(one.attribute.declaredType.text)),
      ("groups", .array(one.periods.map { .string($0.text) })),
      ("records", .array(one.periods.map { .integer($0.records) })),
      ("withoutGroup", .integer(one.unplaced)),
      ("\(one.memberWord)s", .array(lines)),
      ("noFlags", one.empty.map { .array($0.counts.map { .integer($0) }) }),
    ])
  }

  // MARK: Rows

  static let columns = ["attribute", "item", "group", "value", "share"]

  /// One row for each flag or case in each group with records.
  var rows: [[Value]] {
    var rows: [[Value]] = []
    for one in series {
      var lines = shown(one)
      if let empty = one.empty { lines.append(empty) }
      for (place, period) in one.periods.enumerated() where period.records > 0 {
        for line in lines {
          rows.append([
            .text(one.attribute.name.text), .text(line.name), .text(period.text),
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
