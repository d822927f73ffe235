import CommandTable
import Copying
import Databases
import FlagModel
import ModelText
import Platform

/// `flagdb copy DB NEW.db [ENTITY…]`: copies records of any file into a new database.
struct CopyCommand: Command {
  static let name = "copy"
  static let summary = "converts a database of any kind to a new flagdb database"

  /// The treatment of a record that the model refuses.
  enum ErrorRule: String, CommandChoice {
    case stop
    case skip

    var help: String? {
      switch self {
      case .stop: "make no copy"
      case .skip: "copy the others"
      }
    }
  }

  var database = ""
  var reading = ReadingOptions()
  var copy = ""
  var entities: [Name] = []
  var errorRule: ErrorRule?
  var isDryRun = false
  var spread = SpreadOptions()

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &reading.models, commit: &reading.commit)
    table.argument("NEW", &copy, .file(), help: "the new database, which must not exist yet")
    table.argument(
      "ENTITY", isOptional: true, &entities, .asks("entity"),
      help: "copy only these entities, and those that inherit from them")
    table.heading("invalid records")
    table.value(
      "on-error", &errorRule, "WHAT", help: "stop at a record that violates the model, or skip it")
    table.heading("preview")
    table.switch("dry-run", &isDryRun, help: "print the model of the copy, but write nothing")
    table.part(&spread)
    table.part(&reading.records)
  }

  func run(in session: Session) throws -> Exit {
    try session.requireEngine(for: copy)
    try spread.requireServer(for: copy, in: session)
    let source = try session.needing(.mostRecent).openToRead(database, reading)
    if !session.isAddress(copy) { try session.files.useDatabase(at: copy) }
    if !isDryRun { try Database.requireFree(copy, on: session.servers) }
    return try source.readNewest {
      let plan = try plan(source, session)
      let notes = plan.notes + notesOfNumbers(in: plan.schema, of: source, session)
      session.say(shownInPart(notes) { "note: \(shownInPart($0))\n" })
      let run = CopyRun(plan, of: source, to: copy, errorRule ?? .stop, spread.requests, session)
      if entities.isEmpty {
        for table in try CopyPlanner(source).unreadableTables() { try run.refuse(table) }
      }
      if isDryRun {
        try session.print(plan.schema.swiftSource, isPaged: true)
        return .done
      }
      return try run.run()
    }
  }

  /// Notes about the attributes whose numbers a server stores as texts.
  private func notesOfNumbers(
    in schema: Schema, of source: Database, _ session: Session
  ) -> [String] {
    guard session.isAddress(copy), !session.isAddress(source.path) else { return [] }
    var names: [String] = []
    for entity in schema.entities {
      for attribute in entity.attributes where attribute.type == .any {
        names.append("\(entity.name).\(attribute.name)")
      }
    }
    if names.isEmpty { return [] }
    return ["a server stores the numbers in \(listed(names, "and")) as texts"]
  }

  private func plan(_ source: Database, _ session: Session) throws -> CopyPlan {
    let named = try entities.map { try source.entity(named: $0).name }
    do {
      return try CopyPlanner(source).plan(of: named.isEmpty ? nil : named, now: session.now)
    } catch let error as Diagnostics {
      throw CommandError(error.all.first?.message ?? "", hint: error.all.first?.hint, exit: .failed)
    }
  }
}
