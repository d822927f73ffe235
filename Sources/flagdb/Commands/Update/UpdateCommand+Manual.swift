import CommandTable

extension UpdateCommand {
  static let manual = CommandManual(
    discussion: [
      """
      `NAME=VALUE` sets an attribute, `NAME:null` takes its value away. Of flags, `NAME+=FLAGS` \
      sets some, `NAME-=FLAGS` clears some and `NAME^=FLAGS` flips some; the others stay as \
      they are, also those that no name is declared for. All of it is one statement, so that \
      nobody else's change is lost.
      """,
      """
      A relationship is set by naming the other record: by its unique attribute, or by its key. \
      Of a many-to-many relationship, `+=` adds and `-=` takes away.
      """,
      "Without a selection nothing is changed, unless `--all` says that every record is meant.",
    ],
    examples: [
      Example(
        "One flag more and one less.",
        "flagdb update zoo.db Sample markers+=HRM markers-=RAW --id 1",
        output: "1 record changed"),
      Example(
        "The statement that a change becomes.",
        "flagdb update zoo.db Sample markers+=HRM markers-=RAW --id 1 --sql",
        output: """
          UPDATE Sample SET markers = (markers | ?) & ~? WHERE id = ?;
          -- bindings: 2, 1, 1
          """),
    ],
    exitStatuses: [
      ExitStatus(0, "done, also where no record was selected: 0 records changed")
    ],
    seeAlso: [
      PageReference("flagdb-insert", 1), PageReference("flagdb-query", 1),
      PageReference("flagdb-predicates", 7),
    ])
}
