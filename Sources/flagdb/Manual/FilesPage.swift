import CommandTable

/// flagdb-files(7): the files of other programs, and what is seen in them.
enum FilesPage {
  static let page = ProsePage(
    "flagdb-files", section: 7,
    summary: "foreign databases, Core Data stores, and CSV or JSON files",
    introduction, records, entities, types, bits, names, changes, coreData, reading, examples,
    seeAlso: [
      "flagdb-adopt(1)", "flagdb-query(1)", "flagdb-schema(1)", "flagdb-check(1)", "flagdb-copy(1)",
      "flagdb-sql(1)",
    ])

  private static let introduction: Prose = """
    Commands that read work on any SQLite file: `schema`, `query`, `stats`, `sql`, `flags`, `check`, `backup`,
    and a session. The tables and views of a foreign database are its entities. These commands write nothing.
    `insert`, `update`, `delete` and `sql --write` change a foreign database after `adopt`; `define` and
    `migrate` never do. `copy` converts it to a flagdb database, which all commands can change.
    """

  private static let records: Prose = """
    # Record files
    `query`, `stats`, `sql`, `schema`, `check`, `copy`, `backup` and a session read a csv, tsv, json or ndjson
    file in place of the database, and `-` or a pipe. They import all records into a temporary database, with
    the types and flags that `insert --create` would detect. They write nothing to the file. A command that
    would change it fails; its hint creates a database.

    A record file has a name in `.csv`, `.tsv`, `.json` or `.ndjson`, or contains a JSON object or array, or two
    first lines with the same number of columns. The entity has the name of the file without its ending, `stdin`
    for `-`, and `records` for a pipe; you may leave it out. Columns have their original names. If there is no
    column `id`, flagdb numbers the records with `id`, and shows it only on request.

    These options say how to read it. `insert` has them too, but for its own names of those in brackets:

    --flags COLUMN=SET
    : The flags of a column, whose numbers are masks: a file that defines one set, as in
      `permissions=perm.csv`; one set of a file, `perm.h:PERM`; names on bits 0, 1 and so on, `old,rare=0x4`;
      or a set of `--model`.
    --type COLUMN:TYPE
    : The type of a column. `OptionSet` makes flags of its names, and of the bits of its numbers: `bit0`, `bit4`.
    --split COLUMN=SIGNS
    : The column is a list of flags with these signs between the names: `comma`, `blank`, `semicolon`, or the
      signs themselves. Otherwise, `|` and in flags also a comma separate names.
    --map COLUMN=ATTRIBUTE, --delimiter CHARACTER, --dates KIND
    : As for `insert`.
    --no-input-header, --input-columns NAMES, --input-null TEXT
    : (`--no-header`, `--columns`, `--null`.) The first line is a record, and the columns are `column1` and so on, or
      have these names; the text that stands for no value.

    `--model zoo.swift` gives columns the types of the attributes with the same names, in any entity, and flag
    sets to columns that have no other flags. Flags and cases can then be numbers. A model can be a C header or
    another file of `flagdb-definitions`(5), whose sets then belong to the columns of the same names. For a
    foreign database it works like `FLAGDB_MODEL`.

    Each command reads the whole file; a session reads it again after a change. Some megabytes stay in memory,
    and the rest goes into an unnamed file in `SQLITE_TMPDIR`, `TMPDIR` or `/var/tmp`. For many queries of a
    large file, import it into a database.
    """

  private static let entities: Prose = """
    # Tables and views
    Entities and attributes have the names of the file. Put backquotes around a name that is not an
    identifier.

    - An `INTEGER PRIMARY KEY` is the key. Another primary key of one column is a unique attribute, which
      `--id` accepts. For a table without a key, flagdb shows the `rowid`, which `VACUUM` may change.
    - A foreign key of one column is a to-one relationship with the name of the column; the other table gets
      a to-many relationship with the name of the table. If several foreign keys refer to one table, the names
      contain the column: `itemByOwner`, `itemBySeller`. A foreign key with several columns, or without a
      target, stays an attribute.
    - A table of two foreign keys is a many-to-many relationship; each side has the name of the other table.
    - A view is an entity without a key. flagdb skips a view that SQLite cannot read, such as one that calls an
      unknown function; `check` names it.
    - flagdb hides the internal tables of SQLite and of virtual tables, and `flagdb_model`, which
      `adopt --inside` creates.

    A damaged page in one table does not affect the others: `schema`, `adopt` and `stats` warn about it, and
    `copy --on-error skip` copies the records before the page.

    The encoding of a file is UTF-8 or UTF-16. In a UTF-16 file, SQLite sorts texts by the bytes of that
    encoding; `--sort`, `<` and `>` do the same.
    """

  private static let types: Prose = """
    # Types
    SQLite stores values of any type in a column. flagdb therefore compares the declared type with the first
    and last records. A column is `Int`, `Double`, `String` or `Data` if all of these values are, and `Any` if
    they differ or there are none. Values of `Any` compare as in SQLite: numbers before texts.
    """

