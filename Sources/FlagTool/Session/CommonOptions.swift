import CommandTable
import Terminal

/// The options of every command.
struct CommonOptions: CommandOptions {
  var colour: Terminal.ColourChoice?
  var isVerbose = false

  mutating func declare(in table: inout OptionTable) {
    table.heading(OptionDescription.commonGroup)
    table.value("color", &colour, "WHEN", help: "when to use colour")
    table.switch("verbose", &isVerbose, help: "add the SQL and SQLite's own message to errors")
  }
}
