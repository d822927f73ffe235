import CommandTable

extension SchemaCommand {
  mutating func declare(in table: inout OptionTable) {
    table.databaseOrModel(&database)
    table.argument(
      "ENTITY", &entity, .asks("entity"), help: "show this entity and what it uses")
    table.value(
      "format", short: "f", &format, "FORMAT", help: "the format of the output; swift by default")
  }
}
