import CommandTable
import Databases
import FlagModel
import PlainText
import Queries

/// `flagdb update DB ENTITY name=value…`: changes records.
struct UpdateCommand: Command {
  static let name = "update"
  static let summary = "changes records"

  var database = ""
  var entity: Name = ""
  var assignments = AssignmentOptions()
  var selection = SelectionOptions()
  var scope = ScopeOptions()
  var showsSQL = false

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.entity(&entity)
    table.argument(
      "NAME=VALUE", &assignments.words, .asks("assignment"), help: "the new value of an attribute")
    table.part(&selection)
    table.part(&scope)
    table.part(&assignments)
    table.sql(&showsSQL)
  }

  func complete() throws {
    try scope.requireAgreement(with: selection, verb: "change")
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.openToChange(database, for: showsSQL ? .reading : .writing)
    let entity = try database.entity(named: self.entity)
    let request = try assignments.request(for: entity, in: session)
    try request.requireKeptKey(of: entity)
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    if showsSQL {
      let change = try database.read { try database.resolve(request, of: entity) }
      return try session.printSQL(
        database.statements(toUpdate: entity, change, where: predicate))
    }
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
        try answer("\(counted(done.changed, "record")) changed\n")
        left = done.left
      }
    }
    if left > 0 {
      let masks = request.assignments.filter(\.changesFlags).map {
        entity.propertyName(of: $0.column)
      }
      session.say(
        "note: \(counted(left, "record")) \(agreeing(left, "was", "were")) left unchanged, since "
          + "\(listedInQuotes(masks, "or")) holds no whole number there\n")
    }
    return .done
  }

  static let manual = CommandManual(
    """
    `NAME=VALUE` sets an attribute; `NAME:null` removes its value. For flags, `NAME+=FLAGS` sets
    some, `NAME-=FLAGS` clears some and `NAME^=FLAGS` flips some. The other flags stay as they are,
    and so do bits that no flag declares. A field of a mask is set by its own name,
    `transition.core=typed`; `transition=CHAIN_END` sets the flags and keeps the fields. The whole change is one statement, so that changes made by
    others at the same time are kept.

    A relationship is set by the unique attribute or the key of the other record. For a many-to-many
    relationship, `+=` adds records and `-=` removes them.

    Without a selection nothing is changed, unless `--all` says that every record is meant.

    A file of another program can be changed once it is adopted, by its own constraints and triggers; a mask
    that is no whole number is left as it is. `flagdb-files`(7) tells more.
    """,
    examples: """
      One flag more and one less.
          $ flagdb update zoo.db Sample markers+=HRM markers-=RAW --id 1
          1 record changed

      The statement that a change becomes.
          $ flagdb update zoo.db Sample markers+=HRM markers-=RAW --id 1 --sql
          UPDATE Sample SET markers = (markers & ~?) | ? WHERE id = ?;
          -- bindings: 1, 2, 1
      """,
    exitStatuses: [0: "done, also where no record was selected: 0 records changed"],
    seeAlso: ["flagdb-insert(1)", "flagdb-query(1)", "flagdb-predicates(7)", "flagdb-files(7)"])
}
