import CommandTable
import FlagDB
import FlagModel
import Migrations
import Predicates
import Queries
import SQLText

/// `flagdb new DB [MODEL.swift…]`: creates a database.
struct NewCommand: Command {
  private let database: String
  private let models: [String]
  private let usesWAL: Bool

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    models = line.values(of: "MODEL.swift")
    usesWAL = line.has(option: "wal")
  }

  func run(in session: Session) throws -> Exit {
    let schema = try ModelFile.read(models, in: session)
    try schema.checkExpressions(now: session.now)
    try Database.create(
      path: database, schema: schema, origin: models.joined(separator: " "), usesWAL: usesWAL,
      now: session.now)
    return .done
  }

  static let description = CommandDescription(
    "new", group: "the database", summary: "creates a database",
    arguments: [
      ArgumentDescription("DB", completion: .file(), help: "the file to create"),
      ArgumentDescription(
        "MODEL.swift", isOptional: true, isRepeating: true,
        completion: .file(extensions: ["swift"]),
        help: "the types and entities of the model, as Swift"),
    ],
    options: [
      OptionDescription(
        "wal", help: "keep a write-ahead log, so that readers and a writer do not wait")
    ],
    discussion: [
      """
      The model files are Swift, as they stand in an app: `OptionSet` structs, enums, structs and \
      `@Model` classes are read, and the rest is passed over. Several files make one model. \
      Without any, the database is empty and grows by `flagdb define`.
      """,
      """
      A file that exists is never touched. The model is kept in the database, so that the Swift \
      files are not needed to read it.
      """,
      """
      With `--wal` readers and a writer do not wait for each other. Writing then keeps two more files \
      beside the database, `-wal` and `-shm`, which belong to it while they are there: copy it with \
      `flagdb backup`, never without them. Where nothing may be written, on a read-only disk or in a \
      folder of somebody else, it is read as long as no `-wal` has changes that are not in it yet.
      """,
    ],
    examples: [
      Example("A database of an app's model.", "flagdb new fresh.db zoo.swift", output: "")
    ],
    seeAlso: [
      PageReference("flagdb-define", 1), PageReference("flagdb-schema", 1),
      PageReference("flagdb-model", 5), PageReference("flagdb-tutorial", 7),
    ])
}
