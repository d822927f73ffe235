import CommandTable

extension CopyCommand {
  static let manual = CommandManual(
    """
    `copy` converts a Core Data or SwiftData store, any other SQLite file, a record file, or a flagdb database
    to a new flagdb database, which can be changed without limits. It does not change the source, and never
    replaces an existing file. The new file appears when it is complete; an error, Ctrl-C or a full disk
    leaves nothing. A killed `copy` leaves a file `NEW.new-…`, which the next command that creates `NEW`
    removes.

    `copy` copies all entities, or the named ones with their subclasses. It copies a view only if you name it.
    A note describes each difference between the copy and the source. If the newest model of a database is
    damaged, `copy` uses the model before it, and prints a warning.

    # The model of the copy
    `--dry-run` prints the model as Swift; edit it, and pass it to `migrate` later. Types, enums and flag sets
    are those that `schema` shows (`flagdb-files`(7)), so adopt the database before you copy it. `copy`
    converts all values to the types of `flagdb-model`(5): dates of all kinds, UUIDs of 16 bytes, negative
    masks of 32 bits, and external data of Core Data.

    - A key that is a number becomes `id`, with the same numbers, whatever its name was. A key that is
      a text stays as an attribute, and one of several columns as attributes that are unique together;
      their records get a new `id`, to which relationships lead.
    - A relationship to an entity that is not copied becomes an attribute with the other's key. Lists of
      such records are left out.
    - Entities that share a table become classes that inherit.
    - The order of a list becomes an attribute of the records in it, `parentOrder`; that of a
      many-to-many list an attribute beside the list, with the keys in their order.
    - A value that no case of its enum has gets a case, `unknown7`. Bits that no flag has stay.
    - A column with values of several kinds, or with an infinite number, becomes `Any`. Generated columns and virtual tables become
      ordinary ones with the values that they have.
    - An integer `id` that is not the key becomes optional, and the key is `_id` then. A name that no
      model can have becomes the nearest one: `odd.name` is `odd_name`.
    - Triggers, indexes, checks and defaults in the tables of other programs are left out.

    # Records that are wrong
    An invalid value, a missing required value, a duplicate unique value, and a reference to a missing record
    end the copy; the error names the key of the record. An unreadable table or a damaged page ends it too.
    `--on-error skip` skips such records and tables, and everything after a damaged page, and copies the rest.
    An optional reference to a missing record becomes nil, and so does optional external data whose file is
    missing. `flagdb check` finds most of these problems before.
    """,
    examples: """
      A file of another program.
          $ sqlite3 app.db 'CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT);
          >   CREATE TABLE item (id INTEGER PRIMARY KEY, flags INT,
          >     owner REFERENCES owner);
          >   INSERT INTO owner VALUES (1, "Ann"); INSERT INTO item VALUES (1, 5, 1),
          >     (2, 4, NULL)'

      A database with all that is in it.
          $ flagdb copy app.db items.db 2>/dev/null
          copied 1 record of owner
          copied 2 records of item

      The copy can be changed.
          $ flagdb update items.db item --id 2 owner=1
          1 record changed

      Relationships lead in it from record to record.
          $ flagdb query items.db item -c id,flags,owner.name
          id,flags,owner.name
          1,5,Ann
          2,4,Ann

      The model of a copy of one entity, whose references stay as numbers.
          $ flagdb copy app.db items2.db item --dry-run 2>/dev/null
          struct item: Entity {
            var flags: Int?
            var owner: Int64?
          }
      """,
    exitStatuses: [3: "some records or references are not in the copy"],
    seeAlso: [
      "flagdb-files(7)", "flagdb-check(1)", "flagdb-backup(1)", "flagdb-migrate(1)",
      "flagdb-model(5)",
    ])
}
