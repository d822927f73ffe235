import CommandTable
import Databases
import FlagFormats
import FlagModel
import Plots
import Queries
import Statistics

/// `flagdb stats DB [ENTITY [ATTRIBUTE…]]`: counts flags; plots combinations, histograms and trends.
struct StatsCommand: SelectingCommand {
  static let name = "stats"
  static let summary = "counts flags; plots combinations, histograms and trends"

  var database = ""
  var reading = ReadingOptions()
  var entity: Name?
  var attributes: [SourceText] = []
  var selection = SelectionOptions()
  var options = StatsOptions()
  var format: StatsFormat?
  var svg: String?
  var output = OutputOptions()
  var sql: SQLForm?
  var interval: WatchInterval?
  var threads: ThreadCount?

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &reading.models, commit: &reading.commit)
    table.argument(
      "ENTITY", &entity, .asks("entity"), followsFirst: true,
      help: "the entity; without it, all entities with their sizes")
    table.argument(
      "ATTRIBUTE", isOptional: true, &attributes, .asks("attributes"),
      help: "these attributes and relationships; by default all")
    table.part(&selection)
    table.part(&options)
    table.value(
      "by", &selection.groups, "GROUP", .asks("groups"), isRepeatable: false,
      help: "the share of each flag or case over groups, as `month(taken)`"
    ) { SourceText($0) }
    table.heading("output")
    table.value(
      "format", short: "f", &format, "FORMAT",
      help: "the format of statistics; a plot in text by default")
    table.value(
      "svg", &svg, "FILE", .file(extensions: ["svg"]),
      help: "write them as one SVG picture")
    table.value(
      "output", short: "o", &output.path, "FILE", .file(),
      help: "write to this file; its ending selects the format")
    table.watch(&interval)
    table.threads(&threads)
    let sql = table.sql(&sql)
    table.exclude(sql, all: ["output", "svg", "by-bit"])
    table.part(&reading.records)
  }

  mutating func complete() throws {
    if interval != nil, svg != nil || output.path != nil || sql != nil {
      throw CommandError("--watch shows each answer; leave out --output, --svg and --sql")
    }
    if svg != nil, format != nil || output.path != nil {
      throw CommandError("--svg FILE replaces --format and --output")
    }
    if let svg, let picture = OtherPicture(path: svg) {
      throw CommandError(
        "--svg writes SVG, and '\(svg)' ends in \(picture.ending)",
        hint: "write --svg \(shellWord(picture.svgPath))")
    }
    if entity == nil, !selection.isEmpty || !selection.groups.isEmpty {
      let what = selection.isEmpty ? "--by" : "a selection"
      throw CommandError("\(what) needs an ENTITY")
    }
    if entity == nil, let option = options.first {
      throw CommandError("\(option) needs an ENTITY")
    }
    if !selection.groups.isEmpty, options.counting == .atLeast {
      throw CommandError("--at-least cannot be used with --by, which shows no combinations")
    }
    switch format {
    case .written(let format): output.format = format
    case .plot: return
    case nil: break
    }
    try output.complete()
    // The default is a plot, also in a pipe, because a report is not a list of records. A text file
    // gets a plot too.
    if format == nil, let written = output.format {
      format = written == .table ? .plot : .written(written)
    }
    if options.isByBit, case .written(let format) = format {
      throw CommandError(
        "--by-bit orders the flags of a plot, and the format is \(format.rawValue)")
    }
  }

  func run(in session: Session) throws -> Exit {
    guard let interval else { return try runOnce(in: session) }
    return try session.watch(database, every: interval, runOnce)
  }

  private func runOnce(in session: Session) throws -> Exit {
    let database = try session.about(entity).openToRead(database, reading)
    try session.share(threads, reading: database)
    let shown = try entity.map { [try database.entity(named: $0)] } ?? database.schema.entities
    try session.sayHiddenRecords(of: shown, in: database)
    guard let entity else { return try showSizes(of: database, session) }
    if !selection.groups.isEmpty {
      return try showSeries(of: database.entity(named: entity), database, session)
    }
    let statistics = try statistics(of: database.entity(named: entity), database, session)
    if let sql { return try session.printSQL(statistics.statements, as: sql, for: database) }
    try show(statistics, session)
    return .done
  }

  private func statistics(
    of entity: Entity, _ database: Database, _ session: Session
  ) throws -> EntityStatistics {
    var properties = try properties(of: entity)
    if database.kind.isRecordFile { properties = properties.map(\.calledAsInFiles) }
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    let query = StatisticsQuery(entity, predicate: predicate)
    return try database.read {
      if sql == nil { try selection.requireOneRecord(of: entity, in: database, session) }
      let statistics = try DatabaseStatistics(database).statistics(
        of: properties, query, options.limit)
      if statistics.records == 0, sql == nil {
        try selection.requireRecord(of: entity, in: database, session)
      }
      return statistics
    }
  }

  /// The named properties. If the only name is a flag, the hint is the corrected command with its
  /// attribute.
  private func properties(of entity: Entity) throws -> [Property] {
    do {
      return try entity.properties(named: attributes)
    } catch {
      let names = attributes.map { Name($0.text(0..<$0.utf8.count)) }
      if let expression = names.first(where: { entity.expression(named: $0) != nil }) {
        let words = ["flagdb", "query", database, entity.name.text, "--group-by", expression.text]
        throw CommandError(
          "'\(expression)' is a named expression, and stats counts stored values",
          hint: .words("write \(words.map(shellWord).joined(separator: " "))"))
      }
      guard names.count == 1, selection.isEmpty,
        let owner = entity.attributes.first(where: { $0.declares(names[0]) })
      else { throw error }
      let words = ["flagdb", "stats", database, entity.name.text, owner.name.text]
      throw CommandError(
        "'\(names[0])' is a flag of '\(owner.name)', not an attribute",
        hint: .words("write \(words.map(shellWord).joined(separator: " "))"))
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

  func draw(_ report: Report, _ session: Session) throws {
    if let svg { return try session.writeDocument(report.svg, to: svg, "--svg") }
    try session.writePlot(to: output.path) { report.text($0) }
  }

  private func showSizes(of database: Database, _ session: Session) throws -> Exit {
    if let sql {
      return try session.printSQL(
        DatabaseStatistics(database).sizeStatements, as: sql, for: database)
    }
    let sizes = EntitySizes(sizes: try database.read { try DatabaseStatistics(database).sizes() })
    if case .written = format {
      try session.writeRecords(EntitySizes.columns, output, sizes.rows)
    } else {
      try draw(sizes.report, session)
    }
    return .done
  }
}

extension Property {
  /// The property whose flags and cases have their names in the record file.
  fileprivate var calledAsInFiles: Property {
    guard case .attribute(var attribute) = self else { return self }
    attribute.type = attribute.type.calledAsInFiles
    return .attribute(attribute)
  }
}

extension Attribute {
  /// True if the flag set of the attribute contains the flag.
  fileprivate func declares(_ flag: Name) -> Bool {
    guard case .flags(let set) = type.innermost else { return false }
    return set.mask(named: flag) != nil
  }
}
