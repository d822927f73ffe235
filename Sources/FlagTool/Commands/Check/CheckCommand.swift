import Checking
import CommandTable
import FlagFormats
import FlagModel

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
    // A file must not keep the findings of an earlier check.
    if findings.isEmpty, output.path == nil { return .done }
    let columns = OutputColumn.named(["entity", "key", "attribute", "problem"])
    let rows: [[Value]] = findings.map { finding in
      [
        .text(ifAny: finding.entity?.text), finding.key ?? .null,
        .text(ifAny: finding.attribute?.text), .text(finding.problem),
      ]
    }
    try session.writeRecords(columns, output, rows)
    return findings.isEmpty ? .done : .no
  }
}
