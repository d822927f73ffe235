import CommandTable

extension NewCommand {
  static let manual = CommandManual(
    """
    The model files are Swift, as they stand in an app: `OptionSet` structs, enums, structs and
    `@Model` classes are read, and everything else is skipped. Several files make one model. Without
    a file the database is empty; `flagdb define` adds to it.

    An existing file is never touched. The model is kept in the database, so that the Swift files
    are not needed to read it.

    With `--wal` readers and a writer do not wait for each other. Writing then keeps two more files
    beside the database, `-wal` and `-shm`, which belong to it while they exist: copy the database
    with `flagdb backup`, never without them. On a read-only disk or in a folder of somebody else,
    the database can be read as long as no `-wal` has changes that are not in it yet.
    """,
    examples: """
      A database of an app's model.
          $ flagdb new fresh.db zoo.swift
      """,
    seeAlso: ["flagdb-define(1)", "flagdb-schema(1)", "flagdb-model(5)", "flagdb-tutorial(7)"])
}
