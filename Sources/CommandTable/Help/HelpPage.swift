extension ToolDescription {
  /// The text of the tool's `--help`: its commands by group, and its common options.
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

  /// The text of a command's `--help`: usage, arguments and options.
  package func help(for command: CommandDescription, width: Int = 80) -> String {
    var page = HelpPage(width: width)
    page.addUsage(command.usages.map { usageLine($0, of: command) })
    page.addText(command.summary)
    if !command.aliases.isEmpty { page.addText("also: " + command.aliases.joined(separator: ", ")) }
    page.addRows("forms", command.forms.map { HelpPage.Row($0.keyword, $0.summary) })
    page.addRows(
      "arguments", command.distinctArguments.map { HelpPage.Row($0.name, $0.helpWithChoices) })
    page.addOptions(options(of: command))
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

  /// The text of `-h` or `--help`, for a command or the tool.
  package func help(
    for command: CommandDescription?, _ length: HelpLength, width: Int = 80
  ) -> String {
    let whole = command.map { help(for: $0, width: width) } ?? help(width: width)
    guard length == .short, whole.lineCount > HelpPage.screen else { return whole }
    return command.map { shortHelp(for: $0, width: width) } ?? shortHelp(width: width)
  }

  /// The names of the commands, and the first steps.
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
    page.addText("'\(name) --help' tells what each command does, '\(name) COMMAND -h' more of one")
    return page.text
  }

  /// The names of the options, and the examples that fit.
  private func shortHelp(for command: CommandDescription, width: Int) -> String {
    var page = HelpPage(width: width)
    page.addUsage(command.usages.map { usageLine($0, of: command) })
    page.addText(command.summary)
    // All commands have `--version`, and a screen has few lines.
    let options = options(of: command).filter { $0 != .version }
    let named = options.filter { $0.group != OptionDescription.recordsGroup }
    page.addOptionNames(named)
    let others = if named.count < options.count { ", and for options of record files" } else { "" }
    let reference = "see '\(name) \(command.name) --help' for what they do\(others)"
    var examples = command.exampleLines(of: name, width: width)
    while true {
      var whole = page
      whole.addLines("for example", examples)
      whole.addText(reference)
      if whole.text.lineCount <= HelpPage.screen || examples.isEmpty { return whole.text }
      examples.removeLast()
    }
  }

  /// The tool's usage, and that of the default command.
  var toolUsages: [CommandDescription.Usage] {
    let standIn = defaultCommand.flatMap { command(named: $0) }
    return [CommandDescription.Usage(arguments: usage)] + (standIn?.usages ?? [])
  }
}

