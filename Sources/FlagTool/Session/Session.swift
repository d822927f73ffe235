import CommandTable
import Databases
import Engines
import FlagModel
import Guessing
import Platform
import Terminal

/// Returns the time in microseconds since 1970.
package typealias Clock = @Sendable () -> Int64

/// The environment of a command: the terminal, the clock, the function that opens databases, and
/// the outputs.
struct Session {
  private(set) var now: Timestamp
  private let clock: Clock
  /// The files of the command. All files are opened through it.
  private(set) var files = FilesInUse.ofProcess.part()
  let terminal: Terminal
  private var isSilent = false
  private(set) var isPaged = true
  let configuration: Configuration
  /// The output for results instead of standard output.
  private(set) var results: Output?
  /// The engine for server databases; nil in the tool without one.
  let servers: (any ServerEngine)?
  /// The executable for servers, if `servers` is nil.
  let serverProgram: String
  /// The commands of the tool.
  let commands: any CommandSet
  /// The arguments of the process; nil in a session of several commands.
  private(set) var words: [String]?
  /// The model files from the command line, for reading data.
  private(set) var models: [String] = []
  /// The options for reading record files; nil without any.
  private(set) var recordReading: (any RecordReading)?
  /// True if the options for record files are for the other side of a comparison.
  private(set) var mayLackRecords = false
  /// Additional models for reading record files.
  private(set) var modelsOfRecords: [Schema] = []
  private(set) var need = ModelNeed.whole
  /// The entity of the command, if it has one.
  private(set) var entity: Name?
  /// The commit in the write-ahead log whose state is read; nil for the current state.
  private(set) var commit: Int?
  /// Opens a database in place of `openAnew`; nil in a run of one command.
  private(set) var opening: Opening?
  private var trace = Trace()
  /// The greatest length of a stored command line.
  private static let longestLine = 1_000
  /// The command line in shell notation.
  private var line = ""
  private let said = Said()

  /// The notes that are printed only once.
  private final class Said {
    var texts: Set<String> = []
  }

  /// The actions that cannot be repeated.
  private final class Trace {
    var hasActed = false
    /// The number of table rows shown on a terminal; nil without a table.
    var rows: Int64?
  }

  /// Opens a database. A session of several commands returns its open one.
  typealias Opening = (
    _ path: String, _ access: Database.Access, _ patience: Duration, _ session: Session
  ) throws -> Database

  init(
    colour: Terminal.ColourChoice?, configuration: Configuration = .none,
    commands: any CommandSet, servers: (any ServerEngine)? = nil, serverProgram: String = "",
    clock: @escaping Clock
  ) {
    terminal = Terminal(colour: colour ?? configuration.colourChoice) {
      environmentVariable($0) ?? configuration.environmentVariable($0)
    }
    self.commands = commands
    self.servers = servers
    self.serverProgram = serverProgram
    self.clock = clock
    now = Timestamp(microseconds: clock()) ?? .earliest
    self.configuration = configuration
  }

  /// A session without any output, for completion.
  var silent: Session {
    var session = Session(colour: .never, commands: commands) { Timestamp.earliest.microseconds }
    session.isSilent = true
    return session
  }

  /// A session with models for foreign files, with options for record files, and for the state after a commit.
  func given(models: [String], records: (any RecordReading)?, commit: Int64?) -> Session {
    var session = self
    session.models += models
    if let records { session.recordReading = records }
    if let commit { session.commit = Int(clamping: commit) }
    return session
  }

  /// A session that opens a flagdb database even if its model cannot be read.
  func needing(_ need: ModelNeed) -> Session {
    var session = self
    session.need = need
    return session
  }

  /// A session for a command about an entity. A server then needs fewer round trips.
  func about(_ entity: Name?) -> Session {
    var session = self
    session.entity = entity
    return session
  }

  /// A session whose options for record files may be for the other side of a comparison.
  func lackingRecords(_ mayLack: Bool) -> Session {
    var session = self
    session.mayLackRecords = mayLack
    return session
  }

  /// A session that reads record files with the model of a database.
  func given(modelOf database: Database) -> Session {
    var session = self
    session.modelsOfRecords.append(database.schema)
    return session
  }

  /// The author and the command, for the audit log.
  var author: Author {
    let now = now
    return Author(who: userName(), command: line) { now }
  }

