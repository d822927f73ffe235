import CommandTable

extension UpdateCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.entity(&entity)
    table.argument(
      "NAME=VALUE", &assignments.words, .asks("assignment"), help: "the new value of an attribute")
    table.part(&selection)
    table.part(&scope)
    table.part(&assignments)
    table.sql(&showsSQL)
  }

  func complete() throws {
    try scope.requireAgreement(with: selection, verb: "change")
  }
}
