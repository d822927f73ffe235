import CommandTable

extension BackupCommand {
  static let manual = CommandManual(
    """
    The copy is the database at one moment, even while others read and write it; `cp` does not
    promise that. An existing file is never touched, and a copy that fails is removed.
    """,
    examples: """
      A copy that can be read at once.
          $ flagdb backup zoo.db copy.db
      """,
    seeAlso: ["flagdb-check(1)"])
}
