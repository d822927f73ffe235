import Databases
import Engines
import FlagFormats
import FlagModel
import Importing
import Migrating
import Platform
import Queries

/// `insert --from`: opens or creates the database and the entity, imports the records, and reports
/// the result.
struct Import {
  let path: String
  let entity: Name
  let options: ImportOptions
  let assignments: AssignmentOptions
  let session: Session

  func run() throws -> Exit {
    if !session.isAddress(path) { try session.files.useDatabase(at: path) }
    for path in options.files { session.read(path) }
    let inputs = try options.files.map { path throws(FileError) in
      try ImportInput(path, isReadTwice: options.creates || options.alters, in: session.files)
    }
    for input in inputs {
      try options.requireRejects(in: options.style(of: input, for: nil).format)
    }
    let rejections = try Rejections(options.errorRule, options.rejects, session)
    let isNewFile = try options.creates && !session.isAddress(path) && fileKind(at: path) == nil
    let database = isNewFile ? nil : try session.openToChange(path)
    let existing = database?.schema.entity(called: entity)
    if options.alters || options.creates && existing == nil {
      try database?.requireAllowed(.changeTables)
    }
    if let existing { try options.requireMet(by: existing) }
    var new: NewEntity?
    if options.creates, existing == nil {
      new = try NewEntity(
        entity, from: inputs, options, knowing: GivenModels.ofUser([], in: session).schemas,
        besides: database?.schema ?? .empty, session)
    }
    var alteration: Alteration?
    if let database, let existing {
      alteration = try self.alteration(ofModelFor: existing, inputs, database)
    }
    let job = ImportJob(self, new, alteration, inputs, rejections)
    if let database {
      try job.run(in: database)
    } else if let new {
      try job.run(inNewDatabase: new)
    }
    session.say(alteration?.words ?? "")
    say(job.counts, new, isNewFile: isNewFile, refused: rejections.count)
    return rejections.count == 0 ? .done : .no
  }

  /// The names in the inputs that the model lacks, if they are to be added; nil if there are none.
  private func alteration(
    ofModelFor entity: Entity, _ inputs: [ImportInput], _ database: Database
  ) throws -> Alteration? {
    guard options.alters else { return nil }
    var names = assignments.newNames(for: entity)
    for input in inputs { names = try options.newNames(in: input, for: entity, names, session) }
    return try Alteration(names, "insert \(entity.name)", in: database)
  }

  // MARK: Words

  private func say(_ counts: ImportCounts, _ new: NewEntity?, isNewFile: Bool, refused: Int64) {
    var words = ""
    if isNewFile { words += "\(leadingVerb("created")) '\(path)'\n" }
    if let new { words += new.words(isDryRun: options.isDryRun) }
    var parts = ["\(leadingVerb("inserted")) \(groupedDigits(counts.inserted))"]
    if counts.updated > 0 { parts.append("\(verb("updated")) \(groupedDigits(counts.updated))") }
    if counts.replaced > 0 {
      parts.append("\(verb("removed")) \(groupedDigits(counts.replaced)) by ON CONFLICT REPLACE")
    }
    if counts.leftOut > 0 { parts.append("\(verb("left out")) \(groupedDigits(counts.leftOut))") }
    if refused > 0 { parts.append("\(verb("refused")) \(groupedDigits(refused))") }
    words += parts.joined(separator: ", ")
    if options.isDryRun { words += "; nothing was changed" }
    session.say("\(words)\n")
  }

  /// The verb; in a dry run, what follows `would`.
  private func verb(_ past: String) -> String {
    guard options.isDryRun else { return past }
    let verbs = [
      "created": "create", "inserted": "insert", "updated": "update", "left out": "leave out",
      "refused": "refuse", "removed": "remove",
    ]
    return verbs[past] ?? past
  }

  /// The verb; in a dry run, with `would`.
  private func leadingVerb(_ past: String) -> String {
    if options.isDryRun { "would \(verb(past))" } else { past }
  }
}

/// The transactions of an import.
private final class ImportJob {
  private let work: Import
  private let new: NewEntity?
  private let alteration: Alteration?
  private let inputs: [ImportInput]
  private let rejections: Rejections
  private(set) var counts = ImportCounts()

  /// Ends a dry run, so that the transaction is rolled back.
  private struct DryRunEnd: Error {}

