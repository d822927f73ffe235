import CommandTable
import Databases
import FlagModel
import Queries

/// `flagdb insert DB ENTITY name=value…`: adds a record and prints its key, or imports many with
/// `--from`.
struct InsertCommand: Command {
  static let name = "insert"
  static let summary = "adds records, or imports CSV, TSV and JSON files"

  var database = ""
  var entity: Name = ""
  var assignments = AssignmentOptions()
  var importing = ImportOptions()
  var sql: SQLForm?

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.entity(&entity)
    table.argument(
      "NAME=VALUE", isOptional: true, &assignments.words, .asks("assignment"),
      help:
        "the value of an attribute, the whole record as one JSON object, or a file of records")
    table.part(&assignments)
    table.switch(
      "alter", &importing.alters,
      help: "add unknown flags and cases to the model, on the next free bits")
    table.part(&importing)
    let sql = table.sql(&sql)
    table.exclude(sql, all: ["dry-run"])
    table.switch(
      "dry-run", &importing.isDryRun,
      help: "check everything and show the result, but change nothing")
  }

  /// Adds an implied `--from` for a record file, or for a pipe with import options. The entity is
  /// by default named as the file.
  static func understood(_ line: Invocation) -> Invocation {
    var line = line
    line.move("ENTITY", to: "from") { $0.contains { "./".contains($0) } && RecordFile($0) != nil }
    line.move("NAME=VALUE", to: "from", where: ImportInput.isInput)
    let names = line.options.map(\.name)
    if line.words(of: "NAME=VALUE").isEmpty, !names.contains("from"), ImportInput.isPiped,
      names.contains(where: ImportOptions.names.contains)
    {
      line.give("from", "-")
    }
    return line
  }

  mutating func complete() throws {
    if entity == "", let file = importing.files.first {
      entity = RecordFile(file)?.entity ?? ""
    }
    importing.isRaw = assignments.isRaw
    for word in [entity.text] + assignments.words { try ImportInput.requireFile(namedBy: word) }
    if importing.alters, importing.isRaw {
      throw CommandError("--raw reads numbers, and --alter adds names; leave one out")
    }
    if sql != nil, importing.alters {
      throw CommandError("--sql cannot show the change of the model by --alter; leave one out")
    }
    if sql != nil, importing.isAsked {
      throw CommandError("--sql shows the statement of one record; leave out --from")
    }
  }

  func run(in session: Session) throws -> Exit {
    // The executable for servers reads the inputs, so this one must not read from them.
    try session.requireEngine(for: database)
    if importing.isAsked {
      return try Import(
        path: database, entity: entity, options: importing, assignments: assignments,
        session: session
      ).run()
    }
    let database = try session.openToChange(database, for: .writing(if: sql == nil))
    var entity = try database.entity(named: self.entity)
    let alteration = try alteration(of: entity, database)
    if let alteration { entity = try alteration.schema.entity(typed: self.entity) }
    let request = try assignments.request(for: entity, in: session)
    if assignments.words.isEmpty, ImportInput.isPiped, !request.missing(for: entity).isEmpty {
      var piped = self
      piped.importing.files = ["-"]
      return try piped.run(in: session)
    }
    if !database.kind.isForeign { try request.requireComplete(for: entity) }
    if let half = entity.halfGroup(in: request.assignments) {
      throw CommandError(half.message, hint: half.hint)
    }
    if let sql {
      let change = try database.read { try resolve(request, of: entity, in: database) }
      return try session.printSQL(
        ofChange: database.statements(toInsert: change, into: entity), as: sql, for: database)
    }
    if importing.isDryRun {
      return try preview(request, of: entity, alteration, database, session)
    }
    let replaced = try insert(request, into: entity, alteration, database, session)
    session.say(alteration?.words ?? "")
    if replaced > 0 { session.say("note: 1 record inserted\(removed(replaced))\n") }
    return .done
  }

  /// Resolves the values of the record. Throws unless it gets all that a foreign table requires, whose rules are known
  /// only in a transaction.
  private func resolve(
    _ request: ChangeRequest, of entity: Entity, in database: Database
  ) throws -> ResolvedChange {
    if database.kind.isForeign {
      try ForeignTableRules(database).requireComplete(request, for: entity)
    }
    return try database.resolve(request, of: entity)
  }

  /// Inserts the record, and prints it. Returns the number of records that it replaced.
  private func insert(
    _ request: ChangeRequest, into entity: Entity, _ alteration: Alteration?,
    _ database: Database, _ session: Session
  ) throws -> Int64 {
    var replaced: Int64 = 0
    try session.answer { answer in
      try database.write {
        try alteration?.apply(to: database, now: session.now)
        // If the key cannot be printed, the user would add the record again, so the output is
        // checked first.
        let change = try resolve(request, of: entity, in: database)
        let record = try request.placing { try database.insert(into: entity, change) }
        replaced = record.replaced
        try answer("\(record.text)\n")
      }
    }
    return replaced
  }

  /// The names in the record that the model lacks, if they are to be added; nil if there are none.
  private func alteration(of entity: Entity, _ database: Database) throws -> Alteration? {
    guard importing.alters else { return nil }
    try database.requireAllowed(.changeTables)
    return try Alteration(assignments.newNames(for: entity), "insert \(entity.name)", in: database)
  }

  private func preview(
    _ request: ChangeRequest, of entity: Entity, _ alteration: Alteration?, _ database: Database,
    _ session: Session
  ) throws -> Exit {
    var preview = ChangePreview(database, entity, adding: request.references.map(\.relationship))
    let (statements, replaced) = try database.writeInVain {
      try alteration?.apply(to: database, now: session.now)
      let change = try resolve(request, of: entity, in: database)
      let record = try request.placing { try database.insert(into: entity, change) }
      try preview.readNew(record)
      let statements = try database.statements(toInsert: change, into: entity, as: record.key)
      return (statements, record.replaced)
    }
    session.say(alteration?.words ?? "")
    try preview.show(
      "would insert 1 record\(removed(replaced))", statements, OutputOptions(), in: session)
    return .done
  }
}
