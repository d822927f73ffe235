import CommandTable

extension InsertCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.entity(&entity)
    table.argument(
      "NAME=VALUE", isOptional: true, &assignments.words, .asks("assignment"),
      help: "the value of an attribute, or the whole record as one JSON object")
    table.part(&assignments)
    table.part(&importing)
    table.sql(&showsSQL)
  }

  mutating func complete() throws {
    importing.isRaw = assignments.isRaw
    if showsSQL, importing.isAsked {
      throw CommandError("--sql shows the statement of one record; leave out --from")
    }
  }
}