extension CommandDescription {
  /// The command lines of one-line examples that fit the width, without duplicates. Those that run
  /// the command precede those that run the tool. Pipes are left to the manual.
  fileprivate func exampleLines(of tool: String, width: Int) -> [String] {
    let lines = manual.examples.map { example in
      let lines = example.command.split(separator: "\n").map { line in
        let line = String(line)
        if line.hasPrefix(tool) { return line.withoutPipe }
        return line
      }
      return lines.filter { line in
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

  /// The arguments of all forms, one for each name. The first one represents the others.
  var distinctArguments: [ArgumentDescription] {
    var seen: Set<String> = []
    return (arguments + forms.flatMap(\.arguments)).filter { seen.insert($0.name).inserted }
  }
}

extension ArgumentDescription {
  var helpWithChoices: String { help + choicesNote(completion) }
}

extension OptionDescription {
  /// The help with descriptions of the other names and the choices.
  fileprivate var helpWithChoices: String {
    var others = aliases.map { "--" + $0 }
    if let first = shorthands.first { others.append("\(first.word) …") }
    let text = help + choicesNote(value?.completion ?? .none)
    if others.isEmpty { return text }
    return "\(text) (also \(others.joined(separator: ", ")))"
  }

  /// `-o|--output FILE`
  fileprivate var usage: String { (short.map { "-\($0)|" } ?? "") + longUsage }

  /// `-o, --output FILE`, with space for a missing short name.
  fileprivate var term: String { (short.map { "-\($0), " } ?? "    ") + longUsage }
}

extension String {
  /// The number of lines. The last one need not end with a newline.
  fileprivate var lineCount: Int {
    split(separator: "\n", omittingEmptySubsequences: false).count - (hasSuffix("\n") ? 1 : 0)
  }
}

private func choicesNote(_ completion: Completion) -> String {
  guard case .choices(let choices) = completion else { return "" }
  return ": " + choices.map(\.name).joined(separator: ", ")
}

/// `DB ENTITY [ATTRIBUTE...]`. An optional argument contains the arguments that can only follow it.
func usageText(_ arguments: [ArgumentDescription]) -> String {
  guard let first = arguments.first else { return "" }
  let rest = usageText(Array(arguments.dropFirst()))
  var text = first.name
  if first.isRepeating { text += "..." }
  if !rest.isEmpty { text += " \(rest)" }
  if first.isOptional { return "[\(text)]" }
  return text
}

/// Groups the values by heading, in the order of their first values.
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

/// Paragraphs, followed by titled lists of terms with explanations, wrapped at the width.
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

/// Builds help text: sections of terms with aligned, wrapped explanations.
private struct HelpPage {
  /// A term and its explanation.
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

  /// The number of lines that a small terminal shows above the prompt.
  static let screen = 23

  private let width: Int
  private var sections: [Section] = []

  init(width: Int) { self.width = max(width, 24) }

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

  /// Adds the names of the options in each group, in a row.
  mutating func addOptionNames(_ options: [OptionDescription]) {
    let groups = grouped(options, by: \.group)
    let longest = groups.map(\.0.count).max() ?? 0
    // An option and its value stay on one line if they fit.
    let room = width - min(longest, width / 3) - 5
    var rows: [Row] = []
    for (group, options) in groups {
      var names: [String] = []
      for option in options {
        let fits = option.usage.count <= room
        names.append(fits ? option.usage.replacingBlanks : option.usage)
      }
      rows.append(Row(group, names.joined(separator: ", ")))
    }
    addRows("options", rows)
  }

  /// Adds literal lines under a title.
  mutating func addLines(_ title: String, _ lines: [String]) {
    if !lines.isEmpty { sections.append(.lines([title + ":"] + lines.map { "  " + $0 })) }
  }

  var text: String {
    sections.map { section in
      switch section {
      case .lines(let lines): CommandTable.text(lines)
      case .rows(let title, let rows): title + ":\n" + rows.map(lines).joined()
      }
    }.joined(separator: "\n")
  }

  /// The column where explanations begin: after the longest term, up to a limit.
  private var column: Int {
    var longest = 0
    for case .rows(_, let rows) in sections {
      for row in rows { longest = max(longest, row.term.count) }
    }
    return min(longest, width / 3) + 4
  }

  private func lines(_ row: Row) -> String {
    let column = column
    let indent = String(repeating: " ", count: column)
    let help = wrapped(row.help, width: width - column).map(\.restoringBlanks)
    guard let first = help.first else { return "  \(row.term)\n" }
    let gap = column - 4 - row.term.count
    let start =
      if gap < 0 {
        "  \(row.term)\n\(indent)\(first)\n"
      } else {
        "  \(row.term)\(String(repeating: " ", count: gap + 2))\(first)\n"
      }
    return start + help.dropFirst().map { indent + $0 + "\n" }.joined()
  }
}

extension String {
  /// The first command of a pipe, without redirected errors.
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

  /// With non-breaking blanks.
  fileprivate var replacingBlanks: String { replacing(" ", with: "\u{A0}") }
  fileprivate var restoringBlanks: String { replacing("\u{A0}", with: " ") }
}
