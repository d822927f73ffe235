import CommandTable
import Databases
import FlagModel
import PlainText
import Predicates
import Queries

/// `flagdb delete DB ENTITY`: removes records.
struct DeleteCommand: Command {
  static let name = "delete"
  static let summary = "removes records"

  var database = ""
  var entity: Name = ""
  var selection = SelectionOptions()
  var scope = ScopeOptions()
  var dryRun = DryRunOptions()
  var showsSQL = false

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.entity(&entity)
    selection.declareArgument(in: &table)
    table.part(&selection)
    table.part(&scope)
    table.sql(&showsSQL)
    table.part(&dryRun)
  }

  func complete() throws {
    try scope.requireAgreement(with: selection, verb: "delete")
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.openToChange(database, for: showsSQL ? .reading : .writing)
    let entity = try database.entity(named: self.entity)
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    if showsSQL {
      return try session.printSQL([Delete(entity, predicate: predicate).sql], for: database)
    }
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
    Without a selection nothing is deleted, unless `--all` says that every record is meant. If
    standard input and standard error are a terminal, the command says how many records are selected
    and how many others would be deleted with them, and asks; `--yes` answers beforehand. A script
    is not asked. `--dry-run` deletes, shows the first five records that went, and undoes it: an error is
    the one that the deletion itself would have met.

    The model says for each relationship what happens to records that refer to a deleted one: they
    are deleted too (`.cascade`), they lose the reference (`.nullify`), or they prevent the deletion
    (`.deny`, and every reference that is not optional). The records deleted by `.cascade`, directly
    or through other records, are counted for each entity.

    In a file of another program, once it is adopted, its own foreign keys say so: `ON DELETE CASCADE`,
    `SET NULL`, and all others, which prevent the deletion.

    A selection has no order and no limit. To delete the oldest ten, find their keys by `query` with
    `--sort` and `--limit`, and name these with `--where 'id in {…}'`.
    """,
    examples: """
      Records with neither of two flags.
          $ flagdb delete zoo.db Sample --none HRM,PLX
          2 records deleted

      A deletion that is only looked at.
          $ flagdb delete zoo.db Sample --where 'score < 50' --dry-run 2>&1
          would delete 0 records; nothing was changed
          DELETE FROM Sample WHERE score < ?;
          -- bindings: 50

      A record with the records that belong to it.
          $ flagdb delete zoo.db Sample --where "code = 'S-2'"
          1 record deleted, and 2 of Reading with it
      """,
    exitStatuses: [0: "done, also where no record was selected: 0 records deleted"],
    seeAlso: ["flagdb-backup(1)", "flagdb-update(1)", "flagdb-predicates(7)", "flagdb-files(7)"])
}
