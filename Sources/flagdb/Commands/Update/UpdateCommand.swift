import CommandTable
import Databases
import FlagModel
import PlainText
import Predicates
import Queries

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
    table.sql(&sql)
    table.part(&dryRun)
  }

  mutating func complete() throws {
    assignments.words = selection.assignments
    try requireConditionsInOptions()
    try scope.requireAgreement(with: selection, verb: "change")
  }

  /// Throws if an argument is a condition, which needs `--where`, and no records are selected.
  private func requireConditionsInOptions() throws {
    let conditions = assignments.words.filter(AssignmentSyntax.isCondition)
    guard selection.isEmpty, !scope.isEverything, let first = conditions.first else { return }
    let others = assignments.words.filter { !conditions.contains($0) }
    let line =
      [toolName, Self.name, database, entity.text] + conditions.flatMap { ["--where", $0] }
      + (others.isEmpty ? ["NAME=VALUE"] : others) + (dryRun.isAsked ? ["--dry-run"] : [])
    throw CommandError(
      "'\(first)' is a condition, and not NAME=VALUE",
      hint: .words("write \(line.map(shellWord).joined(separator: " "))"))
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.about(entity)
      .openToChange(database, for: sql != nil ? .reading : .writing)
    let entity = try database.entity(named: self.entity)
    let calculations = CalculationReader(
      entity, in: database.schema, arguments: selection.arguments, now: session.now)
    let request = try assignments.request(for: entity, calculations: calculations, in: session)
    try request.requireKeptKey(of: entity)
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    if let sql {
      let change = try database.read { try database.resolve(request, of: entity) }
      return try session.printSQL(
        database.statements(toUpdate: entity, change, where: predicate), as: sql, for: database)
    }
    try selection.requireRecord(of: entity, in: database, session)
    if dryRun.isAsked { return try preview(request, of: entity, predicate, database, session) }
    if scope.isEverything {
      try scope.confirm("change", entity, database, predicate, session)
    }
    var left: Int64 = 0
    try session.answer { answer in
      try database.write {
        let change = try database.resolve(request, of: entity)
        let done = try request.placing {
          try database.update(entity, change, where: predicate)
        }
        try answer("\(counted(done.changed, "record")) changed\(removed(done.replaced))\n")
        left = done.left
      }
    }
    sayLeft(left, request, entity, session)
    return .done
  }

  private func preview(
    _ request: ChangeRequest, of entity: Entity, _ predicate: Predicate?, _ database: Database,
    _ session: Session
  ) throws -> Exit {
    var preview = ChangePreview(database, entity, changing: request.properties(of: entity))
    let (count, statements) = try database.writeInVain {
      let change = try database.resolve(request, of: entity)
      let statements = try database.statements(toUpdate: entity, change, where: predicate)
      try preview.readBefore(predicate)
      let count = try request.placing { try database.update(entity, change, where: predicate) }
      try preview.readAfter()
      return (count, statements)
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

  static let manual = CommandManual(
    """
    `NAME=VALUE` sets an attribute, and `NAME:null` removes its value. For flags, `NAME+=FLAGS` adds,
    `NAME-=FLAGS` removes and `NAME^=FLAGS` toggles flags; other flags and undeclared bits do not change.
    `transition.core=typed` sets a field of a mask; `transition=CHAIN_END` sets the flags and keeps the
    fields. An update is one statement, so concurrent changes of other values are not lost.

    A value can be an expression of `flagdb-predicates`(7) on the old values of each record:
    `'score=score+5'`, `'note=upper(code)'`, `'markers=(markers | 4) & ~1'`, `'due=taken+7d'`,
    `'price=item.price'`, `'total=readings.count'`, `'done=(score > 5)'`, `'note=note ?? code'`. The result
    must have the type of the attribute. An integer becomes a real number, a number a decimal rounded to its
    places; only `Int(…)` makes a number an integer. An overflow of 64 bits, a division by zero, a date
    outside the years 1 to 9999, and no value for a required attribute are errors that change nothing. If an
    operand has no value, neither has the result.

    A valid value of the type is taken as that value. For a text attribute, flagdb calculates a word only if
    it is an expression with a call or an operator and an attribute of the entity. A word that is almost such
    an expression is an error, as `uper(code)` or `scor+1`. Other texts are stored unchanged, such as
    `status/owner` and `555-1234`. A word that is both a value and the name of an
    attribute is an error: `'note=(code)'` is the value of the attribute, `"note='code'"` the text, and
    `'status=.previous'` the case. Quotes within the word are taken off only where the text between
    them would not be stored to the letter. Nothing is calculated of a record in JSON, with `--raw`,
    or of what `--arg` gives: `--arg t="$TEXT" 'note=$t'` and `'{"note": "…"}'` store any text.

    A relationship is set by the unique attribute or the key of the other record. For a many-to-many
    relationship, `+=` adds records and `-=` removes them.

    Without a selection, `update` fails unless `--all` is given. `--dry-run` makes the change, shows the first
    five records before and after it, and rolls back; it reports the errors of the real change. The number of
    records and the SQL go to standard error.

    A foreign database can be changed after `flagdb adopt`; its constraints and triggers run. A mask that is
    not an integer does not change. See `flagdb-files`(7).
    """,
    examples: """
      Show a change without making it.
          $ flagdb update zoo.db Sample score=60 --id 2 --dry-run 2>&1
          would change 1 record; nothing was changed
          UPDATE Sample SET score = 60.0 WHERE id = 2;
          id,state,code,score
          2,before,S-2,91.0
          2,after,S-2,60.0

      Calculate new values from the old ones.
          $ flagdb update zoo.db Sample 'score=score / 2' 'note=upper(code)' --id 2
          1 record changed

      Add one flag and remove another.
          $ flagdb update zoo.db Sample markers+=HRM markers-=RAW --id 1
          1 record changed

      Print the SQL statement.
          $ flagdb update zoo.db Sample markers+=HRM markers-=RAW --id 1 --sql
          UPDATE Sample SET markers = (markers & ~1) | 2 WHERE id = 1;
      """,
    exitStatuses: [
      0: "done, also where no record was selected: 0 records changed",
      1: SelectionOptions.failure,
    ],
    seeAlso: ["flagdb-insert(1)", "flagdb-query(1)", "flagdb-predicates(7)", "flagdb-files(7)"])
}
