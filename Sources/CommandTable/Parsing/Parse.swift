import PlainText

extension ToolDescription {
  /// Reads a command line without the tool's own name.
  ///
  /// A first word that is no command goes to the default command when it looks like a path (it has
  /// a `.`, `/` or `:`) or `isFile` knows it; else it is a mistyped command.
  package func parse(
    _ words: [String], isFile: (String) -> Bool = { _ in false }
  ) throws(UsageError) -> CommandLineRequest {
    let survey = LineSurvey(words, of: self)
    let first = survey.firstWord.map { words[$0] }
    let named = first.flatMap { command(named: $0) }
    let standIn = first.flatMap {
      named == nil && (looksLikePath($0) || isFile($0)) ? standInCommand : nil
    }
    if let first, named == nil, standIn == nil { throw unknownCommand(first) }
    if let help = survey.help { return .help(named, help) }
    if survey.asksForVersion { return .version }

    var parser = LineParser(
      words, skipping: named == nil ? nil : survey.firstWord, command: named ?? standIn, tool: self)
    try parser.parseWords()
    if let help = parser.help { return .help(named, help) }
    if parser.asksForVersion { return .version }
    guard let command = named ?? standIn else { throw UsageError(problem: .noCommand, tool: name) }
    return .run(try parser.parseInvocation(of: command, standsIn: standIn != nil))
  }

  /// Reads a line that is still being typed, for completion: whatever is wrong is passed over.
  /// Nil while no command is known.
  package func parseUnfinished(
    _ words: [String], isFile: (String) -> Bool = { _ in false }
  ) -> Invocation? {
    let firstWord = LineSurvey(words, of: self).firstWord
    let named = firstWord.flatMap { command(named: words[$0]) }
    guard let firstWord, let command = named ?? standInCommand else { return nil }
    var parser = LineParser(
      words, skipping: named == nil ? nil : firstWord, command: command, tool: self)
    return parser.parseUnfinished(of: command)
  }

  /// The command that runs when the first word names none.
  var standInCommand: CommandDescription? {
    defaultCommand.flatMap { command(named: $0) }
  }

  private func unknownCommand(_ typed: String) -> UsageError {
    let nearest = nearestName(to: typed, in: listedCommands.flatMap(\.names))
    return UsageError(problem: .unknownCommand(typed, nearest: nearest), tool: name)
  }
}

private func looksLikePath(_ word: String) -> Bool {
  word.utf8.contains { [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":")].contains($0) }
}
