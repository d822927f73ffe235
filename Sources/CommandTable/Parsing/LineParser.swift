import PlainText

/// Parses the words of a line with the description of its command.
struct LineParser {
  private let tool: ToolDescription
  private let command: CommandDescription?
  private let options: [OptionDescription]
  private let words: [String]
  private let preset: PresetArgument
  private var next = 0
  private var isAfterSeparator = false
  private var plainWords: [String] = []
  private var givenOptions: [Invocation.Option] = []
  private(set) var help: HelpLength?
  private(set) var asksForVersion = false

  /// - Parameter commandIndex: the index of the command's name, which is skipped.
  init(
    _ words: [String], skipping commandIndex: Int?, command: CommandDescription?,
    tool: ToolDescription, preset: PresetArgument
  ) {
    var words = words
    if let commandIndex { words.remove(at: commandIndex) }
    self.words = words
    self.command = command
    self.tool = tool
    self.preset = preset
    options = tool.options(of: command)
  }

  /// Separates options from plain words, to the end of the line.
  mutating func parseWords() throws(UsageError) { while next < words.count { try parseWord() } }

  /// Assigns each plain word to an argument, and returns the invocation.
  func parseInvocation(
    of command: CommandDescription, standsIn: Bool
  ) throws(UsageError) -> Invocation {
    var rest = plainWords[...]
    var arguments = try fill(command.arguments, from: &rest)
    let form = try chooseForm(of: command, from: &rest)
    if let form { arguments += try fill(form.arguments, from: &rest) }
    if let surplus = rest.first {
      var later: CommandDescription?
      if standsIn { later = plainWords.dropFirst().first.flatMap { tool.command(named: $0) } }
      throw error(.surplusWord(surplus, laterCommand: later?.name))
    }
    return Invocation(
      tool: tool.name, command: command, form: form?.keyword, arguments: arguments,
      options: givenOptions)
  }

  /// Parses as much as possible of an incomplete line.
  mutating func parseUnfinished(of command: CommandDescription) -> Invocation {
    while next < words.count { try? parseWord() }
    var rest = plainWords[...]
    var arguments = fillUnfinished(command.arguments, from: &rest)
    let form = try? chooseForm(of: command, from: &rest)
    arguments += fillUnfinished(form?.arguments ?? [], from: &rest)
    return Invocation(
      tool: tool.name, command: command, form: form?.keyword, arguments: arguments,
      options: givenOptions)
  }
}

// MARK: - Options

extension LineParser {
  private mutating func parseWord() throws(UsageError) {
    let word = words[next]
    next += 1
    if isAfterSeparator {
      plainWords.append(word)
      return
    }
    switch LineWord(word) {
    case .plain: try parsePlain(word)
    case .separator: isAfterSeparator = true
    case .long(let name, let value): try parseLong(name, value, word)
    case .short(let letters): try parseShort(letters, word)
    }
  }

  /// Checks a plain word. Editors and web pages replace two hyphens by a dash, as in `–has`.
  private mutating func parsePlain(_ word: String) throws(UsageError) {
    let dashes: [Unicode.Scalar] = ["\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}"]
    if let first = word.unicodeScalars.first, dashes.contains(first) {
      let name = String(word.unicodeScalars.drop { dashes.contains($0) || $0 == "-" })
      if options.contains(where: { $0.isNamed(name) }) {
        throw error(.unknownOption(word, near: ["--" + name], ofCommands: []))
      }
    }
    plainWords.append(word)
  }

  private mutating func parseLong(
    _ name: String, _ joined: String?, _ word: String
  ) throws(UsageError) {
    if name.isEmpty { throw error(.emptyOption(word)) }
    let spelling = "--" + name
    guard let option = options.first(where: { $0.isNamed(name) }) else {
      if try parseShorthand(spelling, joined) { return }
      throw unknownOption(name, typed: spelling)
    }
    if option.value == nil, let joined {
      throw error(.unexpectedValue(option: spelling, value: joined))
    }
    let value = if let joined { joined } else { try parseValue(of: option, spelling) }
    try append(option, spelling, value)
  }

