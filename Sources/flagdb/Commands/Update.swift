import CommandTable
import FlagDB
import FlagModel
import Migrations
import PlainText
import Predicates
import Queries
import UserSQL

/// `flagdb update DB ENTITY name=value…`: changes records.
struct UpdateCommand: Command {
  private let database: String
  private let entity: String
  private let assignments: AssignmentOptions
  private let selection: SelectionOptions
  private let scope: ScopeOptions
  private let showsSQL: Bool

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    entity = try line.required("ENTITY")
    assignments = try AssignmentOptions(line)
    selection = try SelectionOptions(line)
    scope = try ScopeOptions(line, selection, verb: "change")
    showsSQL = line.has(option: "sql")
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.open(database, for: showsSQL ? .reading : .writing)
    let entity = try database.entity(named: self.entity)
    let request = try assignments.request(for: entity, in: session)
    try request.requireKeptKey(of: entity)
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    if showsSQL {
      let change = try database.read { try database.resolve(request) }
      try session.print(
        database.statements(toUpdate: entity, change, where: predicate)
          .map(SQLOptions.text).joined())
      return .done
    }
    if scope.isEverything {
      try scope.confirm("change", entity, database, predicate, session)
    }
    try session.answer { answer in
      try database.write {
        let change = try database.resolve(request)
        let count = try request.placing {
          try database.update(entity, change, where: predicate)
        }
        try answer("\(counted(count, "record")) changed\n")
      }
    }
    return .done
  }

  static let description = CommandDescription(
    "update", group: "records", summary: "changes records",
    arguments: [.database, .entity, .assignments],
    options: SelectionOptions.descriptions + ScopeOptions.descriptions
      + [AssignmentOptions.raw, SQLOptions.description],
    discussion: [
      """
      `NAME=VALUE` sets an attribute, `NAME:null` takes its value away. Of flags, `NAME+=FLAGS` \
      sets some, `NAME-=FLAGS` clears some and `NAME^=FLAGS` flips some; the others stay as \
      they are, also those that no name is declared for. All of it is one statement, so that \
      nobody else's change is lost.
      """,
      """
      A relationship is set by naming the other record: by its unique attribute, or by its key. \
      Of a many-to-many relationship, `+=` adds and `-=` takes away.
      """,
      "Without a selection nothing is changed, unless `--all` says that every record is meant.",
    ],
    examples: [
      Example(
        "One flag more and one less.",
        "flagdb update zoo.db Sample markers+=HRM markers-=RAW --id 1",
        output: "1 record changed"),
      Example(
        "The statement that a change becomes.",
        "flagdb update zoo.db Sample markers+=HRM markers-=RAW --id 1 --sql",
        output: """
          UPDATE Sample SET markers = (markers | ?) & ~? WHERE id = ?;
          -- bindings: 2, 1, 1
          """),
    ],
    exitStatuses: [
      ExitStatus(0, "done, also where no record was selected: 0 records changed")
    ],
    seeAlso: [
      PageReference("flagdb-insert", 1), PageReference("flagdb-query", 1),
      PageReference("flagdb-predicates", 7),
    ])
}
