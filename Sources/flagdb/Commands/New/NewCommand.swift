import CommandTable
import Databases
import Definitions
import FlagModel
import Predicates

/// `flagdb new DB [MODEL.swift…]`: creates a database.
struct NewCommand: Command {
  static let name = "new"
  static let summary = "creates a database"

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
      .namedInFile("defined-flags", DefinitionLanguage.allExtensions),
      help: "the types and entities of the model, as Swift; or flags in another language, "
        + "`FILE.h:TYPE` or `NAME=FILE.h:TYPE`")
    table.switch(
      "wal", &usesWAL, help: "keep a write-ahead log, so that readers and a writer do not wait")
    table.switch(
      "audit", &isAudited, help: "keep a log of who changed what and when, for `flagdb-log`(1)")
    table.switch(
      "create-database", &createsDatabase,
      help: "make the database on the server too, and the schema in it")
    table.part(&spread)
  }

  func run(in session: Session) throws -> Exit {
    try session.requireEngine(for: database)
    try spread.requireServer(for: database)
    if Database.isAddress(database), usesWAL {
      throw CommandError("'--wal' is for files, and not for PostgreSQL", exit: .failed)
    }
    if isAudited, spread.distributes {
      throw CommandError(
        "'--audit' and '--distribute' exclude each other: records on several machines have no log",
        hint: "a database on one machine can keep one", exit: .failed)
    }
    if createsDatabase, !Database.isAddress(database) {
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
    The model files are Swift, as they stand in an app: `OptionSet` structs, enums, structs and
    `@Model` classes are read, and everything else is skipped. Several files make one model. Without
    a file the database is empty; `flagdb define` adds to it.

    A flag set can come from where it is defined, in a C header, Python, Rust and others:
    `/usr/include/linux/stat.h:STATX_ATTR` adds the set `STATX_ATTR`, and
    `Attr=/usr/include/linux/stat.h:STATX_ATTR` calls it `Attr`, so that an entity of a model file
    can have it. `flagdb-definitions`(5) lists the languages.

    An existing file is never touched. The model is kept in the database, so that the Swift files
    are not needed to read it.

    On a server the tables are made in the schema that the address names, which must be empty. With
    `--create-database` there is no such database yet: it is made first, with the encoding UTF8, and the
    schema in it. If anything fails afterwards, the database is dropped again. `flagdb-postgresql`(7) tells
    of addresses and rights.

    With `--audit` the database keeps a log of all changes, in a file and on a server; `flagdb-log`(1) tells
    what it costs.

    With `--wal` readers and a writer do not wait for each other. Writing then keeps two more files
    beside the database, `-wal` and `-shm`, which belong to it while they exist: copy the database
    with `flagdb backup`, never without them. On a read-only disk or in a folder of somebody else
    nothing is written: what a `-wal` holds that is not in the database yet is read from a copy in
    `TMPDIR`.

    On a PostgreSQL server `--partition` and `--distribute` spread the records of entities over partitions
    and over machines; `flagdb-postgresql`(7) tells what can be spread.
    """,
    examples: """
      A database of an app's model.
          $ flagdb new fresh.db zoo.swift

      A database with a log of all changes.
          $ flagdb new logged.db zoo.swift --audit
      """,
    seeAlso: [
      "flagdb-define(1)", "flagdb-schema(1)", "flagdb-model(5)", "flagdb-definitions(5)",
      "flagdb-tutorial(7)",
    ])
}
