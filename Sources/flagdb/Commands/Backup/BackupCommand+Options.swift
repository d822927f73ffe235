import CommandTable

extension BackupCommand {
  static func declare(in table: inout OptionTable<Self>) {
    table.database(\.database)
    table.argument("FILE", \.file, .file(), help: "the copy, which must not exist yet")
  }
}
