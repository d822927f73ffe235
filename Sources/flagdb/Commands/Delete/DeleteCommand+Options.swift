import CommandTable

extension DeleteCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.entity(&entity)
    table.part(&selection)
    table.part(&scope)
    table.sql(&showsSQL)
  }

  func complete() throws {
    try scope.requireAgreement(with: selection, verb: "delete")
  }
}
