import Databases
import Engines
import FlagModel
import Migrations
import SQLText

extension Migrator {
  private func tablesVersion() throws -> Int64? {
    let version = try database.translated { try connection.version() }
    return if case .integer(let number)? = version { number } else { nil }
  }

  /// Throws if a foreign view, index or trigger would no longer work after the migration. Call it within `read`.
  package func rehearse(_ survey: MigrationSurvey) throws {
    if survey.plan.steps.isEmpty || survey.foreign.isEmpty { return }
    if connection.dialect.altersTables { return try requireUnused(survey) }
    let planned = schemaObjects(of: survey.plan.new, in: connection.dialect)
    let former = schemaObjects(of: survey.plan.old, in: connection.dialect)
    let names = Set((planned + former).map(\.name.folded))
    let others = try database.translated { try connection.objects() }.compactMap {
      object -> String? in
      let isOther = object.kind == "table" && !names.contains(Name(object.name).folded)
      if !isOther || connection.isInternal(object) { return nil }
      return object.sql
    }
    try ForeignObjects(survey, in: connection)
      .rehearse(on: planned.map(\.statement) + others.map { SQLText(stringLiteral: $0) })
  }

  /// Throws if a foreign object on a server needs a column that the migration drops. A server refuses to drop it below a
  /// view, and drops an index with it.
  private func requireUnused(_ survey: MigrationSurvey) throws {
    let columns = survey.plan.droppedColumns.map { ColumnPlace(table: $0.table, column: $0.column) }
    if columns.isEmpty { return }
    let dependents = try database.translated { try connection.dependents(on: columns) }
    for object in survey.foreign {
      let isIt = { (dependent: ColumnDependent) in
        dependent.name == object.name && dependent.kind == object.kind.rawValue
      }
      guard let use = dependents.first(where: isIt) else { continue }
      throw ForeignObjects.refusal(
        object, EngineError(.other, "it needs the column '\(use.place.table).\(use.place.column)'"))
    }
  }

  /// The statements that `migrate` would run, as a script for the engine's own shell. Call it
  /// within `read`.
  package func script(of request: MigrationRequest, _ survey: MigrationSurvey) throws -> String {
    if !survey.plan.converted.isEmpty {
      throw DatabaseError(
        .refused,
        "no script converts the values of \(listedInQuotes(survey.plan.converted, "and"))",
        hint: "leave out --sql; 'flagdb migrate' converts each value as 'insert' reads it")
    }
    let foreign = try ForeignObjects(survey, in: connection)
    let audit = try AuditChange(from: survey.plan.old, to: survey.plan.new, in: database)
    var model: [SQLText] = []
    var notes: [SQLText] = []
    if !survey.isSameModel {
      model = [
        try ModelTable.insertion(
          of: request.schema, origin: request.origin, version: version + 1,
          renames: survey.plan.renames, masks: survey.plan.masks, now: request.now)
      ]
      notes = audit.notes(of: version + 1, by: database.author)
    }
    let steps =
      survey.repairs.map(\.statement) + audit.removals + survey.plan.steps.map(\.sql)
      + audit.renewals + model + notes
    let ofServer = try database.translated {
      try connection.script(
        of: steps.map { $0.script(in: database.dialect) }, onModel: version,
        locking: schemaObjects(.table, of: survey.plan.old, in: database.dialect).map(\.name))
    }
    if let ofServer { return ofServer }
    let script = survey.plan.script(
      for: try tablesVersion(),
      before: survey.repairs.map(\.statement) + audit.removals + foreign.removals,
      with: audit.renewals + foreign.renewals + model + notes, in: database.dialect)
    // The shell prints each setting, which does not belong to the output of the script.
    let open = ".output /dev/null\n.dbconfig defensive off\n.output stdout\n"
    let rewords = survey.plan.steps.contains { $0.effect == .rewords }
    if rewords { return ".bail on\n\(open)\(script)" }
    return ".bail on\n\(script)"
  }
}
