import CommandTable

extension CheckCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.part(&output)
  }
}
