import Checking
import CommandTable
import Databases
import FlagFormats
import FlagModel
import PlainText

/// `flagdb check DB`: verifies a database against its model.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "verifies a database against its model"

  var database = ""
  var reading = ReadingOptions()
  var output = OutputOptions()

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &reading.models, commit: &reading.commit)
    table.part(&output)
    table.part(&reading.records)
  }

  func run(in session: Session) throws -> Exit {
    let opened = try session.openToRead(database, reading)
    try session.requireOutput(output)
    let checker = DatabaseChecker(opened)
    let findings = try checker.findings()
    if let note = checker.logNote() {
      session.say("note: \(note)\nhint: SQLite 3.51.3 has the fix; see 'flagdb help check'\n")
    }
    if let (note, hint) = try checker.unusedSpace() {
      session.say("note: \(visible(note))\n\(Hint.line(hint))")
    }
    session.say(shownInPart(try checker.staleNames()) { "note: \(shownInPart($0))\n" })
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
    `check` finds these problems, and names one record as an example of each:

    - damage to the file (SQLite's `integrity_check`);
    - tables, indexes and views that do not match the model;
    - references to missing records;
    - undeclared bits, unknown enum values, and texts that do not match their pattern;
    - a write-ahead log above 64 MB, which cannot shrink while a program reads.

    In a foreign database (`flagdb-files`(7)), `check` finds broken foreign keys, columns with values of
    several types, texts that are not UTF-8, views that cannot be read, and a write-ahead log without valid
    frames. In an adopted database, it also compares the values with the model. Each problem is printed once,
    with the number of records.

    In a Core Data store, `check` also finds references to records of the wrong entity, incomplete pairs,
    records without an entity, missing or invalid values, missing data files, keys that would be reused, the
    model of another store, and a store that was copied without its write-ahead log.

    If a tenth of the file or more is unused, a note on standard error says so; `flagdb backup --compact`
    makes a smaller copy.

    `check` prints nothing if it finds no problem, and never changes the database.

    SQLite before 3.51.3, except 3.50.7 and 3.44.6, has a bug that can damage a database with a write-ahead
    log if two programs write or checkpoint at the same moment: sqlite.org/wal.html#walresetbug. flagdb
    avoids the bug, but two other programs can cause it. If flagdb runs on such an SQLite, `check` prints a
    note on standard error for a database with a write-ahead log; the exit status stays 0. `sqlite3 zoo.db 'PRAGMA
    journal_mode = DELETE'` removes the log, and the danger with it. `flagdb --version
    --verbose` says whether its SQLite has the fix.
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
