import CommandTable

extension ReplCommand {
  static let manual = CommandManual(
    """
    A session reads lines and runs them. `flagdb DB` is the same as `flagdb repl DB`. A line is one
    of these:

    - a predicate on the records of the entity that the prompt names, as `query --where` takes it:
      the records are shown. `true` shows all of them;
    - a command of `flagdb` without the word `flagdb` and without the database, such as `insert
      Sample code=S-9` or `stats Sample markers`. Words are quoted as in a shell. If the entity has
      an attribute of the command's name, a line that reads as a predicate is one;
    - SQL that reads: a line that begins with `SELECT`, `WITH`, `VALUES`, `EXPLAIN` or `PRAGMA` is run
      as `sql` runs it, with flags by name, and the values of `.arg` for its parameters. `.mode`,
      `.null`, `.header` and `.raw` hold for it; `\\G` at its end shows a line for each value. SQL that
      changes something needs `sql --write`, which the error says;
    - `!` and a line of the shell, as in `!ls -l`. What reads as a predicate is one;
    - a command of the session, which begins with a point.

    Lines of sqlite3, psql, mysql and duckdb such as `\\d Sample`, `show tables`, `BEGIN`, `\\x` or `exit`
    are run as the command that does the same; others are answered by the line to write.

    A predicate goes on in the next line while a bracket or a quote is open, or while an operator
    has nothing after it, and SQL also until it names a table; an empty line ends them. Text after
    `# `, after `-- `, or after `--` at the beginning of a line, is a comment; a command of flagdb has
    comments after `# ` only.

    # Commands of a session
    \(.definitions(DotCommand.definitions))
    `.group`, `.having`, `.columns`, `.sort` and `.limit` are the options of `query` with these
    names. They hold for every predicate until they are set again; another `.use` resets all but
    `.limit`. A setting that does not fit a new `.group` or new `.columns` is reset too, and a line
    says so.

    Below a table on a terminal stand the number of its rows and the time. `.watch` shows the last
    answer anew, each time below the moment when it was asked; it is refused in a transaction, and in a
    script it needs the number of times. A program that `.shell` runs in a script has no input, and its
    status other than 0 is an error. `.open` is refused in a transaction; it resets what was set for an
    entity.

    # Transactions
    Each command is a transaction of its own. Between `.begin` and `.commit` all changes are one
    transaction, and the prompt has an asterisk; a command that fails is undone alone. `.rollback`
    undoes all changes since `.begin`. The end of the session does the same, and says so. Meanwhile
    no other program can write. An interrupted change undoes the whole transaction.

    # Keys
    Lines are edited with GNU Readline; its manual describes the keys. In `~/.inputrc` the condition
    `$if flagdb` stands for this tool. Tab completes what can stand at the cursor: attributes, the
    flags and cases of the attribute in question, operators that fit its type, the names behind a
    relationship, commands and their arguments, files; in SQL tables, columns and flags. Within the
    quotes of a text it offers the short texts that the attribute has: those that an index finds, or those
    of the first records. A name that would be read as something else
    gets backquotes. Ctrl-C stops a running command or clears the line. Ctrl-D leaves.

    Typed lines are kept for the next sessions, except those that begin with a blank. Only the owner
    can read the file. It holds the last 1,000 lines or a few more.

    # Scripts
    If standard input is not a terminal, its lines are run without prompts, pager and colour, and
    records are written as CSV unless `.mode` says otherwise. The first line that fails ends the
    session with exit status 1, and the message has its number. With `--keep-going` the lines after
    it are run too, and the status at the end is 1. A transaction that is still open at the end is
    rolled back, which counts as a failure. A line has at most one megabyte.

    # Settings
    `~/.config/flagdb/config` holds settings for all commands: lines `name = value`, with comments
    after `#`. A wrong line is reported, and the other lines hold. Options and environment variables
    override settings. Settings change what a person sees on a terminal; output that a script reads
    does not depend on them, except for `color = always`.
    \(.definitions(Configuration.definitions))
    """,
    examples: """
      A script of two lines.
          $ printf '%s\\n' '.columns code' 'markers has HRM' | flagdb repl zoo.db Sample
          code
          S-2
          S-4

      A question from a pipe.
          $ echo '.count markers has HRM' | flagdb repl zoo.db Sample
          2

      SQL, and a line of another tool.
          $ printf '%s\\n' "SELECT code FROM Sample WHERE has(markers, 'PLX')" '\\d Reading' |
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
          $ printf '%s\\n' .begin 'insert Sample code=S-9 taken=now' 'update Sample markers+=RAW \\
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
