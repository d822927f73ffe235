import CommandTable

extension ReplCommand {
  static let manual = CommandManual(
    discussion: [
      """
      A session reads lines and does what each of them says. `flagdb DB` is the same as \
      `flagdb repl DB`. A line is one of three things:
      """,
      .list([
        """
        a predicate on the records of the entity that the prompt names, as `query --where` takes it: \
        they are shown. `true` shows all of them;
        """,
        """
        a command of `flagdb` without `flagdb` and without the database, as in `insert Sample \
        code=S-9` or `stats Sample markers`. Words are quoted as in a shell. Where the entity has an \
        attribute of that name, what reads as a predicate is one;
        """,
        "a command of the session, which begins with a point.",
      ]),
      """
      A predicate that cannot end yet, since a bracket or a quote is open or an operator has nothing \
      after it, goes on in the next line; an empty line takes it as it is. What follows `# ` or `--` \
      at the beginning of a line is a comment.
      """,
      .heading("Commands of a session"),
      .definitions(DotCommand.definitions),
      """
      `.group`, `.having`, `.columns`, `.sort` and `.limit` are the options of `query` of that name \
      and hold for every predicate until they are set anew; another `.use` takes back all but the \
      last. What does not go with a new `.group` or new `.columns` is taken back as well, and said.
      """,
      .heading("Transactions"),
      """
      Each command is a transaction of its own. Between `.begin` and `.commit` all changes are one, \
      and the prompt has an asterisk; a command that fails is undone alone. `.rollback` undoes them \
      all, and so does the end of the session, which says so. Meanwhile no other program can write. \
      An interrupted change undoes the whole transaction.
      """,
      .heading("Keys"),
      """
      Lines are edited with GNU Readline, whose manual tells of its keys; in `~/.inputrc` the \
      condition `$if flagdb` is for this tool. Tab completes what can stand at the cursor: \
      attributes, the flags and cases of the attribute in question, operators that fit its type, \
      what the records behind a relationship have, commands and their arguments, files. Names that \
      would be read as something else get backquotes. Ctrl-C stops what runs, or clears the line; \
      Ctrl-D leaves.
      """,
      """
      What was typed is kept for the next sessions, except lines that begin with a blank. The file \
      can be read by its owner alone, and holds the last 1,000 lines or a few more.
      """,
      .heading("Scripts"),
      """
      Where standard input is no terminal, its lines are run without prompts, pager and colour, and \
      records are written as CSV unless `.mode` says otherwise. The first line that fails ends the \
      session with exit status 1, and is told by its number; with `--keep-going` the lines after it \
      are run as well, and the status at the end is 1. A transaction that is still open at the end is \
      rolled back, which counts as a failure. A line has at most a megabyte.
      """,
      .heading("Settings"),
      """
      `~/.config/flagdb/config` is for all commands: lines `name = value`, with comments after `#`. \
      What is wrong in it is said, and the rest holds. Options and variables of the environment are \
      stronger. The settings are for what a person sees on a terminal: what a script reads does not \
      depend on them, but for `color = always`.
      """,
      .definitions(Configuration.definitions),
    ],
    examples: [
      Example(
        "A script of two lines.",
        "printf '%s\\n' '.columns code,score' 'markers has HRM' | flagdb repl zoo.db Sample",
        output: """
          code,score
          S-2,91.0
          S-4,95.0
          """),
      Example(
        "Changes that are kept together, or not at all.",
        """
        printf '%s\\n' .begin 'insert Sample code=S-9 taken=now' \
        'update Sample markers+=RAW --id S-9' .commit | flagdb repl zoo.db
        """,
        output: """
          5
          1 record changed
          """),
    ],
    environment: [
      Definition("VISUAL, EDITOR", "What `.edit` opens; `vi` if neither is set."),
      Definition("INPUTRC", "What GNU Readline reads in the place of `~/.inputrc`."),
      Definition(
        "XDG_STATE_HOME", "The folder of `flagdb/history`; `~/.local/state` if it is not set."),
    ],
    files: [
      Definition("~/.local/state/flagdb/history", "What was typed in earlier sessions."),
      Definition("~/.inputrc", "Keys and their meanings, read by GNU Readline."),
    ],
    exitStatuses: [
      ExitStatus(
        1,
        "a line of a script failed, and did nothing; what the lines before it changed stays, "
          + "unless a transaction was open")
    ],
    seeAlso: [
      PageReference("flagdb-define", 1), PageReference("flagdb-query", 1),
      PageReference("flagdb-predicates", 7), PageReference("flagdb-tutorial", 7),
    ])
}
