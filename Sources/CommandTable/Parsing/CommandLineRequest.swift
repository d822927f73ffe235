/// What a command line asks for.
public enum CommandLineRequest: Hashable, Sendable {
  case run(Invocation)
  /// Help about one command, or about the tool.
  case help(CommandDescription?, HelpLength)
  case version
}

/// How much help is wanted.
public enum HelpLength: Hashable, Sendable {
  /// `-h`: what fits a screen.
  case short
  /// `--help`: all that is to be said of each argument and option.
  case whole
}

/// A command as it was called: every value by the name that the table gives its place.
public struct Invocation: Hashable, Sendable {
  /// An option with its value, if it takes one.
  public struct Option: Hashable, Sendable {
    /// The long name, whichever way it was written.
    public let name: String
    public let value: String?
    /// As it was written, for messages: `-o`, `--lacks`.
    public let spelling: String
  }

  public let command: CommandDescription
  /// The keyword of the form, for a command that has forms.
  public let form: String?
  /// The values in the order of the table; an argument that was left out is absent.
  public let arguments: [Argument]
  /// The options in the order of the line.
  public let options: [Option]

  /// A positional argument with what was given for it.
  public struct Argument: Hashable, Sendable {
    public let name: String
    public let values: [String]
  }

  /// All that was given for a positional argument.
  public func values(of argument: String) -> [String] {
    arguments.first { $0.name.isSame(as: argument) }?.values ?? []
  }

  /// What was given for a positional argument that takes one word.
  public func value(of argument: String) -> String? {
    values(of: argument).first
  }

  /// Whether an option stands on the line.
  public func has(option: String) -> Bool {
    options.contains { $0.name.isSame(as: option) }
  }

  /// The values of an option, in the order of the line.
  public func values(ofOption option: String) -> [String] {
    options.filter { $0.name.isSame(as: option) }.compactMap(\.value)
  }

  /// The value of an option that may stand once.
  public func value(ofOption option: String) -> String? {
    values(ofOption: option).first
  }
}
