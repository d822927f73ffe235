import CommandTable
import FlagDB

/// `flagdb backup DB FILE`: copies a live database.
struct BackupCommand: Command {
  private let database: String
  private let file: String

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    file = try line.required("FILE")
  }

  func run(in session: Session) throws -> Exit {
    try Database(path: database, for: .reading).backUp(to: file)
    return .done
  }

  static let description = CommandDescription(
    "backup", group: "the database", summary: "makes a consistent copy of a live database",
    arguments: [
      .database,
      ArgumentDescription("FILE", completion: .file(), help: "the copy, which must not exist yet"),
    ],
    discussion: [
      """
      The copy is the database as it is at one moment, whoever reads and writes meanwhile; `cp` \
      promises nothing of the kind. A file that exists is never touched, and a copy that fails is \
      taken away.
      """
    ],
    examples: [
      Example("A copy that can be read at once.", "flagdb backup zoo.db copy.db", output: "")
    ],
    seeAlso: [PageReference("flagdb-check", 1)])
}
