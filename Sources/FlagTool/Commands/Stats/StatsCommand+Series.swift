import Databases
import FlagFormats
import FlagModel
import Queries
import Statistics

// Flags over time: `--by 'month(taken)'`.

extension StatsCommand {
  func showSeries(of entity: Entity, _ database: Database, _ session: Session) throws -> Exit {
    let attributes = try countable(in: entity)
    let request = AnswerRequest(groups: selection.groups, arguments: selection.arguments)
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    let queries = try attributes.map { attribute in
      var series = try request.series(of: attribute, entity, in: database.schema, now: session.now)
      series.query.predicate = predicate
      return series
    }
    if let sql { return try session.printSQL(queries.map(\.query.sql), as: sql, for: database) }
    let (records, series) = try database.read {
      try selection.requireOneRecord(of: entity, in: database, session)
      let series = try queries.map { try DatabaseStatistics(database).series($0) }
      // If each record is counted once, the sum of the counts is the number of records.
      var count = series.first.map { $0.records + $0.unplaced } ?? 0
      if queries.contains(where: \.isOfSeveral) {
        count = try database.number(Query(entity, predicate: predicate, answer: .count))
      }
      if count == 0 { try selection.requireRecord(of: entity, in: database, session) }
      return (count, series)
    }
    try show(
      SeriesReport(
        entity: entity.name, by: selection.groups.map { $0.text(0..<$0.utf8.count) }.joined(),
        records: records, options: options, isSelection: !selection.isEmpty, series: series),
      session)
    return .done
  }

  /// The attributes with flags or cases.
  private func countable(in entity: Entity) throws -> [Attribute] {
    let properties = try entity.properties(named: attributes)
    let countable = properties.compactMap { property -> Attribute? in
      guard case .attribute(let attribute) = property, attribute.isCountable else { return nil }
      return attribute
    }
    if attributes.isEmpty, !countable.isEmpty { return countable }
    guard let other = properties.first(where: { !countable.map(Property.attribute).contains($0) })
    else { return countable }
    guard !attributes.isEmpty else {
      throw CommandError("\(entity.name) has no flags, no cases and no truth values to count")
    }
    throw CommandError(
      "'\(other.name)' has no flags and no cases to count",
      hint: "flagdb query --group-by shows other values over time, as in -c 'avg(ATTRIBUTE)'")
  }

  private func show(_ series: SeriesReport, _ session: Session) throws {
    switch format {
    case .written(.json): try session.writeJSON(series.json, to: output.path)
    case .written:
      let columns = OutputColumn.named(SeriesReport.columns)
      try session.writeRecords(columns, output, series.rows)
    case .plot, nil: try draw(series.report, session)
    }
  }
}

extension Attribute {
  fileprivate var isCountable: Bool {
    switch type {
    case .flags, .bool: true
    case .enumeration(let enumeration): enumeration.cases.count <= 64
    default: false
    }
  }
}
