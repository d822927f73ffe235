/// The request of a command line.
package enum CommandLineRequest: Hashable, Sendable {
  case run(Invocation)
  /// Help about one command, or about the tool.
  case help(CommandDescription?, HelpLength)
  case version(HelpLength)
}

/// The length of the help that is wanted, or of what is said of the version.
package enum HelpLength: Hashable, Sendable {
  /// `-h`: what fits a screen. `--version`: one line.
  case short
  /// `--help`: all that is to be said of each argument and option. `--version --verbose`: all details.
  case whole
}

/// A command as it was called: every value by the name that the table gives its place.
package struct Invocation: Hashable, Sendable {
  /// An option with its value, if it takes one.
  package struct Option: Hashable, Sendable {
    /// The long name, whichever way it was written.
    package let name: String
    package let value: String?
    /// As it was written, for messages: `-o`, `--lacks`.
    package let spelling: String
  }

  /// The name of the tool, for messages.
  let tool: String
  package let command: CommandDescription
  /// The keyword of the form, for a command that has forms.
  package let form: String?
  /// The values in the order of the table; an argument that was left out is absent.
  package private(set) var arguments: [Argument]
  /// The options in the order of the line.
  package private(set) var options: [Option]

  /// A positional argument with what was given for it.
  package struct Argument: Hashable, Sendable {
    package let name: String
    package let values: [String]
  }

  /// Takes those words of an argument for values of an option for which this is true.
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

  /// Gives an option a value, as if it stood at the end of the line.
  package mutating func give(_ option: String, _ value: String) {
    options.append(Option(name: option, value: value, spelling: "--" + option))
  }

  /// All that was given for a positional argument.
  package func words(of argument: String) -> [String] {
    arguments.first { $0.name.isSame(as: argument) }?.values ?? []
  }
}

extension ArgumentDescription {
  /// The value that a word or the option of the argument gives.
  func value(in arguments: [Invocation.Argument], _ options: [Invocation.Option]) -> String? {
    arguments.first { $0.name.isSame(as: name) }?.values.first
      ?? option.flatMap { option in options.first { $0.name.isSame(as: option) }?.value }
  }
}
