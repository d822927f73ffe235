package import CommandTable

/// The tool with all that its manual tells, which no start needs to make a command of a line.
package let handbook: ToolDescription = {
  var handbook = tool
  for index in handbook.commands.indices {
    let type = CommandGroup.only(handbook.commands[index].name)?.commands.first
    handbook.commands[index].manual = type?.manual ?? CommandManual()
  }
  handbook.topics = [
    ModelPage.page, DefinitionsPage.page, PredicatesPage.page, FilesPage.page, PostgreSQLPage.page,
    TutorialPage.page,
  ]
  handbook.manual = CommandManual(
    """
    The file is an ordinary SQLite database. The types are the Swift declarations that an app has
    already: its `OptionSet` structs, its enums, its `@Model` classes. Everything is typed and shown
    by name: `--has HRM,PLX` becomes `(markers & 6) = 6`, and `6` is shown as `HRM|PLX`.

    The database comes first, then the kind of record: `flagdb COMMAND DB ENTITY`. Options can stand
    anywhere; `--` ends them. The database carries the model, and any SQLite client can read and
    write it: views such as `Sample_named` show the names to them too.

    Results go to standard output, and everything else to standard error. If the answer is yes or
    no, as with `query --exists` and `check`, the exit status for no is 3.

    A change is made completely or not at all, and its answer is printed once it is committed. A
    signal during the commit does not stop it: the command prints its answer and ends with 0. A
    second signal ends a command that waits for somebody to read the answer; within a tenth of a
    second it counts as the first, since `timeout` sends each signal twice.

    On a terminal `flagdb DB` opens a session, which completes names as they are typed, keeps a
    history and holds transactions: `flagdb-repl`(1). Elsewhere it runs the lines of its standard
    input.

    Any other SQLite file can be read, too: its tables are the kinds of records, as `flagdb-files`(7)
    tells.

    Six pages are not about a command: `flagdb-tutorial`(7) leads from an empty folder to scripts
    in an hour, `flagdb-model`(5) describes model files, `flagdb-definitions`(5) flags in C headers
    and other sources, `flagdb-predicates`(7) the language of `--where`, `--columns` and
    `--group-by`, `flagdb-files`(7) the files of other programs, and `flagdb-postgresql`(7) databases on a
    server. `flagdb help TOPIC` opens them, installed or not.
    """,
    examples: """
      A database of an app's types, a record, and a query by names.
          $ flagdb new new.db zoo.swift
          > flagdb insert new.db Sample code=S-1 taken=2026-11-17 markers=HRM,PLX
          > flagdb query new.db Sample --has HRM --columns code,markers
          1
          code,markers
          S-1,HRM|PLX

      The same question in a session of one line.
          $ echo '.count markers has HRM' | flagdb new.db Sample
          1

      The SQL that SQLite gets.
          $ flagdb query new.db Sample --has HRM,PLX --columns code --sql
          SELECT code FROM Sample WHERE (markers & ?) = ? ORDER BY id;
          -- bindings: 6, 6
      """,
    environment: """
      FLAGDB
      : The database of a line that names none: the first word is one if it has a point, a slash or
        a colon, or is the name of a file.
      NO_COLOR
      : If it is set and not empty, nothing is coloured.
      FLAGDB_PAGER, PAGER
      : The program that shows long output on a terminal; `less` if neither is set, none if empty or
        `cat`.
      COLUMNS
      : The width of the terminal, if the terminal does not report it.
      LC_ALL, LC_CTYPE, LANG
      : Tables are drawn in ASCII if the locale is not UTF-8.
      FLAGDB_MODEL
      : Models for files of others, with colons between them: Swift, and those of Core Data;
        `flagdb-files`(7).
      XDG_CONFIG_HOME
      : The folder of `flagdb/config`; `~/.config` if it is not set.
      FLAGDB_TRACE
      : If it is set, a run that gets no more memory ends with a stack trace, which shows the cause,
        instead of an error and the status 1.
      FLAGDB_CLANG
      : The path of the clang that works out the values of constants in C headers; if it is empty none
        does. Without it, `clang` in `PATH`.
      TMPDIR
      : The folder of temporary files; `/tmp` if it is not set.
      """,
    files: """
      ~/.config/flagdb/config
      : Settings for every run on a terminal, described in `flagdb-repl`(1).
      """,
    exitStatuses: [
      0: "done", 1: "the command failed, and nothing was changed unless it says otherwise",
      2: "the command was not understood",
      130:
        "interrupted by Ctrl-C, and nothing was changed unless it says otherwise; 129 by a hang-up, 143 by a `kill`",
    ],
    seeAlso: ["sqlite3(1)"])
  return handbook
}()
