import CommandTable
import FlagDB
import FlagModel
import Migrations
import PlainText
import Predicates
import Queries
import UserSQL

/// `flagdb insert DB ENTITY name=value…`: adds a record and prints its key, or with
/// `--from` many.
struct InsertCommand: Command {
  private let database: String
  private let entity: String
  private let assignments: AssignmentOptions
  private let showsSQL: Bool
  private let importing: ImportOptions?

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    entity = try line.required("ENTITY")
    assignments = try AssignmentOptions(line)
    showsSQL = line.has(option: "sql")
    importing = try ImportOptions(line)
    if showsSQL, importing != nil {
      throw CommandError("--sql shows the statement of one record; leave out --from")
    }
  }

  func run(in session: Session) throws -> Exit {
    if let importing {
      return try Import(
        path: database, entity: entity, options: importing, assignments: assignments,
        session: session
      ).run()
    }
    let database = try session.open(database, for: showsSQL ? .reading : .writing)
    let entity = try database.entity(named: self.entity)
    let request = try assignments.request(for: entity, in: session)
    try request.requireComplete(for: entity)
    if let half = entity.halfGroup(in: request.assignments) {
      throw CommandError(half.message, hint: half.hint)
    }
    if showsSQL {
      let change = try database.read { try database.resolve(request) }
      try session.print(SQLOptions.text(of: Insert(entity, change.assignments).sql))
      return .done
    }
    try session.answer { answer in
      try database.write {
        // A key that nobody gets is a record that is added twice.
        let change = try database.resolve(request)
        try answer("\(try request.placing { try database.insert(into: entity, change) })\n")
      }
    }
    return .done
  }

  static let description = CommandDescription(
    "insert", group: "records", summary: "adds a record and prints its key, or many from files",
    arguments: [.database, .entity, .optionalAssignments],
    options: [AssignmentOptions.raw] + ImportOptions.descriptions + [SQLOptions.description],
    discussion: discussion, examples: examples,
    exitStatuses: [
      ExitStatus(
        1, "the command failed, and nothing was changed but what `--batch` had committed"),
      ExitStatus(
        3, "some records were refused, as `--on-error skip` or `collect` allows; the others are in"),
    ],
    seeAlso: [PageReference("flagdb-update", 1), PageReference("flagdb-query", 1)])
}
