@testable import CommandTable

/// A tool as large as a real one, with every kind of command, argument and option.
let sample = ToolDescription(
  name: "flagdb", version: "1.2.0", date: "2026-11-20",
  summary: "query and edit bitmasks in SQLite and PostgreSQL by the names of their flags",
  usage: [
    ArgumentDescription(name: "COMMAND", help: "what to do"), database,
    ArgumentDescription(name: "ENTITY", isOptional: true, help: "the entity"),
  ],
  commands: [
    newCommand, defineCommand, insertCommand, queryCommand, deleteCommand, statsCommand,
    replCommand, generateCommand, completionsCommand, helpCommand, completeCommand,
  ],
  defaultCommand: "repl",
  globalOptions: [
    OptionDescription(
      name: "verbose", short: "v", isRepeatable: true, group: OptionDescription.commonGroup,
      help: "tell more on standard error")
  ],
  manual: CommandManual(
    """
    The types are the *Swift* declarations that the app has already, e.g. an `OptionSet`.

    Any SQLite client can read the file. None needs `flagdb`.
    """,
    examples: """
      Shows the samples with a rhythm.
          $ flagdb query zoo.db Sample --has HRM
      """,
    environment: """
      NO_COLOR
      : Colour is left out when it is set.
      PAGER
      : Shows long output on a terminal.
      """,
    files: """
      ~/.local/state/flagdb/history
      : What was typed in `flagdb repl`.
      """,
    exitStatuses: """
      0
      : the command did what it was asked
      1
      : the command failed
      2
      : the command was not understood
      """,
    seeAlso: ["sqlite3(1)", "flagdb-predicates(7)"]))

private let database = ArgumentDescription(
  name: "DB", completion: .file(extensions: ["db", "sqlite"]), help: "the database")

private let optionalEntity = ArgumentDescription(
  name: "ENTITY", isOptional: true, completion: .asks("entity"), help: "the entity")

private let entity = ArgumentDescription(
  name: "ENTITY", completion: .asks("entity"), help: "the entity")

private let selection = [
  flagOption("has", "has all of these flags"),
  flagOption("none", aliases: ["lacks"], "has none of these flags"),
  OptionDescription(
    name: "where", short: "w",
    value: OptionValue(placeholder: "PREDICATE", completion: .asks("predicate")),
    isRepeatable: true,
    group: "selection", help: "satisfies a predicate such as `score > 5`, see *flagdb-predicates*"),
]

private func flagOption(
  _ name: String, aliases: [String] = [], _ help: String
) -> OptionDescription {
  OptionDescription(
    name: name, aliases: aliases,
    value: OptionValue(placeholder: "A,B", completion: .asks("flags")), isRepeatable: true,
    group: "selection", help: help)
}

private let newCommand = CommandDescription(
  name: "new", group: "making", summary: "creates a database; refuses to touch an existing file",
  arguments: [
    ArgumentDescription(name: "DB", help: "the file to create"),
    ArgumentDescription(
      name: "MODEL.swift", isOptional: true, isRepeating: true,
      completion: .file(extensions: ["swift"]),
      help: "sources of the model"),
  ])

private let defineCommand = CommandDescription(
  name: "define", group: "making", summary: "adds to the model without a model file",
  arguments: [database],
  forms: [
    CommandForm(
      keyword: "flags", summary: "a flag set",
      arguments: [
        ArgumentDescription(name: "NAME", help: "the name of what is defined"),
        ArgumentDescription(name: "FLAG", isRepeating: true, help: "a flag, from bit 0 on"),
      ]),
    CommandForm(
      keyword: "attribute", summary: "an attribute of an entity that exists",
      arguments: [
        entity,
        ArgumentDescription(name: "NAME:TYPE", completion: .asks("type"), help: "what to add"),
      ]),
  ])

