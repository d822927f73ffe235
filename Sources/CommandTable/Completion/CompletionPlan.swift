/// A shell whose completion scripts can be made.
public enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

extension ToolDescription {
  /// The completion script for a shell. Commands, options, choices and files are in the script;
  /// the rest is asked of the tool as `CompletionRequest` tells.
  public func completionScript(for shell: Shell) -> String {
    let plan = CompletionPlan(self)
    return switch shell {
    case .bash: bashScript(name, plan)
    case .zsh: zshScript(name, plan)
    case .fish: fishScript(name, plan)
    }
  }
}

/// What the scripts of all shells need to know, in the same terms.
///
/// Each script walks the words before the cursor, counting arguments and passing over options and
/// their values, until it knows what is wanted, and asks that of the command's own function:
/// `options`, an option as written (for its value), or a place such as `arg/2`, the second
/// argument; in a form `flags/1`, the first after the keyword `flags`; `arg/*`, any later one.
struct CompletionPlan {
  /// A candidate with its description.
  struct Item {
    let name: String
    let help: String
  }

  /// How something wanted is completed.
  struct Answer {
    var wanted: [String]
    let completion: Completion
  }

  struct Command {
    let name: String
    let names: [String]
    let summary: String
    let isHidden: Bool
    /// What offers itself after a hyphen.
    let options: [Item]
    let answers: [Answer]
    /// The place of the keyword that chooses a form, if there are forms.
    let formPlace: String?
  }

  let commands: [Command]
  let defaultCommand: String?
  let toolOptions: [Item]
  /// Every spelling that takes the next word, in any command.
  let valueSpellings: [String]
  /// The letters of short switches and of short options with a value, for words such as `-co`.
  let switchLetters: String
  let valueLetters: String

  init(_ tool: ToolDescription) {
    let options = tool.commands.flatMap(\.options) + tool.globalOptions + [.help, .version]
    commands = tool.commands.map { Command($0, tool) }
    defaultCommand = tool.defaultCommand
    toolOptions = items(tool.options(of: nil))
    let (valued, switches) = (
      options.filter { $0.value != nil }, options.filter { $0.value == nil }
    )
    valueSpellings = orNothing(distinct(valued.flatMap(\.spellings)))
    switchLetters = distinct(switches.compactMap(\.short)).joined()
    valueLetters = orNothing(distinct(valued.compactMap(\.short))).joined()
  }

  /// The commands that are offered.
  var commandItems: [Item] {
    commands.filter { !$0.isHidden }.map { Item(name: $0.name, help: $0.summary) }
  }
}

extension CompletionPlan.Command {
  fileprivate init(_ command: CommandDescription, _ tool: ToolDescription) {
    let options = tool.options(of: command)
    let keywords = command.forms.map { Choice($0.keyword, help: $0.summary) }
    name = command.name
    names = command.names
    summary = withoutMarks(command.summary)
    isHidden = command.isHidden
    self.options = items(options)
    formPlace = keywords.isEmpty ? nil : "arg/\(command.arguments.count + 1)"

    var answers = options.compactMap { option in
      option.value.map {
        CompletionPlan.Answer(wanted: option.spellings, completion: $0.completion)
      }
    }
    answers += places(command.arguments, section: "arg")
    if let formPlace {
      answers.append(CompletionPlan.Answer(wanted: [formPlace], completion: .choices(keywords)))
    }
    answers += command.forms.flatMap { places($0.arguments, section: $0.keyword) }
    if command.name.isSame(as: "help") {
      answers = [
        CompletionPlan.Answer(wanted: ["arg/1"], completion: .choices(tool.manualTopics))
      ]
    }
    self.answers = merged(answers)
  }
}

private func places(
  _ arguments: [ArgumentDescription], section: String
) -> [CompletionPlan.Answer] {
  arguments.enumerated().map { index, argument in
    CompletionPlan.Answer(
      wanted: ["\(section)/\(argument.isRepeating ? "*" : "\(index + 1)")"],
      completion: argument.completion)
  }
}

/// What is completed alike in one answer. Places that repeat match every number, so they stay
/// behind the single ones, and a single one without completion must be there to hide them.
private func merged(_ answers: [CompletionPlan.Answer]) -> [CompletionPlan.Answer] {
  var merged: [CompletionPlan.Answer] = []
  for answer in answers {
    if answer.completion == .none, answer.wanted.allSatisfy({ $0.hasPrefix("-") }) { continue }
    let isRepeating = answer.wanted.contains { $0.hasSuffix("*") }
    if let index = merged.firstIndex(where: { $0.completion == answer.completion }), !isRepeating {
      merged[index].wanted += answer.wanted
    } else {
      merged.append(answer)
    }
  }
  return merged
}

/// Long names first: they are what one looks for.
private func items(_ options: [OptionDescription]) -> [CompletionPlan.Item] {
  let long = options.map { CompletionPlan.Item(name: "--" + $0.name, help: withoutMarks($0.help)) }
  let short = options.compactMap { option in
    option.short.map { CompletionPlan.Item(name: "-" + $0, help: withoutMarks(option.help)) }
  }
  return long + short
}

private func distinct(_ texts: [String]) -> [String] {
  var seen: Set<String> = []
  return texts.filter { seen.insert($0).inserted }
}

/// What no option is, in place of an empty list, which shells could not read.
private func orNothing(_ texts: [String]) -> [String] {
  texts.isEmpty ? ["-"] : texts
}
