import CommandTable
import Databases
import FlagFormats
import FlagModel
import PlainText

/// `flagdb check DB`: looks for what is not as the model says.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "looks for what is not as the model says"

  var database = ""
  var models: [String] = []
  var output = OutputOptions()

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &models)
    table.part(&output)
  }

  func run(in session: Session) throws -> Exit {
    let opened = try session.openToRead(database, models)
    try session.requireOutput(output)
    let findings = try opened.findings()
    if let note = opened.logNote() {
      session.say("note: \(note)\nhint: SQLite 3.51.3 has the fix; see 'flagdb help check'\n")
    }
    if let (note, hint) = try opened.unusedSpace() {
      session.say("note: \(visible(note))\n\(Hint.line(hint))")
    }
    session.say(shownInPart(try opened.staleNames()) { "note: \(shownInPart($0))\n" })
    if findings.isEmpty { return .done }
    let columns = ["entity", "key", "attribute", "problem"].map { OutputColumn(name: $0) }
    let rows: [[Value]] = findings.map { finding in
      [
        finding.entity.map { .text($0.text) } ?? .null, finding.key ?? .null,
        finding.attribute.map { .text($0.text) } ?? .null, .text(finding.problem),
      ]
    }
    try session.writeRecords(columns, output, rows)
    return .no
  }

  static let manual = CommandManual(
    """
    `check` looks at the file itself (SQLite's `integrity_check`), compares tables, indexes and
    views with the model, and finds references to records that are not there. It also finds wrong
    values: bits that no flag declares, enum values that no case has, texts that do not match their
    pattern. Each finding names one record as an example. A write-ahead log above 64 MB is reported
    too: it cannot shrink while some program keeps reading.

    In a file that another program made (`flagdb-files`(7)) `check` finds foreign keys that lead
    nowhere, columns with values of several kinds, texts that are not UTF-8, views that cannot be
    read, and a write-ahead log that holds nothing of use. If the file has been adopted, its values
    are compared with the model as well. Each kind of finding is told once, with one record as an
    example and the number of records.

    In a store of Core Data it also finds references to records that are not there or of another
    kind, pairs that lack a side, records of no entity, missing values, values of another form or
    against the validation of the model, data in files that are missing, keys that would be given
    again, a model of another store, and a store that was copied without its log.

    Pages that hold nothing, as a migration leaves them, are told in a note on standard error where they
    are a tenth of the file or more; `flagdb backup --compact` makes a copy without them.

    Nothing is printed if all is well. `check` never changes anything.

    SQLite before 3.51.3, except 3.50.7 and 3.44.6, has a bug that can damage a database with a
    write-ahead log: sqlite.org/wal.html#walresetbug. It needs two programs that write or checkpoint
    at the same moment; if one of the two is flagdb, it cannot happen. If flagdb itself runs on such
    an SQLite, other programs on the machine probably do too: for a database with a log, `check`
    then prints a note on standard error, and the exit status stays 0. `sqlite3 zoo.db 'PRAGMA
    journal_mode = DELETE'` removes the log, and the danger with it. `flagdb --version` prints the
    version of SQLite.
    """,
    examples: """
      A sound database.
          $ flagdb check zoo.db && echo sound
          sound

      The findings for a program; here there are none.
          $ flagdb check zoo.db --format json
      """,
    exitStatuses: [3: "something was found"],
    seeAlso: ["flagdb-backup(1)", "flagdb-files(7)"])
}
