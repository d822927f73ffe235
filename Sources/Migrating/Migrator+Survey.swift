import Databases
import Engines
package import FlagModel
package import Migrations
import Predicates
import Queries
import SQLText

extension Migrator {
  /// Plans the migration to a model, and finds its obstacles. Call it within `read` or `write`.
  package func survey(
    to target: Schema, decisions: MigrationDecisions = .none, now: Timestamp
  ) throws -> MigrationSurvey {
    try database.translated {
      try Database.requireNames(of: target, in: database.dialect)
      try TablePlacement(database).placeTables(of: target)
      let drift = try DriftFinder(database).drift(from: schema)
      let isOfTables = database.mistakes != nil && !database.dialect.altersTables
      let obstructed =
        !isOfTables && drift.contains { $0.kind == .changed || $0.object.kind == .table }
      let plan = MigrationPlan(
        from: schema, to: target, decisions: decisions,
        tables: obstructed ? [:] : try storedTables(besides: isOfTables ? drift : []),
        in: database.dialect, now: now)
      let faults = plan.spreadFaults(database.dialect.spreads, in: database.dialect)
      if faults.isEmpty {
        try connection.prepare(plan.conversions.map { ($0.conversion, $0.values) })
      }
      // A question about a possible rename comes before losses of the same name.
      let asked = Set(plan.questions.map(\.old))
      let checks = plan.checks.filter { !asked.contains($0.path) }
      var consequences: [MigrationSurvey.Consequence] = []
      if !obstructed, faults.isEmpty, plan.maskFaults.isEmpty {
        consequences = try self.consequences(of: checks)
        consequences += try plan.inspections.compactMap(consequence)
      }
      let words = RewordingSurvey(try DriftFinder(database).objectsWithWords(besides: schema), plan)
      return MigrationSurvey(
        version: version, plan: plan, consequences: consequences, drift: drift,
        rewordings: words.rewordings,
        notes: plan.notes + words.notes,
        obstructions: (isOfTables ? [] : drift.filter(\.isObstruction))
          .map { $0.diagnostic(in: database.dialect) } + faults,
        wordless: words.refusals, isOfTables: isOfTables)
    }
  }

  /// The number of records above which a table is not rebuilt for the position of a column.
  private static let manyRecords: Int64 = 100_000

  /// - Parameter drift: the tables that differ from the model.
  private func storedTables(besides drift: [Drift]) throws -> [Name: StoredTable] {
    let changed = Set(drift.map(\.object.name))
    let entities = schema.tables.entities
    let all = try entities.map { try database.columns(of: $0) }
    let unknown = entities.filter { !isSmall($0) }
    try connection.ask(unknown.map(fewRecords))
    var tables: [Name: StoredTable] = [:]
    for (entity, columns) in zip(entities, all) {
      let count = isSmall(entity) ? 0 : try database.integer(fewRecords(of: entity))
      tables[entity.name] = StoredTable(
        columns: columns.filter { $0 != entity.keyColumn },
        isLarge: count ?? 0 > Self.manyRecords, isOfModel: !changed.contains(entity.name))
    }
    return tables
  }

  /// True if the engine knows that a table has few records.
  private func isSmall(_ entity: Entity) -> Bool {
    connection.mostRecords(in: entity.source.table).map { $0 <= Self.manyRecords } ?? false
  }

  /// Counts the records up to the limit for a large table.
  private func fewRecords(of entity: Entity) -> SQLText {
    """
    SELECT count(*) FROM \
    (SELECT 1 FROM \(name: entity.name) LIMIT \(literal: Self.manyRecords + 1)) AS few
    """
  }

  /// The consequences that checks find. A server runs all checks in one round trip.
  private func consequences(of checks: [MigrationCheck]) throws -> [MigrationSurvey.Consequence] {
    guard connection.isRemote else {
      return try checks.compactMap { try consequence(of: $0, count: count($0)) }
    }
    let questions = try checks.map { try question($0) ?? $0.count }
    let areFew = schema.tables.entities.allSatisfy(isSmall)
    if areFew {
      try connection.ask(questions + checks.map(\.example))
    } else {
      try connection.ask(questions)
    }
    let counts = try questions.map { try database.integer($0) }
    let met = zip(checks, counts).filter { $1 ?? 0 > 0 }
    try connection.ask(met.map(\.0.example))
    return try met.compactMap { try consequence(of: $0, count: $1) }
  }

