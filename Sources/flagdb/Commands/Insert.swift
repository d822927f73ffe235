import CommandTable
import FlagDB
import FlagModel
import FlagSQL

/// `flagdb insert DB ENTITY name=value…`: adds a record and prints its key.
struct InsertCommand: Command {
  private let database: String
  private let entity: String
  private let assignments: AssignmentOptions
  private let showsSQL: Bool

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    entity = try line.required("ENTITY")
    assignments = try AssignmentOptions(line)
    showsSQL = line.has(option: "sql")
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.open(database, for: showsSQL ? .reading : .writing)
    let entity = try database.entity(named: self.entity)
    let request = try assignments.request(for: entity, in: session)
    let missing = request.missing(for: entity)
    guard missing.isEmpty else {
      let names = missing.map { "'\($0)'" }.joined(separator: ", ")
      throw CommandError(
        "a \(entity.name) needs \(names)",
        hint: "add \(missing.map { "\($0)=…" }.joined(separator: " "))")
    }
    if showsSQL {
      let change = try database.read { try database.resolve(request) }
      try session.print(SQLOptions.text(of: Insert(entity, change.assignments).sql))
      return .done
    }
    try database.write {
      let key = try database.insert(into: entity, try database.resolve(request))
      // While it can still be undone: a key that nobody got is a record that is added twice.
      try session.print("\(key)\n")
    }
    return .done
  }

  static let description = CommandDescription(
    "insert", group: "records", summary: "adds a record and prints its key",
    arguments: [.database, .entity, .optionalAssignments],
    options: [AssignmentOptions.raw, SQLOptions.description],
    discussion: [
      """
      Values are typed as people write them: `markers=HRM,PLX`, `status=measured`, \
      `taken=2026-11-20`, `tags=red,green`. `note=` is the empty text and `note:null` no value. \
      `photo=@FILE` reads the bytes of a file. What is not given gets its default.
      """,
      """
      A relationship is given by naming the other record: `sample=17` by its key, or \
      `sample=S-17` by its unique attribute, where it has just one. A many-to-many relationship \
      takes several, with commas between them.
      """,
      "A record may be written as one JSON object instead, in the names of its attributes.",
    ],
    examples: [
      Example(
        "A record by names and values.",
        "flagdb insert zoo.db Sample code=S-5 taken=2026-11-21 markers=HRM,PLX", output: "5"),
      Example(
        "The same as JSON.",
        """
        flagdb insert zoo.db Sample '{"code": "S-6", "taken": "2026-11-21", "markers": ["HRM"]}'
        """,
        output: "6"),
    ],
    seeAlso: [PageReference("flagdb-update", 1), PageReference("flagdb-query", 1)])
}
