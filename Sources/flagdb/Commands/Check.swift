import CommandTable
import FlagDB
import FlagFormats
import FlagModel

/// `flagdb check DB`: looks for what is not as the model says.
struct CheckCommand: Command {
  private let database: String
  private let output: OutputOptions

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    output = try OutputOptions(line)
    try output.requireOutput(apartFrom: database)
  }

  func run(in session: Session) throws -> Exit {
    let findings = try session.open(database, for: .reading).findings()
    if findings.isEmpty { return .done }
    let columns = ["entity", "key", "attribute", "problem"].map { OutputColumn(name: $0) }
    let rows: [[Value]] = findings.map { finding in
      [
        finding.entity.map(Value.text) ?? .null, finding.key.map(Value.integer) ?? .null,
        finding.attribute.map(Value.text) ?? .null, .text(finding.problem),
      ]
    }
    try session.writeRecords(columns, output, rows)
    return .no
  }

  static let description = CommandDescription(
    "check", group: "the database", summary: "looks for what is not as the model says",
    arguments: [.database], options: OutputOptions.descriptions,
    discussion: [
      """
      It looks at the file itself (SQLite's `integrity_check`), at the tables, indexes and views \
      against the model, at references to records that are not there, and at the values: bits \
      that no flag declares, enum values that no case has, texts that do not match. Each finding \
      names a record that shows it. A write-ahead log that has grown beyond 64 MB is told too: it \
      cannot shrink while some program reads without an end.
      """,
      "Nothing is printed when all is well, and nothing is ever changed.",
    ],
    examples: [
      Example("A sound database.", "flagdb check zoo.db && echo sound", output: "sound")
    ],
    exitStatuses: [ExitStatus(3, "something was found")],
    seeAlso: [PageReference("flagdb-backup", 1)])
}
