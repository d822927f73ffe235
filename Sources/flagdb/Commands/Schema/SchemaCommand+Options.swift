import CommandTable

extension SchemaCommand {
  mutating func declare(in table: inout OptionTable) {
    table.databaseOrModel(&database)
    table.argument(
      "ENTITY", &entity, .asks("entity"), help: "show this entity and what it uses")
    table.value(
      "format", short: "f", &format, "FORMAT", help: "how it is written; swift if not said")
  }
}
