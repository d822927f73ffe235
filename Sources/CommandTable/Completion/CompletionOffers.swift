import PlainText

/// The completion candidates for a position in a command line.
package struct CompletionOffers: Hashable, Sendable {
  /// Files that the shell finds itself.
  package enum Paths: Hashable, Sendable {
    /// Files with some extensions, or all files if the list is empty.
    case files(extensions: [String])
    case directories
  }

  /// The position, as far as the line could be parsed.
  package let place: CompletionPlace
  /// True if a quote is open there.
  private(set) var isInQuotes = false
  /// The kind of the candidates: `options`, `values`, or the kind of a request.
  package private(set) var kind = "values"
  /// True if the candidates come from the tool and not from the table.
  package private(set) var isAsked = false
  /// The candidates. Each replaces the whole word except the head, and begins with the typed text.
  package private(set) var candidates: [Choice] = []
  package private(set) var paths: Paths?

  /// True if the candidate will be continued, so that no blank may follow.
  package static func isContinued(_ candidate: String) -> Bool {
    candidate.utf8.last.map { "=:,.@/(".utf8.contains($0) } ?? false
  }
}

extension ToolDescription {
  /// The candidates after the words of a line, without the tool's name. Candidates that the table
  /// does not contain are requested from the tool.
  package func completionOffers(
    after words: [String], typed: String, isInQuotes: Bool = false,
    preset: PresetArgument = PresetArgument(), asking: (CompletionRequest) -> [Choice]
  ) -> CompletionOffers {
    let place = completionPlace(after: words, typed: typed, preset: preset)
    var offers = CompletionOffers(place: place, isInQuotes: isInQuotes)
    switch place.next {
    case .option(let options):
      offers.offer(options.spelled, kind: "options")
    case .command(let value):
      offers.offer(value, asking)
      let commands = listedCommands.map { Choice($0.name, help: $0.summary).withoutMarks }
      offers.offer(commands, kind: "commands")
    case .keyword(let forms):
      offers.offer(.choices(forms.map { Choice($0.keyword, help: $0.summary) }), asking)
    case .value(let completion):
      offers.offer(completion, asking)
    }
    return offers
  }
}

extension CompletionOffers {
  fileprivate mutating func offer(
    _ completion: Completion, _ asking: (CompletionRequest) -> [Choice]
  ) {
    switch completion {
    case .none: break
    case .file(let extensions): paths = .files(extensions: extensions)
    case .namedInFile(let kind, _) where place.typed.contains(":"): offer(.asks(kind), asking)
    case .namedInFile(_, let extensions): offer(.file(extensions: extensions), asking)
    case .directory: paths = .directories
    case .choices(let choices): offer(choices.map(\.withoutMarks), kind: "values")
    case .asks(let kind):
      let request = CompletionRequest(
        kind: kind, typed: place.typed, line: place.line, isInQuotes: isInQuotes)
      offer(asking(request), kind: kind)
      isAsked = true
    }
  }

  /// Adds the choices that begin with the typed text, that the parser would read as meant, and that
  /// contain no terminal control characters.
  fileprivate mutating func offer(_ choices: [Choice], kind: String) {
    self.kind = kind
    var seen: Set<[UInt8]> = []
    for choice in choices {
      guard seen.insert(Array(choice.name.utf8)).inserted,
        choice.name.utf8.starts(with: place.typed.utf8),
        visible(choice.name).isSame(as: choice.name),
        kind.isSame(as: "options") || place.takes(choice.name)
      else { continue }
      candidates.append(Choice(choice.name, help: choice.help.map(visible)))
    }
  }
}

extension CompletionPlace {
  /// True if the parser would not read a word as an option here.
  fileprivate func takes(_ word: String) -> Bool {
    switch (LineWord(word), hyphens) {
    case (.plain, _), (_, .areText): true
    case (.short, .beginValues): true
    case (.long(let name, _), .beginValues(let options)): !options.contains { $0.isNamed(name) }
    case (.separator, _), (_, .beginOptions): false
    }
  }
}

extension Choice {
  fileprivate var withoutMarks: Choice { Choice(name, help: help.map(CommandTable.withoutMarks)) }
}

extension [OptionDescription] {
  /// Every name with its hyphens, long names first.
  fileprivate var spelled: [Choice] {
    let long = map { Choice("--" + $0.name, help: $0.help).withoutMarks }
    let short = compactMap { option in
      option.short.map { Choice("-" + $0, help: option.help).withoutMarks }
    }
    return long + short
  }
}