  /// Parses `-c`, `-ch`, `-o file`, `-ofile`, `-o=file` or `-co file`.
  private mutating func parseShort(_ letters: String, _ word: String) throws(UsageError) {
    var rest = letters.unicodeScalars[...]
    var isFirst = true
    while let letter = rest.popFirst() {
      let spelling = "-\(letter)"
      guard let option = options.first(where: { $0.isShort(letter) }) else {
        var value: String?
        if rest.first == "=" { value = String(rest.dropFirst()) }
        guard try parseShorthand(spelling, value) else {
          throw unknownOption(letters, typed: isFirst ? word : spelling)
        }
        isFirst = false
        continue
      }
      let joined = if rest.first == "=" { rest.dropFirst() } else { rest }
      if option.takesNextWord {
        let value = if rest.isEmpty { try parseValue(of: option, spelling) } else { String(joined) }
        try append(option, spelling, value)
        return
      }
      if rest.first == "=" {
        throw error(.unexpectedValue(option: spelling, value: String(joined)))
      }
      try append(option, spelling, nil)
      isFirst = false
    }
  }

  /// Parses a shorthand for an option with a value. Returns false if the word is none.
  private mutating func parseShorthand(
    _ spelling: String, _ joined: String?
  ) throws(UsageError) -> Bool {
    for option in options {
      guard let meant = option.shorthands.first(where: { $0.word.isSame(as: spelling) }) else {
        continue
      }
      if let joined { throw error(.unexpectedValue(option: spelling, value: joined)) }
      try append(option, spelling, meant.value)
      return true
    }
    return false
  }

  /// Takes the next word as the option's value; nil for a switch. If that word is an option of this
  /// command, the value is assumed to be missing.
  private mutating func parseValue(
    of option: OptionDescription, _ spelling: String
  ) throws(UsageError) -> String? {
    guard option.takesNextWord, let expected = option.value else { return nil }
    let word = next < words.count ? words[next] : nil
    guard let word, !isOption(word) else {
      throw error(.missingValue(option: spelling, placeholder: expected.placeholder, found: word))
    }
    next += 1
    return word
  }

  private func isOption(_ word: String) -> Bool {
    switch LineWord(word) {
    case .separator: true
    case .long(let name, _): options.contains { $0.isNamed(name) }
    case .short, .plain: false
    }
  }

  private mutating func append(
    _ option: OptionDescription, _ spelling: String, _ value: String?
  ) throws(UsageError) {
    if option.name.isSame(as: OptionDescription.help.name) {
      help = if spelling.hasPrefix("--") { .whole } else { .short }
    }
    if option.name.isSame(as: OptionDescription.version.name) { asksForVersion = true }
    if !option.isRepeatable, givenOptions.contains(where: { $0.name.isSame(as: option.name) }) {
      throw error(.repeatedOption(spelling))
    }
    var value = value
    if let word = value, let completion = option.value?.completion {
      value = try choice(word, of: completion, for: "'\(spelling)'")
    }
    givenOptions.append(Invocation.Option(name: option.name, value: value, spelling: spelling))
  }
}

// MARK: - Arguments

extension LineParser {
  private func fill(
    _ arguments: [ArgumentDescription], from words: inout ArraySlice<String>
  ) throws(UsageError) -> [Invocation.Argument] {
    var filled: [Invocation.Argument] = []
    for (index, argument) in arguments.enumerated() {
      if isGivenByOption(argument) { continue }
      if let value = preset.value(for: arguments[index...], words) {
        filled.append(Invocation.Argument(name: argument.name, values: [value]))
        continue
      }
      if let value = following(argument, arguments, filled, words) {
        filled.append(value)
        continue
      }
      let values = try take(argument, from: &words).map { word throws(UsageError) in
        try choice(word, of: argument.completion, for: argument.name)
      }
      if !values.isEmpty {
        filled.append(Invocation.Argument(name: argument.name, values: values))
      } else if !argument.isOptional {
        throw missing(argument)
      }
    }
    return filled
  }

