@testable package import CommandTable

extension ToolDescription {
  /// The faults of the table itself, a sentence each. The parser and the pages
  /// are written for tables without faults.
  package func faults() -> [String] {
    commandFaults() + tool(options: globalOptions) + arityFaults() + callBackFaults()
      + proseFaults(manual.discussion, in: name) + topics.flatMap { topicFaults($0) }
      + (isDate(date) ? [] : ["the date '\(date)' is not a date"])
      + summaryFaults(summary, of: name)
  }

  private func topicFaults(_ topic: ProsePage) -> [String] {
    let faults =
      summaryFaults(topic.summary, of: topic.name) + proseFaults(topic.blocks, in: topic.name)
    return topic.name.hasPrefix("\(name)-")
      ? faults : faults + ["the topic '\(topic.name)' does not begin with '\(name)-'"]
  }

  private func commandFaults() -> [String] {
    let names = commands.flatMap(\.names)
    var faults = repeated(names).map { "two commands are named '\($0)'" }
    faults += names.filter { !isName($0) }.map { "'\($0)' is not a name for a command" }
    if let defaultCommand, command(named: defaultCommand) == nil {
      faults.append("the default command '\(defaultCommand)' is not in the table")
    }
    return faults + commands.flatMap { $0.faults(optionsOfAll: globalOptions + [.help, .version]) }
  }

  private func tool(options: [OptionDescription]) -> [String] {
    options.flatMap { $0.faults(in: name) }
      + repeatedSpellings(options + [.help, .version], in: name)
  }

  /// A name must take a value in every command or in none: options may stand before the command.
  private func arityFaults() -> [String] {
    let options = commands.flatMap(\.options) + globalOptions
    let withValue = Set(options.filter(\.takesNextWord).flatMap(\.spellings))
    let switches = Set(options.filter { !$0.takesNextWord }.flatMap(\.spellings))
    return withValue.intersection(switches).sorted().map {
      "'\($0)' takes a value in one command and none in another"
    }
  }

  private func callBackFaults() -> [String] {
    let completions =
      globalOptions.compactMap { $0.value?.completion } + commands.flatMap(\.completions)
    let asks = completions.contains { if case .asks = $0 { true } else { false } }
    let name = CompletionCall.command
    return asks && command(named: name) == nil
      ? ["completions ask '\(name)', which is missing"] : []
  }
}

extension CommandDescription {
  fileprivate func faults(optionsOfAll: [OptionDescription]) -> [String] {
    let keywords = forms.map(\.keyword)
    var faults = summaryFaults(summary, of: name)
    faults += repeatedSpellings(options + optionsOfAll, in: name)
    faults += options.flatMap { $0.faults(in: name) }
    faults += repeated(keywords).map { "two forms of \(name) are named '\($0)'" }
    faults += forms.flatMap { summaryFaults($0.summary, of: "\(name) \($0.keyword)") }
    faults += usages.flatMap { argumentFaults($0.arguments + $0.formArguments) }
    if !forms.isEmpty, arguments.contains(where: { $0.isOptional || $0.isRepeating }) {
      faults.append("an argument before the forms of \(name) is optional or repeating")
    }
    faults += proseFaults(manual.discussion, in: name)
    faults += manual.examples.filter { !$0.shows.hasSuffix(".") }.map {
      "the example '\($0.shows)' of \(name) is no sentence"
    }
    return faults
  }

  fileprivate var completions: [Completion] {
    (arguments + forms.flatMap(\.arguments)).map(\.completion)
      + options.compactMap { $0.value?.completion }
  }

  private func argumentFaults(_ arguments: [ArgumentDescription]) -> [String] {
    var faults = repeated(arguments.map(\.name)).map { "two arguments of \(name) are named \($0)" }
    for (argument, next) in zip(arguments, arguments.dropFirst()) {
      if argument.isRepeating {
        faults.append("\(argument.name) of \(name) repeats but is not last")
      }
      if argument.isOptional, !next.isOptional {
        faults.append("\(next.name) of \(name) is required after an optional argument")
      }
    }
    for argument in arguments {
      let place = "\(argument.name) of \(name)"
      faults += summaryFaults(argument.help, of: place)
      faults += completionFaults(argument.completion, of: place)
    }
    return faults
  }
}

