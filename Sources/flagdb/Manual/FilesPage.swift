import CommandTable

/// flagdb-files(7): the files of other programs, and what is seen in them.
enum FilesPage {
  static let page = ProsePage(
    "flagdb-files", section: 7, summary: "files that other programs made, and files of records",
    introduction, records, entities, types, bits, names, changes, coreData, reading, examples,
    seeAlso: [
      "flagdb-adopt(1)", "flagdb-query(1)", "flagdb-schema(1)", "flagdb-check(1)", "flagdb-copy(1)",
      "flagdb-sql(1)",
    ])

  private static let introduction: Prose = """
    Commands that read work on any SQLite file at once: `schema`, `query`, `stats`, `sql`, `flags`,
    `check`, `backup`, and a session. The tables and views of the file are its entities. Nothing is
    written. `insert`, `update`, `delete` and `sql --write` take such a file when it is adopted; `define`
    and `migrate` never do, and `copy` makes a database of it that they take.
    """

  private static let records: Prose = """
    # Files of records
    `query`, `stats`, `sql`, `schema`, `check`, `copy`, `backup` and a session take a file of csv, tsv,
    json or ndjson in place of the database, and `-` or a pipe. All of its records go into a temporary
    database with the types and flags that `insert --create` would find, so that it answers as the database
    would that this makes. Nothing is written beside it, and what would change it is refused with the
    line that makes a database.

    The name or the content tells what it is: a name in `.csv`, `.tsv`, `.json` or `.ndjson`, an object or
    array of JSON, or two first lines with as many columns. The entity has the name of the file without
    its ending, `stdin` for `-` and `records` for a pipe; a line need not name it. Columns are shown
    under their names in the file. Records that have no column `id` are numbered by `id`, which is
    shown where it is asked for.

    `--model zoo.swift` gives the types of a model to the columns of the same names, whatever the entity,
    and its sets to columns that have no other flags than theirs. Flags and cases may then be numbers.
    For a file of another program it does what `FLAGDB_MODEL` does.

    The whole file is read each time; a session reads it again when it has changed. Some megabytes of it
    are kept in memory, however long it is, and the rest goes into a file without a name in
    `SQLITE_TMPDIR`, `TMPDIR` or `/var/tmp`. For many questions of a large file a database is worth its making.
    """

  private static let entities: Prose = """
    # Tables and views
    Names are as they are in the file. One that is no word stands in backquotes where a predicate or
    a list names it.

    - A column that is `INTEGER PRIMARY KEY` is the key, whatever its name. Another primary key of one
      column is unique, so that `--id` takes it. A table without a key is shown with its `rowid`,
      which `VACUUM` may change.
    - A foreign key of one column is a to-one relationship with the name of the column, and the other
      table has a to-many relationship with the name of the table. Several that lead to one table are
      told apart by the column: `itemByOwner`, `itemBySeller`. A foreign key that leads to no table,
      or has several columns, stays as it is.
    - A table that holds nothing but two foreign keys is a to-many relationship of both sides, each
      with the name of the other table.
    - A view is an entity without a key, and may have texts in double quotes. One that cannot be read, as one
      that calls a function that SQLite does not know, is left out, and `check` names it.
    - Tables of SQLite itself, and those within virtual tables, are not shown, nor is `flagdb_model`, in
      which `adopt --inside` keeps names.

    A table with a damaged page does not stop what is asked of the others: `schema`, `adopt` and `stats` warn
    of it, and `copy --on-error skip` copies what comes before the page.

    The texts of a file may be UTF-8 or UTF-16. In a file of UTF-16 SQLite orders texts by the bytes of that
    encoding, which is the order of their characters in ASCII alone; `--sort`, `<` and `>` follow it.
    """

  private static let types: Prose = """
    # Types
    SQLite keeps what it is given, whatever a column was declared. So the declared type is compared
    with some records, the first ones and the last: a column of `Int`, `Double`, `String` or `Data`
    holds only such values there, and one of `Any` has several kinds, or none yet. Values of `Any`
    are shown as they are, and compare as SQLite compares them: numbers before texts.
    """

  private static let bits: Prose = """
    # Bits without names
    The bits of a number can be asked for without names, by their place or as a mask:
    `--has flags:bit3`, `--any flags:0x6`, `--where 'flags has (bit0, 0x10)'`, `--where '(flags & 4)
    != 0'`, and in SQL `has(flags, 'bit3')`.
    """

  private static let changes: Prose = """
    # Changes
    Records of a file that is adopted can be added, changed and removed. Nothing but the columns that
    are named is touched: no other column, no table, index, view or setting of the file. Its own
    constraints, foreign keys and triggers hold as they do for the program that made it, and what is not
    given gets the default of the file. A view, a calculated column, and a table of whose records nothing
    tells one from another are only read. So is every store of Core Data, which `flagdb copy` makes a
    database of.

    Values go in as the column keeps them: a date as the number that `@Stored` says, or as a text like the
    last one of the column, a UUID as bytes. Flags change in one statement by `|` and `&`, so that bits
    without names and fields stay. A set of 32 bits with its highest bit becomes negative if any number of
    the column is, and else as its raw type says. A record whose mask is no whole number, such as the text
    `5`, is left as it is, and `update` says how many there were.

    A constraint may say itself what comes of a record that breaks it. After `ON CONFLICT ROLLBACK` nothing
    of the command is kept; records that `ON CONFLICT REPLACE` removes are counted in the answer.

    A file that Turso shares between processes, with a `-tshm` beside it, is not written while one of
    them has it open; a program of Turso that opens it meanwhile waits.

    `insert` prints the key: the values of all its columns with commas between them, or the `rowid` where
    there is none. In JSON what a record does not give gets the default, and `--replace` changes only
    what is given.
    """

