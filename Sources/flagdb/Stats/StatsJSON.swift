import FlagCodegen
import FlagDB
import FlagModel
import PlainText

extension StatsWords {
  /// The statistics as one document: flags as arrays of names, shares from 0 to 1.
  func json(of statistics: EntityStatistics) -> JSONNode {
    .object([
      ("entity", .string(statistics.entity.name)),
      ("records", .integer(statistics.records)),
      ("attributes", .array(statistics.properties.map { json(of: $0) })),
    ])
  }

  private func json(of property: PropertyStatistics) -> JSONNode {
    let about: [(name: String, value: JSONNode)] = [
      ("name", .string(property.name)), ("type", .string(property.typeName)),
      ("present", .integer(property.present)), ("null", .integer(property.nulls)),
    ]
    switch property.detail {
    case .flags(let flags): return .object(about + members(of: flags, property))
    case .measure(let measure): return .object(about + members(of: measure, property))
    case .values(let values): return .object(about + members(of: values, property))
    case .presence: return .object(about)
    }
  }

  private func members(
    of measure: MeasureStatistics, _ property: PropertyStatistics
  ) -> [(name: String, value: JSONNode)] {
    let shown = { (text: String?) -> JSONNode in
      guard let text else { return .null }
      return measure.isNumeric ? number(text) : .string(text)
    }
    let measured: [(name: String, value: JSONNode)] =
      measure.quantity == .value ? [] : [("measured", .string(measure.quantity.rawValue))]
    return measured + [
      ("min", shown(measure.minimum)), ("median", shown(measure.median)),
      ("mean", shown(measure.mean)), ("max", shown(measure.maximum)),
      (
        "histogram",
        .array(
          measure.bins.map { bin in
            .line(
              .object([
                ("from", shown(bin.lower)), ("to", shown(bin.upper)),
                ("count", .integer(bin.count)), ("share", share(bin.count, of: property.records)),
              ]))
          })
      ),
    ]
  }

  /// JSON has no infinity.
  private func number(_ text: String) -> JSONNode {
    text.utf8.contains { (0x61...0x7A).contains($0 | 0x20) && $0 | 0x20 != UInt8(ascii: "e") }
      ? .string(text) : .number(text)
  }

  private func members(
    of values: ValueStatistics, _ property: PropertyStatistics
  ) -> [(name: String, value: JSONNode)] {
    let rows = values.rows.map { row in
      JSONNode.line(
        .object([
          ("value", .string(row.text)), ("count", .integer(row.count)),
          ("share", share(row.count, of: property.records)),
        ]))
    }
    let omitted = JSONNode.line(
      .object([
        ("values", .integer(values.omitted)), ("records", .integer(values.omittedRecords)),
      ]))
    return [
      ("different", .integer(values.distinct)), ("unique", .bool(values.isUnique)),
      ("values", .array(rows)), ("leftOut", omitted),
    ]
  }

  private func share(_ count: Int64, of whole: Int64) -> JSONNode {
    whole > 0 ? .number("\(Double(count) / Double(whole))") : .null
  }

  // MARK: Flags

  private func members(
    of flags: FlagStatistics, _ property: PropertyStatistics
  ) -> [(name: String, value: JSONNode)] {
    let each = flags.members.map { member in
      JSONNode.line(
        .object([
          ("name", .string(member.name)), ("bit", .integer(Int64(member.bit))),
          ("declared", .bool(member.isDeclared)), ("count", .integer(member.count)),
          ("share", share(member.count, of: property.records)), ("alone", .integer(member.alone)),
        ]))
    }
    return [
      ("flags", .array(each)), ("noFlags", .integer(flags.empty)),
      ("undeclared", .integer(flags.undeclared)),
      ("combinations", combinations(of: flags, property)),
      ("pairs", .array(pairs(of: flags))), ("implied", .array(implied(by: flags))),
    ]
  }

  private func combinations(
    of flags: FlagStatistics, _ property: PropertyStatistics
  ) -> JSONNode {
    let ranking = CombinationRanking(flags, options.counting, options.limit)
    let rows = ranking.rows.map { row in
      JSONNode.line(
        .object([
          ("flags", .array(flags.set.names(of: row.mask).map { .string($0) })),
          ("count", .integer(row.count)), ("share", share(row.count, of: property.records)),
        ]))
    }
    var omitted: [(name: String, value: JSONNode)] = [
      ("combinations", .integer(Int64(ranking.omitted)))
    ]
    if ranking.counting == .exact {
      omitted.append(("records", .integer(ranking.omittedRecords)))
    }
    return .object([
      ("counting", .string(ranking.counting.rawValue)),
      ("different", .integer(Int64(flags.combinations.count))), ("rows", .array(rows)),
      ("leftOut", .line(.object(omitted))),
    ])
  }

  private func pairs(of flags: FlagStatistics) -> [JSONNode] {
    flags.pairs.map { pair in
      let names = [pair.first, pair.second].map { JSONNode.string(flags.members[$0].name) }
      return .line(
        .object([
          ("flags", .array(names)), ("count", .integer(pair.count)),
          ("lift", pair.lift.map { .number("\($0)") } ?? .null),
        ]))
    }
  }

  private func implied(by flags: FlagStatistics) -> [JSONNode] {
    flags.implications.map { one in
      .line(
        .object([
          ("flag", .string(one.flag.name)), ("implies", .string(one.implied.name)),
          ("mutual", .bool(one.isMutual)), ("count", .integer(one.flag.count)),
        ]))
    }
  }
}

extension Session {
  /// Writes a document of JSON; for a terminal with escapes for what could drive it, which stand
  /// only within texts.
  func writeJSON(_ node: JSONNode, to path: String?) throws {
    try writeDocument(node.text, to: path, guarded: visibleJSON)
  }
}
