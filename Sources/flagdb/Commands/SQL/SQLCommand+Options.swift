import CommandTable
import UserSQL

extension SQLCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument(
      "STATEMENT", &statement,
      help: "one or several statements with `;` between them, or `-` to read them")
    table.heading("statement")
    table.value(
      "param", short: "p", &givenParameters, "NAME=VALUE",
      help: "the value of `:NAME`, or of `?` by its number")
    table.switch("write", &mayWrite, help: "allow changes of the database")
    table.part(&output)
    table.sql(&showsSQL)
  }

  mutating func complete() throws {
    parameters = try SQLParameters(givenParameters)
  }
}
