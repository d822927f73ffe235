import CommandTable

extension InsertCommand {
  static let manual = CommandManual(
    """
    Write values as people do: `markers=HRM,PLX`, `status=measured`, `taken=2026-11-20`, `tags=red,green`.
    `note=` stores an empty text, `note:null` stores no value, and `photo=@FILE` stores the bytes of a file.
    Attributes that are not given get their default values.

    A relationship takes the other record: `sample=17` by its key, or `sample=S-17` by its unique attribute if
    the other entity has exactly one. A many-to-many relationship takes several, separated by commas.

    A record can also be one JSON object with the names of the attributes.

    `--dry-run` inserts the records, reports the result or the error, and rolls back. It shows a single record
    with its SQL, and for files the number of records.

    In an adopted foreign database, missing attributes get the defaults of its tables, and its constraints and
    triggers run; see `flagdb-files`(7).

    # Many records
    `--from FILE` imports a file. Repeat it for several files; `-` is standard input. You may leave out `--from`
    before the name of an existing file, before `-`, and if records are piped into the command. The name of the
    file determines the format, or else the content: `csv` (RFC 4180), `tsv`, `json` (an array of objects) or
    `ndjson` (one object per line), as `query --format` writes them. Columns and members have the names of
    attributes; `--map` renames a column, and `--skip` ignores one. `NAME=VALUE` on the command line applies to
    every record.

    In csv, an empty field is no value if the attribute is optional, and `""` is an empty text. In tsv, `\\N` is
    no value. `--null TEXT` sets another text for no value; it never matches a quoted field or a field with a
    backslash. Attributes without a column get their default values.

    References name other records by key or unique attribute. The other records must exist, or must be in the
    input if they are of the same entity, in any order; with `--batch`, they must be in the same or an earlier
    batch. A record must come after the record its required relationship names. With `--on-error skip`, updated
    records must too. Several references are JSON, `["a","b"]`, or in csv and tsv separated by commas. `--raw`
    reads numbers as stored values of flags, cases and decimals, and a number in a relationship as a key. In JSON, the
    number of a key may be in quotes.

    A number in the place of a flag is a mask: `6` or `0x6` is HRM and PLX. This rule is the same on the command line, in
    csv, tsv and JSON, with quotes or without. A decimal number must not begin with 0. In a set of enum cases, only
    `--raw` reads numbers.

    flagdb checks every value. The import is one transaction: an error, Ctrl-C, a full disk or a kill leaves the
    database unchanged. `--batch N` commits after every N records; an import that stops prints the
    `--skip-records` to continue with. A terminal shows the progress.

    # Records that exist already
    A record with the key or unique value of an existing record is an error, unless one of these options is
    given:

    --ignore
    : Skip the new record and count it.
    --replace
    : Give the existing record all values of the new one, and default values where the input has none. Its key
      and the references to it stay. In a foreign database, attributes that the input lacks do not change.
    --upsert ATTRIBUTE
    : Update the existing record with the same value of that attribute; attributes that the input lacks do not
      change. Insert the record if there is none.

    # Wrong records
    The first wrong record ends the import. The error names the file, line and column, and the expected value.
    `--on-error skip` imports the good records, prints the first twenty errors and counts the others.
    `--rejects FILE` (which implies `--on-error collect`) writes the wrong records to a file with an additional
    column `reason`; correct them there, and import that file with `--skip reason`. Both exit with 3 if a record
    was refused.

    # A new entity
    `--create` creates the entity from the input, and the database if it does not exist. It detects integers,
    numbers, dates and booleans. Texts such as `HRM|PLX` become a flag set, and a nested JSON object becomes
    attributes. `--create` reads the whole input first, or N records with `--sample N`. It prints the new
    entity, with the first value that made a column a text; `--dry-run` only prints it. The models in `FLAGDB_MODEL`
    give types to columns of the same name.

    Without ENTITY, the entity has the name of the file: `flagdb insert zoo.db pets.csv --create` creates
    `pets`.

    `--alter` adds unknown names to a flag set, on the next free bit: the bit after the highest used one, or else
    the lowest free one. It never uses an undeclared bit that records have. If no bit is free, the insert fails.
    An enum of texts gets a new case; other enums do not, because only the app knows the numbers. `--alter` reads
    the input once to find the names, prints each, and changes the model in the transaction of the import, or
    with `--batch` before the first batch. It does not change the model of a foreign database.

    flagdb changes a name that Swift does not allow: `first name` becomes the attribute `firstName`. The model
    stores the original name (`flagdb-model`(5)), so the same file can be imported again.
    Flags and cases keep names such as `Sci-Fi`.
    `--type 'first name:String?'` sets the type of a column; `OptionSet` makes a flag set of its names, or of the bits
    of its numbers, and `enum` an enum of its values. `--flags rights=perm.csv` takes the flags from a file.
    `--split tags=comma` splits a list, `--dates` reads numbers between 1980 and 2100 as dates.
    """,
    examples: """
      A record by names and values.
          $ flagdb insert zoo.db Sample code=S-5 taken=2026-11-21 markers=HRM,PLX
          5

      The same as JSON.
          $ flagdb insert zoo.db Sample '{"code": "S-6", "taken": "2026-11-21"}'
          6

      Copy records from one database to another.
          $ flagdb new copy.db zoo.swift && flagdb query zoo.db Sample -f csv \\
          >   | flagdb insert copy.db Sample --from - 2>&1
          inserted 6

      New scores for existing samples, found by their code, and one new sample.
          $ printf 'code,score,taken\\nS-1,61,2026-11-17\\nS-7,70,2026-11-22\\n' > \\
          >   scores.csv; flagdb insert zoo.db Sample --from scores.csv \\
          >   --upsert code 2>&1
          inserted 1, updated 1

      Add a new flag to the model.
          $ flagdb insert zoo.db Sample code=S-8 taken=2026-11-23 markers=RAW,ECG \\
          >   --alter --dry-run 2>&1 |
          > head -n 1
          BIOMarker.ECG is new, on bit 3

      Create an entity from a file; a dry run.
          $ printf 'name,legs,likes\\nRex,4,MILK|FISH\\nTwo,2,FISH\\n' \\
          >   | flagdb insert pets.db Pet --from - --create --dry-run 2>&1 | tail -n 1
          would insert 2; nothing was changed
      """,
    exitStatuses: [
      1: "the command failed; nothing was changed, except batches that `--batch` committed",
      3: "some records were refused (`--on-error skip` or `collect`), and the others imported",
    ],
    seeAlso: ["flagdb-update(1)", "flagdb-query(1)"])
}
