import PlainText

/// An error in a command line, as data, with all messages in this file. Typed text is included
/// unescaped and can be truncated, so the caller must escape it.
package struct UsageError: Error, Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    case noCommand
    case unknownCommand(String, nearest: String?)
    /// A command of another tool, and its equivalent line.
    case familiarCommand(String, line: String)
    /// An unknown option, with similar options or the commands that have it.
    case unknownOption(String, near: [String], ofCommands: [String])
    /// Hyphens without a name, as in `--=5`.
    case emptyOption(String)
    /// A missing value, or an option in its place.
    case missingValue(option: String, placeholder: String, found: String?)
    case unexpectedValue(option: String, value: String)
    case repeatedOption(String)
    case missingArgument(String)
    /// An additional word. The command can be misplaced after the database.
    case surplusWord(String, laterCommand: String?)
    /// A value that is none of the permitted ones.
    case invalidChoice(of: String, found: String?, choices: [String], nearest: String?)
    /// A value that cannot be parsed.
    case unreadableValue(of: String, found: String, expected: String, hint: String?)
    case exclusiveOptions(String, String)
    /// An option without another one that it needs.
    case missingCompanion(of: String, needed: String)
  }

  package let problem: Problem
  package let tool: String
  /// The command of the line, if it is known.
  package private(set) var command: String?

  /// Lower case, without a full stop.
  package var message: String {
    switch problem {
    case .noCommand: "expected a command, found nothing"
    case .unknownCommand(let name, _), .familiarCommand(let name, _):
      "\(quoted(name)) is not a command of \(tool)"
    case .unknownOption(let option, _, _):
      "\(quoted(option)) is not an option of \(command.map { "'\($0)'" } ?? tool)"
    case .emptyOption(let word): "expected the name of an option, found \(quoted(word))"
    case .missingValue(let option, let placeholder, let word):
      "'\(option)' expects \(placeholder), found \(word.map(quotedOption) ?? "nothing")"
    case .unexpectedValue(let option, let value):
      "'\(option)' takes no value, found \(quoted(value))"
    case .repeatedOption(let option): "'\(option)' is given twice"
    case .missingArgument(let name): "expected \(name), found nothing"
    case .surplusWord(let word, _): "unexpected argument \(quoted(word))"
    case .invalidChoice(let place, let word, let choices, _):
      "\(place) expects \(oneOf(choices)), found \(word.map(quoted) ?? "nothing")"
    case .unreadableValue(let place, let word, let expected, _):
      "\(place) expects \(expected), found \(quoted(word))"
    case .exclusiveOptions(let first, let second): "'\(first)' cannot be used with '\(second)'"
    case .missingCompanion(let option, let needed): "'\(option)' needs '\(needed)'"
    }
  }

  /// The correction, if there is one.
  package var hint: String? {
    switch problem {
    case .unknownCommand(_, let name?), .invalidChoice(_, _, _, let name?): didYouMean([name])
    case .familiarCommand(_, let line): "write \(line)"
    case .unknownOption(_, let near, _) where !near.isEmpty: didYouMean(near)
    case .unknownOption(let option, _, let owners) where !owners.isEmpty:
      "\(listedInQuotes(owners, "and")) \(have(owners.count)) \(option)"
    case .missingValue(let option, _, let word?):
      if option.utf8.starts(with: "--".utf8) {
        "if that is the value, write '\(option)=\(cut(word))'"
      } else {
        nil
      }
    case .unreadableValue(_, _, _, let hint): hint
    case .surplusWord(_, let command?):
      "put the command first: '\(tool) \(command) …'"
    default: nil
    }
  }

  /// A reference to the help: "see 'flagdb query --help'".
  package var reference: String {
    "see '\(([tool, command].compactMap(\.self) + ["--help"]).joined(separator: " "))'"
  }
}

/// The typed text, between quotes.
private func quoted(_ typed: String) -> String { "'\(cut(typed))'" }

private func quotedOption(_ typed: String) -> String {
  if typed.isSame(as: "--") { return quoted(typed) }
  return "option " + quoted(typed)
}

/// The beginning of a long text. It counts scalars, because a character can have any number of
/// them.
private func cut(_ typed: String) -> String {
  let limit = 60
  let start = typed.unicodeScalars.prefix(limit)
  if start.endIndex == typed.unicodeScalars.endIndex { return typed }
  return String(start) + "…"
}

private func oneOf(_ choices: [String]) -> String {
  if choices.count == 1 { return "'\(choices[0])'" }
  return "one of \(listed(choices))"
}