private let insertCommand = CommandDescription(
  name: "insert", aliases: ["add"], group: "records",
  summary: "adds one record and prints its id, or adds many from a file",
  arguments: [
    database, entity,
    ArgumentDescription(
      name: "name=value", isOptional: true, isRepeating: true, completion: .asks("assignment"),
      help: "a value"),
  ],
  options: [
    OptionDescription(
      name: "from", short: "f",
      value: OptionValue(placeholder: "FILE", completion: .file(extensions: ["csv", "json"])),
      help: "add the records of a file, or of standard input if it is `-`"),
    OptionDescription(name: "create", help: "make the entity from what the file holds"),
  ])

private let queryCommand = CommandDescription(
  name: "query", group: "records", summary: "reads records", arguments: [database, entity],
  options: selection + [
    OptionDescription(
      name: "sort",
      value: OptionValue(placeholder: "ATTRIBUTES", completion: .asks("attribute-list")),
      group: "output",
      help: "order by these attributes"),
    OptionDescription(
      name: "limit", short: "l", value: OptionValue(placeholder: "N"), group: "output",
      help: "stop after that many records, however many more there are and whatever they hold"),
    OptionDescription(name: "count", short: "c", group: "output", help: "print how many there are"),
    OptionDescription(
      name: "format",
      value: OptionValue(
        placeholder: "FORMAT",
        completion: .choices([
          Choice("table", help: "aligned columns"), Choice("csv", help: "the user's spreadsheet"),
          Choice("json", help: "an array of objects"),
        ])),
      group: "output", help: "print in this format"),
    OptionDescription(
      name: "output", short: "o", value: OptionValue(placeholder: "FILE", completion: .file()),
      group: "output",
      help: "write to a file"),
    OptionDescription(
      name: "null", value: OptionValue(placeholder: "TEXT"), group: "output",
      help: "print this for a null"),
    OptionDescription(
      name: "sql", group: "output", help: "print the statement instead of running it"),
  ],
  manual: CommandManual(
    """
    Every `--has`, `--none` and `--where` must hold.
        .headers on
        'quoted' \\ back

    --raw
    : Numbers instead of names.
    No
    : A word.
    """,
    examples: """
      Prints as CSV.
          $ flagdb query zoo.db Sample --format csv
          code
          S-1
      """,
    exitStatuses: "3\n: no record satisfies, where `--exists` asked", seeAlso: ["flagdb-delete(1)"]
  ))

private let deleteCommand = CommandDescription(
  name: "delete", group: "records", summary: "deletes the selected records",
  arguments: [database, entity],
  options: selection + [
    OptionDescription(name: "all", help: "delete every record"),
    OptionDescription(name: "sql", help: "print the statement instead of running it"),
  ])

private let statsCommand = CommandDescription(
  name: "stats", group: "records", summary: "counts flags, and what goes with them",
  arguments: [
    database, optionalEntity,
    ArgumentDescription(
      name: "ATTRIBUTE", isOptional: true, isRepeating: true, completion: .asks("attribute"),
      help: "an attribute"),
  ])

private let replCommand = CommandDescription(
  name: "repl", group: "records", summary: "interactive queries",
  arguments: [
    database, optionalEntity,
  ])

private let generateCommand = CommandDescription(
  name: "generate", group: "making", summary: "writes Swift, or another language, from a model",
  arguments: [
    ArgumentDescription(
      name: "DB|MODEL", isRepeating: true, completion: .file(extensions: ["db", "swift"]),
      help: "a database, or sources of a model")
  ])

private let completionsCommand = CommandDescription(
  name: "completions", group: "help", summary: "prints a completion script",
  arguments: [
    ArgumentDescription(
      name: "SHELL", completion: .choices(["bash", "zsh", "fish"]), help: "the shell")
  ])

private let helpCommand = CommandDescription(
  name: "help", group: "help", summary: "tells about a command",
  arguments: [ArgumentDescription(name: "COMMAND", isOptional: true, help: "the command")])

private let completeCommand = CommandDescription(
  CompletionCall.command, summary: "prints candidates", CompletionCall.self, isHidden: true)