  private static let bits: Prose = """
    # Bits without names
    Select the bits of a number by their place or as a mask:
    `--has flags:bit3`, `--any flags:0x6`, `--where 'flags has (bit0, 0x10)'`, `--where '(flags & 4)
    != 0'`, and in SQL `has(flags, 'bit3')`.
    """

  private static let changes: Prose = """
    # Changes
    `insert`, `update` and `delete` change the records of an adopted database. They change only the named
    columns: no other column, table, index, view or setting. The constraints, foreign keys and triggers of the
    file run, and missing values get its defaults. Views, generated columns, tables without any key, and Core
    Data stores are read-only; `flagdb copy` converts them to a flagdb database.

    Values go in as the column keeps them: a date as the number that `@Stored` says, or as a text like the
    last one of the column, a UUID as bytes. Flags change in one statement by `|` and `&`, so that bits
    without names and fields stay. A set of 32 bits with its highest bit becomes negative if any number of
    the column is, and else as its raw type says. A record whose mask is not a whole number, such as the text
    `5`, is left as it is, and `update` says how many there were.

    A constraint may say itself what comes of a record that breaks it. After `ON CONFLICT ROLLBACK` nothing
    of the command is kept; records that `ON CONFLICT REPLACE` removes are counted in the answer.

    flagdb does not write a file that a Turso process has open and shares through a `-tshm` file; a Turso
    process that opens the file later waits.

    `insert` prints the key: the values of all its columns with commas between them, or the `rowid` where
    there is none. In JSON what a record does not give gets the default, and `--replace` changes only
    what is given.
    """

  private static let names: Prose = """
    # The sidecar
    `flagdb adopt` writes the names of flags, entities and attributes to a sidecar: `app.db.flagdb` for
    `app.db`. Its first line is `// flagdb adopted 1` and the fingerprint of the tables; the rest is a model
    as in `flagdb-model`(5). `@Table("item")` before a class or struct names its table, and `@Column("flg")`
    before a property its column, where the names differ.

    flagdb looks for the sidecar beside the given path, then beside the target of symbolic links, then as
    `adopted/HASH.flagdb` in `XDG_DATA_HOME`, where `HASH` is the SHA-256 of the real path, and last in a
    table `flagdb_model` of the file. A `.swift` file in `FLAGDB_MODEL` has precedence for every file: it
    gives its types to the attributes with the same names.

    In an adopted database, flagdb shows a relationship by the unique text of the other record, or else by its
    key; `--raw` shows the keys. A unique number is not used.

    If the tables change later, the remaining columns still work, and flagdb shows new columns. A command that
    needs a missing column fails; `flagdb adopt --refresh` updates the model.
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
    A command that reads does not change the file or the files beside it, and reads the write-ahead log too.
    `--dry-run` changes neither the file nor its log. Only in a flagdb database SQLite may rewrite the index of
    the log, `-shm`.

    flagdb reads a file with a write-ahead log without locks if no program has it open. If another program
    then writes it, the command starts again, or fails if it has already printed records. flagdb cannot read a
    log without its index, or the journal of a killed program, in place: it copies both files to `TMPDIR`,
    reads the copy, prints a note, and deletes the copy. A session keeps the copy until the file changes.
    Other programs can write while flagdb reads; only without a write-ahead log do they wait for the end of
    the command. flagdb waits two seconds for the lock of another program.

    `flagdb log FILE --wal` shows the commits in the write-ahead log, and `--wal-at N` reads the state after one
    of them, without any file beside the database; see `flagdb-log`(1).
    """

  private static let examples: Prose = """
    # Examples
    Query a file of an app:
        $ sqlite3 app.db 'CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT);
        >   CREATE TABLE item (id INTEGER PRIMARY KEY, flags INT,
        >     owner REFERENCES owner);
        >   INSERT INTO owner VALUES (1, "Ann"); INSERT INTO item VALUES (1, 5, 1),
        >     (2, 4, NULL)'
        $ flagdb query app.db item --has flags:bit0 \\
        >   -c id,flags,owner.name 2>/dev/null
        id,flags,owner.name
        1,5,Ann
        $ flagdb query app.db owner -c name,item.count 2>/dev/null
        name,item.count
        Ann,1

    Query a record file:
        $ printf 'name,legs,likes\\nRex,4,MILK|FISH\\nTwo,2,FISH\\n' > pets.csv
        $ flagdb query pets.csv --has MILK
        name,legs,likes
        Rex,4,MILK|FISH
        $ flagdb query pets.csv 'legs > 2' -f json \\
        >   | flagdb sql - 'SELECT sum(legs) FROM stdin'
        sum(legs)
        4

    Name the bits of a column:
        $ printf 'id,mode\\n1,5\\n2,1\\n' > modes.csv
        $ flagdb query modes.csv --flags mode=read,write,share --has share
        id,mode
        1,read|share
    """
}
