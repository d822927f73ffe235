package import CommandTable

/// The environment variables that a command reads.
private func sharedVariables(of command: CommandDescription) -> Set<String> {
  var variables: Set<String> = ["NO_COLOR"]
  if command.arguments.first?.option != nil { variables.insert("FLAGDB") }
  let options = Set(command.options.map(\.name))
  if options.contains("model") || options.contains("create") { variables.insert("FLAGDB_MODEL") }
  if options.contains("threads") { variables.insert("FLAGDB_THREADS") }
  let pages: Set<String> = [
    "query", "stats", "sql", "repl", "diff", "schema", "log", "help", "flags", "check",
  ]
  if pages.contains(command.name) {
    variables.formUnion([
      "FLAGDB_PAGER, PAGER", "COLUMNS", "LC_ALL, LC_CTYPE, LANG", "XDG_CONFIG_HOME",
    ])
  }
  if ["new", "migrate", "define", "flags", "adopt", "generate"].contains(command.name) {
    variables.insert("FLAGDB_CLANG")
  }
  if !["completions", "help", "generate", "flags", "define", "undo", "log"].contains(command.name) {
    variables.insert("TMPDIR")
  }
  return variables
}

/// The tool with the complete manual, which is not needed to parse a command line.
package let handbook: ToolDescription = {
  var handbook = tool
  for index in handbook.commands.indices {
    let type = CommandGroup.only(handbook.commands[index].name)?.commands.first
    handbook.commands[index].manual = type?.manual ?? CommandManual()
    handbook.commands[index].manual.sharedVariables = sharedVariables(of: handbook.commands[index])
  }
  handbook.topics = [
    ModelPage.page, DefinitionsPage.page, PredicatesPage.page, FilesPage.page, PostgreSQLPage.page,
    TutorialPage.page,
  ]
  handbook.manual = CommandManual(
    """
    A database is an ordinary SQLite file, or a schema on a PostgreSQL server. Its model is the Swift code of
    an app: `OptionSet` structs, enums and `@Model` classes. flagdb reads and prints names:
    `--has HRM,PLX` becomes `(markers & 6) = 6`, and `6` is shown as `HRM|PLX`.

    A command line is `flagdb COMMAND DB ENTITY`. Options can stand anywhere; `--` ends them. The database
    contains the model, and every SQLite client can read and write it; views such as `Sample_named` show the
    names to other programs.

    Results go to standard output, and messages to standard error. The exit status is 3 if the answer is no,
    as in `query --exists` and `check`.

    A command changes everything or nothing, and prints its result after the commit. A signal during the
    commit does not stop it: the command prints its result and exits with 0. A second signal ends a command
    that waits for the reader of its output. Signals within a tenth of a second count as one, because
    `timeout` sends each signal twice.

    On a terminal, `flagdb DB` starts an interactive session with completion, history and transactions; see
    `flagdb-repl`(1). Otherwise it runs the lines of standard input.

    flagdb also reads foreign databases, and record files such as CSV; see `flagdb-files`(7).

    Six pages describe topics: `flagdb-tutorial`(7) is a lesson of an hour, `flagdb-model`(5) describes model
    files, `flagdb-definitions`(5) flags in C headers and other sources, `flagdb-predicates`(7) the language of
    `--where`, `--columns` and `--group-by`, `flagdb-files`(7) foreign databases and record files, and
    `flagdb-postgresql`(7) servers. `flagdb help TOPIC` opens them.
    """,
    examples: """
      Create a database, insert a record, and query by names.
          $ flagdb new new.db zoo.swift
          > flagdb insert new.db Sample code=S-1 taken=2026-11-17 markers=HRM,PLX
          > flagdb query new.db Sample --has HRM --columns code,markers
          1
          code,markers
          S-1,HRM|PLX

      The same query in a session.
          $ echo '.count markers has HRM' | flagdb new.db Sample
          1

      Print the SQL that SQLite runs.
          $ flagdb query new.db Sample --has HRM,PLX --columns code --sql
          SELECT code FROM Sample WHERE (markers & 6) = 6 ORDER BY id;
      """,
    environment: """
      FLAGDB
      : The default database. The first argument is a database if it contains `.`, `/` or `:`, or names an
        existing file; otherwise flagdb uses this variable.
      NO_COLOR
      : If it is not empty, output has no colour.
      FLAGDB_PAGER, PAGER
      : The pager for long output on a terminal; by default `less`, and none if it is empty or `cat`.
      COLUMNS
      : The width of a terminal that does not report it.
      LC_ALL, LC_CTYPE, LANG
      : flagdb draws tables in ASCII if the locale is not UTF-8.
      FLAGDB_MODEL
      : Models for foreign databases, separated by colons: Swift files and Core Data models; see
        `flagdb-files`(7).
      FLAGDB_THREADS
      : The number of threads that read a large table, if `--threads` does not say it; by default one for each
        processor, at most 8.
      XDG_CONFIG_HOME
      : The folder of `flagdb/config`, by default `~/.config`.
      FLAGDB_TRACE
      : If it is set, running out of memory prints a stack trace instead of an error.
      FLAGDB_CLANG
      : The path of clang, which evaluates constants in C headers; by default `clang` in `PATH`. An empty
        value disables it.
      TMPDIR
      : The folder of temporary files, by default `/tmp`.
      """,
    files: """
      ~/.config/flagdb/config
      : Settings for terminals, described in `flagdb-repl`(1).
      """,
    exitStatuses: [
      0: "done", 1: "the command failed; nothing was changed unless the message says so",
      2: "the command was not understood",
      130:
        "interrupted by Ctrl-C; nothing was changed unless the message says so. 129 after a hang-up, 143 after `kill`",
    ],
    seeAlso: ["sqlite3(1)"])
  return handbook
}()
