import CommandTable

extension NewCommand {
  mutating func declare(in table: inout OptionTable) {
    table.argument("DB", &database, .file(), help: "the file to create")
    table.argument(
      "MODEL.swift", isOptional: true, &models, .file(extensions: ["swift"]),
      help: "the types and entities of the model, as Swift")
    table.switch(
      "wal", &usesWAL, help: "keep a write-ahead log, so that readers and a writer do not wait")
  }
}
