/// An option: a switch, or one that takes a value.
package struct OptionDescription: Hashable, Sendable {
  /// The long name, without hyphens.
  package var name: String
  /// One letter or digit, without hyphen.
  package var short: String?
  /// Other long names.
  package var aliases: [String] = []
  /// Switches for the option with a certain value, as other tools have them.
  package var shorthands: [Shorthand] = []
  /// The name and the completion of the value; nil for a switch.
  package var value: OptionValue?
  package var isRepeatable: Bool = false
  /// The heading under which the command's help lists the option.
  package var group: String = Self.usualGroup
  package var help: String

  /// Every long name.
  var longNames: [String] { [name] + aliases }

  /// Every way to write the option, hyphens included.
  package var spellings: [String] {
    let long = longNames.map { "--\($0)" }
    if let short { return ["-\(short)"] + long }
    return long
  }

  /// `--output FILE`, or `--sql[=FORM]`
  var longUsage: String { "--" + name + (value?.usage ?? "") }

  /// True if the word after the option is its value.
  package var takesNextWord: Bool { value?.isOptional == false }
}

/// A switch for an option with a value: `--csv` or `-t` for `--format`.
package struct Shorthand: Hashable, Sendable {
  /// The switch with its hyphens.
  package var word: String
  package var value: String

  package init(_ word: String, _ value: String) {
    self.word = word
    self.value = value
  }
}

extension OptionDescription {
  /// The help option of every command.
  package static let help = OptionDescription(
    name: "help", short: "h", group: commonGroup, help: "show this help; -h shows a summary")

  package static let version = OptionDescription(
    name: "version", short: "V", group: commonGroup,
    help: "show the version; with --verbose, all details")

  package static let usualGroup = "options"

  /// The heading for options of files in place of a database, which a summary only mentions.
  package static let recordsGroup = "record files"

  /// The heading for options that all commands have.
  package static let commonGroup = "common options"
}

/// The value of an option.
package struct OptionValue: Hashable, Sendable {
  package var placeholder: String
  package var completion: Completion = .none
  /// True if the value can be omitted. It can then only follow `=` in the same word.
  package var isOptional = false

  /// ` FILE`, or `[=FORM]`
  var usage: String {
    if isOptional { return "[=\(placeholder)]" }
    return " \(placeholder)"
  }
}

/// The kind of completion for a position.
package enum Completion: Hashable, Sendable {
  case none
  /// Files with these extensions (without the dot), or any files. If none matches, shells offer any
  /// file.
  case file(extensions: [String] = [])
  case directory
  /// One of these choices. The parser refuses other values.
  case choices([Choice])
  /// `FILE:NAME`: files with these extensions, and after a colon names that only the tool knows.
  case namedInFile(_ kind: String, _ extensions: [String])
  /// Candidates that only the tool knows. The kind is passed to it. See `CompletionRequest`.
  case asks(_ kind: String)
}

/// One of the permitted values of an option or argument.
package struct Choice: Hashable, Sendable, ExpressibleByStringLiteral {
  package var name: String
  /// Other names of the value.
  package var aliases: [String]
  package var help: String?

  package init(_ name: String, aliases: [String] = [], help: String? = nil) {
    self.name = name
    self.aliases = aliases
    self.help = help
  }

  func isNamed(_ word: String) -> Bool {
    name.isSame(as: word) || aliases.contains { $0.isSame(as: word) }
  }

  package init(stringLiteral name: String) { self.init(name) }
}
