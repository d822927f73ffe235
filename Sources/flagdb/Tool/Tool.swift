import CommandTable

/// The whole command line of flagdb: what parses it, what `--help`, completions and man pages say.
let tool = ToolDescription(
  name: "flagdb", version: "0.1.0", date: "2026-11-21",
  summary: "keeps typed records in SQLite and speaks in names of flags",
  discussion: [
    """
    `flagdb` keeps typed records in an ordinary SQLite file. The types are the Swift declarations \
    that an app has already: its `OptionSet` structs, its enums, its `@Model` classes. Everything \
    that is typed and everything that is shown is a name: `--has HRM,PLX` becomes \
    `(markers & 6) = 6`, and `6` is shown as `HRM|PLX`.
    """,
    """
    The database comes first, then the kind of record: `flagdb COMMAND DB ENTITY`. Options may \
    stand anywhere; `--` ends them. The model travels inside the database, and any SQLite client \
    can read and write it: views such as `Sample_named` show it names as well.
    """,
  ],
  commands: commands.map { $0.description },
  topics: [ModelPage.page, TutorialPage.page], defaultCommand: "repl",
  globalOptions: [
    OptionDescription(
      "color", value: OptionValue("WHEN", .choices(["auto", "always", "never"])),
      group: OptionDescription.commonGroup, help: "when to colour"),
    OptionDescription(
      "verbose", group: OptionDescription.commonGroup,
      help: "say more of errors: the SQL, and what SQLite said"),
  ],
  environment: [
    Definition(
      "NO_COLOR", "When it is set and not empty, nothing is coloured."),
    Definition(
      "FLAGDB_PAGER, PAGER",
      "What shows long output on a terminal; `less` if neither is set, nothing if empty or `cat`."),
    Definition(
      "VISUAL, EDITOR", "What `.edit` in a session opens; `vi` if neither is set."),
    Definition("COLUMNS", "The width of the terminal, where the terminal does not tell."),
    Definition(
      "LC_ALL, LC_CTYPE, LANG",
      "Tables are drawn in ASCII where the locale is not UTF-8."),
  ],
  files: [
    Definition(
      "~/.config/flagdb/config",
      "What holds for every run of the tool, described in `flagdb-repl`(1). A folder in "
        + "`XDG_CONFIG_HOME` takes the place of `~/.config`."),
    Definition(
      "~/.local/state/flagdb/history",
      "What was typed in earlier sessions. A folder in `XDG_STATE_HOME` takes the place of "
        + "`~/.local/state`."),
  ],
  exitStatuses: [
    ExitStatus(0, "done"),
    ExitStatus(1, "the command failed, and nothing was changed"),
    ExitStatus(2, "the command was not understood"),
    ExitStatus(130, "interrupted; nothing was changed"),
  ],
  seeAlso: [PageReference("sqlite3", 1)])

/// Every command, in the order in which help lists them.
let commands: [any Command.Type] = [
  NewCommand.self, DefineCommand.self, MigrateCommand.self, SchemaCommand.self,
  FlagsCommand.self, CheckCommand.self, BackupCommand.self,
  InsertCommand.self, QueryCommand.self, UpdateCommand.self, DeleteCommand.self,
  StatsCommand.self, SQLCommand.self, ReplCommand.self,
  CompletionsCommand.self, HelpCommand.self,
  CompleteCommand.self, DocumentCommand.self,
]
