import FlagModel
import Plots
import Statistics

/// The texts and plots of flags.
extension StatsReport {
  func facts(of flags: FlagStatistics, _ property: PropertyStatistics) -> [Report.Fact] {
    var facts = [
      Report.Fact("flags", "\(flags.members.count { $0.count > 0 }) in use"),
      Report.Fact("combinations", groupedDigits(flags.combinations.count)),
    ]
    if flags.undeclared > 0 {
      facts.append(
        Report.Fact(
          "undeclared bits",
          "in \(counted(flags.undeclared, "record")) "
            + "(\(shareText(flags.undeclared, of: property.records)))"))
    }
    return facts
  }

  func figures(of flags: FlagStatistics, _ property: PropertyStatistics) -> [Report.Figure] {
    if flags.records == 0 { return [.bars(chart(of: flags, property))] }
    var figures: [Report.Figure] = [.bars(chart(of: flags, property))]
    if isEachCombinationSingle(flags) {
      let count = groupedDigits(flags.combinations.count)
      figures.append(.notes(["\(count) combinations, each once"]))
    } else if !flags.combinations.isEmpty {
      figures.append(.upSet(upSet(of: flags, property)))
    }
    if !flags.pairs.isEmpty { figures.append(.heatMap(heatMap(of: flags))) }
    let implications = implications(of: flags, property)
    if !implications.isEmpty { figures.append(.notes(implications)) }
    return figures
  }

  /// The indexes of members in the order of the plots.
  private func ordered(_ flags: FlagStatistics) -> [Int] {
    let members = flags.members
    if options.isByBit { return Array(members.indices) }
    return members.indices.sorted { (members[$1].count, $0) < (members[$0].count, $1) }
  }

  /// True if there are more combinations than can be shown, and all have the same count.
  private func isEachCombinationSingle(_ flags: FlagStatistics) -> Bool {
    options.counting == .exact && options.givenTop == nil
      && flags.combinations.count > options.limit.top && flags.combinations[0].count == 1
  }

  // MARK: Each flag

  private func chart(of flags: FlagStatistics, _ property: PropertyStatistics) -> BarChart {
    var rows = ordered(flags).map { index in
      let member = flags.members[index]
      return BarChart.Row(
        member.name, count: member.count, kind: .flag(isDeclared: member.isDeclared),
        before: [String(member.bit)], after: [groupedDigits(member.alone)])
    }
    rows.append(
      BarChart.Row(Self.noFlags, count: flags.empty, kind: .absence, before: [""], after: [""]))
    for (name, count) in [("(other values)", flags.others), ("(null)", property.nulls)]
    where count > 0 {
      rows.append(BarChart.Row(name, count: count, kind: .absence, before: [""], after: [""]))
    }
    return BarChart(
      caption: "", title: "flag", titlesBefore: ["bit"], titlesAfter: ["alone"], rows: rows,
      total: property.records)
  }

  private static let noFlags = "(no flags)"

  // MARK: Combinations

  private func upSet(of flags: FlagStatistics, _ property: PropertyStatistics) -> UpSetPlot {
    let ranking = CombinationRanking(flags, options.counting, options.limit)
    let shown = ranking.rows.reduce(0) { $0 | $1.mask }
    // Bits without a declared flag are always shown, even if they are rare.
    let members = ordered(flags).map { flags.members[$0] }
      .filter { shown & $0.mask != 0 || !$0.isDeclared }
    let combinations = ranking.rows.map { row in
      UpSetPlot.Combination(
        name(of: row.mask, flags.set),
        members: members.indices.filter { row.mask & members[$0].mask != 0 }, count: row.count)
    }
    return UpSetPlot(
      caption: caption, counting: ranking.counting.rawValue,
      sets: members.map { UpSetPlot.Set($0.name, count: $0.count, isStranger: !$0.isDeclared) },
      combinations: combinations, total: property.records,
      notes: notes(on: ranking, flags, property))
  }

  private func name(of mask: UInt64, _ set: FlagSet) -> String {
    if mask != 0 { return set.text(of: mask) }
    if options.counting == .exact { return Self.noFlags }
    return "(any or no flags)"
  }

  private var caption: String {
    switch options.counting {
    case .exact: "combinations, exact: records with these flags and no others"
    case .atLeast: "combinations, at least: records with these flags, whatever else they have"
    }
  }

  private func notes(
    on ranking: CombinationRanking, _ flags: FlagStatistics, _ property: PropertyStatistics
  ) -> [String] {
    var notes: [String] = []
    if ranking.omitted > 0 {
      let what = counted(ranking.omitted, "combination")
      if ranking.counting == .exact {
        notes.append(omission(what, records: ranking.omittedRecords, of: property.records))
      } else {
        notes.append(omission(what))
      }
    }
    let shown = ranking.rows.reduce(0) { $0 | $1.mask }
    let unseen = flags.members.filter { $0.isDeclared && $0.count > 0 && shown & $0.mask == 0 }
    if !unseen.isEmpty, !ranking.rows.isEmpty {
      notes.append("in none of these: \(listText(unseen.map(\.name)))")
    }
    return notes
  }

  // MARK: Pairs

  private func heatMap(of flags: FlagStatistics) -> HeatMap {
    let present = ordered(flags).filter { flags.members[$0].count > 0 }
    let cells = present.indices.dropFirst().map { row in
      (0..<row).map { column in
        let pair = flags.pair(present[row], present[column])
        return HeatMap.Cell(count: pair.count, byChance: pair.byChance)
      }
    }
    return HeatMap(
      caption: "flags that come together", names: present.map { flags.members[$0].name },
      counts: present.map { flags.members[$0].count }, cells: cells)
  }

  /// The flags that never occur alone, the most frequent first.
  func implications(of flags: FlagStatistics, _ property: PropertyStatistics) -> [String] {
    let every =
      if flags.records == property.records { "every record" } else { "every record with flags" }
    let universal = flags.members.filter { $0.count == flags.records && flags.records > 0 }
      .map { "\(every) has \($0.name)" }
    let together = flags.inseparable.map { company in
      let others = company.dropLast().map(\.name).joined(separator: ", ")
      let last = company[company.count - 1]
      return (last.count, "\(others) and \(last.name) always come together")
    }
    let implied = flags.implications.map {
      ($0.flag.count, "\($0.flag.name) never comes without \($0.implied.name)")
    }
    let all = (together + implied).sorted { $0.0 > $1.0 }
    let shown = all.prefix(options.limit.top).map { "\($1) (\(counted($0, "record")))" }
    let omitted = all.count - shown.count
    if omitted == 0 { return universal + shown }
    return universal + shown + [omission(counted(omitted, "such fact"))]
  }
}

extension BarChart.Row.Kind {
  /// The kind of the row for a flag or a case.
  static func flag(isDeclared: Bool) -> Self { isDeclared ? .ordinary : .stranger }
}
