import CommandTable
import Databases
import FlagModel
import Predicates
import Queries
import SQLText

/// `flagdb update DB ENTITY name=value…`: changes records.
struct UpdateCommand: SelectingCommand {
  static let name = "update"
  static let summary = "changes values and flags of records"

  var database = ""
  var entity: Name = ""
  var assignments = AssignmentOptions()
  var selection = SelectionOptions()
  var scope = ScopeOptions()
  var dryRun = DryRunOptions()
  var sql: SQLForm?

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.entity(&entity)
    table.argument(
      "NAME=VALUE", &selection.assignments, .asks("calculated-assignment"),
      help: "the new value of an attribute, or a calculation")
    table.part(&selection)
    table.part(&scope)
    table.part(&assignments)
    let sql = table.sql(&sql)
    table.exclude(sql, all: ["dry-run"])
    table.part(&dryRun)
  }

  mutating func complete() throws {
    assignments.words = selection.assignments
    try requireConditionsInOptions()
    try scope.requireAgreement(with: selection)
  }

  /// Throws if an argument is a condition, which needs `--where`, and no records are selected.
  private func requireConditionsInOptions() throws {
    let conditions = assignments.words.filter(AssignmentSyntax.isCondition)
    guard selection.isEmpty, !scope.isEverything, let first = conditions.first else { return }
    let others = assignments.words.filter { !conditions.contains($0) }
    var line = [toolName, Self.name, database, entity.text]
    for condition in conditions { line += ["--where", condition] }
    if others.isEmpty { line.append("NAME=VALUE") }
    line += others
    if dryRun.isAsked { line.append("--dry-run") }
    throw CommandError(
      "'\(first)' is a condition, and not NAME=VALUE",
      hint: .words("write \(line.map(shellWord).joined(separator: " "))"))
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.about(entity)
      .openToChange(database, for: .writing(if: sql == nil))
    let entity = try database.entity(named: self.entity)
    let calculations = CalculationReader(
      entity, in: database.schema, arguments: selection.arguments, now: session.now)
    let request = try assignments.request(for: entity, calculations: calculations, in: session)
    try request.requireKeptKey(of: entity)
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    if let sql {
      let statements = try database.read {
        let change = try database.resolve(request, of: entity)
        return try database.statements(toUpdate: entity, change, where: predicate)
      }
      return try session.printSQL(ofChange: statements, as: sql, for: database)
    }
    if dryRun.isAsked { return try preview(request, of: entity, predicate, database, session) }
    if scope.isEverything {
      try scope.confirm("change", entity, database, predicate, selection: selection, session)
    }
    var left: Int64 = 0
    try session.answer { answer in
      try database.write {
        let done = try update(entity, request, where: predicate, in: database, session: session)
        try answer("\(counted(done.changed, "record")) changed\(removed(done.replaced))\n")
        left = done.left
      }
    }
    sayLeft(left, request, entity, session)
    return .done
  }

  private func update(
    _ entity: Entity, _ request: ChangeRequest, where predicate: Predicate?,
    in database: Database, session: Session
  ) throws -> UpdateCount {
    try selection.requiringRecord(of: entity, in: database, session) {
      let change = try database.resolve(request, of: entity)
      return try request.placing { try database.update(entity, change, where: predicate) }
    } isInVain: {
      $0.isNothing
    }
  }

  private func preview(
    _ request: ChangeRequest, of entity: Entity, _ predicate: Predicate?, _ database: Database,
    _ session: Session
  ) throws -> Exit {
    var preview = ChangePreview(database, entity, changing: request.properties(of: entity))
    let (count, statements): (UpdateCount, [SQLText]) = try database.writeInVain {
      try selection.requiringRecord(of: entity, in: database, session) {
        let change = try database.resolve(request, of: entity)
        let statements = try database.statements(toUpdate: entity, change, where: predicate)
        try preview.readBefore(predicate)
        let count = try request.placing { try database.update(entity, change, where: predicate) }
        try preview.readAfter()
        return (count, statements)
      } isInVain: {
        $0.0.isNothing
      }
    }
    sayLeft(count.left, request, entity, session)
    try preview.show(
      "would change \(counted(count.changed, "record"))\(removed(count.replaced))", statements,
      dryRun.output, in: session)
    return .done
  }

  /// Reports the records whose value is not a valid flag mask.
  private func sayLeft(
    _ left: Int64, _ request: ChangeRequest, _ entity: Entity, _ session: Session
  ) {
    if left == 0 { return }
    let masks = request.assignments.filter(\.changesFlags).map {
      entity.propertyName(of: $0.column)
    }
    session.say(
      "note: \(counted(left, "record")) \(agreeing(left, "was", "were")) left unchanged, since "
        + "\(listedInQuotes(masks, "or")) holds no whole number there\n")
  }
}
