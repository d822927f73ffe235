import CommandTable

extension CheckCommand {
  static func declare(in table: inout OptionTable<Self>) {
    table.database(\.database)
    table.part(\.output)
  }
}
