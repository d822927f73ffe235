extension ToolDescription {
  /// The text of `--help` about the tool: its commands by group, and its common options.
  package func help(width: Int = 80) -> String {
    var page = HelpPage(width: width)
    page.addUsage(toolUsages.map { usageLine($0) })
    page.addText(summary)
    for (group, commands) in grouped(listedCommands, by: \.group) {
      page.addRows(group, commands.map { HelpPage.Row($0.name, $0.summary) })
    }
    page.addOptions(options(of: nil))
    page.addText("see '\(name) COMMAND --help' for the arguments and options of a command")
    return page.text
  }

  /// The text of `--help` about a command: one screen of usage, arguments and options.
  package func help(for command: CommandDescription, width: Int = 80) -> String {
    var page = HelpPage(width: width)
    page.addUsage(command.usages.map { usageLine($0, of: command) })
    page.addText(command.summary)
    if !command.aliases.isEmpty { page.addText("also: " + command.aliases.joined(separator: ", ")) }
    page.addRows("forms", command.forms.map { HelpPage.Row($0.keyword, $0.summary) })
    page.addRows(
      "arguments", command.distinctArguments.map { HelpPage.Row($0.name, $0.helpWithChoices) })
    page.addOptions(optionsInHelp(of: command))
    page.addLines("for example", Array(command.exampleLines(of: name, width: width).prefix(2)))
    return page.text
  }

  private func usageLine(
    _ usage: CommandDescription.Usage, of command: CommandDescription? = nil
  ) -> String {
    let words = [
      name, command?.name, usageText(usage.arguments), usage.keyword,
      usageText(usage.formArguments),
    ]
    return (words + ["[options]"]).compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ToolDescription {
  /// The text of `-h` or `--help` about a command or the tool.
  package func help(
    for command: CommandDescription?, _ length: HelpLength, width: Int = 80
  ) -> String {
    let whole = command.map { help(for: $0, width: width) } ?? help(width: width)
    guard length == .short, whole.lineCount > HelpPage.screen else { return whole }
    return command.map { shortHelp(for: $0, width: width) } ?? shortHelp(width: width)
  }

  /// The commands by name alone, and how to begin.
  private func shortHelp(width: Int) -> String {
    var page = HelpPage(width: width)
    page.addUsage(toolUsages.map { usageLine($0) })
    page.addText(summary)
    page.addRows(
      "commands",
      grouped(listedCommands, by: \.group).map { group, commands in
        HelpPage.Row(group, commands.map(\.name).joined(separator: ", "))
      })
    let first = manual.examples.first.map(\.command)?.split(separator: "\n").map(String.init)
    page.addLines("for example", first ?? [])
    page.addText(
      "'\(name) --help' tells what each command does, '\(name) COMMAND -h' more of one")
    return page.text
  }

  /// The options by name alone, and as many examples as there is room for.
  private func shortHelp(for command: CommandDescription, width: Int) -> String {
    var page = HelpPage(width: width)
    page.addUsage(command.usages.map { usageLine($0, of: command) })
    page.addText(command.summary)
    page.addOptionNames(optionsInHelp(of: command))
    let reference = "see '\(name) \(command.name) --help' for what they do"
    var examples = command.exampleLines(of: name, width: width)
    while true {
      var whole = page
      whole.addLines("for example", examples)
      whole.addText(reference)
      if whole.text.lineCount <= HelpPage.screen || examples.isEmpty { return whole.text }
      examples.removeLast()
    }
  }

  /// The options of a command without `--version`, which is the tool's alone.
  private func optionsInHelp(of command: CommandDescription) -> [OptionDescription] {
    options(of: command).filter { $0 != .version }
  }

  /// The tool's own usage, and the one of the command that runs without being named.
  var toolUsages: [CommandDescription.Usage] {
    let standIn = defaultCommand.flatMap { command(named: $0) }
    return [CommandDescription.Usage(arguments: usage)] + (standIn?.usages ?? [])
  }
}

extension CommandDescription {
  /// Lines of the examples that stand alone and fit the width, one of each: first those that run the
  /// command, then those that run the tool. What others do with the answer is left to the manual.
  fileprivate func exampleLines(of tool: String, width: Int) -> [String] {
    let lines = manual.examples.map { example in
      let lines = example.command.split(separator: "\n").map(String.init)
      return lines.map { $0.hasPrefix(tool) ? $0.withoutPipe : $0 }.filter { line in
        line.count <= width - 2 && line.last != "\\"
          && ["'", "\""].allSatisfy { quote in line.count { String($0) == quote }.isMultiple(of: 2)
          }
      }
    }
    var seen: Set<String> = []
    return ["\(tool) \(name)", "\(tool) "].flatMap { words in
      lines.compactMap { $0.first { $0.contains(words) } }
    }.filter { seen.insert($0).inserted }
  }

  /// The arguments of all forms, each name once, the first to bear it standing for the rest.
  var distinctArguments: [ArgumentDescription] {
    var seen: Set<String> = []
    return (arguments + forms.flatMap(\.arguments)).filter { seen.insert($0.name).inserted }
  }
}

extension ArgumentDescription {
  var helpWithChoices: String { help + choicesNote(completion) }
}

extension OptionDescription {
  /// The help with what the other names and the choices are.
  fileprivate var helpWithChoices: String {
    let others =
      aliases.map { "--" + $0 } + (shorthands.first.map { ["\($0.word) …"] } ?? [])
    return help + choicesNote(value?.completion ?? .none)
      + (others.isEmpty ? "" : " (also \(others.joined(separator: ", ")))")
  }

  /// `-o|--output FILE`
  fileprivate var usage: String {
    (short.map { "-\($0)|" } ?? "") + longUsage
  }

  /// `-o, --output FILE`, with the place of a short name kept free.
  fileprivate var term: String {
    (short.map { "-\($0), " } ?? "    ") + longUsage
  }
}

extension String {
  /// The number of lines; the last need not end in a newline.
  fileprivate var lineCount: Int {
    split(separator: "\n", omittingEmptySubsequences: false).count - (hasSuffix("\n") ? 1 : 0)
  }
}

private func choicesNote(_ completion: Completion) -> String {
  guard case .choices(let choices) = completion else { return "" }
  return ": " + choices.map(\.name).joined(separator: ", ")
}

/// `DB ENTITY [ATTRIBUTE...]`; an optional argument holds those that can only follow it.
func usageText(_ arguments: [ArgumentDescription]) -> String {
  guard let first = arguments.first else { return "" }
  let rest = usageText(Array(arguments.dropFirst()))
  let word = first.name + (first.isRepeating ? "..." : "")
  let text = rest.isEmpty ? word : "\(word) \(rest)"
  return first.isOptional ? "[\(text)]" : text
}

/// The values by a heading, headings in the order of their first values.
func grouped<Value>(_ values: [Value], by group: (Value) -> String) -> [(String, [Value])] {
  var groups: [(String, [Value])] = []
  for value in values {
    let name = group(value)
    if let index = groups.firstIndex(where: { $0.0.isSame(as: name) }) {
      groups[index].1.append(value)
    } else {
      groups.append((name, [value]))
    }
  }
  return groups
}

/// Texts, and below them terms with their explanations under titles, wrapped at words.
package func helpText(
  _ texts: [String], _ sections: [(title: String, rows: [(term: String, help: String)])],
  width: Int
) -> String {
  var page = HelpPage(width: width)
  for text in texts { page.addText(text) }
  for (title, rows) in sections {
    page.addRows(title, rows.map { HelpPage.Row($0.term, $0.help) })
  }
  return page.text
}

/// Help in the making: sections of terms with aligned, wrapped explanations.
private struct HelpPage {
  /// A term and what it means.
  struct Row {
    let term: String
    let help: String

    init(_ term: String, _ help: String) {
      self.term = term
      self.help = withoutMarks(help)
    }
  }

  private enum Section {
    case lines([String])
    case rows(title: String, [Row])
  }

  /// As many lines as a small terminal shows above the next prompt.
  static let screen = 23

  private let width: Int
  private var sections: [Section] = []

  init(width: Int) {
    self.width = max(width, 24)
  }

  mutating func addUsage(_ usages: [String]) {
    let lead = "usage: "
    var lines: [String] = []
    for (index, usage) in usages.enumerated() {
      for (row, line) in wrapped(usage, width: width - lead.count - 4).enumerated() {
        let indent = String(repeating: " ", count: lead.count + (row == 0 ? 0 : 4))
        lines.append((index + row == 0 ? lead : indent) + line)
      }
    }
    sections.append(.lines(lines))
  }

  mutating func addText(_ text: String) {
    sections.append(.lines(wrapped(withoutMarks(text), width: width)))
  }

  mutating func addRows(_ title: String, _ rows: [Row]) {
    if !rows.isEmpty { sections.append(.rows(title: title, rows)) }
  }

  mutating func addOptions(_ options: [OptionDescription]) {
    for (group, options) in grouped(options, by: \.group) {
      addRows(group, options.map { Row($0.term, $0.helpWithChoices) })
    }
  }

  /// The options of each group in a row, by name alone.
  mutating func addOptionNames(_ options: [OptionDescription]) {
    let groups = grouped(options, by: \.group)
    let longest = groups.map(\.0.count).max() ?? 0
    // What belongs together stays on one line, where there is one for it.
    let room = width - min(longest, width / 3) - 5
    let rows = groups.map { group, options in
      let names = options.map { $0.usage.count <= room ? $0.usage.replacingBlanks : $0.usage }
      return Row(group, names.joined(separator: ", "))
    }
    addRows("options", rows)
  }

  /// Lines as they are, under a title.
  mutating func addLines(_ title: String, _ lines: [String]) {
    if !lines.isEmpty { sections.append(.lines([title + ":"] + lines.map { "  " + $0 })) }
  }

  var text: String {
    sections.map { section in
      switch section {
      case .lines(let lines): lines.map { $0 + "\n" }.joined()
      case .rows(let title, let rows): title + ":\n" + rows.map(lines).joined()
      }
    }.joined(separator: "\n")
  }

  /// The column where explanations begin: after the longest term, unless that is longer than most
  /// should be.
  private var column: Int {
    let longest = sections.flatMap { section -> [Int] in
      if case .rows(_, let rows) = section { rows.map(\.term.count) } else { [] }
    }
    return min(longest.max() ?? 0, width / 3) + 4
  }

  private func lines(_ row: Row) -> String {
    let column = column
    let indent = String(repeating: " ", count: column)
    let help = wrapped(row.help, width: width - column).map(\.restoringBlanks)
    guard let first = help.first else { return "  \(row.term)\n" }
    let gap = column - 4 - row.term.count
    let start =
      gap < 0
      ? "  \(row.term)\n\(indent)\(first)\n"
      : "  \(row.term)\(String(repeating: " ", count: gap + 2))\(first)\n"
    return start + help.dropFirst().map { indent + $0 + "\n" }.joined()
  }
}

extension String {
  /// The first command of a line, without where its errors go.
  fileprivate var withoutPipe: String {
    var quote: Character?
    for place in indices {
      switch self[place] {
      case let mark where mark == quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil: quote = self[place]
      case " " where quote == nil:
        let rest = self[place...]
        if rest.hasPrefix(" | ") || rest.hasPrefix(" 2>") { return String(self[..<place]) }
      default: break
      }
    }
    return self
  }

  /// With blanks at which no line is broken.
  fileprivate var replacingBlanks: String { String(map { $0 == " " ? "\u{A0}" : $0 }) }
  fileprivate var restoringBlanks: String { String(map { $0 == "\u{A0}" ? " " : $0 }) }
}
