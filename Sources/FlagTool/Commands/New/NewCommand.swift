import CodeFiles
import CommandTable
import Databases
import Definitions
import FlagModel
import Predicates

/// `flagdb new DB [MODEL.swift…]`: creates a database.
struct NewCommand: Command {
  static let name = "new"
  static let summary = "creates a database from a model"

  var database = ""
  var models: [String] = []
  var usesWAL = false
  var isAudited = false
  var createsDatabase = false
  var spread = SpreadOptions()

  mutating func declare(in table: inout OptionTable) {
    table.argument(
      "DB", &database, .file(), help: "the file to create, or an empty schema of a server")
    table.argument(
      "MODEL.swift", isOptional: true, &models,
      .namedInFile("defined-flags", DefinitionLanguage.allExtensions + ModelPackages.extensions),
      help: "the model in Swift, or flags in another language, as in "
        + "`FILE.h:TYPE` or `NAME=FILE.h:TYPE`")
    table.switch(
      "wal", &usesWAL,
      help: "use a write-ahead log, so that readers and a writer do not wait for each other")
    table.switch("audit", &isAudited, help: "turn on the audit log, which `flagdb-log`(1) shows")
    table.switch(
      "create-database", &createsDatabase,
      help: "create the database on the server too, and the schema in it")
    table.part(&spread)
  }

  func run(in session: Session) throws -> Exit {
    try session.requireEngine(for: database)
    try spread.requireServer(for: database, in: session)
    if session.isAddress(database), usesWAL {
      throw CommandError("'--wal' is for files, and not for PostgreSQL", exit: .failed)
    }
    if isAudited, spread.distributes {
      throw CommandError(
        "'--audit' cannot be used with '--distribute': distributed tables have no audit log",
        hint: "leave out --distribute or --audit", exit: .failed)
    }
    if createsDatabase, !session.isAddress(database) {
      throw CommandError(
        "'--create-database' is for a database on a server, and '\(database)' is a file",
        hint: "'flagdb new' makes a file without it")
    }
    let schema = try ModelFile.read(models, in: session)
    try schema.checkExpressions(now: session.now)
    try Database.create(
      path: database, schema: schema, origin: models.joined(separator: " "), usesWAL: usesWAL,
      isAudited: isAudited, spread: spread.requests, by: session.author, on: session.servers,
      makesDatabase: createsDatabase, now: session.now)
    return .done
  }
}
