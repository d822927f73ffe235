import CommandTable

extension HelpCommand {
  static func declare(in table: inout OptionTable<Self>) {
    table.argument("TOPIC", \.topic, help: "a command, or `model`, `predicates`, `tutorial`")
  }
}
