import CommandTable
import Databases
import Engines
import FlagModel
import Platform
import Terminal

/// A session with one database. It reads lines, runs them as commands, and stores the settings
/// between them.
final class ReplSession {
  /// The greatest length of a line. It is above any typed line, and costs little memory.
  static let longestLine = 1 << 20
  /// The greatest nesting depth of `.read`.
  static let deepest = 8

  private(set) var database: ReplDatabase
  var settings = ReplSettings()
  /// The output for results instead of standard output.
  var results: Output?
  var resultsPath: String?
  var hasLeft = false
  var lastPredicate: String?
  var lastInput = ""
  /// The last query, for `.watch`.
  var lastQuestion: String?
  var depth = 0
  var reader: any LineReader
  private(set) var session: Session
  let outer: Session
  /// The commands that make a database, or read standard input themselves.
  static let namesOutsideSessions = [
    NewCommand.name, ReplCommand.name, MCPCommand.name,
  ]

  /// The names of the commands for an existing database.
  let commandNames: [String]
  private let continues: Bool
  private var hasFailed = false
  private var hasEndedLine = false

  /// - Parameter commit: the commit in the write-ahead log after which the database is read.
  init(
    _ path: String, entity: Name?, in session: Session, commit: Int64? = nil, continues: Bool
  ) throws {
    database = try Self.open(path, in: session, commit: commit)
    outer = session
    self.session = session
    self.continues = continues
    commandNames = Self.commandNames(in: session.commands)
    reader = NoLines()
    let entities = database.schema.entities
    if let entity {
      settings.use(try database.schema.entity(typed: entity).name)
    } else if let first = entities.first {
      settings.use(first.name)
    }
    beginCommand()
  }

  /// Opens the database, or loads the records of a file.
  private static func open(
    _ path: String, in session: Session, commit: Int64? = nil
  ) throws -> ReplDatabase {
    let path = path.hasPrefix("-") ? "./\(path)" : path
    if RecordFile(path) == nil {
      if !session.isAddress(path) { try session.files.useDatabase(at: path) }
    } else {
      try session.files.useInput(at: path)
    }
    return try ReplDatabase(path: path, in: session, commit: commit)
  }

  /// Reads and runs lines to the end of standard input.
  func run() throws -> Exit {
    Interruption.stay()
    let completion = ReplCompletion(self)
    reader = outer.reader(limit: Self.longestLine) { completion.line($0, at: $1) }
    if outer.canAsk { greet() }
    var script = ReplScript(reader, name: outer.canAsk ? nil : "standard input")
    defer { if database.end() { say("note: the open transaction was rolled back\n") } }
    let wasOpen: Bool
    do {
      try perform(&script)
      wasOpen = database.isInTransaction
      try endOutput()
    } catch is ReplFailure {
      try? endOutput()
      return .failed
    }
    if script.name != nil && (hasFailed || wasOpen) { return .failed }
    return .done
  }

  private func greet() {
    let names = listed(database.schema.entities.map(\.name))
    say(visible("\(toolName) \(tool.version), \(database.path): \(names)") + "\n")
    say("Type a predicate to see its records, .help for help, Ctrl-D to leave.\n")
  }

  func say(_ text: String) { outer.say(text) }

  /// Continues with another file and its first entity.
  func goOn(withFile path: String) throws {
    let next = try Self.open(path, in: outer)
    database = next
    lastPredicate = nil
    lastQuestion = nil
    settings.use(next.schema.entities.first?.name)
    if outer.canAsk {
      say(visible("\(next.path): \(listed(next.schema.entities.map(\.name)))") + "\n")
    }
  }

  // MARK: The loop

  /// Runs all lines of a script or a user.
  func perform(_ script: inout ReplScript) throws {
    let isPerson = script.name == nil
    while !hasLeft {
      let input: String
      do {
        let read = try script.next(
          prompt: { prompt }, isUnfinished: { kind(of: $0).continues(with: $1) },
          hasEmptyLines: { kind(of: $0).isDeclaration },
          began: { self.begun = $0 })
        guard let read else { break }
        input = read
        if isPerson {
          hasEndedLine = false
          remember(input)
        }
      } catch {
        try recover(from: error, in: script, isPerson: isPerson)
        continue
      }
      do {
        try timed { try perform(input) }
        // The messages of the interrupted command were already printed.
        Interruption.honourSignals()
        if Interruption.signal != nil { throw LineError.interrupted }
      } catch {
        try recover(from: error, in: script, isPerson: isPerson)
      }
    }
    if isPerson, !hasLeft { say("\n") }
  }

  /// Adds a line to the history, unless it has a password. An input of several lines becomes one
  /// line, so its comments are removed.
  func remember(_ input: String) {
    if Database.mayHavePassword(input) { return }
    // The history has lines, and a line would be another text.
    if input.hasTextOfSeveralLines { return }
    reader.remember(input.contains("\n") ? input.withoutComments() : input)
  }

