import CommandTable

extension BackupCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument("FILE", &file, .file(), help: "the copy, which must not exist yet")
  }
}