extension OptionDescription {
  fileprivate func faults(in command: String) -> [String] {
    let place = "--\(name) of \(command)"
    var faults = summaryFaults(help, of: place)
    faults += longNames.filter { !isName($0) }.map { "'\($0)' is not a name for an option" }
    if let short, short.utf8.count != 1 || !short.utf8.allSatisfy(isLetterOrDigit) {
      faults.append("'\(short)' of \(place) is no short name")
    }
    if let short, short.utf8.allSatisfy(isDigit) {
      faults.append("'-\(short)' of \(place) would be a negative number")
    }
    if let value {
      if value.placeholder.isEmpty { faults.append("the value of \(place) has no placeholder") }
      faults += completionFaults(value.completion, of: place)
    }
    return faults
  }
}

// MARK: - Rules

/// Help begins in lower case, unless with a word in capitals or code, and has no full stop.
private func summaryFaults(_ text: String, of place: String) -> [String] {
  let word = text.prefix { $0 != " " }
  let first = word.first
  let beginsWell =
    first.map { $0.isLowercase || $0.isNumber || "`*-".contains($0) } ?? false
    || word.count > 1 && !word.contains(where: \.isLowercase)
  return (beginsWell ? [] : ["the help of \(place) does not begin in lower case"])
    + (text.hasSuffix(".") ? ["the help of \(place) ends in a full stop"] : [])
    + markFaults(text, in: place)
}

private func completionFaults(_ completion: Completion, of place: String) -> [String] {
  switch completion {
  case .none, .directory: []
  case .choices(let choices):
    (choices.isEmpty ? ["\(place) has no choices"] : [])
      + repeated(choices.map(\.name)).map { "two choices of \(place) are named '\($0)'" }
      + choices.filter { !isName($0.name) }.map {
        "'\($0.name)' of \(place) is not a name for a choice"
      }
  case .file(let extensions):
    extensions.filter { !$0.utf8.allSatisfy(isLetterOrDigit) || $0.isEmpty }.map {
      "'\($0)' of \(place) is no extension"
    }
  case .asks(let kind), .namedInFile(let kind, _):
    isName(kind) ? [] : ["'\(kind)' of \(place) is no kind of completion"]
  }
}

private func proseFaults(_ blocks: [ProseBlock], in place: String) -> [String] {
  blocks.flatMap { block -> [String] in
    switch block {
    case .heading(let text), .subheading(let text), .paragraph(let text):
      markFaults(text, in: place)
    case .list(let items): items.flatMap { markFaults($0, in: place) }
    case .definitions(let definitions): definitions.flatMap { markFaults($0.text, in: place) }
    case .table(let header, let rows):
      rows.filter { $0.count != header.count }.map {
        "a table of \(place) has a row of \($0.count) cells under \(header.count) headings"
      }
    case .code: []
    case .example(let example): markFaults(example.shows, in: place)
    }
  }
}

private func markFaults(_ text: String, in place: String) -> [String] {
  let isUnclosed = spans(of: text).contains { $0.face == .plain && $0.text.contains("`") }
  return isUnclosed && !text.contains("\\`")
    ? ["a backquote of \(place) is not closed: \(text)"] : []
}

private func repeatedSpellings(_ options: [OptionDescription], in place: String) -> [String] {
  repeated(options.flatMap(\.spellings)).map { "two options of \(place) are written '\($0)'" }
}

private func repeated(_ names: [String]) -> [String] {
  var seen: Set<String> = []
  return names.filter { !seen.insert($0).inserted }
}

/// Lower-case words of letters and digits joined by hyphens: what needs no quotes in any shell.
private func isName(_ text: String) -> Bool {
  let hyphen = UInt8(ascii: "-")
  return !text.isEmpty && text.utf8.first != hyphen && text.utf8.last != hyphen
    && text.utf8.allSatisfy { isLetterOrDigit($0) && !isCapital($0) || $0 == hyphen }
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || isCapital(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
}

private func isCapital(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func isDate(_ text: String) -> Bool {
  calendarDay(text) != nil
}
