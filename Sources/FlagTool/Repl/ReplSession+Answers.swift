import CommandTable
import Completing
import FlagModel
import Predicates
import Terminal

// Recognises one input, and runs it.

extension ReplSession {
  /// Recognises the kind of an input.
  func kind(of text: String) -> ReplInput { ReplInput(text, of: entity, among: commandNames) }

  /// The names of the commands for an existing database.
  static func commandNames(in commands: any CommandSet) -> [String] {
    commands.tool.listedCommands.filter {
      $0.arguments.first?.name == "DB" && !namesOutsideSessions.contains($0.name)
    }.map(\.name)
  }

  func perform(_ text: String) throws {
    beginCommand()
    database.beginCommand()
    var succeeded = false
    defer { database.endCommand(succeeded: succeeded) }
    let input = kind(of: text)
    if case .dot = input {} else { lastInput = text }
    do {
      try answer(input)
    } catch OutputError.closedPipe {
      // The user has left the pager.
      if input.isQuestion { lastQuestion = text }
      throw OutputError.closedPipe
    }
    succeeded = true
    if input.isQuestion { lastQuestion = text }
  }

  func answer(_ input: ReplInput) throws {
    switch input {
    case .nothing: break
    case .dot(let name, let rest):
      let command = try DotCommand.required(name)
      if command.argument == .none, !rest.isEmpty {
        throw CommandError(".\(name): unexpected argument '\(rest)'")
      }
      try command.run(self, rest)
    case .command(let text): try runCommand(text)
    case .sql(let text): try runSQL(text)
    case .change(let text): throw refusal(ofChange: text)
    case .program(let line): try runProgram(line)
    case .declaration(let text): throw refusal(ofDeclaration: text)
    case .predicate(let text):
      if let error = mistakenCommand(text) { throw error }
      try query(text)
    }
  }

  /// The error for an invalid predicate that begins with a command's name.
  private func mistakenCommand(_ text: String) -> CommandError? {
    let first = String(text.prefix { !$0.isWhitespace })
    let names = entity?.candidates(withExpressions: true).map(\.text) ?? []
    let isPredicate = (try? PredicateSyntax.parse(SourceText(text))) != nil
    guard !isPredicate || text == first, !names.contains(first) else { return nil }
    if let error = commandOfAnotherPlace(first, Array(CommandWords(text).words.dropFirst())) {
      return error
    }
    if text == first, let entity = database.schema.entity(named: Name(text)) {
      return CommandError(
        "'\(entity.name)' is an entity, not a predicate",
        hint: "write .use \(entity.name) to choose it; then true shows all its records")
    }
    if isPredicate { return nil }
    if let error = partOfStatement(first) { return error }
    return nearestName(to: first, in: commandNames).map {
      CommandError("'\(first)' is not an attribute, and not a command", hint: .meant([$0]))
    }
  }

  /// The error for a command of a shell, or of another program.
  private func commandOfAnotherPlace(_ first: String, _ words: [String]) -> CommandError? {
    if first == toolName {
      var words = words
      if words.count > 1, namesFile(words[1]) { words.remove(at: 1) }
      return CommandError(
        "'\(first)' is not needed in a session",
        hint: .words("write \(words.map(shellWord).joined(separator: " "))"))
    }
    if let hint = FamiliarCommand.sessionHint(for: first, words) {
      return CommandError("'\(first)' is not a command of the session", hint: .words(hint))
    }
    if first.hasPrefix("\\") {
      return CommandError("'\(first)' is not a command of the session", hint: ".help lists them")
    }
    if tool.command(named: first) != nil {
      return CommandError("'\(first)' is not for a session with one database")
    }
    return nil
  }

  /// The error for a line that continues the one before.
  private func partOfStatement(_ first: String) -> CommandError? {
    if ReplInput.isOperator(first) {
      return CommandError(
        "unexpected '\(first)' at the start of a line",
        hint: "write the predicate on one line, or '\(first)' at the end of the line before")
    }
    if SQLStart.isClause(first) {
      return CommandError(
        "unexpected '\(first)' at the start of a line",
        hint: "write the whole SQL statement on one line")
    }
    return nil
  }

  private func runCommand(_ text: String) throws {
    let words = CommandWords(text)
    if let quote = words.openQuote { throw CommandError("a \(quote) opens and is not closed") }
    guard let name = words.words.first else { return }
    if name == "help" { return try help(words.words.dropFirst().first ?? "") }
    try run([name, database.path] + words.words.dropFirst())
  }

  func run(_ words: [String]) throws {
    var request = try tool.parse(givenArguments(words), preset: .inSession)
    if case .run(var line) = request {
      try requirePlace(for: line)
      // It opens the file itself.
      if line.command.name == BackupCommand.name, let commit = database.readCommit,
        line.words(of: "DB") == [database.path],
        !line.options.contains(where: { $0.name == "wal-at" })
      {
        line.give("wal-at", "\(commit)")
        request = .run(line)
      }
    }
    _ = try request.run(in: session.running(words))
    if case .run(let line) = request { sayState(ofCopyBy: line.command.name) }
  }

  /// Throws if an option of the line is not for a session.
  private func requirePlace(for line: Invocation) throws {
    let names = line.options.map(\.name)
    if names.contains("exists"), !names.contains("sql") {
      throw CommandError(
        "--exists answers by an exit status, and a command of a session has none",
        hint: "--count prints the number of records")
    }
    if names.contains("database") {
      throw CommandError("a session has one database, and --database names another")
    }
    let type = outer.commands.command(named: line.command.name)
    if names.contains("model"), type?.changesModels != true {
      throw CommandError("a session has one model; give --model to 'flagdb repl'")
    }
  }

  /// Says if a copy has the unsaved changes of the open transaction.
  private func sayState(ofCopyBy command: String) {
    guard database.isInTransaction else { return }
    switch command {
    case BackupCommand.name: say("note: the copy does not have the changes since .begin\n")
    case CopyCommand.name: say("note: the copy has the changes since .begin, which are not saved\n")
    default: break
    }
  }

  /// The arguments of a command, with the session's values for variables that it uses and does not
  /// set.
  func givenArguments(_ words: [String]) -> [String] {
    guard !settings.arguments.isEmpty, let line = tool.parseUnfinished(words, preset: .inSession)
    else { return words }
    let type = outer.commands.command(named: line.command.name) as? any SelectingCommand.Type
    guard let selection = type?.init(unfinished: line).selection else { return words }
    let names = selection.argumentNames
    let assigned = selection.givenArguments.compactMap { PredicateArguments.parts(of: $0)?.name }
    let more = settings.arguments.filter { names.contains($0.name) && !assigned.contains($0.name) }
    return words.prefix(2) + more.map { "--arg=\($0.text)" } + words.dropFirst(2)
  }
}
