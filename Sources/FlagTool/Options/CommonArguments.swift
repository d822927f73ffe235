import CodeFiles
import CommandTable
import Definitions
import FlagModel

// Options that several commands share.

extension OptionTable {
  mutating func database(_ property: inout String) {
    database(&property, [], help: "the database, a file")
  }

  /// Declares the database argument of a command that only reads, and so accepts record files.
  mutating func databaseOrRecords(_ property: inout String, models: inout [String]) {
    database(
      &property, Self.recordExtensions, help: "the database, or a record file such as data.csv")
    model(&models)
  }

  /// The same with an option for an earlier state of the database.
  mutating func databaseOrRecords(
    _ property: inout String, models: inout [String], commit: inout Int64?
  ) {
    databaseOrRecords(&property, models: &models)
    self.commit(&commit)
  }

  /// `--wal-at`: the state after a commit.
  mutating func commit(_ property: inout Int64?) {
    heading(OptionDescription.commonGroup)
    value(
      "wal-at", &property, "COMMIT", .asks("commit"),
      help: "the state after this commit in the write-ahead log")
    heading(OptionDescription.usualGroup)
  }

  mutating func databaseOrModel(_ property: inout String, models: inout [String]) {
    database(
      &property, ["swift"] + ModelPackages.extensions + Self.recordExtensions,
      help: "the database, a record file, or a model whose name ends in .swift or .xcdatamodeld")
    model(&models)
  }

  static let recordExtensions = ["csv", "tsv", "json", "ndjson"]

  /// Declares `--model`, for a file without a model.
  mutating func model(_ models: inout [String]) {
    heading(OptionDescription.commonGroup)
    value(
      "model", &models, "FILE",
      .file(extensions: ["swift", "momd", "mom", "xcdatamodeld", "h", "cdl"]),
      help: "a model for a file without one, such as zoo.swift")
    heading(OptionDescription.usualGroup)
  }

  mutating func databaseOrDefinitions(_ property: inout String) {
    database(
      &property, DefinitionLanguage.allExtensions,
      help: "the database, or a file that defines flags, such as a Swift file or a C header")
  }

  private mutating func database(
    _ property: inout String, _ otherExtensions: [String], help: String
  ) {
    argument(
      "DB", orOption: "database", short: "d", &property,
      .file(extensions: ["db", "sqlite", "sqlite3"] + otherExtensions), help: help,
      optionHelp: "the database, instead of DB; without either, `$FLAGDB`")
  }

  mutating func entity(_ property: inout Name) {
    argument(
      "ENTITY", &property, .asks("entity"), followsFirst: true,
      help: "the entity, as in Sample")
  }

  /// `--sql`: prints the statements of a command and does not run them.
  @discardableResult
  mutating func sql(_ property: inout SQLForm?) -> DeclaredOption {
    heading("looking inside")
    return self.switch("sql", &property, alone: .literals, "FORM", help: "only print the SQL")
  }
}
