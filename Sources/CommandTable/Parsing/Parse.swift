import PlainText

extension ToolDescription {
  /// Parses a command line without the tool's name.
  ///
  /// If the first word is no command but looks like a path (with `.`, `/` or `:`) or is a file, the
  /// default command runs. Otherwise the word is a mistyped command. Without any word, the default
  /// command runs if an option or preset gives its first argument.
  package func parse(
    _ words: [String], preset: PresetArgument = PresetArgument()
  ) throws(UsageError) -> CommandLineRequest {
    let survey = LineSurvey(words, of: self)
    let first = survey.firstWord.map { words[$0] }
    let named = first.flatMap { command(named: $0) }
    var standIn: CommandDescription?
    if named == nil, first.map(preset.isPath) ?? presets(survey, preset) {
      standIn = standInCommand
    }
    if let first, named == nil, standIn == nil {
      throw unknownCommand(first, before: Array(words.dropFirst((survey.firstWord ?? 0) + 1)))
    }
    if let help = survey.help { return .help(named, help) }
    if survey.asksForVersion { return .version(survey.lengthOfVersion) }

    let nameIndex: Int? = if named == nil { nil } else { survey.firstWord }
    var parser = LineParser(
      words, skipping: nameIndex, command: named ?? standIn, tool: self, preset: preset)
    try parser.parseWords()
    if let help = parser.help { return .help(named, help) }
    if parser.asksForVersion { return .version(survey.lengthOfVersion) }
    guard let command = named ?? standIn else {
      throw UsageError(problem: .noCommand, tool: name)
    }
    return .run(try parser.parseInvocation(of: command, standsIn: standIn != nil))
  }

  /// Parses an incomplete line for completion, ignoring errors. Nil if the command is unknown.
  package func parseUnfinished(
    _ words: [String], preset: PresetArgument = PresetArgument()
  ) -> Invocation? {
    let survey = LineSurvey(words, of: self)
    let named = survey.firstWord.flatMap { command(named: words[$0]) }
    guard survey.firstWord != nil || presets(survey, preset),
      let command = named ?? standInCommand
    else { return nil }
    let nameIndex: Int? = if named == nil { nil } else { survey.firstWord }
    var parser = LineParser(
      words, skipping: nameIndex, command: command, tool: self, preset: preset)
    return parser.parseUnfinished(of: command)
  }

  /// True if an option or preset gives the first argument of the default command.
  private func presets(_ survey: LineSurvey, _ preset: PresetArgument) -> Bool {
    guard let option = standInCommand?.arguments.first?.option else { return false }
    return preset.isSet || survey.valuedOptions.contains { $0.isSame(as: option) }
  }

  /// The default command.
  var standInCommand: CommandDescription? { defaultCommand.flatMap { command(named: $0) } }

  private func unknownCommand(_ typed: String, before rest: [String]) -> UsageError {
    if let familiar = familiarCommands.first(where: { $0.names.contains { $0.isSame(as: typed) } })
    {
      return UsageError(
        problem: .familiarCommand(typed, line: familiar.line(after: name, with: rest)), tool: name)
    }
    let nearest = nearestName(to: typed, in: listedCommands.flatMap(\.names))
    return UsageError(problem: .unknownCommand(typed, nearest: nearest), tool: name)
  }
}
