import CommandTable

extension FlagsCommand {
  mutating func declare(in table: inout OptionTable) {
    table.databaseOrModel(&database)
    table.argument(
      "TYPE", &type, .asks("flag-set"),
      help: "the flag set, as in BIOMarker; all are listed without one")
    table.argument(
      "VALUE", isOptional: true, &values, .asks("flags-of-type"),
      help: "a number, which becomes names, or names, which become a number")
    table.part(&output)
  }
}
