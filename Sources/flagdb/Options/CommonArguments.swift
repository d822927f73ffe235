import CommandTable
import Definitions
import FlagModel

// Options that several commands take in the same words.

extension OptionTable {
  mutating func database(_ property: inout String) {
    database(&property, [], help: "the database, a file")
  }

  mutating func databaseOrModel(_ property: inout String) {
    database(
      &property, ["swift"], help: "the database, or a model file whose name ends in .swift")
  }

  mutating func databaseOrDefinitions(_ property: inout String) {
    database(
      &property, DefinitionLanguage.allExtensions,
      help: "the database, or a file that defines flags: a Swift file, a C header, and others")
  }

  private mutating func database(
    _ property: inout String, _ otherExtensions: [String], help: String
  ) {
    argument(
      "DB", orOption: "database", short: "d", &property,
      .file(extensions: ["db", "sqlite", "sqlite3"] + otherExtensions), help: help,
      optionHelp: "the database, instead of DB; without either, `FLAGDB` of the environment")
  }

  mutating func entity(_ property: inout Name) {
    argument("ENTITY", &property, .asks("entity"), help: "the kind of record, as in Sample")
  }

  /// `--sql`: the statements that a command would run, instead of running them.
  mutating func sql(_ property: inout Bool) {
    heading("looking inside")
    self.switch("sql", &property, help: "print the SQL and its bindings instead of running it")
  }
}