  init(
    _ work: Import, _ new: NewEntity?, _ alteration: Alteration?, _ inputs: [ImportInput],
    _ rejections: Rejections
  ) {
    self.work = work
    self.new = new
    self.alteration = alteration
    self.inputs = inputs
    self.rejections = rejections
  }

  /// Fills a new database, which gets its final name when it is complete.
  func run(inNewDatabase new: NewEntity) throws {
    // The permissions of a pipe do not describe its records.
    let sources = try work.options.files.filter { try fileKind(at: $0) == .regular }
    func create(_ fill: ((Database) throws -> Void)?) throws {
      try Database.create(
        path: work.path, like: sources, schema: new.schema, origin: new.origin,
        now: work.session.now, filling: fill)
    }
    guard work.options.batch == nil else {
      try create(nil)
      return try run(in: work.session.openToChange(work.path))
    }
    do {
      try create { [self] in try takeAll(in: $0) }
    } catch is DryRunEnd {}
    try rejections.finish()
  }

  func run(in database: Database) throws {
    guard let batch = work.options.batch else {
      do {
        try takeAll(in: database)
      } catch is DryRunEnd {}
      return try rejections.finish()
    }
    if new != nil || alteration != nil { try database.write { try grow(database) } }
    let fixed = try database.read { try fixedValues(in: database) }
    let run = try makeRun(database, fixed)
    try stopping(run) { try run.takeInBatches(of: batch) }
    try rejections.finish()
    counts = run.counts
  }

  /// Imports everything. If another program created the entity in the meantime, it is used unless
  /// the entity was to be created.
  private func takeAll(in database: Database) throws {
    var isFirst = true
    // Regular files can be read again from the beginning.
    let isRepeatable = try work.options.files.allSatisfy { try fileKind(at: $0) == .regular }
    try stopping(nil) {
      try work.session.retrying(if: isRepeatable && rejections.count == 0) {
        if !isFirst { for input in inputs { input.rewind() } }
        isFirst = false
        try database.write(toNewest: new == nil && alteration == nil) {
          try grow(database)
          let run = try makeRun(database, fixedValues(in: database))
          try run.takeAll()
          try rejections.requireRoom()
          counts = run.counts
          if work.options.isDryRun {
            try database.requireDeferredConstraints()
            throw DryRunEnd()
          }
        }
      }
    }
  }

  private func makeRun(_ database: Database, _ fixed: [Assignment]) throws -> ImportRun {
    var options = work.options
    if let new { options.numbered = new.numbered }
    return ImportRun(
      database, try database.entity(named: work.entity), options, inputs, fixed: fixed,
      rejections, in: work.session)
  }

  /// Creates the entity, or adds the names that it lacks.
  private func grow(_ database: Database) throws {
    try alteration?.apply(to: database, now: work.session.now)
    guard let new, database.schema.entity(called: work.entity) == nil else { return }
    try Migrator(database).grow(to: new.schema, origin: new.origin, now: work.session.now)
  }

  /// The values that the command line gives to every record.
  private func fixedValues(in database: Database) throws -> [Assignment] {
    let entity = try database.entity(named: work.entity)
    let change = try database.resolve(
      work.assignments.request(for: entity, in: work.session), of: entity)
    for assignment in change.assignments {
      guard case .set = assignment.change else {
        throw CommandError(
          "with --from, write '\(assignment.column)=…': a new record has no value to change")
      }
    }
    guard change.links.isEmpty else {
      throw CommandError(
        "with --from, a relationship to many is given in the records, not on the line")
    }
    return change.assignments
  }

  /// Adds the progress of the import to an error.
  private func stopping(_ run: ImportRun?, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as Rejections.Refused {
      throw ImportStopped(cause: error.error, outcome: outcome(of: error, run))
    } catch let error
      where run != nil || error is DatabaseError || error is FileError || error is InputError
    {
      throw ImportStopped(cause: error, outcome: outcome(of: error, run))
    }
  }

  private func outcome(of error: any Error, _ run: ImportRun?) -> ImportOutcome {
    let last = (error as? DatabaseError)?.outcome ?? .unchanged
    guard let run else { return .whole(last) }
    return .batches(committed: run.committed, next: last, newEntity: new.map { _ in work.entity })
  }
}
