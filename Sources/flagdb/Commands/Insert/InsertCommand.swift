import CommandTable
import Databases
import FlagModel
import Queries

/// `flagdb insert DB ENTITY name=value…`: adds a record and prints its key, or with
/// `--from` many.
struct InsertCommand: Command {
  static let name = "insert"
  static let summary = "adds a record and prints its key, or many from files"

  var database = ""
  var entity: Name = ""
  var assignments = AssignmentOptions()
  var importing = ImportOptions()
  var showsSQL = false

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.entity(&entity)
    table.argument(
      "NAME=VALUE", isOptional: true, &assignments.words, .asks("assignment"),
      help:
        "the value of an attribute, the whole record as one JSON object, or a file of records")
    table.part(&assignments)
    table.part(&importing)
    table.sql(&showsSQL)
    table.switch(
      "dry-run", &importing.isDryRun, help: "check everything, show it, and change nothing")
  }

  /// A file of records needs no `--from`, and neither does a pipe where an option speaks of one.
  static func understood(_ line: Invocation) -> Invocation {
    var line = line
    line.move("NAME=VALUE", to: "from", where: ImportInput.isInput)
    let names = line.options.map(\.name)
    if line.words(of: "NAME=VALUE").isEmpty, !names.contains("from"), ImportInput.isPiped,
      names.contains(where: ImportOptions.names.contains)
    {
      line.give("from", "-")
    }
    return line
  }

  mutating func complete() throws {
    importing.isRaw = assignments.isRaw
    if showsSQL, importing.isAsked {
      throw CommandError("--sql shows the statement of one record; leave out --from")
    }
  }

  func run(in session: Session) throws -> Exit {
    if importing.isAsked {
      return try Import(
        path: database, entity: entity, options: importing, assignments: assignments,
        session: session
      ).run()
    }
    let database = try session.openToChange(database, for: showsSQL ? .reading : .writing)
    let entity = try database.entity(named: self.entity)
    let request = try assignments.request(for: entity, in: session)
    if assignments.words.isEmpty, ImportInput.isPiped, !request.missing(for: entity).isEmpty {
      var piped = self
      piped.importing.files = ["-"]
      return try piped.run(in: session)
    }
    try database.read { try database.requireComplete(request, for: entity) }
    if let half = entity.halfGroup(in: request.assignments) {
      throw CommandError(half.message, hint: half.hint)
    }
    if showsSQL {
      let change = try database.read { try database.resolve(request, of: entity) }
      return try session.printSQL([database.statement(toInsert: change, into: entity)])
    }
    if importing.isDryRun { return try preview(request, of: entity, database, session) }
    try session.answer { answer in
      try database.write {
        // A key that nobody gets is a record that is added twice.
        let change = try database.resolve(request, of: entity)
        try answer("\(try request.placing { try database.insert(into: entity, change) }.text)\n")
      }
    }
    return .done
  }

  private func preview(
    _ request: ChangeRequest, of entity: Entity, _ database: Database, _ session: Session
  ) throws -> Exit {
    var preview = ChangePreview(database, entity)
    let statement = try database.writeInVain {
      let change = try database.resolve(request, of: entity)
      let statement = try database.statement(toInsert: change, into: entity)
      try preview.readNew(request.placing { try database.insert(into: entity, change) })
      return statement
    }
    try preview.show("would insert 1 record", [statement], OutputOptions(), in: session)
    return .done
  }
}
