import CommandTable

extension ReplCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument(
      "ENTITY", &entity, .asks("entity"),
      help: "the kind of record to begin with; by default the first of the model")
    table.switch(
      "keep-going", short: "k", &keepsGoing, help: "go on after a line of a script that failed")
  }
}