  private func consequence(
    of check: MigrationCheck, count: Int64?
  ) throws -> MigrationSurvey.Consequence? {
    guard let count, count > 0 else { return nil }
    let row = try connection.prepare(check.example)
    // The form of a file, in which a server does not return JSON.
    if let type = check.exampleType, type.isKeptAsJSON { row.read(type, at: 1) }
    let example = try row.step() ? example(of: check, row.value(at: 0), row.value(at: 1)) : nil
    var repairs: [String] = []
    if let hint = check.hint { repairs.append(hint.text) }
    if check.severity == .loss { repairs.append("--allow-loss to accept the loss") }
    return .init(
      severity: check.severity, message: check.words(count: count), example: example,
      hint: repairs.isEmpty ? nil : .words(repairs.joined(separator: ", or ")))
  }

  /// The number of records that match a check. The index answers quickly if no record has a bit.
  private func count(_ check: MigrationCheck) throws -> Int64? {
    guard let query = query(of: check) else { return try database.integer(check.count) }
    return try database.number(query)
  }

  /// The statement that counts the records of a check; nil if the check has no condition.
  private func question(_ check: MigrationCheck) throws -> SQLText? {
    try query(of: check).map { try database.planned($0).sql }
  }

  private func query(of check: MigrationCheck) -> Query? {
    guard let text = check.condition, let entity = schema.entity(named: check.entity),
      let predicate = try? PredicateChecker(entity, in: schema, now: .earliest)
        .check(.parse(SourceText(text)))
    else { return nil }
    return Query(entity, predicate: predicate, answer: .count)
  }

  private func example(of check: MigrationCheck, _ key: Value, _ value: Value) -> String {
    let text =
      switch (value, check.exampleType) {
      case (.null, _): "null"
      case (.blob(let bytes), _): counted(bytes.count, "byte")
      case (_, let type?): type.text(of: value)
      case (.integer(let number), nil): "\(number)"
      case (.real(let number), nil): "\(number)"
      case (.text(let text), nil): text
      }
    guard case .integer(let key) = key else { return "\(check.entity): \(text)" }
    return "\(check.entity) \(key): \(text)"
  }

  /// Applies rules that SQL cannot check, value by value.
  private func consequence(_ inspection: ValueInspection) throws -> MigrationSurvey.Consequence? {
    let check = try ValueCheck(inspection.attribute)
    let rows = try connection.prepare(inspection.values)
    rows.read(inspection.attribute.type, at: 1)
    var count = 0
    var example: String?
    while try rows.step() {
      do {
        try check.check(rows.value(at: 1))
      } catch {
        count += 1
        if example == nil, case .integer(let key) = rows.value(at: 0) {
          example = "\(inspection.entity) \(key): \(error.message)"
        }
      }
    }
    if count == 0 { return nil }
    return .init(
      severity: .loss,
      message:
        "\(counted(count, "record")) of \(inspection.entity) \(have(count)) a value that "
        + "'\(inspection.path)' no longer allows",
      example: example,
      hint: "change those values first, or --allow-loss to keep them as they are")
  }
}

extension Drift {
  fileprivate var isObstruction: Bool {
    switch kind {
    case .missing: object.kind == .table
    case .changed: true
    case .foreign: false
    }
  }

  fileprivate func diagnostic(in dialect: any Dialect) -> Diagnostic {
    let name = dialect.quoted(object.name)
    switch (kind, object.kind) {
    case (.missing, _): return Diagnostic(message, hint: "restore a backup")
    case (_, .table):
      return Diagnostic(
        message, hint: "another program changed it; change it back there, or restore a backup")
    case (_, let kind):
      return Diagnostic(
        message,
        hint: """
          another program changed it; after 'DROP \(kind.rawValue.uppercased()) \(name)' flagdb creates \
          it again
          """)
    }
  }
}

extension RenameQuestion {
  var diagnostic: Diagnostic { Diagnostic(words, hint: "answer with \(listed(answers, "or"))") }
}
