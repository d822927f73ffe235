import CommandTable
import Databases
import FlagModel
import PlainText
import Predicates
import Queries

/// `flagdb delete DB ENTITY`: removes records.
struct DeleteCommand: SelectingCommand {
  static let name = "delete"
  static let summary = "deletes records"

  var database = ""
  var entity: Name = ""
  var selection = SelectionOptions()
  var scope = ScopeOptions()
  var dryRun = DryRunOptions()
  var sql: SQLForm?

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.entity(&entity)
    selection.declareArgument(in: &table)
    table.part(&selection)
    table.part(&scope)
    table.sql(&sql)
    table.part(&dryRun)
  }

  func complete() throws {
    try scope.requireAgreement(with: selection, verb: "delete")
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.about(entity)
      .openToChange(database, for: sql != nil ? .reading : .writing)
    let entity = try database.entity(named: self.entity)
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    if let sql {
      return try session.printSQL(
        [Delete(entity, predicate: predicate).sql], as: sql, for: database)
    }
    try selection.requireRecord(of: entity, in: database, session)
    if dryRun.isAsked { return try preview(entity, predicate, database, session) }
    try scope.confirm("delete", entity, database, predicate, isDeletion: true, session)
    try session.answer { answer in
      try database.write {
        let others = try database.companions(ofDeleting: entity, where: predicate)
        let count = try database.delete(from: entity, where: predicate)
        try answer(
          "\(counted(count, "record")) deleted\(others.words(deleting: count, of: entity))\n")
      }
    }
    return .done
  }

  private func preview(
    _ entity: Entity, _ predicate: Predicate?, _ database: Database, _ session: Session
  ) throws -> Exit {
    var preview = ChangePreview(database, entity)
    let words = try database.writeInVain {
      let others = try database.companions(ofDeleting: entity, where: predicate)
      try preview.readBefore(predicate)
      let count = try database.delete(from: entity, where: predicate)
      return "would delete \(counted(count, "record"))\(others.words(deleting: count, of: entity))"
    }
    try preview.show(
      words, [Delete(entity, predicate: predicate).sql], dryRun.output, in: session)
    return .done
  }

  static let manual = CommandManual(
    """
    Without a selection, `delete` fails unless `--all` is given. On a terminal, it prints the number of selected
    records and of records that would be deleted with them, and asks for confirmation; `--yes` skips the
    question. Scripts are not asked. `--dry-run` deletes the records, shows the first five, and rolls back; it
    reports the errors of the real deletion.

    The delete rule of each relationship determines what happens to records that refer to a deleted one: they
    are deleted too (`.cascade`), they lose the reference (`.nullify`), or they prevent the deletion (`.deny`,
    and every required reference). `delete` prints the number of records that `.cascade` deleted in each
    entity.

    In an adopted foreign database, its foreign keys determine this: `ON DELETE CASCADE`, `SET NULL`, and all
    others prevent the deletion.

    A selection has no order and no limit. To delete the oldest ten records, query their keys with `--sort` and
    `--limit`, and pass them in `--where 'id in {…}'`.
    """,
    examples: """
      Records with neither of two flags.
          $ flagdb delete zoo.db Sample --none HRM,PLX
          2 records deleted

      Show a deletion without making it.
          $ flagdb delete zoo.db Sample --where 'score < 50' --dry-run 2>&1
          would delete 0 records; nothing was changed
          DELETE FROM Sample WHERE score < 50;

      Delete a record with its dependent records.
          $ flagdb delete zoo.db Sample --where "code = 'S-2'"
          1 record deleted, and 2 of Reading with it
      """,
    exitStatuses: [
      0: "done, also where no record was selected: 0 records deleted",
      1: SelectionOptions.failure,
    ],
    seeAlso: ["flagdb-backup(1)", "flagdb-update(1)", "flagdb-predicates(7)", "flagdb-files(7)"])
}
