import FlagModel
import JSON
import Statistics

extension StatsReport {
  private typealias Members = [(key: String, value: JSONValue?)]

  /// The statistics as one JSON document: flags as arrays of names, shares from 0 to 1.
  func json(of statistics: EntityStatistics) -> JSONValue {
    .object(of: [
      ("entity", .string(statistics.entity.name.text)),
      ("records", .integer(statistics.records)),
      ("attributes", .array(statistics.properties.map { json(of: $0) })),
    ])
  }

  private func json(of property: PropertyStatistics) -> JSONValue {
    var about: Members = [
      ("name", .string(property.name.text)), ("type", .string(property.typeName.text)),
      ("present", .integer(property.present)), ("null", .integer(property.nulls)),
    ]
    if property.missing > 0 { about.append(("missing", .integer(property.missing))) }
    switch property.detail {
    case .flags(let flags): return .object(of: about + members(of: flags, property))
    case .measure(let measure): return .object(of: about + members(of: measure, property))
    case .values(let values): return .object(of: about + members(of: values, property))
    case .presence: return .object(of: about)
    }
  }

  private func members(of measure: MeasureStatistics, _ property: PropertyStatistics) -> Members {
    let shown = { (text: String?) -> JSONValue in
      guard let text else { return .null }
      if measure.isNumeric { return number(text) }
      return .string(text)
    }
    let measured: Members =
      if measure.quantity == .value {
        []
      } else {
        [("measured", .string(measure.quantity.rawValue))]
      }
    return measured + [
      ("min", shown(measure.minimum)), ("median", shown(measure.median)),
      ("mean", shown(measure.mean)), ("p95", shown(measure.percentile95)),
      ("max", shown(measure.maximum)), ("stddev", shown(measure.deviation)),
      (
        "histogram",
        .array(
          measure.bins.map { bin in
            .object(of: [
              ("from", shown(bin.lower)), ("to", shown(bin.upper)),
              ("count", .integer(bin.count)), ("share", share(bin.count, of: property.records)),
            ])
          })
      ),
    ]
  }

  /// A number; null for an infinity, which JSON lacks.
  private func number(_ text: String) -> JSONValue {
    let hasWord = text.utf8.contains {
      (0x61...0x7A).contains($0 | 0x20) && $0 | 0x20 != UInt8(ascii: "e")
    }
    return hasWord ? .string(text) : .number(text)
  }

  private func members(of values: ValueStatistics, _ property: PropertyStatistics) -> Members {
    let rows = values.rows.map { row in
      JSONValue.object(of: [
        ("value", .string(row.text)), ("count", .integer(row.count)),
        ("share", share(row.count, of: property.records)),
      ])
    }
    let omitted = JSONValue.object(of: [
      ("values", .integer(values.omitted)), ("records", .integer(values.omittedRecords)),
    ])
    return [
      ("different", .integer(values.distinct)), ("unique", .bool(values.uniqueness == .unique)),
      ("values", .array(rows)), ("leftOut", omitted),
    ]
  }

  private func share(_ count: Int64, of whole: Int64) -> JSONValue {
    if whole > 0 { return .number("\(Double(count) / Double(whole))") }
    return .null
  }

  // MARK: Flags

  private func members(of flags: FlagStatistics, _ property: PropertyStatistics) -> Members {
    let each = flags.members.map { member in
      JSONValue.object(of: [
        ("name", .string(member.name)), ("bit", .integer(member.bit)),
        ("declared", .bool(member.isDeclared)), ("count", .integer(member.count)),
        ("share", share(member.count, of: property.records)), ("alone", .integer(member.alone)),
      ])
    }
    let others: Members =
      if flags.others > 0 { [("otherValues", .integer(flags.others))] } else { [] }
    return [("flags", .array(each)), ("noFlags", .integer(flags.empty))] + others + [
      ("undeclared", .integer(flags.undeclared)),
      ("combinations", combinations(of: flags, property)),
      ("pairs", .array(pairs(of: flags))), ("implied", .array(implied(by: flags))),
    ]
  }

  private func combinations(of flags: FlagStatistics, _ property: PropertyStatistics) -> JSONValue {
    let ranking = CombinationRanking(flags, options.counting, options.limit)
    let rows = ranking.rows.map { row in
      JSONValue.object(of: [
        ("flags", .array(flags.set.names(of: row.mask).map { .string($0) })),
        ("count", .integer(row.count)), ("share", share(row.count, of: property.records)),
      ])
    }
    var omitted: Members = [
      ("combinations", .integer(ranking.omitted))
    ]
    if ranking.counting == .exact {
      omitted.append(("records", .integer(ranking.omittedRecords)))
    }
    return .object(of: [
      ("counting", .string(ranking.counting.rawValue)),
      ("different", .integer(flags.combinations.count)), ("rows", .array(rows)),
      ("leftOut", .object(of: omitted)),
    ])
  }

  private func pairs(of flags: FlagStatistics) -> [JSONValue] {
    flags.pairs.map { pair in
      let names = [pair.first, pair.second].map { JSONValue.string(flags.members[$0].name) }
      return .object(of: [
        ("flags", .array(names)), ("count", .integer(pair.count)),
        ("lift", pair.lift.map { .number("\($0)") } ?? .null),
      ])
    }
  }

  private func implied(by flags: FlagStatistics) -> [JSONValue] {
    func fact(_ flag: FlagStatistics.Member, _ other: FlagStatistics.Member) -> JSONValue {
      .object(of: [
        ("flag", .string(flag.name)), ("implies", .string(other.name)),
        ("mutual", .bool(flag.count == other.count)), ("count", .integer(flag.count)),
      ])
    }
    let together = flags.inseparable.flatMap { zip($0, $0.dropFirst()).map(fact) }
    return together + flags.implications.map { fact($0.flag, $0.implied) }
  }
}

extension Session {
  /// Writes a JSON document. On a terminal, control characters are escaped; they occur only in
  /// strings.
  func writeJSON(_ document: JSONValue, to path: String?) throws {
    let text = document.text(.indented(linesFrom: 3)) + "\n"
    try writeDocument(text, to: path, guarded: visibleJSON)
  }
}
