/// A parsed command line.
package enum CommandLineRequest: Hashable, Sendable {
  case run(Invocation)
  /// Help about one command, or about the tool.
  case help(CommandDescription?, HelpLength)
  case version(HelpLength)
}

/// The length of the help, or of the version.
package enum HelpLength: Hashable, Sendable {
  /// `-h`: fits a screen. `--version`: one line.
  case short
  /// `--help`: describes each argument and option. `--version --verbose`: all details.
  case whole
}

/// A command with its values, each under the name of its argument or option.
package struct Invocation: Hashable, Sendable {
  /// An option with its value, if it takes one.
  package struct Option: Hashable, Sendable {
    /// The long name.
    package let name: String
    package let value: String?
    /// The option as typed, for messages: `-o`, `--lacks`.
    package let spelling: String
  }

  /// The name of the tool, for messages.
  let tool: String
  package let command: CommandDescription
  /// The keyword of the form, for a command that has forms.
  package let form: String?
  /// The values in the order of the description, without omitted arguments.
  package private(set) var arguments: [Argument]
  /// The options in the order of the line.
  package private(set) var options: [Option]

  /// A positional argument with what was given for it.
  package struct Argument: Hashable, Sendable {
    package let name: String
    package let values: [String]
  }

  /// Moves the words of an argument for which the condition holds to an option.
  package mutating func move(
    _ argument: String, to option: String, where isMeant: (String) -> Bool
  ) {
    guard let index = arguments.firstIndex(where: { $0.name.isSame(as: argument) }) else { return }
    let values = arguments[index].values
    for value in values where isMeant(value) { give(option, value) }
    let rest = values.filter { !isMeant($0) }
    if rest.isEmpty {
      arguments.remove(at: index)
    } else {
      arguments[index] = Argument(name: argument, values: rest)
    }
  }

  /// Adds an option to the end of the line.
  package mutating func give(_ option: String, _ value: String) {
    options.append(Option(name: option, value: value, spelling: "--" + option))
  }

  /// The words of a positional argument.
  package func words(of argument: String) -> [String] {
    arguments.first { $0.name.isSame(as: argument) }?.values ?? []
  }
}

extension ArgumentDescription {
  /// The argument's value, from a word or from its option.
  func value(in arguments: [Invocation.Argument], _ options: [Invocation.Option]) -> String? {
    arguments.first { $0.name.isSame(as: name) }?.values.first
      ?? option.flatMap { option in options.first { $0.name.isSame(as: option) }?.value }
  }
}
