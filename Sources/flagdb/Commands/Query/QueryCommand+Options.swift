import CommandTable
import FlagModel
import Queries

extension QueryCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.entity(&entity)
    table.part(&selection)
    table.heading("answer")
    table.value(
      "columns", short: "c", &selection.columns, "NAMES", .asks("columns"),
      help: "show these, in this order; `*` means all")
    table.value(
      "group-by", short: "g", &selection.groups, "NAMES", .asks("groups"),
      help: "join records that are equal in these into one row")
    table.value(
      "having", &selection.conditions, "PREDICATE", .asks("group-predicate"),
      help: "groups for which this is true, as in `count() > 1`"
    ) { .ofGroups(SourceText($0)) }
    table.value(
      "sort", short: "s", &selection.sort, "NAMES", .asks("order"),
      help: "sort by these; -NAME sorts the greatest first")
    table.value("limit", short: "n", &limit, "N", help: "stop after N records")
    table.value("offset", &offset, "N", help: "skip the first N records")
    let count = table.switch("count", &answer, is: .count, help: "print how many records there are")
    let exists = table.switch(
      "exists", &answer, is: .exists,
      help: "print nothing; exit 0 if there is one, and 3 if not")
    table.exclude(count, exists)
    table.part(&output)
    table.switch(
      "names-in-files", &usesNamesInFiles,
      help: "call columns, flags and cases as the files did that `insert --create` read")
    table.sql(&showsSQL)
    table.switch(
      "explain", &explains, help: "print the plainest spelling, the SQL and the plan")
  }
}
