import CommandTable
import FlagDB
import FlagFormats
import FlagModel
import Plots
import Queries

/// `flagdb stats DB [ENTITY [ATTRIBUTE…]]`: shows what records have in common.
struct StatsCommand: Command {
  static let name = "stats"
  static let summary = "shows what records have in common"

  var database = ""
  var entity: Name?
  var attributes: [SourceText] = []
  var selection = SelectionOptions()
  var options = StatsOptions()
  var format: StatsFormat?
  var svg: String?
  var output = OutputOptions()
  var showsSQL = false

  func run(in session: Session) throws -> Exit {
    let database = try session.open(database, for: .reading)
    guard let entity else { return try showSizes(of: database, session) }
    let statistics = try statistics(of: database.entity(named: entity), database, session)
    if showsSQL {
      try session.print(statistics.statements.map(SQLOptions.text).joined())
      return .done
    }
    try show(statistics, session)
    return .done
  }

  private func statistics(
    of entity: Entity, _ database: Database, _ session: Session
  ) throws -> EntityStatistics {
    let properties = try entity.properties(named: attributes)
    let predicate = try selection.predicate(
      for: entity, in: database.schema, session)
    let query = StatisticsQuery(entity, predicate: predicate)
    return try database.read {
      try database.statistics(of: properties, query, options.limit)
    }
  }

  private func show(_ statistics: EntityStatistics, _ session: Session) throws {
    let words = StatsReport(options: options, isSelection: !selection.isEmpty)
    switch format {
    case .written(.json): try session.writeJSON(words.json(of: statistics), to: output.path)
    case .written:
      let rows = words.rows(of: statistics)
      try session.writeRecords(StatsRow.columns, output, rows.lazy.map(\.values))
    case .plot, nil: try draw(words.report(of: statistics), session)
    }
  }

  private func draw(_ report: Report, _ session: Session) throws {
    if let svg { return try session.writeDocument(report.svg, to: svg, "--svg") }
    try session.writePlot(to: output.path) { report.text($0) }
  }

  private func showSizes(of database: Database, _ session: Session) throws -> Exit {
    if showsSQL {
      try session.print(database.sizeStatements.map(SQLOptions.text).joined())
      return .done
    }
    let sizes = EntitySizes(try database.read { try database.sizes() })
    if case .written = format {
      try session.writeRecords(EntitySizes.columns, output, sizes.rows)
    } else {
      try draw(sizes.report, session)
    }
    return .done
  }
}
