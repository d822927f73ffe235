import CommandTable
import FlagModel

// What several commands take in the same words.

extension OptionTable {
  mutating func database(_ path: @autoclosure () -> WritableKeyPath<Options, String>) {
    argument(
      "DB", path(), .file(extensions: ["db", "sqlite", "sqlite3"]), help: "the database, a file")
  }

  mutating func databaseOrModel(_ path: @autoclosure () -> WritableKeyPath<Options, String>) {
    argument(
      "DB", path(), .file(extensions: ["db", "sqlite", "sqlite3", "swift"]),
      help: "the database, or a model file whose name ends in .swift")
  }

  mutating func entity(_ path: @autoclosure () -> WritableKeyPath<Options, Name>) {
    argument("ENTITY", path(), .asks("entity"), help: "the kind of record, as in Sample")
  }

  /// `--sql`: the statements that a command would run, instead of running them.
  mutating func sql(_ path: @autoclosure () -> WritableKeyPath<Options, Bool>) {
    heading("looking inside")
    self.switch("sql", path(), help: "print the SQL and its bindings instead of running it")
  }
}
