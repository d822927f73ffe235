import CommandTable
import Databases
import FlagModel
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
    let sql = table.sql(&sql)
    table.exclude(sql, all: ["dry-run"])
    table.part(&dryRun)
  }

  func complete() throws { try scope.requireAgreement(with: selection) }

  func run(in session: Session) throws -> Exit {
    let database = try session.about(entity)
      .openToChange(database, for: .writing(if: sql == nil))
    let entity = try database.entity(named: self.entity)
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    if let sql {
      return try session.printSQL(
        [Delete(entity, predicate: predicate).sql], as: sql, for: database)
    }
    if dryRun.isAsked { return try preview(entity, predicate, database, session) }
    try scope.confirm(
      "delete", entity, database, predicate, isDeletion: true, selection: selection, session)
    try session.answer { answer in
      try database.write {
        let (count, others) = try delete(from: entity, where: predicate, in: database, session)
        try answer(
          "\(counted(count, "record")) deleted\(others.words(deleting: count, of: entity))\n")
      }
    }
    return .done
  }

  private func delete(
    from entity: Entity, where predicate: Predicate?, in database: Database, _ session: Session,
    after prepare: () throws -> Void = {}
  ) throws -> (count: Int64, others: [Companions]) {
    try selection.requiringRecord(of: entity, in: database, session) {
      let others = try database.companions(ofDeleting: entity, where: predicate)
      try prepare()
      let count = try database.delete(from: entity, where: predicate)
      return (count: count, others: others)
    } isInVain: {
      $0.count == 0
    }
  }

  private func preview(
    _ entity: Entity, _ predicate: Predicate?, _ database: Database, _ session: Session
  ) throws -> Exit {
    var preview = ChangePreview(database, entity)
    let words = try database.writeInVain {
      let (count, others) = try delete(from: entity, where: predicate, in: database, session) {
        try preview.readBefore(predicate)
      }
      return "would delete \(counted(count, "record"))\(others.words(deleting: count, of: entity))"
    }
    try preview.show(words, [Delete(entity, predicate: predicate).sql], dryRun.output, in: session)
    return .done
  }
}
