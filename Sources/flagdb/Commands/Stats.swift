import CommandTable
import FlagDB
import FlagFormats
import FlagModel
import Migrations
import Plots
import Predicates
import Queries
import SQLText
import UserSQL

/// `flagdb stats DB [ENTITY [ATTRIBUTE…]]`: shows what records have in common.
struct StatsCommand: Command {
  private let database: String
  private let entity: String?
  private let attributes: [SourceText]
  private let selection: SelectionOptions
  private let options: StatsOptions
  private let output: OutputOptions
  private let format: StatsFormat
  private let path: String?
  private let showsSQL: Bool

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    entity = line.value(of: "ENTITY")
    attributes = line.values(of: "ATTRIBUTE").map { SourceText($0) }
    selection = try SelectionOptions(line)
    options = try StatsOptions(line)
    output = try OutputOptions(line)
    showsSQL = line.has(option: "sql")
    if let svg = line.value(ofOption: "svg") {
      if line.has(option: "format") || line.has(option: "output") {
        throw CommandError("--svg says the format and the file; leave out --format and --output")
      }
      format = .svg
      path = svg
    } else {
      format = StatsFormat(named: line.value(ofOption: "format"), fileName: output.path)
      path = output.path
    }
    if entity == nil, !selection.isEmpty {
      throw CommandError("a selection needs an ENTITY whose records are meant")
    }
  }

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
    let words = StatsWords(options, isSelection: !selection.isEmpty)
    switch format {
    case .plot: try session.writePlot(to: path) { words.report(of: statistics).text($0) }
    case .svg: try session.writeDocument(words.report(of: statistics).svg, to: path, "--svg")
    case .json: try session.writeJSON(words.json(of: statistics), to: path)
    case .rows:
      let rows = words.rows(of: statistics)
      try session.writeRecords(StatsRow.columns, output, rows.lazy.map(\.values))
    }
  }

  private func showSizes(of database: Database, _ session: Session) throws -> Exit {
    if showsSQL {
      try session.print(database.sizeStatements.map(SQLOptions.text).joined())
      return .done
    }
    let sizes = EntitySizes(try database.read { try database.sizes() })
    switch format {
    case .plot: try session.writePlot(to: path) { sizes.report.text($0) }
    case .svg: try session.writeDocument(sizes.report.svg, to: path, "--svg")
    case .json, .rows:
      try session.writeRecords(EntitySizes.columns, output, sizes.rows)
    }
    return .done
  }

  static let description = CommandDescription(
    "stats", group: "records", summary: "shows what records have in common",
    arguments: [
      .database,
      ArgumentDescription(
        "ENTITY", isOptional: true, completion: .asks("entity"),
        help: "the kind of record; without it, all entities with their sizes"),
      ArgumentDescription(
        "ATTRIBUTE", isOptional: true, isRepeating: true, completion: .asks("attributes"),
        help: "these attributes and relationships; without one, all"),
    ],
    options: SelectionOptions.descriptions + StatsOptions.descriptions + outputOptions
      + [sqlOption],
    discussion: discussion, examples: examples,
    seeAlso: [
      PageReference("flagdb-check", 1), PageReference("flagdb-query", 1),
      PageReference("flagdb-predicates", 7),
    ])

  private static let outputOptions: [OptionDescription] = [
    OptionDescription(
      "format", short: "f", value: OptionValue("FORMAT", .choices(StatsFormat.choices)),
      group: "output", help: "how statistics are written; a plot in text if not said"),
    OptionDescription(
      "svg", value: OptionValue("FILE", .file(extensions: ["svg"])), group: "output",
      help: "write them as one picture that a browser shows"),
    OptionDescription(
      "output", short: "o", value: OptionValue("FILE", .file()), group: "output",
      help: "write to this file, whose name also says the format"),
  ]

  private static let sqlOption = OptionDescription(
    "sql", group: "looking inside",
    help: "print the statements and their bindings instead of the statistics")
}