  /// The unfinished text of earlier lines, for completion.
  private(set) var begun = ""

  /// Reports an error, and continues if that is allowed.
  private func recover(from error: any Error, in script: ReplScript, isPerson: Bool) throws {
    Interruption.honourSignals()
    if let signal = Interruption.signal {
      // Ctrl-C of a user ends only the command. Other signals end the session.
      guard isPerson, signal == SIGINT else {
        if database.hasKept { say("note: the changes of earlier lines are saved\n") }
        throw error is LineError ? SessionEnd() : error
      }
      Interruption.forgetSignal()
      if error is LineError { return }
    }
    guard !(error is ReplFailure && !isPerson) else { throw error }
    // A change in an open transaction is not yet committed.
    let lost = database.isInTransaction ? (error as? LostAnswer)?.cause : nil
    let error = lost ?? error
    if !(error is ReplFailure) {
      let repair = MissingEntity.hint(for: error, in: database.schema)
      say(Failure(error, isVerbose: false, repair: repair).text)
    }
    if let output = error as? OutputError, output == .closedPipe { return }
    guard let name = script.name else { return }
    hasFailed = true
    // A read error already contains the line.
    let place = error is LineError ? "in" : "at line \(script.line) of"
    say("  \(place) \(visible(name))\n")
    if continues, database.hasLostTransaction {
      say("note: the rest is not run, because it may belong to the lost transaction\n")
    }
    if !continues || database.hasLostTransaction { throw ReplFailure() }
  }

  private func timed(_ body: () throws -> Void) throws {
    let start = monotonicMicroseconds()
    defer { endAnswer(monotonicMicroseconds() - start) }
    try body()
  }

  /// Prints the number of rows of a table on a terminal, and the time.
  func endAnswer(_ time: Int64? = nil) {
    endLineOfInterrupt()
    let rows = session.takeRows()
    var words: [String] = []
    if let rows { words.append(counted(rows, "row")) }
    if let time, rows != nil || settings.timesCommands { words.append(Self.seconds(time)) }
    if !words.isEmpty { say("\(words.joined(separator: ", "))\n") }
  }

  /// Ends the line in which a terminal shows Ctrl-C.
  private func endLineOfInterrupt() {
    guard outer.canAsk, !hasEndedLine, Interruption.signal == SIGINT else { return }
    hasEndedLine = true
    say("\n")
  }

  private static func seconds(_ time: Int64) -> String {
    let milliseconds = String(time % 1_000_000 / 1_000)
    let zeros = String(repeating: "0", count: 3 - milliseconds.utf8.count)
    return "\(time / 1_000_000).\(zeros)\(milliseconds) s"
  }

  /// Prepares a command with its own time and output.
  func beginCommand(isPaged: Bool = true) {
    session = outer.next(results: results, isPaged: isPaged) { [database] in
      try database.open($0, for: $1, patience: $2, in: $3)
    }
  }

  /// A session without output, to test settings.
  func silentSession() throws -> Session {
    let nowhere = try Output.file("/dev/null", in: outer.files)
    return outer.next(results: nowhere, isPaged: false) { [database] in
      try database.open($0, for: $1, patience: $2, in: $3)
    }
  }

  // MARK: What is asked

  var entity: Entity? { settings.entity.flatMap { database.schema.entity(named: $0) } }

  func requireEntity() throws -> Entity {
    // Another program may have changed the model.
    _ = try database.open(database.path, for: .reading)
    if let entity { return entity }
    if let name = settings.entity { return try database.schema.entity(typed: name) }
    throw CommandError("no entity is chosen", hint: "choose one with .use ENTITY", exit: .failed)
  }

  var tool: ToolDescription { outer.commands.tool }

  /// The prompt with the user's settings: `%e` the entity, `%d` the database, `%t` an open
  /// transaction.
  private var prompt: String {
    let name = database.path.split(separator: "/").last.map(String.init) ?? database.path
    var text = ""
    var isMark = false
    for scalar in outer.prompt.unicodeScalars {
      if isMark {
        switch scalar {
        case "e": text += settings.entity?.text ?? name
        case "d": text += name
        case "t": if database.isInTransaction { text += "*" }
        case "%": text += "%"
        default: text += "%\(scalar)"
        }
        isMark = false
      } else if scalar == "%" {
        isMark = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return visible(text)
  }
}

/// A script has stopped at an error that was already reported.
private struct ReplFailure: Error {}

/// A signal has ended a session between two commands.
struct SessionEnd: ReportedError {
  func failure(in context: FailureContext) -> Failure {
    Failure(interrupted: "interrupted; the session has ended", nil)
  }
}

/// A reader without lines, for use before the input is opened.
private final class NoLines: LineReader {
  func readLine(prompt: String) throws(LineError) -> String? { nil }
}
