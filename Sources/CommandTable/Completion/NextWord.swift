/// The kinds of words that are possible at a position.
package enum NextWord: Hashable, Sendable {
  /// An option, which begins with a hyphen.
  case option([OptionDescription])
  /// The command, or the first argument of the default command.
  case command(orValue: Completion)
  /// An argument, or the value of an option.
  case value(Completion)
  /// The keyword of a form.
  case keyword([CommandForm])
}

/// The position of the cursor in a command line.
package struct CompletionPlace: Hashable, Sendable {
  /// The option before its value in the same word: `--format=`, or empty.
  package let head: String
  /// The typed part of the word, without the head.
  package let typed: String
  package let next: NextWord
  /// The line before the word, as far as it could be parsed.
  package let line: Invocation?
  /// The way the parser reads a word here that begins with a hyphen.
  let hyphens: Hyphens

  enum Hyphens: Hashable, Sendable {
    /// As an option.
    case beginOptions
    /// As the value of the option before it, except for these options.
    case beginValues(except: [OptionDescription])
    /// As any other word.
    case areText
  }
}

extension ToolDescription {
  /// The position after the words of a line, without the tool's name.
  package func completionPlace(
    after words: [String], typed: String, preset: PresetArgument = PresetArgument()
  ) -> CompletionPlace {
    let first = LineSurvey(words, of: self).firstWord
    let named = first.flatMap { command(named: words[$0]) }
    var owner = named
    if owner == nil, first != nil { owner = standInCommand }
    var rest = words
    if named != nil, let first { rest.remove(at: first) }
    let options =
      owner.map { self.options(of: $0) }
      ?? commands.flatMap(\.options) + self.options(of: nil)
    let walk = WordWalk(rest, options)
    let line = parseUnfinished(words, preset: preset)

    if walk.awaiting == nil, !walk.isAfterSeparator,
      case .long(let name, let value?) = LineWord(typed),
      let expected = options.first(where: { $0.value != nil && $0.isNamed(name) })?.value
    {
      return CompletionPlace(
        head: "--\(name)=", typed: value, next: .value(expected.completion), line: line,
        hyphens: .areText)
    }
    let hyphens: CompletionPlace.Hyphens =
      if walk.isAfterSeparator {
        .areText
      } else if walk.awaiting == nil {
        .beginOptions
      } else {
        .beginValues(except: options)
      }
    return CompletionPlace(
      head: "", typed: typed, next: next(of: owner, walk, typed, line, preset), line: line,
      hyphens: hyphens)
  }

  private func next(
    of command: CommandDescription?, _ walk: WordWalk, _ typed: String, _ line: Invocation?,
    _ preset: PresetArgument
  ) -> NextWord {
    if let value = walk.awaiting?.value { return .value(value.completion) }
    if typed.utf8.first == UInt8(ascii: "-"), !walk.isAfterSeparator {
      return .option(options(of: command))
    }
    guard let command else {
      return .command(orValue: standInCommand?.arguments.first?.completion ?? .none)
    }
    if command.name.isSame(as: "help") {
      return .value(walk.plainWords.isEmpty ? .choices(manualTopics) : .none)
    }
    // An argument whose value comes from an option or the environment needs no word.
    var words = walk.plainWords
    if !typed.isEmpty { words.append(typed) }
    var arguments = command.arguments[...]
    if let option = arguments.first?.option,
      line?.options.contains(where: { $0.name.isSame(as: option) }) ?? false
        || preset.value(for: arguments, words[...]) != nil
    {
      arguments = arguments.dropFirst()
    }
    let first = line.flatMap { command.arguments.first?.value(in: $0.arguments, $0.options) }
    if let index = arguments.firstIndex(where: \.followsFirst) {
      let next = words.dropFirst(index - arguments.startIndex).first
      if preset.value(for: arguments[index], following: first, next: next) != nil {
        arguments.remove(at: index)
      }
    }
    return argument(of: command, Array(arguments), after: walk.plainWords)
  }

  private func argument(
    of command: CommandDescription, _ arguments: [ArgumentDescription], after words: [String]
  ) -> NextWord {
    var arguments = arguments
    if !command.forms.isEmpty, words.count >= arguments.count {
      guard words.count > arguments.count else { return .keyword(command.forms) }
      let keyword = words[arguments.count]
      let form = command.forms.first { $0.keyword.isSame(as: keyword) }
      let place = words.count - arguments.count - 1
      arguments = form?.arguments ?? []
      return .value(completion(of: arguments, at: place))
    }
    return .value(completion(of: arguments, at: words.count))
  }

  private func completion(of arguments: [ArgumentDescription], at place: Int) -> Completion {
    if arguments.indices.contains(place) { return arguments[place].completion }
    if let last = arguments.last, last.isRepeating { return last.completion }
    return .none
  }
}

/// Reads the words before the cursor, and skips options and their values.
private struct WordWalk {
  private(set) var plainWords: [String] = []
  /// The option whose value must come next.
  private(set) var awaiting: OptionDescription?
  private(set) var isAfterSeparator = false

  init(_ words: [String], _ options: [OptionDescription]) {
    for word in words {
      if awaiting != nil {
        awaiting = nil
      } else if isAfterSeparator {
        plainWords.append(word)
      } else {
        pass(LineWord(word), word, options)
      }
    }
  }

  private mutating func pass(_ kind: LineWord, _ word: String, _ options: [OptionDescription]) {
    switch kind {
    case .plain: plainWords.append(word)
    case .separator: isAfterSeparator = true
    case .long(let name, nil):
      awaiting = options.first { $0.takesNextWord && $0.isNamed(name) }
    case .long: break
    case .short(let letters):
      let valued = letters.unicodeScalars.firstIndex { letter in
        options.contains { $0.takesNextWord && $0.isShort(letter) }
      }
      // The text after the letter of an option is its value.
      guard let valued, letters.unicodeScalars.index(after: valued) == letters.endIndex else {
        return
      }
      awaiting = options.first { $0.takesNextWord && $0.isShort(letters.unicodeScalars[valued]) }
    }
  }
}
