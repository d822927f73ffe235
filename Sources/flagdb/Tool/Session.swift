import CommandTable
import Databases
import Engines
import FlagFormats
import FlagModel
import PlainText
import Platform
import Plots
import Terminal

/// Tells the time, in microseconds since 1970.
package typealias Clock = @Sendable () -> Int64

/// The surroundings of a command: the terminal, the clock, the way to open databases, and the
/// outputs for results and words.
struct Session {
  private(set) var now: Timestamp
  private let clock: Clock
  /// The files of the command, which it opens in no other way.
  private(set) var files = FilesInUse.ofProcess.part()
  let terminal: Terminal
  private var isSilent = false
  private(set) var isPaged = true
  let configuration: Configuration
  /// The output for results instead of standard output.
  private(set) var results: Output?
  /// The engine for databases on servers; nil in the tool that opens files alone.
  let servers: (any ServerEngine)?
  /// The executable that opens servers where `servers` is nil.
  let serverProgram: String
  /// The words of the process; nil in a session of several commands.
  private(set) var words: [String]?
  /// The files of models that the line gives for what is read.
  private var models: [String] = []
  /// The models that records of a file are read by, besides.
  private var modelsOfRecords: [Schema] = []
  private var need = ModelNeed.whole
  private var opening: Opening = { try $3.openAnew($0, for: $1, patience: $2) }
  private var trace = Trace()
  /// More of a line is not kept.
  private static let longestLine = 1_000
  /// The line of the command, as the shell would read it.
  private var line = ""
  private let said = Said()

  /// The notes that need no second telling.
  private final class Said {
    var texts: Set<String> = []
  }

  /// The acts that cannot be done a second time.
  private final class Trace {
    var hasActed = false
    /// The rows of the tables that a person was shown; nil without a table.
    var rows: Int64?
  }

  /// The way to open a database: a session of several commands hands out the one that it has open.
  typealias Opening = (
    _ path: String, _ access: Database.Access, _ patience: Duration, _ session: Session
  ) throws -> Database

  init(
    colour: Terminal.ColourChoice?, configuration: Configuration = .none,
    servers: (any ServerEngine)? = nil, serverProgram: String = "", clock: @escaping Clock
  ) {
    terminal = Terminal(colour: colour ?? configuration.colourChoice) {
      environmentVariable($0) ?? configuration.environmentVariable($0)
    }
    self.servers = servers
    self.serverProgram = serverProgram
    self.clock = clock
    now = Timestamp(microseconds: clock()) ?? .earliest
    self.configuration = configuration
  }

  /// For completions, which never say anything.
  static var silent: Session {
    var session = Session(colour: .never) { Timestamp.earliest.microseconds }
    session.isSilent = true
    return session
  }

  /// The database at a path, with its model, or the records of a file.
  func open(
    _ path: String, for access: Database.Access, patience: Duration = Database.usualPatience
  ) throws -> Database {
    let database = try opened(path, access, patience)
    sayNotes(of: database)
    return database
  }

  /// The same, where the line gives models for what is read.
  func openToRead(_ path: String, _ models: [String]) throws -> Database {
    try given(models).open(path, for: .reading)
  }

  /// The session in which models say what others have in their files.
  func given(_ models: [String]) -> Session {
    var session = self
    session.models += models
    return session
  }

  /// The session in which a database of ours is opened though its model cannot be read.
  func needing(_ need: ModelNeed) -> Session {
    var session = self
    session.need = need
    return session
  }

  /// The session in which records of a file are read by the model of a database.
  func given(modelOf database: Database) -> Session {
    var session = self
    session.modelsOfRecords.append(database.schema)
    return session
  }

  /// Opens a path without regard to what is open already.
  func openAnew(
    _ path: String, for access: Database.Access, patience: Duration, after earlier: Database? = nil
  ) throws -> Database {
    try requireEngine(for: path)
    // A model that cannot be read is wrong wherever it is given.
    let given = try models.isEmpty ? nil : GivenModels.ofUser(models, in: files)
    if let records = RecordFile(path) {
      if access == .writing { throw records.refusal }
      var given = try given ?? .ofUser([], in: files)
      given.schemas += modelsOfRecords
      return try records.load(given, in: self)
    }
    let search = ModelSearch(files: files) { [files] in try given ?? .ofUser([], in: files) }
    let database = try Database(
      path: path, for: access, patience: patience, on: servers, models: search, needing: need,
      after: earlier)
    if let model = models.first, !database.kind.isForeign {
      throw CommandError("'\(path)' has its model in it; leave out --model \(model)")
    }
    return database
  }

  /// The same for a command that changes records, or shows how it would.
  func openToChange(_ path: String, for access: Database.Access = .writing) throws -> Database {
    try requireNoRecords(path)
    let database = try opened(path, access, Database.usualPatience)
    try database.requireAllowed(.changeRecords)
    sayNotes(of: database)
    return database
  }

  /// The same for a command that changes the tables of a database of ours.
  func openOurs(
    _ path: String, for access: Database.Access, patience: Duration = Database.usualPatience
  ) throws -> Database {
    try requireNoRecords(path)
    let database = try opened(path, access, patience)
    try database.requireAllowed(.changeTables)
    sayNotes(of: database)
    return database
  }

  /// The same for a command that gives names to what is in a file of others.
  func openToAdopt(_ path: String) throws -> Database {
    try requireNoRecords(path)
    return try opened(path, .reading, Database.usualPatience)
  }

  /// Throws of a file of records, which is only read.
  private func requireNoRecords(_ path: String) throws {
    if let records = RecordFile(path) { throw records.refusal }
  }

