import CommandTable
import FlagModel

/// A session command that begins with a dot: its description for `.help`, completion and the man
/// page, and its action.
struct DotCommand: Sendable {
  /// The argument.
  enum Argument: Sendable {
    case none
    case entity
    /// A list of names.
    case names
    /// A list of names and calculations.
    case columns
    case groups
    case order
    case format
    case toggle
    case file
    /// The file of another database.
    case database
    case predicate
    case groupPredicate
    /// A name and a predicate.
    case namedPredicate
    case expression
    case command
    /// A file and an entity.
    case importing
    /// A shell command.
    case program
    /// A variable of the last predicate, with its value.
    case variable
    case text

    /// True if the argument contains a predicate, perhaps after a name.
    var isPredicate: Bool {
      switch self {
      case .predicate, .groupPredicate, .namedPredicate: true
      default: false
      }
    }

    /// True if the argument is taken unchanged, including text that looks like a comment.
    var isRaw: Bool {
      switch self {
      case .variable, .text, .program: true
      default: false
      }
    }
  }

  let name: String
  let argument: Argument
  /// The name and the argument, as in the manual.
  let usage: String
  let help: String
  let run: @Sendable (ReplSession, String) throws -> Void

  init(
    _ name: String, _ argument: Argument = .none, _ usage: String = "", help: String,
    run: @escaping @Sendable (ReplSession, String) throws -> Void
  ) {
    self.name = name
    self.argument = argument
    self.help = help
    self.run = run
    self.usage = usage.isEmpty ? ".\(name)" : ".\(name) \(usage)"
  }

  static func named(_ name: String) -> DotCommand? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Finds a command by its full name only: with abbreviations, a new command could change the
  /// meaning of a script.
  static func required(_ name: String) throws -> DotCommand {
    if let command = named(name) { return command }
    throw CommandError(
      "'.\(name)' is not a command of the session",
      hint: FamiliarCommand.sessionHint(for: ".\(name)", []).map(Hint.words)
        ?? .name(for: ".\(name)", in: all.map { ".\($0.name)" }) ?? ".help lists them")
  }

  // MARK: The table

  static let groups = [
    ("queries", asking), ("output", showing), ("changes", changing),
    ("files and programs", elsewhere), ("the session", leaving),
  ]

  static let all: [DotCommand] = groups.flatMap(\.1)

  private static let asking: [DotCommand] = [
    DotCommand(
      "use", .entity, "[ENTITY]", help: "chooses the entity; without ENTITY, lists the entities"
    ) { try $0.use($1) },
    DotCommand(
      "count", .predicate, "[PREDICATE]",
      help: "counts the records of this predicate, of the last one, or all"
    ) { try $0.ask($1, ["--count"]) },
    DotCommand(
      "columns", .columns, "[NAMES]", help: "shows only these columns; without NAMES, shows all"
    ) {
      try $0.set(\.columns, $1)
    },
    DotCommand(
      "group", .groups, "[NAMES]",
      help: "groups records by these attributes; without NAMES, ends grouping"
    ) { try $0.set(\.groups, $1) },
    DotCommand(
      "having", .groupPredicate, "[PREDICATE]",
      help: "shows only groups that match, as in `count() > 1`; without PREDICATE, shows all"
    ) { try $0.set(\.groupCondition, $1) },
    DotCommand(
      "sort", .order, "[NAMES]", help: "sorts by these attributes; without NAMES, sorts by the key"
    ) {
      try $0.set(\.sort, $1)
    },
    DotCommand(
      "arg", .variable, "[NAME=VALUE]",
      help: "sets the variable `$NAME` of predicates; NAME alone unsets it, no argument unsets all"
    ) { try $0.setArgument($1) },
    DotCommand(
      "watch", .text, "[SECONDS [TIMES]]",
      help: "repeats the last query every SECONDS, 2 by default, until Ctrl-C or TIMES times"
    ) { try $0.watch($1) },
    DotCommand("limit", .text, "[N]", help: "shows at most N records; without N, shows all") {
      try $0.setLimit($1)
    },
    DotCommand(
      "sql", .predicate, "[PREDICATE]", help: "prints the SQL of this predicate, or of the last one"
    ) { try $0.look(into: $1, ["--sql"]) },
    DotCommand(
      "explain", .predicate, "[PREDICATE]",
      help: "prints the parsed predicate, its SQL, and the query plan"
    ) { try $0.look(into: $1, ["--explain"] + $0.settings.formatOptions) },
    DotCommand("stats", .names, "[NAMES]", help: "shows statistics of the records") {
      try $0.showStatistics($1)
    },
    DotCommand("tables", help: "lists the entities") { repl, _ in
      try repl.use("")
    },
    DotCommand("schema", .entity, "[ENTITY]", help: "shows the model") { try $0.showSchema($1) },
  ]

