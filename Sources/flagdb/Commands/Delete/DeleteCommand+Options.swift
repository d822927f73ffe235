import CommandTable

extension DeleteCommand {
  static func declare(in table: inout OptionTable<Self>) {
    table.database(\.database)
    table.entity(\.entity)
    table.part(\.selection)
    table.part(\.scope)
    table.sql(\.showsSQL)
  }

  func complete() throws {
    try scope.requireAgreement(with: selection, verb: "delete")
  }
}
