import CommandTable

/// `--dry-run`, and the format for the records that it shows.
struct DryRunOptions: CommandOptions {
  private(set) var isAsked = false
  private(set) var output = OutputOptions()

  mutating func declare(in table: inout OptionTable) {
    table.heading("looking inside")
    let asked = table.switch("dry-run", &isAsked, help: "show the changes, but make none")
    table.value(
      "format", short: "f", &output.format, "FORMAT", needs: asked,
      help: "the format of the shown records; a table on a terminal, csv elsewhere")
  }
}
