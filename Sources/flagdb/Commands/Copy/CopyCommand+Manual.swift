import CommandTable

extension CopyCommand {
  static let manual = CommandManual(
    """
    The records of a store of Core Data or SwiftData, of any other SQLite file, or of a database of
    flagdb come into a new database, which can be changed freely. The file that is read stays as it
    is, and an existing file is never touched. The new one appears when it is whole: an error,
    Ctrl-C or a full disk leaves nothing. A killed program leaves a file `NEW.new-…`, which the next
    command that makes `NEW` removes.

    All entities are copied, or those that are named, with the ones that inherit from them. Views are
    copied only if they are named. A note says of everything in the copy that is not as it was. If the
    newest model of a database is damaged, the one before it names what the tables have now, and a warning
    says so.

    # The model of the copy
    `--dry-run` prints it; as Swift it can be given to `migrate` when it has been edited. Types, enums
    and flag sets are those that the file has for flagdb (`flagdb-files`(7)), so that it pays to give
    names first. Every value is brought into the form of `flagdb-model`(5): dates of all kinds, UUIDs
    of 16 bytes, masks of 32 bits whose highest bit made them negative, and data that Core Data keeps
    in files beside the store.

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
    A value that its attribute cannot have, a value that is missing though one is demanded, a unique
    value that stands twice, and a reference to a record that is not there end the copy; the message
    names the record by its key in the file. So does a table that cannot be read, or that has a damaged
    page. With `--on-error skip` such a record is left out, such a table or what follows the page, and
    the others are copied. An optional reference that leads nowhere becomes nil, and so does optional data
    whose file beside the store is gone. `flagdb check` finds most of these in the file before.
    """,
    examples: """
      A file of another program.
          $ sqlite3 app.db 'CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT);
          >   CREATE TABLE item (id INTEGER PRIMARY KEY, flags INT, owner REFERENCES owner);
          >   INSERT INTO owner VALUES (1, "Ann"); INSERT INTO item VALUES (1, 5, 1), (2, 4, NULL)'

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
