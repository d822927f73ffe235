import CommandTable

extension HelpCommand {
  mutating func declare(in table: inout OptionTable) {
    table.argument("TOPIC", &topic, help: "a command, or `model`, `predicates`, `tutorial`")
  }
}