  private func fillUnfinished(
    _ arguments: [ArgumentDescription], from words: inout ArraySlice<String>
  ) -> [Invocation.Argument] {
    var filled: [Invocation.Argument] = []
    for (index, argument) in arguments.enumerated() where !isGivenByOption(argument) {
      if let value = preset.value(for: arguments[index...], words) {
        filled.append(Invocation.Argument(name: argument.name, values: [value]))
      } else if let value = following(argument, arguments, filled, words) {
        filled.append(value)
      } else {
        let values = take(argument, from: &words)
        if values.isEmpty { continue }
        filled.append(Invocation.Argument(name: argument.name, values: values))
      }
    }
    return filled
  }

  /// The value that is derived from the first argument, which a word or an option gives.
  private func following(
    _ argument: ArgumentDescription, _ arguments: [ArgumentDescription],
    _ filled: [Invocation.Argument], _ words: ArraySlice<String>
  ) -> Invocation.Argument? {
    guard argument.followsFirst, let first = arguments.first else { return nil }
    let value = first.value(in: filled, givenOptions)
    return preset.value(for: argument, following: value, next: words.first).map {
      Invocation.Argument(name: argument.name, values: [$0])
    }
  }

  private func isGivenByOption(_ argument: ArgumentDescription) -> Bool {
    guard let option = argument.option else { return false }
    return givenOptions.contains { $0.name.isSame(as: option) }
  }

  private func take(
    _ argument: ArgumentDescription, from words: inout ArraySlice<String>
  ) -> [String] {
    let count = if argument.isRepeating { words.count } else { 1 }
    let values = words.prefix(count)
    words = words.dropFirst(values.count)
    return Array(values)
  }

  private func chooseForm(
    of command: CommandDescription, from words: inout ArraySlice<String>
  ) throws(UsageError) -> CommandForm? {
    guard !command.forms.isEmpty else { return nil }
    let keywords = command.forms.map(\.keyword)
    let word = words.popFirst()
    guard let form = command.forms.first(where: { word?.isSame(as: $0.keyword) ?? false }) else {
      throw invalidChoice(word, of: keywords, for: "'\(command.name)'")
    }
    return form
  }
}

// MARK: - Errors

extension LineParser {
  private func error(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem: problem, tool: tool.name, command: command?.name)
  }

  private func missing(_ argument: ArgumentDescription) -> UsageError {
    if case .choices(let choices) = argument.completion {
      return invalidChoice(nil, of: choices.map(\.name), for: "'\(command?.name ?? tool.name)'")
    }
    return error(.missingArgument(argument.name))
  }

  /// The word, or the main name of the choice that it is an alias of.
  private func choice(
    _ word: String, of completion: Completion, for place: String
  ) throws(UsageError) -> String {
    guard case .choices(let choices) = completion else { return word }
    if let choice = choices.first(where: { $0.isNamed(word) }) { return choice.name }
    let names = choices.map(\.name)
    throw invalidChoice(word, of: names, besides: choices.flatMap(\.aliases), for: place)
  }

  private func invalidChoice(
    _ word: String?, of choices: [String], besides aliases: [String] = [], for place: String
  ) -> UsageError {
    let nearest = word.flatMap { nearestName(to: $0, in: choices + aliases) }
    return error(.invalidChoice(of: place, found: word, choices: choices, nearest: nearest))
  }

  /// The error for an unknown option. An option of another command is reported before similar
  /// names. An abbreviation is suggested but never accepted, because a new option could change its
  /// meaning in a script.
  private func unknownOption(_ name: String, typed: String) -> UsageError {
    if typed.utf8.starts(with: "--".utf8) {
      let owners = commands(withOption: name)
      if !owners.isEmpty { return error(.unknownOption(typed, near: [], ofCommands: owners)) }
    }
    let stem = String(Substring(name.utf8.prefix { $0 != UInt8(ascii: "=") }))
    let names = options.flatMap(\.longNames)
    var near = names.filter { stem.utf8.count > 1 && $0.utf8.starts(with: stem.utf8) }
    if near.isEmpty, stem.utf8.count > 1 {
      near = [nearestName(to: stem, in: names)].compactMap(\.self)
    }
    return error(.unknownOption(typed, near: near.prefix(3).map { "--" + $0 }, ofCommands: []))
  }

  private func commands(withOption name: String) -> [String] {
    tool.listedCommands.filter { $0.options.contains { $0.isNamed(name) } }.map(\.name)
  }
}
