import CommandTable

extension ReplCommand {
  static let manual = CommandManual(
    """
    A session reads lines and runs them. `flagdb DB` is short for `flagdb repl DB`. A line is one of these:

    - a predicate, as in `query --where`: the session shows the matching records of the entity in the prompt.
      `true` shows all records;
    - a command of `flagdb` without `flagdb` and the database, such as `insert Sample code=S-9` or
      `stats Sample markers`, quoted as in a shell. If an attribute has the name of a command, a valid
      predicate wins;
    - SQL that starts with `SELECT`, `WITH`, `VALUES`, `EXPLAIN` or `PRAGMA`, as in `flagdb sql`. `.arg` sets
      its parameters; `.mode`, `.null`, `.header` and `.raw` apply to it; `\\G` at its end shows each value on
      its own line. SQL that changes records needs `sql --write`;
    - `!` and a shell command, as in `!ls -l`, unless it is a valid predicate;
    - a command of the session, which starts with a dot.

    Commands of sqlite3, psql, mysql and duckdb such as `\\d Sample`, `show tables`, `BEGIN`, `\\x` or `exit`
    work, or the session prints the equivalent command.

    A predicate continues on the next line while a bracket or quote is open or an operand is missing, and SQL
    also until it names a table; an empty line ends them. In what is pasted and in scripts, a predicate also goes on
    if the next line begins with `and`, `or`, `&&`, `||`, a comparison, or a method such as `.filter`. Comments start with `# `, with `-- `, or with `--`
    at the beginning of a line; in a command of flagdb, only with `# `.

    # Commands of a session
    \(.definitions(DotCommand.definitions))
    `.group`, `.having`, `.columns`, `.sort` and `.limit` are the options of `query`. They apply to all
    predicates until you change them; `.use` resets all but `.limit`. A setting that does not fit a new
    `.group` or `.columns` is reset, with a message.

    A terminal shows the number of rows and the time below a table. `.watch` repeats the last query, with the
    time of each result; it does not work in a transaction, and in a script it needs a number of repetitions.
    In a script, a program run by `.shell` has no input, and a status other than 0 is an error. `.open` does
    not work in a transaction; it resets the settings of the entity.

    # Transactions
    Each command is one transaction. Between `.begin` and `.commit`, all changes are one transaction, and the
    prompt shows an asterisk. A failed command is rolled back alone. `.rollback` discards all changes since
    `.begin`; so does the end of the session, with a message. Other programs cannot write during the
    transaction. An interrupted change rolls back the whole transaction.

    # Keys
    Lines are edited with GNU Readline; its manual describes the keys. In `~/.inputrc` the condition
    `$if flagdb` stands for this tool. Tab completes what can stand at the cursor: attributes, the
    flags and cases of the attribute in question, operators that fit its type, the names behind a
    relationship, commands and their arguments, files; in SQL tables, columns and flags. Within the
    quotes of a text it offers the short texts that the attribute has: those that an index finds, or those
    of the first records. A name that would be read as something else
    gets backquotes. Ctrl-C stops a running command or clears the line. Ctrl-D leaves.

    The history stores the last 1,000 lines, except those that start with a blank. Only the owner can read it.

    # Scripts
    If standard input is not a terminal, the session runs its lines without prompt, pager and colour, and
    writes CSV unless `.mode` sets another format. The first line that fails ends the session with exit status
    1; the error has its line number. `--keep-going` runs the remaining lines too, and exits with 1 at the
    end. A transaction that is open at the end is rolled back, and counts as a failure. A line has at most one
    megabyte.

    # Settings
    `~/.config/flagdb/config` holds settings for all commands: lines `name = value`, with comments
    after `#`. A wrong line is reported, and the other lines hold. Options and environment variables
    override settings. Settings change what a person sees on a terminal; output that a script reads
    does not depend on them, except for `color = always`.
    \(.definitions(Configuration.definitions))
    """,
    examples: """
      A script of two lines.
          $ printf '%s\\n' '.columns code' 'markers has HRM' \\
          >   | flagdb repl zoo.db Sample
          code
          S-2
          S-4

      A question from a pipe.
          $ echo '.count markers has HRM' | flagdb repl zoo.db Sample
          2

      SQL, and a line of another tool.
          $ printf '%s\\n' "SELECT code FROM Sample WHERE has(markers, 'PLX')" \\
          >   '\\d Reading' |
          > flagdb repl zoo.db
          code
          S-2
          S-4
          @Model final class Reading {
            var sample: Sample?
            var value: Double
            var tags: [String] = []
          }

      Changes that are kept together, or not at all.
          $ printf '%s\\n' .begin 'insert Sample code=S-9 taken=now' \\
          >   'update Sample markers+=RAW \\
          > --id S-9' .commit | flagdb repl zoo.db
          5
          1 record changed
      """,
    environment: """
      VISUAL, EDITOR
      : The editor that `.edit` opens; `vi` if neither is set.
      INPUTRC
      : The file that GNU Readline reads instead of `~/.inputrc`.
      XDG_STATE_HOME
      : The folder of `flagdb/history`; `~/.local/state` if it is not set.
      """,
    files: """
      ~/.local/state/flagdb/history
      : The lines typed in earlier sessions.
      ~/.inputrc
      : Keys and their meanings, read by GNU Readline.
      """,
    exitStatuses: [
      1:
        "a line of a script failed and did nothing; changes of the lines before it stay, unless a transaction was open"
    ],
    seeAlso: ["flagdb-define(1)", "flagdb-query(1)", "flagdb-predicates(7)", "flagdb-tutorial(7)"])
}
