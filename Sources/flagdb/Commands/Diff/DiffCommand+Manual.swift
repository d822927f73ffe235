import CommandTable

extension DiffCommand {
  static let manual = CommandManual(
    """
    The first database is taken for the old one: a record that only the second has is added. First come
    the changes of the model, in the words of `flagdb-migrate`(1), then for each entity its records: `+`
    is added, `-` is gone, and `~` has changed, with each attribute as it was and as it is. Of flags
    those are named that came and went. Flags and cases are compared by their names, so that other bits
    or numbers are no difference, and numbers by their value. Nothing is printed if all is the same.

    Records belong together by their key. Where the key is only the number of a line, as in a file of
    csv, it is a unique attribute that both sides have, or the one that `--key` names; several records
    with one key are compared one by one. Records that nothing tells apart are compared as a whole, and
    are added or gone. Keys that are whole numbers go together whatever they are called, as `copy` keeps
    them. Attributes that only one side has are told by the model, and not compared. A
    relationship is compared by what `query` shows of the other record, and by its key where the two sides
    would show it differently; one to many only where it has pairs of its own.

    Either side may be a file of another program, a store of Core Data, or a file of records
    (`flagdb-files`(7)), whose columns are then read by the model of the other side. Both sides are read
    in the order of the keys, at one moment each, and in memory that does not grow with them. A table with a
    damaged page is an error; its records are compared up to there, and those of the other tables wholly.

    `--apply` makes OTHER like DB: its model by the steps of `flagdb-migrate`(1), which asks before
    anything is lost, and then every record, with its key, in the same transaction. References hold in
    the end, whatever comes between, and triggers run. `--dry-run` does all of it and takes it back. Both
    must be databases of flagdb; the rows that differ are held in memory.

    With `--format` each difference is a row: the entity, the key, the change (`model`, `added`, `gone`
    or `changed`), the attribute, and the value before and after. A record that is added or gone has a
    row for each value. `--limit` ends the rows, not the counting.
    """,
    examples: """
      A copy, and a change of the original.
          $ cp zoo.db old.db; flagdb update zoo.db Sample --id 2 markers+=RAW > changed

      Two states of one database.
          $ flagdb diff old.db zoo.db || echo different
          Sample by id
          ~ 2  markers: +RAW
          1 changed, 3 the same
          different

      The second made like the first again.
          $ flagdb diff old.db zoo.db --apply
          Sample: 1 changed
          'zoo.db' has these records now

      A database and a file of records.
          $ printf 'code,markers\\nS-1,RAW\\nS-9,HRM\\n' > new.csv; flagdb diff zoo.db new.csv Sample \\
          > --where 'code in {"S-1", "S-9"}' -f csv | head -n 2
          entity,key,change,attribute,before,after
          Sample,S-9,added,markers,,HRM
      """,
    exitStatuses: [3: "something differs"],
    seeAlso: ["flagdb-migrate(1)", "flagdb-query(1)", "flagdb-copy(1)", "flagdb-files(7)"])
}
