import Adopting
import CommandTable
import Databases
import Engines
import FlagModel
import ForeignModels
import Guessing
import Terminal

/// `flagdb adopt DB …`: names flags and types in a foreign file.
struct AdoptCommand: Command {
  static let name = "adopt"
  static let summary = "names the bitmasks, flags, enums and dates of a foreign database"
  static let changesModels = true

  var database = ""
  var names = ColumnNameOptions()
  var models: [String] = []
  var guesses = GuessOptions()
  var definitions = DefinitionOptions()
  var refreshes = false
  var isInside = false
  var isDry = false

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.part(&names)
    table.part(&guesses)
    table.heading("the model")
    table.value(
      "model", &models, "FILE", .file(extensions: ["swift", "momd", "mom", "xcdatamodeld"]),
      help: "the types of an app's model, Swift or Core Data")
    table.switch("refresh", &refreshes, help: "read the tables again, and keep the names")
    table.switch("inside", &isInside, help: "store the names in a table of the database itself")
    table.switch("dry-run", &isDry, help: "print the model, but write nothing")
    table.part(&definitions)
  }

  func complete() throws {
    guard guesses.areOnlyShown else { return }
    guard names.isEmpty, !isInside, !isDry, definitions.isEmpty else {
      throw CommandError(
        "'--guess' writes nothing, so other options have no effect",
        hint: "add --accept likely, or leave out --guess")
    }
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.openToAdopt(database)
    var givenModels = GivenModels()
    for model in models { try givenModels.add(model, in: session.files) }
    var model = try Adopter(database).model(givenModels)
    if !refreshes, !model.lost.isEmpty { throw changed(model.lost) }
    let before = model.schema
    model.schema = try names.adding(to: before, of: database, definitions, session)
    if guesses.areAsked {
      let proposals = try Guesser(database).proposals(for: model.schema)
      guard let accepted = try guesses.accepted(of: proposals) else {
        try guesses.show(proposals, for: model.schema, of: database, definitions, in: session)
        return .done
      }
      for proposal in accepted {
        model.schema = try model.schema.adopting(proposal.attribute, of: proposal.entity)
      }
    }
    let sidecar = try Adopter(database).sidecar(of: model)
    if isDry {
      try session.print(sidecar.text, isPaged: true)
      return .done
    }
    let place = try write(sidecar, of: database, in: session)
    do {
      try session.print(AdoptReport(sidecar.schema, model, before: before, at: place).text)
    } catch let error as OutputError {
      throw LostAnswer(cause: error, outcome: .kept)
    }
    return .done
  }

  private func write(
    _ sidecar: Sidecar, of database: Database, in session: Session
  ) throws -> String {
    if database.isInTransaction {
      throw CommandError(
        "'adopt' cannot be part of a transaction", hint: "end it with .commit or .rollback",
        exit: .failed)
    }
    if isInside || database.kind.sidecar?.place == .inside {
      try Adopter(database).writeInside(sidecar, now: session.now)
      return "flagdb_model in \(self.database)"
    }
    let place = try Adopter(database).write(sidecar, in: session.files)
    if case .ofUser = place, session.isAddress(self.database) {
      session.say(
        "note: the names are stored for you only; --inside stores them in the schema, for everybody\n"
      )
    } else if case .ofUser = place {
      session.say(
        "note: no file can be created beside '\(visible(self.database))'; the names are stored for you only\n"
      )
    }
    return place.path ?? self.database
  }

  private func changed(_ lost: [Name]) -> CommandError {
    CommandError(
      "the tables of '\(database)' have changed since it was adopted, and have lost "
        + listed(lost, "and"), hint: "add --refresh to read them again", exit: .failed)
  }
}

/// The options that name columns.
struct ColumnNameOptions: CommandOptions {
  private var flags: [String] = []
  private var enumerations: [String] = []
  private var fields: [String] = []
  private var dates: [String] = []
  private var bools: [String] = []
  private var urls: [String] = []

  init() {}

  init(flags: [String]) { self.flags = flags }

  mutating func declare(in table: inout OptionTable) {
    table.heading("columns")
    table.value(
      "flags", &flags, "COLUMN=SET", .asks("adopted-flags"),
      help: "the column holds flags: of a set, as in `item.flags=Marks`, of a file, as in "
        + "`item.flags=attr.h:ATTR`, or as named here, as in `item.flags=old,rare=0x4`")
    table.value(
      "field", &fields, "COLUMN:BITS=TYPE", .asks("adopted-field"),
      help: "some bits of a column of flags are an enum or a number, as in "
        + "`visits.transition:0xFF=Core`")
    table.value(
      "enum", &enumerations, "COLUMN=ENUM", .asks("adopted-enum"),
      help: "the column holds the cases of an enum, named as flags are")
    table.value(
      "date", &dates, "COLUMN=FORM", .asks("adopted-date"),
      help:
        "the column holds dates: seconds, milliseconds, microseconds or nanoseconds since 1970, "
        + "`reference` (seconds since 2001), `webkit`, `filetime`, `julian`, or `text`")
    table.value(
      "bool", &bools, "COLUMN", .asks("adopted-bool"), help: "the column holds true and false")
    table.value("url", &urls, "COLUMN", .asks("adopted-url"), help: "the column holds URLs")
  }

  /// True if no option names a column.
  var isEmpty: Bool { [flags, enumerations, fields, dates, bools, urls].allSatisfy(\.isEmpty) }

  /// The model with the types that the options give.
  func adding(
    to schema: Schema, of database: Database, _ definitions: DefinitionOptions, _ session: Session
  ) throws -> Schema {
    var naming = ColumnNaming(
      schema: schema, database: database, definitions: definitions, session: session)
    for text in flags { try naming.addFlags(text) }
    for text in fields { try naming.addField(text) }
    for text in enumerations { try naming.addEnumeration(text) }
    for text in dates { try naming.addDate(text) }
    for text in bools { try naming.addBool(text) }
    for text in urls { try naming.addURL(text) }
    return naming.schema
  }
}
