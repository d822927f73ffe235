import CommandTable

extension UpdateCommand {
  static let manual = CommandManual(
    """
    `NAME=VALUE` sets an attribute; `NAME:null` removes its value. For flags, `NAME+=FLAGS` sets
    some, `NAME-=FLAGS` clears some and `NAME^=FLAGS` flips some. The other flags stay as they are,
    and so do bits that no flag declares. The whole change is one statement, so that changes made by
    others at the same time are kept.

    A relationship is set by the unique attribute or the key of the other record. For a many-to-many
    relationship, `+=` adds records and `-=` removes them.

    Without a selection nothing is changed, unless `--all` says that every record is meant.
    """,
    examples: """
      One flag more and one less.
          $ flagdb update zoo.db Sample markers+=HRM markers-=RAW --id 1
          1 record changed

      The statement that a change becomes.
          $ flagdb update zoo.db Sample markers+=HRM markers-=RAW --id 1 --sql
          UPDATE Sample SET markers = (markers | ?) & ~? WHERE id = ?;
          -- bindings: 2, 1, 1
      """,
    exitStatuses: [0: "done, also where no record was selected: 0 records changed"],
    seeAlso: ["flagdb-insert(1)", "flagdb-query(1)", "flagdb-predicates(7)"])
}