  private func opened(
    _ path: String, _ access: Database.Access, _ patience: Duration
  ) throws -> Database {
    try requireEngine(for: path)
    if RecordFile(path) == nil, !Database.isAddress(path) { try files.useDatabase(at: path) }
    let database = try opening(path, access, patience, self)
    try sayNotesOnModels(of: database, all: false)
    database.author = author
    database.warn = { [self] in say("warning: \($0)\n") }
    database.note = { [self] in say(visible("note: \($0)") + "\n") }
    return database
  }

  /// Who changes something, and by which command.
  var author: Author {
    let now = now
    return Author(who: userName(), command: line) { now }
  }

  /// Says how models of Core Data fit the store: those that a user has given, or all.
  func sayNotesOnModels(of database: Database, all: Bool) throws {
    for note in try database.notesOnModels(all: all) { sayOnce("note: \(shownInPart(note))\n") }
  }

  /// Says what a user has to know of a database that a command has opened.
  func sayNotes(of database: Database) {
    sayCopyNote(of: database)
    if let mistakes = database.mistakes {
      let mistake = shownInPart(mistakes.all.first?.message ?? "")
      sayOnce(
        "warning: model \(database.version) of '\(visible(database.path))' cannot be read: \(mistake)\n"
      )
    }
    if let column = database.unnamedFlags {
      let naming = quotedCommand(
        "flagdb", "adopt", database.path, "--flags", "\(column)=FIRST,SECOND")
      sayOnce(visible("note: '\(column)' may hold flags; name them, as in \(naming)") + "\n")
    }
  }

  /// Says that a copy of the file is read, and why.
  func sayCopyNote(of database: Database) {
    if let note = database.copyNote { sayOnce("note: \(note)\n") }
  }

  /// Says that the server may keep some records of entities from this user, who sees the others.
  func sayHiddenRecords(of entities: [Entity], in database: Database) throws {
    if let note = try database.noteOfHiddenRecords(of: entities) { sayOnce("note: \(note)\n") }
  }

  /// True if the command has shown or said something, asked, or read an input that can be read only
  /// once. Until then it can begin anew.
  var hasActed: Bool { trace.hasActed }

  func act() {
    trace.hasActed = true
  }

  /// The session for one try of a command; what the try uses is let go of at its end.
  func forOneTry() -> Session {
    var session = self
    session.files = files.part()
    return session
  }

  /// Notes that an input is read. Only a file or a folder can be read again.
  func read(_ path: String) {
    let kind = path == "-" ? nil : try? fileKind(at: path)
    if kind != .regular && kind != .directory { act() }
  }

  /// The same for the command of a line.
  func running(_ words: [String]) -> Session {
    var session = self
    session.words = words
    let line = ([tool.name] + words).map(shellWord).joined(separator: " ")
    session.line =
      line.utf8.count <= Self.longestLine ? line : line.prefix(Self.longestLine / 4) + "…"
    return session
  }

  /// Notes the rows of a table that a person has at a terminal.
  func noteRows(_ count: Int64) {
    if canAsk { trace.rows = (trace.rows ?? 0) + count }
  }

  /// The rows that were noted since this was asked last; nil if there was no table.
  func takeRows() -> Int64? {
    defer { trace.rows = nil }
    return trace.rows
  }

  /// The surroundings of the next of several commands.
  func next(
    results: Output?, isPaged: Bool = true, opening: @escaping Opening
  ) -> Session {
    var next = self
    next.isPaged = isPaged
    next.now = Timestamp(microseconds: clock()) ?? .earliest
    next.files = files.part()
    next.results = results
    next.opening = opening
    next.trace = Trace()
    next.words = nil
    return next
  }

  /// The surroundings of the same command when it runs once more.
  func again() -> Session {
    var session = next(results: results, isPaged: false, opening: opening)
    session.words = words
    return session
  }

  /// The reader of the lines of a person, with the history of earlier ones, or of a script.
  func reader(limit: Int, complete: @escaping LineCompleter) -> any LineReader {
    let history = userFile(.state, "history").map { path in
      History(at: path, besides: files) { say("warning: \(visible($0))\n") }
    }
    return terminal.sessionReader(limit: limit, history: history, complete: complete)
  }

  /// The prompt of a session, with its marks.
  var prompt: String { configuration.prompt ?? "%e%t> " }

  /// Opens a page of the manual, or prints it as text.
  func showManual(_ page: ManualPage, orElse text: String) throws {
    act()
    if !terminal.showManual(page.text) { try print(text, isPaged: true) }
  }

  /// Says something that is no result.
  func say(_ text: String) {
    if text.isEmpty { return }
    act()
    if !isSilent { StandardError.write(text) }
  }

  /// Says something that is no result and no act, once in all commands of a session.
  private func sayOnce(_ text: String) {
    if !isSilent, said.texts.insert(text).inserted { StandardError.write(text) }
  }

  /// The width that running text fits into.
  var textWidth: Int { terminal.isTerminal(.output) ? min(terminal.width, 100) : 80 }

  var canAsk: Bool { terminal.isTerminal(.input) && terminal.isTerminal(.error) }

  /// A line that tells how far long work has come; nil where nobody would see it, and where it
  /// would stand among what is typed.
  func progress(isTyped: Bool = false) -> Progress? {
    isSilent || isTyped && terminal.isTerminal(.input) ? nil : Progress(terminal)
  }

  func confirm(_ question: String) throws -> Bool {
    act()
    return try terminal.confirm(question, from: terminal.lineReader())
  }
}