  private static let names: Prose = """
    # Names that a user gives
    `flagdb adopt` gives names to what is in a file. The names of flags, entities and attributes stand in a model of Swift beside the file: `app.db` has
    `app.db.flagdb`. Its first line is `// flagdb adopted 1` and the fingerprint of the tables; what
    follows is the whole model as in `flagdb-model`(5). Before a class or struct `@Table("item")` names
    the table, and before a property `@Column("flg")` the column, where the names differ.

    The model is looked for beside the path that was given, then beside the file that the path leads to
    through symbolic links, then as `adopted/HASH.flagdb` among the user's data (`XDG_DATA_HOME`), where
    `HASH` is the SHA-256 of the real path, and last in a table `flagdb_model` of the file. A `.swift` that
    `FLAGDB_MODEL` names comes before all of these, for every file: it gives its types to the attributes
    of the same names.

    Records that others refer to are shown by their unique text in an adopted file, as in a database of
    flagdb, and by the key where it is missing; `--raw` shows the keys. A unique number names nothing.

    If the tables have changed since, what is still there works, and new columns are shown. A command
    that needs a column that is gone says so; `flagdb adopt --refresh` brings the model up to date.
    """

  private static let coreData: Prose = """
    # Core Data and SwiftData
    A store of Core Data is known by its tables, whatever its name. Its entities, attributes and
    relationships bear the names of its model, and the tables and columns do not show: an entity that
    others inherit from has their records too, dates are dates, and a list that has an order is in it.
    The key is `Z_PK`. Transient attributes have no column and are left out.

    Large values of an attribute that allows it are in files beside the store. They are read from there;
    one whose file is gone is shown as `external data missing`, `stats` counts these, and `check` names one.
    A stored fetch request is a named
    expression of its entity: `--where expensive`, or with its variables `--where 'dearerThan(15)'`.
    `schema` tells its order and its limit, and fetched properties. Of a decimal 15 digits are shown and
    compared, since it is kept as a real number; `--raw` shows all of them.

    Where a model names the type of an attribute, by `attributeValueScalarType` as for mogenerator or
    `RawType` as for SwiftGen, a Swift file that `FLAGDB_MODEL` names as well gives its flags or cases:
    `FLAGDB_MODEL=Zoo.xcdatamodeld:Markers.swift`. Arrays and sets of SwiftData are read where the Swift
    class says that they are such.

    The store keeps its model, unless an old system wrote it. Then the names are those of the columns
    in lower case, or those of a model that `FLAGDB_MODEL` names: a `.momd`, `.mom`, `.xcdatamodeld` or
    `.xcdatamodel`; several stand with colons between them. The version is found by the hashes in the
    store, by comparison with its own model, or by the columns. A note says what differs. `check` looks
    for references to records that are not there, kinds of no entity, and values of another form.
    """

  private static let reading: Prose = """
    # Reading without a trace
    The bytes of the file stay the same, and so do the files beside it. What a write-ahead log holds
    is never passed over.

    A file with a log that nobody has open is read without locks. If another program writes it
    meanwhile, the command begins anew, or fails if a part of its answer was shown already. A log
    without its index, or a journal that a killed program left, cannot be read where it lies: the file
    and its log are copied to `TMPDIR`, the copy is read, and a note says so. A session makes one copy
    until the file changes. Nothing is left of it. A program that has the file open can write it while
    it is read; only a file without a log keeps writers waiting, until the command has read what it
    shows. A lock of another program is waited for two seconds.
    """

  private static let examples: Prose = """
    # Examples
    A file as an app may leave it, and what is in it:
        $ sqlite3 app.db 'CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT);
        >   CREATE TABLE item (id INTEGER PRIMARY KEY, flags INT, owner REFERENCES owner);
        >   INSERT INTO owner VALUES (1, "Ann"); INSERT INTO item VALUES (1, 5, 1), (2, 4, NULL)'
        $ flagdb query app.db item --has flags:bit0 -c id,flags,owner.name 2>/dev/null
        id,flags,owner.name
        1,5,Ann
        $ flagdb query app.db owner -c name,item.count 2>/dev/null
        name,item.count
        Ann,1

    Records without a database:
        $ printf 'name,legs,likes\\nRex,4,MILK|FISH\\nTwo,2,FISH\\n' > pets.csv
        $ flagdb query pets.csv --has MILK
        name,legs,likes
        Rex,4,MILK|FISH
        $ flagdb query pets.csv 'legs > 2' -f json | flagdb sql - 'SELECT sum(legs) FROM stdin'
        sum(legs)
        4
    """
}
