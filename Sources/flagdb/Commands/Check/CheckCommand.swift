import CommandTable
import FlagDB
import FlagFormats
import FlagModel

/// `flagdb check DB`: looks for what is not as the model says.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "looks for what is not as the model says"

  var database = ""
  var output = OutputOptions()

  func run(in session: Session) throws -> Exit {
    let opened = try session.open(database, for: .reading)
    try session.requireOutput(output)
    let findings = try opened.findings()
    if let note = opened.logNote() {
      session.say("note: \(note)\nhint: SQLite 3.51.3 has the fix; see 'flagdb help check'\n")
    }
    if findings.isEmpty { return .done }
    let columns = ["entity", "key", "attribute", "problem"].map { OutputColumn(name: $0) }
    let rows: [[Value]] = findings.map { finding in
      [
        finding.entity.map { .text($0.text) } ?? .null, finding.key.map(Value.integer) ?? .null,
        finding.attribute.map { .text($0.text) } ?? .null, .text(finding.problem),
      ]
    }
    try session.writeRecords(columns, output, rows)
    return .no
  }
}
