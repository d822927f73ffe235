import CommandTable
import Comparing
import Databases
import Engines
import FlagFormats
import FlagModel
import Migrations
import Queries
import Terminal

/// `flagdb diff DB OTHER [ENTITY]`: compares two databases, and applies the differences.
struct DiffCommand: SelectingCommand {
  static let name = "diff"
  static let summary = "compares two databases, and applies the differences"

  var database = ""
  var reading = ReadingOptions(records: .withoutDates)
  var other = ""
  var entity: Name?
  var selection = SelectionOptions()
  var key: Name?
  var limit: Int64?
  var isSummary = false
  var applies = false
  var isDryRun = false
  var migration = MigrationOptions()
  var output = OutputOptions()

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &reading.models, commit: &reading.commit)
    table.argument(
      "OTHER", &other,
      .file(extensions: ["db", "sqlite", "sqlite3", "csv", "tsv", "json", "ndjson"]),
      help: "the other database, compared with DB")
    table.argument(
      "ENTITY", &entity, .asks("entity"), help: "compare only the records of this entity")
    table.part(&selection)
    table.heading("comparison")
    table.value(
      "columns", short: "c", &selection.columns, "NAMES", .asks("columns"),
      help: "compare only these attributes and relationships")
    table.value(
      "key", &key, "ATTRIBUTE", .asks("attributes"),
      help: "match records by this attribute instead of the key"
    )
    let limit = table.value(
      "limit", short: "n", &limit, "N", help: "show at most N records of each entity")
    let summary = table.switch("summary", &isSummary, help: "show only the numbers of records")
    table.exclude(summary, limit)
    table.heading("output")
    table.value("format", short: "f", &output.format, "FORMAT", help: "lines of text by default")
    table.value(
      "output", short: "o", &output.path, "FILE", .file(),
      help: "write to this file; its ending selects the format")
    table.heading("making OTHER like DB")
    let apply = table.switch(
      "apply", &applies, help: "change the model and records of OTHER to those of DB")
    table.switch("dry-run", &isDryRun, needs: apply, help: "show the changes, but make none")
    table.part(&migration)
    table.part(&reading.records)
  }

  mutating func complete() throws {
    if applies, reading.commit != nil {
      throw CommandError("--apply takes the current records of DB; leave out --wal-at")
    }
    if applies, entity != nil || isOfOneEntity || hasOptionsOfReport {
      throw CommandError("--apply changes all of OTHER; leave out other options")
    }
    let isText = output.format == nil
    try output.complete()
    // A file for people gets lines of text.
    if isText, output.format == .table { output.format = nil }
    // Without --apply, it says how the dates of a record file are written.
    if !applies, let dates = migration.takeDates() { reading.records.importing.dates = dates }
    if !applies, migration.isGiven {
      throw CommandError("options about the models need --apply")
    }
    if database == "-", other == "-" {
      throw CommandError("standard input can be read once")
    }
  }

  /// True if an option selects records or columns, which belong to one entity.
  private var isOfOneEntity: Bool { !selection.isEmpty || !selection.columns.isEmpty || key != nil }

  /// True if an option is only about reading two sides, and showing their differences.
  private var hasOptionsOfReport: Bool {
    limit != nil || isSummary || output.format != nil || output.path != nil
      || !reading.models.isEmpty || reading.records.first != nil
  }

  func run(in session: Session) throws -> Exit {
    if applies {
      return try Takeover(self).run(in: session)
    }
    let (before, after) = try open(in: session)
    let pairs = try EntityPair.all(
      of: before, after, named: entity, reading.records.importing.mapping)
    guard !isOfOneEntity || pairs.count == 1 else {
      throw CommandError("a selection needs an ENTITY whose records are compared")
    }
    let report = DiffReport(try session.recordOutput(output), isText: output.format == nil, self)
    let differs = try before.read {
      try after.read {
        try before.requireAllRecords(of: pairs.compactMap(\.before))
        try after.requireAllRecords(of: pairs.compactMap(\.after))
        return try report.write(changes(before, after, pairs), pairs.map(\.name)) { pair in
          try compareDespiteDamage(pairs[pair], before, after, report, session)
        }
      }
    }
    report.sayRest(in: session)
    if !report.damaged.isEmpty { return .failed }
    return differs ? .no : .done
  }

  /// Opens both sides. A record file is read with the model of the other side.
  private func open(in session: Session) throws -> (Database, Database) {
    let session = session.comparing(database, other)
    if RecordFile(database) != nil, RecordFile(other) == nil, reading.commit == nil {
      let after = try session.openToRead(other, reading)
      let knowing = try session.reading(database, of: entity, like: after)
      return (try knowing.openToRead(database, reading), after)
    }
    let before = try session.openToRead(database, reading)
    // The earlier state is that of the first database alone.
    var reading = reading
    reading.commit = nil
    if RecordFile(other) != nil {
      let knowing = try session.reading(other, of: entity, like: before)
      return (before, try knowing.openToRead(other, reading))
    }
    let after = try session.openToRead(other, reading)
    for side in [before, after] { try side.lookAtValues() }
    return (before, after)
  }

  /// The differences of the models as `migrate` describes them; none for a record file.
  private func changes(
    _ before: Database, _ after: Database, _ pairs: [EntityPair]
  ) -> [SchemaChange] {
    if before.kind.isRecordFile || after.kind.isRecordFile { return [] }
    let changes = SchemaDiff(from: before.schema, to: after.schema).changes
    guard entity != nil, let pair = pairs.first else { return changes }
    var parts: [Schema] = []
    if let entity = pair.before { parts.append(before.schema.part(about: entity)) }
    if let entity = pair.after { parts.append(after.schema.part(about: entity)) }
    var names: [Name] = []
    for part in parts { names += part.types.map(\.name) + part.entities.map(\.name) }
    return changes.filter { change in
      names.contains { change.path == $0 || change.path.isInside($0) }
    }
  }

  /// Compares a pair, and returns nil if a page of its records is damaged.
  private func compareDespiteDamage(
    _ pair: EntityPair, _ before: Database, _ after: Database, _ report: DiffReport,
    _ session: Session
  ) throws -> DifferenceCounts? {
    do {
      return try compare(pair, before, after, report, session)
    } catch let error as EngineError where error.isCorruption {
      report.add(damage: error.message, of: pair.name)
    } catch let error as DatabaseError where error.cause?.isCorruption == true {
      report.add(damage: error.message, of: pair.name)
    }
    return nil
  }

  private func compare(
    _ pair: EntityPair, _ before: Database, _ after: Database, _ report: DiffReport,
    _ session: Session
  ) throws -> DifferenceCounts {
    let plan = try ComparisonPlan(pair, before, after, self, session)
    try report.begin(plan)
    if plan.hasNoValues { return try countRecords(of: pair, in: before, after, session) }
    let progress = session.progress()
    defer { progress?.clear() }
    var comparison = RecordComparison(plan.columns, keys: plan.keys)
    do {
      try comparison.run(
        plan.before.map { try before.rows($0) }, plan.after.map { try after.rows($0) }
      ) { difference in
        try report.add(difference)
        progress?.show("comparing \(pair.name)", records: Int(report.shownDifferences), of: nil)
      }
    } catch let disorder as RecordComparison.Disorder {
      let path = disorder.isAfter ? after.path : before.path
      throw CommandError(
        "'\(path)' sorts \(plan.keyWords) in another order",
        hint: "compare by another attribute: --key NAME", exit: .failed)
    }
    return comparison.counts
  }

  /// Compares the numbers of records that have no values, such as `{}`.
  private func countRecords(
    of pair: EntityPair, in before: Database, _ after: Database, _ session: Session
  ) throws -> DifferenceCounts {
    func count(_ entity: Entity?, _ database: Database) throws -> Int64 {
      guard let entity else { return 0 }
      let predicate = try selection.predicate(for: entity, in: database.schema, session)
      return try database.number(Query(entity, predicate: predicate, answer: .count))
    }
    let old = try count(pair.before, before)
    let new = try count(pair.after, after)
    var counts = DifferenceCounts()
    counts.same = min(old, new)
    counts.added = max(0, new - old)
    counts.gone = max(0, old - new)
    return counts
  }
}

extension Session {
  /// A session that reads a record file with the types of the values on the other side.
  fileprivate func reading(
    _ path: String, of entity: Name?, like other: Database
  ) throws -> Session {
    // Columns without values have no types.
    if try other.read({ try other.isEmptyFile() }) { return self }
    let name = entity ?? RecordFile(path)?.entity
    let entities = other.schema.entities
    let only = entities.count == 1 ? entities[0] : nil
    if let counterpart = name.flatMap(other.schema.entity(called:)) ?? only {
      // Any value can be in the file.
      try other.lookAtValues(of: [counterpart.name], all: true)
    } else {
      try other.lookAtValues()
    }
    return given(modelOf: other)
  }
}
