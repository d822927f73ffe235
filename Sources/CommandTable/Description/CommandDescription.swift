/// One command of a tool: what it takes, and what its help and man page say.
package struct CommandDescription: Hashable, Sendable {
  package var name: String
  package var aliases: [String] = []
  /// The heading under which the tool's help lists the command.
  package var group = "commands"
  /// The command's action, as a predicate without its subject: "reads records".
  package var summary: String
  /// The positional arguments, in order; with forms, those that come before the form's keyword.
  package var arguments: [ArgumentDescription] = []
  /// The command's variants, told apart by a keyword: `define DB flags …`, `define DB enum …`.
  package var forms: [CommandForm] = []
  package var options: [OptionDescription] = []
  package var manual = CommandManual()
  /// A command for programs: it works, and nothing lists it.
  package var isHidden = false

  var names: [String] { [name] + aliases }

  /// Each way to write the command: its common arguments, and a form's keyword and arguments.
  var usages: [Usage] {
    forms.isEmpty
      ? [Usage(arguments: arguments)]
      : forms.map { Usage(arguments: arguments, keyword: $0.keyword, formArguments: $0.arguments) }
  }

  /// One way to write a command.
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
  /// The name that stands for it in usage lines, and by which its values are asked for.
  package var name: String
  package var isOptional: Bool = false
  package var isRepeating: Bool = false
  /// The long name of an option that gives the value as well.
  package var option: String?
  /// True if the value may follow from that of the first argument.
  package var followsFirst: Bool = false
  package var completion: Completion = .none
  package var help: String
}

extension CommandDescription {
  /// A command that takes what its options declare.
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
