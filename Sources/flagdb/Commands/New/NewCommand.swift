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
      .namedInFile(
        "defined-flags", DefinitionLanguage.allExtensions + ModelPackages.extensions),
      help: "the model in Swift, or flags in another language, as in "
        + "`FILE.h:TYPE` or `NAME=FILE.h:TYPE`")
    table.switch(
      "wal", &usesWAL,
      help: "use a write-ahead log, so that readers and a writer do not wait for each other")
    table.switch(
      "audit", &isAudited, help: "turn on the audit log, which `flagdb-log`(1) shows")
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

  static let manual = CommandManual(
    """
    Model files are Swift sources of an app: `new` reads `OptionSet` structs, enums, structs and `@Model`
    classes, and skips the rest. Several files form one model. Without a file, the model is empty; add to it
    with `flagdb define`.

    A flag set can also come from a C header or a source in Python, Rust and other languages:
    `/usr/include/linux/stat.h:STATX_ATTR` adds the flag set `STATX_ATTR`, and
    `Attr=/usr/include/linux/stat.h:STATX_ATTR` names it `Attr`, so that a model file can use it.
    `flagdb-definitions`(5) lists the languages.

    A model of Core Data is accepted too: `Zoo.xcdatamodeld` (the version that Xcode builds), `.xcdatamodel`,
    `.momd` or `.mom`. Swift files beside it can declare the types of its attributes.

    `new` never replaces an existing file. The database contains its model, so the Swift files are not needed
    to read it.

    On a server, `new` creates the tables in the schema of the address, which must be empty.
    `--create-database` first creates the database with the encoding UTF8, and drops it if anything fails
    later. `flagdb-postgresql`(7) describes addresses and privileges.

    `--audit` adds an audit log of all changes; `flagdb-log`(1) gives its cost.

    `--wal` enables a write-ahead log, so that readers and a writer do not block each other. SQLite then
    keeps two files beside the database, `-wal` and `-shm`; copy the database with `flagdb backup`, never
    without these files. If flagdb cannot write the folder, it reads a copy of the write-ahead log in
    `TMPDIR`.

    On a PostgreSQL server, `--partition` partitions an entity, and `--distribute` distributes it over worker
    nodes; see `flagdb-postgresql`(7).
    """,
    examples: """
      Create a database from a model file.
          $ flagdb new fresh.db zoo.swift

      Create a database with an audit log.
          $ flagdb new logged.db zoo.swift --audit
      """,
    seeAlso: [
      "flagdb-define(1)", "flagdb-schema(1)", "flagdb-model(5)", "flagdb-definitions(5)",
      "flagdb-tutorial(7)",
    ])
}
