import Engines
package import FlagModel
package import Migrations
import PlainText
import Predicates
import Queries
import SQLText

/// A migration plan for one database, with its obstacles, found without any change.
package struct MigrationSurvey: Hashable, Sendable {
  /// Data that the plan would remove from some records.
  package struct Consequence: Hashable, Sendable {
    package let severity: MigrationCheck.Severity
    /// `3 records of Sample have PLX, which goes`
    package let message: String
    /// A record as an example: `Sample 2: RAW|PLX`.
    package let example: String?
    package let hint: Hint?

    var diagnostic: Diagnostic {
      Diagnostic(message, notes: example.map { [.init("as \($0)")] } ?? [], hint: hint)
    }
  }

  /// The current version of the database.
  package let version: Int64
  package let plan: MigrationPlan
  package let consequences: [Consequence]
  /// The differences between the database and its model.
  package let drift: [Drift]
  /// The foreign objects whose SQL changes.
  package let rewordings: [Rewording]
  /// Notes for the user.
  package let notes: [String]
  /// Foreign changes that prevent a migration.
  let obstructions: [Diagnostic]
  /// The errors in foreign objects that use names which the new model lacks.
  let wordless: [Diagnostic]

  /// True if the current model is unreadable, and the plan begins with the tables.
  let isOfTables: Bool

  /// True if the database already has the model.
  package var isSameModel: Bool { plan.old == plan.new && !isOfTables }

  /// True if there is nothing to do.
  package var isDone: Bool { isSameModel && repairs.isEmpty && obstructions.isEmpty }

  /// Dropped indexes, triggers and views of the model, which are created again.
  package var repairs: [SchemaObject] {
    isOfTables
      ? [] : drift.filter { $0.kind == .missing && $0.object.kind != .table }.map(\.object)
  }

  /// Foreign indexes, triggers and views, which stay.
  package var foreign: [SchemaObject] {
    drift.filter { $0.kind == .foreign && !(isOfTables && $0.object.isNamedByModel) }.map(\.object)
  }

  /// True if the plan changes records, and not only tables.
  var changesRecords: Bool { plan.steps.contains(where: \.changesRecords) }

  package func consequences(_ severity: MigrationCheck.Severity) -> [Consequence] {
    consequences.filter { $0.severity == severity }
  }

  /// The reasons why the plan cannot run; empty if it can.
  package func refusals(allowingLoss: Bool) -> [Diagnostic] {
    let losses = allowingLoss ? [] : consequences(.loss)
    return obstructions + plan.faults + plan.questions.map(\.diagnostic)
      + wordless + (consequences(.obstacle) + losses).map(\.diagnostic)
  }

  /// Throws a `MigrationRefusal` if the plan cannot run.
  package func requireApplicable(allowingLoss: Bool) throws {
    let reasons = refusals(allowingLoss: allowingLoss)
    if !reasons.isEmpty { throw MigrationRefusal(reasons: reasons) }
  }
}

/// The reasons why a migration did not begin or was rolled back.
package struct MigrationRefusal: Error {
  package let reasons: [Diagnostic]
}

extension SchemaObject {
  /// True for a name that only objects of models have: `Sample.markers`, `Sample_named`.
  var isNamedByModel: Bool {
    switch kind {
    case .table, .reference: false
    case .index, .trigger: name.text.hasPrefix("\(table).")
    case .view: name.text.hasSuffix("_named")
    }
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
  fileprivate var diagnostic: Diagnostic {
    Diagnostic(words, hint: "answer with \(listed(answers, "or"))")
  }
}

extension Database {
  /// Plans the migration to a model, and finds its obstacles. Call it within `read` or `write`.
  package func survey(
    to schema: Schema, decisions: MigrationDecisions = .none, now: Timestamp
  ) throws -> MigrationSurvey {
    try translated {
      try placeTables(of: schema)
      let drift = try drift(from: self.schema)
      let isOfTables = mistakes != nil && !dialect.altersTables
      let obstructed =
        !isOfTables && drift.contains { $0.kind == .changed || $0.object.kind == .table }
      let plan = MigrationPlan(
        from: self.schema, to: schema, decisions: decisions,
        tables: obstructed ? [:] : try storedTables(besides: isOfTables ? drift : []),
        in: dialect, now: now)
      let faults = plan.spreadFaults(dialect.spreads, in: dialect)
      if faults.isEmpty {
        try connection.prepare(plan.conversions.map { ($0.conversion, $0.values) })
      }
      // A question about a possible rename comes before losses of the same name.
      let asked = Set(plan.questions.map(\.old))
      let checks = plan.checks.filter { !asked.contains($0.path) }
      let consequences =
        obstructed || !faults.isEmpty
        ? [] : try consequences(of: checks) + plan.inspections.compactMap(consequence)
      let words = RewordingSurvey(try objectsWithWords(besides: self.schema), plan)
      return MigrationSurvey(
        version: version, plan: plan, consequences: consequences, drift: drift,
        rewordings: words.rewordings,
        notes: plan.notes + words.notes,
        obstructions: (isOfTables ? [] : drift.filter(\.isObstruction))
          .map { $0.diagnostic(in: dialect) } + faults,
        wordless: words.refusals, isOfTables: isOfTables)
    }
  }

  /// The number of records above which a table is not rebuilt for the position of a column.
  private static let manyRecords: Int64 = 100_000

  /// - Parameter drift: the tables that differ from the model.
  private func storedTables(besides drift: [Drift]) throws -> [Name: StoredTable] {
    let changed = Set(drift.map(\.object.name))
    let entities = schema.tables.entities
    let all = try entities.map { try columns(of: $0) }
    let unknown = entities.filter { !isSmall($0) }
    try connection.ask(unknown.map(fewRecords))
    var tables: [Name: StoredTable] = [:]
    for (entity, columns) in zip(entities, all) {
      let count = isSmall(entity) ? 0 : try integer(fewRecords(of: entity))
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
  private func consequences(
    of checks: [MigrationCheck]
  ) throws -> [MigrationSurvey.Consequence] {
    guard connection.isFarAway else {
      return try checks.compactMap { try consequence(of: $0, count: count($0)) }
    }
    let questions = try checks.map { try question($0) ?? $0.count }
    let areFew = schema.tables.entities.allSatisfy(isSmall)
    try connection.ask(questions + (areFew ? checks.map(\.example) : []))
    let counts = try questions.map { try integer($0) }
    let met = zip(checks, counts).filter { $1 ?? 0 > 0 }
    try connection.ask(met.map(\.0.example))
    return try met.compactMap { try consequence(of: $0, count: $1) }
  }

  private func consequence(
    of check: MigrationCheck, count: Int64?
  ) throws -> MigrationSurvey.Consequence? {
    guard let count, count > 0 else { return nil }
    let row = try connection.prepare(check.example)
    let example =
      try row.step() ? example(of: check, row.value(at: 0), row.value(at: 1)) : nil
    let loss = check.severity == .loss ? "--allow-loss to accept the loss" : nil
    let repairs = [check.hint?.text, loss].compactMap(\.self)
    return .init(
      severity: check.severity, message: check.words(count: count), example: example,
      hint: repairs.isEmpty ? nil : .words(repairs.joined(separator: ", or ")))
  }

  /// The number of records that match a check. The index answers quickly if no record has a bit.
  private func count(_ check: MigrationCheck) throws -> Int64? {
    guard let query = query(of: check) else { return try integer(check.count) }
    return try number(query)
  }

  /// The statement that counts the records of a check; nil if the check has no condition.
  private func question(_ check: MigrationCheck) throws -> SQLText? {
    try query(of: check).map { try planned($0).sql }
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
