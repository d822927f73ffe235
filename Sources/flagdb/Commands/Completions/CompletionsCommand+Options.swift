import CommandTable

extension CompletionsCommand {
  static func declare(in table: inout OptionTable<Self>) {
    table.argument("SHELL", \.shell, help: "the shell")
  }
}
