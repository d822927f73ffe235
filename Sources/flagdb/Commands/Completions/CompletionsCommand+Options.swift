import CommandTable

extension CompletionsCommand {
  mutating func declare(in table: inout OptionTable) {
    table.argument("SHELL", &shell, help: "the shell")
  }
}