  /// Reports how well the Core Data models fit the store: those that the user gave, or all.
  func sayNotesOnModels(of database: Database, all: Bool) throws {
    for note in try database.notesOnModels(all: all) { sayOnce("note: \(shownInPart(note))\n") }
  }

  /// Prints the notes about an opened database.
  func sayNotes(of database: Database) {
    sayCopyNote(of: database)
    if let mistakes = database.mistakes {
      let mistake = shownInPart(mistakes.all.first?.message ?? "")
      sayOnce(
        "warning: model \(database.version) of '\(visible(database.path))' cannot be read: \(mistake)\n"
      )
    }
    if let column = Guesser(database).unnamedFlags {
      let naming = quotedCommand(
        "flagdb", "adopt", database.path, "--flags", "\(column)=FIRST,SECOND")
      sayOnce(visible("note: '\(column)' may hold flags; name them, as in \(naming)") + "\n")
    }
  }

  /// Reports that a copy of the file is read, and why.
  func sayCopyNote(of database: Database) {
    if let note = database.copyNote { sayOnce("note: \(note)\n") }
  }

  /// Reports that the server may hide records of the entities from this user.
  func sayHiddenRecords(of entities: [Entity], in database: Database) throws {
    if let note = try database.noteOfHiddenRecords(of: entities) { sayOnce("note: \(note)\n") }
  }

  /// True if the command has written output, asked a question, or read an input that cannot be read
  /// again. Until then it can be retried.
  var hasActed: Bool { trace.hasActed }

  func act() { trace.hasActed = true }

  /// A session for one attempt of a command, whose files are closed at its end.
  func forOneTry() -> Session {
    var session = self
    session.files = files.part()
    return session
  }

  /// Records that an input is read. Only a file or folder can be read again.
  func read(_ path: String) {
    if path != "-", let kind = try? fileKind(at: path), kind == .regular || kind == .directory {
      return
    }
    act()
  }

  /// A session for the command with these arguments.
  func running(_ words: [String]) -> Session {
    var session = self
    session.words = words
    let line = ([toolName] + words).map(shellWord).joined(separator: " ")
    session.line =
      if line.utf8.count <= Self.longestLine {
        line
      } else {
        line.prefix(Self.longestLine / 4) + "…"
      }
    return session
  }

  /// Counts the rows of a table on a terminal.
  func noteRows(_ count: Int64) { if canAsk { trace.rows = (trace.rows ?? 0) + count } }

  /// Returns and resets the number of rows; nil if there was no table.
  func takeRows() -> Int64? {
    defer { trace.rows = nil }
    return trace.rows
  }

  /// The session for the next of several commands.
  func next(results: Output?, isPaged: Bool = true, opening: Opening?) -> Session {
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

  /// The session for another run of the same command.
  func again() -> Session {
    var session = next(results: results, isPaged: false, opening: opening)
    session.words = words
    return session
  }

  /// The line reader: for a user with the history of earlier lines, or for a script.
  func reader(limit: Int, complete: @escaping LineCompleter) -> any LineReader {
    let history = userFile(.state, "history").map { path in
      History(at: path, besides: files) { say("warning: \(visible($0))\n") }
    }
    return terminal.sessionReader(limit: limit, history: history, complete: complete)
  }

  /// The prompt format.
  var prompt: String { configuration.prompt ?? "%e%t> " }

  /// Opens a man page, or prints it as text.
  func showManual(_ page: ManualPage, orElse text: String) throws {
    act()
    if !terminal.showManual(page.text) { try print(text, isPaged: true) }
  }

  /// Writes a message to standard error.
  func say(_ text: String) {
    if text.isEmpty { return }
    act()
    if !isSilent { StandardError.write(text) }
  }

  /// Writes a message once in a session. It does not prevent a retry.
  func sayOnce(_ text: String) {
    if !isSilent, said.texts.insert(text).inserted { StandardError.write(text) }
  }

  /// The width for running text.
  var textWidth: Int { if terminal.isTerminal(.output) { min(terminal.width, 100) } else { 80 } }

  var canAsk: Bool { terminal.isTerminal(.input) && terminal.isTerminal(.error) }

  /// A progress line for long work; nil if standard error is no terminal, or if it would disturb
  /// typed input.
  func progress(isTyped: Bool = false) -> Progress? {
    if isSilent || isTyped && terminal.isTerminal(.input) { return nil }
    return Progress(terminal)
  }

  func confirm(_ question: String) throws -> Bool {
    act()
    return try terminal.confirm(question, from: terminal.lineReader())
  }
}