  private static let showing: [DotCommand] = [
    DotCommand(
      "mode", .format, "[FORMAT]", help: "sets the output format; without FORMAT, resets it"
    ) { try $0.setFormat($1) },
    DotCommand("header", .toggle, "on|off", help: "shows or hides the names of columns") {
      repl, text in try repl.set(\.showsHeader, text, of: "header")
    },
    DotCommand(
      "raw", .toggle, "on|off", help: "shows stored numbers instead of names, or names again"
    ) {
      repl, text in try repl.set(\.isRaw, text, of: "raw")
    },
    DotCommand("null", .text, "[TEXT]", help: "sets the text that is shown for nil") {
      $0.settings.nullText = $1.isEmpty ? nil : $1
    },
    DotCommand(
      "timer", .toggle, "on|off",
      help: "prints the time of each command; off: only below tables on a terminal"
    ) {
      repl, text in try repl.set(\.timesCommands, text, of: "timer")
    },
    DotCommand(
      "output", .file, "[FILE]",
      help:
        "writes results to a file until the next `.output` or the end of the session"
    ) { try $0.setOutput($1) },
    DotCommand("show", help: "shows the settings") { repl, _ in
      try repl.session.print(repl.settings.text)
    },
  ]

  private static let changing: [DotCommand] = [
    DotCommand("begin", help: "begins a transaction") {
      repl, _ in try repl.database.begin()
    },
    DotCommand("commit", help: "saves all changes since `.begin`") { repl, _ in
      try repl.database.commit()
    },
    DotCommand("rollback", help: "undoes all changes since `.begin`") { repl, _ in
      try repl.database.rollBack()
    },
    DotCommand(
      "save", .namedPredicate, "NAME [PREDICATE]",
      help: "saves this predicate, or the last one, in the model, as `define expression` does"
    ) { try $0.save($1) },
    DotCommand("run", .expression, "NAME", help: "runs a saved predicate") {
      try $0.runSaved($1)
    },
    DotCommand("edit", help: "edits the last line in `$VISUAL` or `$EDITOR`, then runs it") {
      repl, _ in try repl.edit()
    },
  ]

  private static let elsewhere: [DotCommand] = [
    DotCommand(
      "open", .database, "[FILE]",
      help: "opens another database; without FILE, prints the open one"
    ) { try $0.openDatabase($1) },
    DotCommand(
      "import", .importing, "FILE [ENTITY]",
      help: "imports the records of a file, as `insert --from` does, and takes its options"
    ) { try $0.importFile($1) },
    DotCommand("dump", .file, "FILE", help: "writes a backup of the database, as `backup` does") {
      try $0.dump($1)
    },
    DotCommand("read", .file, "FILE", help: "runs the commands in a file") { try $0.read($1) },
    DotCommand("shell", .program, "COMMAND", help: "runs a shell command, as `!COMMAND` does") {
      try $0.runProgram($1)
    },
  ]

  private static let leaving: [DotCommand] = [
    DotCommand(
      "help", .command, "[COMMAND]", help: "explains a command; without COMMAND, lists all"
    ) {
      try $0.help($1)
    },
    DotCommand("quit", help: "ends the session, as Ctrl-D does") { repl, _ in
      repl.hasLeft = true
    },
  ]

  /// The definitions for the man page.
  static let definitions = all.map { Definition($0.usage, sentence($0.help)) }
}
