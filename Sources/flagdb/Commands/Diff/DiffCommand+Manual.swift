import CommandTable

extension DiffCommand {
  static let manual = CommandManual(
    """
    The first database is the old one: a record that only the second has is added. `diff` first prints the
    changes of the model, as `flagdb-migrate`(1) does, and then the changed records of each entity: `+` for
    added, `-` for removed, and `~` for changed records with the old and new value of each attribute. For flags
    it prints the added and removed ones. It compares flags and cases by name, so moved bits are no difference,
    and numbers by value. `diff` prints nothing if the databases are equal.

    `diff` pairs records by their key. In files without a key, such as csv, it uses a unique attribute that both
    sides have, or the attribute given with `--key`. It compares records with the same key one by one. It
    compares records without a key as a whole. Integer keys match even if their names differ. Attributes of one
    side are printed as a change of the model, and not compared. A relationship is compared by the unique value
    that `query` shows, or by key where the two sides show different things.

    Each side can be a foreign database, a Core Data store, or a record file (`flagdb-files`(7)); the model of
    the other side gives types to the columns of a record file. Both sides are read in the order of keys, with
    constant memory. A table with a damaged page is an error: `diff` compares its records up to that page, and
    all records of the other tables.

    `--apply` makes OTHER equal to DB in one transaction: first its model, as `flagdb-migrate`(1) does, which asks
    before a loss, and then every record with its key. Triggers run. `--dry-run` makes the changes and rolls
    back. Both must be flagdb databases; the rows that differ are held in memory.

    `--format` writes a row for each difference: the entity, the key, the change (`model`, `added`, `gone` or
    `changed`), the attribute, and the values before and after. An added or removed record has a row for each
    value. `--limit` limits the rows, not the count.
    """,
    examples: """
      A copy, and a change of the original.
          $ cp zoo.db old.db; flagdb update zoo.db Sample \\
          >   --id 2 markers+=RAW > changed

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
          $ printf 'code,markers\\nS-1,RAW\\nS-9,HRM\\n' > new.csv; flagdb diff zoo.db \\
          >   new.csv Sample --where 'code in {"S-1", "S-9"}' -f csv | head -n 2
          entity,key,change,attribute,before,after
          Sample,S-9,added,markers,,HRM
      """,
    exitStatuses: [3: "something differs"],
    seeAlso: ["flagdb-migrate(1)", "flagdb-query(1)", "flagdb-copy(1)", "flagdb-files(7)"])
}
