/// An option: a switch, or one that takes a value.
public struct OptionDescription: Codable, Hashable, Sendable {
  /// The long name, without its hyphens.
  public var name: String
  /// One letter or digit, without its hyphen.
  public var short: String?
  /// Other long names that mean the same.
  public var aliases: [String]
  /// What stands for the value and how it completes; nil for a switch.
  public var value: OptionValue?
  public var isRepeatable: Bool
  /// The heading under which the command's help lists the option.
  public var group: String
  public var help: String

  public init(
    _ name: String, short: String? = nil, aliases: [String] = [], value: OptionValue? = nil,
    isRepeatable: Bool = false, group: String = "options", help: String
  ) {
    self.name = name
    self.short = short
    self.aliases = aliases
    self.value = value
    self.isRepeatable = isRepeatable
    self.group = group
    self.help = help
  }

  /// Every long name.
  var longNames: [String] { [name] + aliases }

  /// Every way to write the option, hyphens included.
  var spellings: [String] { (short.map { ["-" + $0] } ?? []) + longNames.map { "--" + $0 } }
}

extension OptionDescription {
  /// Every level of every tool has it.
  public static let help = OptionDescription(
    "help", short: "h", group: commonGroup, help: "show this help; -h shows the short of it")

  public static let version = OptionDescription(
    "version", short: "V", group: commonGroup, help: "show the version")

  /// The heading for options that all commands have.
  public static let commonGroup = "common options"
}

/// What an option wants after its name.
public struct OptionValue: Codable, Hashable, Sendable {
  public var placeholder: String
  public var completion: Completion

  public init(_ placeholder: String, _ completion: Completion = .none) {
    self.placeholder = placeholder
    self.completion = completion
  }
}

/// What may stand in a place of the command line, as far as a shell can offer it.
public enum Completion: Codable, Hashable, Sendable {
  case none
  /// Files of these extensions (without the dot), or any; shells fall back to any.
  case file(extensions: [String] = [])
  case directory
  /// One of these and nothing else: the parser checks it.
  case choices([Choice])
  /// What only the tool knows; the kind tells it what is wanted. See `CompletionRequest`.
  case asks(_ kind: String)
}

/// One of the values that an option or argument allows.
public struct Choice: Codable, Hashable, Sendable, ExpressibleByStringLiteral {
  public var name: String
  public var help: String?

  public init(_ name: String, help: String? = nil) {
    self.name = name
    self.help = help
  }

  public init(stringLiteral name: String) {
    self.init(name)
  }
}
