/// A command: its arguments and options, and the text of its help and man page.
package struct CommandDescription: Hashable, Sendable {
  package var name: String
  package var aliases: [String] = []
  /// The heading under which the tool's help lists the command.
  package var group = "commands"
  /// The command's action, as a predicate without its subject: "reads records".
  package var summary: String
  /// The positional arguments in order. If the command has forms, these arguments precede the
  /// form's keyword.
  package var arguments: [ArgumentDescription] = []
  /// The variants of the command, distinguished by a keyword: `define DB flags …`,
  /// `define DB enum …`.
  package var forms: [CommandForm] = []
  package var options: [OptionDescription] = []
  package var manual = CommandManual()
  /// True for a command that programs call, which no list contains.
  package var isHidden = false

  var names: [String] { [name] + aliases }

  /// The usages of the command: the common arguments, each form's keyword, and its arguments.
  var usages: [Usage] {
    if forms.isEmpty { return [Usage(arguments: arguments)] }
    return forms.map {
      Usage(arguments: arguments, keyword: $0.keyword, formArguments: $0.arguments)
    }
  }

  /// One usage of a command.
  struct Usage {
    let arguments: [ArgumentDescription]
    var keyword: String?
    var formArguments: [ArgumentDescription] = []
  }
}

/// A variant of a command, chosen by a keyword that follows the common arguments.
package struct CommandForm: Hashable, Sendable {
  package var keyword: String
  package var summary: String
  package var arguments: [ArgumentDescription] = []
}

/// A positional argument.
package struct ArgumentDescription: Hashable, Sendable {
  /// The name in usage lines and in completion requests.
  package var name: String
  package var isOptional: Bool = false
  package var isRepeating: Bool = false
  /// The long name of an option that can give the value instead.
  package var option: String?
  /// True if the value can be derived from the first argument.
  package var followsFirst: Bool = false
  /// True if the value is a name with a point, which looks like a path: `item.flags`.
  package var isDottedName: Bool = false
  package var completion: Completion = .none
  package var help: String
}

extension CommandDescription {
  /// A command with the arguments and options that a type declares.
  package init(
    _ name: String, group: String = "commands", summary: String,
    _ options: any CommandOptions.Type, isHidden: Bool = false
  ) {
    let table = OptionTable(describing: options)
    self.init(
      name: name, group: group, summary: summary, arguments: table.arguments, forms: table.forms,
      options: table.options, isHidden: isHidden)
  }
}
