import CommandTable

extension CheckCommand {
  static let manual = CommandManual(
    discussion: [
      """
      It looks at the file itself (SQLite's `integrity_check`), at the tables, indexes and views \
      against the model, at references to records that are not there, and at the values: bits \
      that no flag declares, enum values that no case has, texts that do not match. Each finding \
      names a record that shows it. A write-ahead log that has grown beyond 64 MB is told too: it \
      cannot shrink while some program reads without an end.
      """,
      "Nothing is printed when all is well, and nothing is ever changed.",
      """
      SQLite before 3.51.3, but for 3.50.7 and 3.44.6, has a bug that can damage a database with a \
      write-ahead log: sqlite.org/wal.html#walresetbug. Two programs must write or checkpoint at the \
      same moment; where one of the two is flagdb, it cannot happen. If the SQLite of flagdb is such \
      a one, as that of other programs on the machine is then too, a note on standard error says so for \
      a database with a log, and the exit status stays 0. \
      `sqlite3 zoo.db 'PRAGMA journal_mode = DELETE'` takes the log away, and the danger with it. \
      `flagdb --version` says which SQLite it is.
      """,
    ],
    examples: [
      Example("A sound database.", "flagdb check zoo.db && echo sound", output: "sound")
    ],
    exitStatuses: [ExitStatus(3, "something was found")],
    seeAlso: [PageReference("flagdb-backup", 1)])
}
