import CommandTable

extension InsertCommand {
  static let manual = CommandManual(
    """
    Values are typed as people write them: `markers=HRM,PLX`, `status=measured`, `taken=2026-11-20`,
    `tags=red,green`. `note=` sets an empty text, and `note:null` sets no value. `photo=@FILE` reads
    the bytes of a file. Attributes that are not given get their defaults.

    A relationship names the other record: `sample=17` by its key, or `sample=S-17` by its unique
    attribute, if it has exactly one. A many-to-many relationship takes several, with commas between
    them.

    A record can also be one JSON object with the names of its attributes.

    `--dry-run` adds the record, or all those of files, and undoes it: an error is the one that the insert
    itself would have met. The record and its SQL are shown, of files how many records there are.

    In a file of another program, once it is adopted, attributes that are not given get the defaults of its
    tables, and its constraints and triggers hold, as `flagdb-files`(7) tells.

    # Many records
    `--from FILE` adds the records of a file, and can be repeated; `-` is standard input, and a pipe
    works too. `--from` may be left out before a file that is there, before `-`, and where records are
    piped into a command that names none. The ending of the name tells the format, otherwise the content does: `csv` (RFC
    4180), `tsv`, `json` (an array of objects) and `ndjson` (an object on each line), as `query
    --format` writes them. Columns and members are named as the attributes are; `--map` and `--skip`
    are for those with other names. `NAME=VALUE` on the command line applies to every record.

    In csv an empty field is no value if the attribute is optional, and `""` is the empty text. In
    tsv `\\N` is no value. `--null TEXT` names another text for no value; a field in quotes or with
    a backslash in it never is that text. Attributes that an input does not have get their defaults.

    Other records are named by key or unique attribute, as on the command line. They have to exist
    already. Those of the same kind may also be in the input, before or after the record that names
    them; with `--batch` they have to be in the same batch or an earlier one. A record that needs
    another, since the relationship is not optional, has to come after it, and so has a changed
    record if wrong ones do not end the import. Several are written as JSON, `["a","b"]`, or in
    csv and tsv with commas between them. `--raw` takes numbers for flags and cases, and takes them
    for keys first.

    Every value is checked as if it were typed. All records are added in one transaction: an error,
    Ctrl-C, a full disk or a kill leaves the database as it was. `--batch N` commits after every N
    records instead; an import that stops then names the `--skip-records` with which it can go on.
    On a terminal a line shows the progress.

    # Records that exist already
    A record with the unique attribute or the key of an existing record is an error, unless one of
    these options is given:

    --ignore
    : The new record is skipped, and counted.
    --replace
    : The existing record gets every value of the new one, and defaults where the input has no
      value. It keeps its key, and the references to it stay. In a file of another program it gets
      what is given, and keeps the rest.
    --upsert ATTRIBUTE
    : The existing record with the same value of that attribute gets the values of the input and
      keeps its others. If there is no such record, a new one is added.

    # Wrong records
    The first wrong record ends the import; the error has its file, line and column, and what was
    expected there. `--on-error skip` takes the other records, reports the first twenty errors and
    counts the rest. `--rejects FILE` (which implies `--on-error collect`) writes the wrong records
    to a file, unchanged, with one more column `reason`: correct them there, and give that file with
    `--skip reason`. Both exit with 3 if a record was refused.

    # A new entity
    `--create` makes the entity from the input, and the database too if there is none: whole
    numbers, numbers, dates, true and false; texts such as `HRM|PLX` become a flag set with those
    names, and an object within an object of JSON becomes attributes of its own. It first reads the
    whole input, or with `--sample` that many records of it, and only then writes. The new entity is
    shown, with the first value that made a column a text; `--dry-run` shows it and changes nothing.

    Where no ENTITY is given, the entity has the name of the file: `flagdb insert zoo.db pets.csv
    --create` makes `pets`.

    With `--alter` a name that a flag set lacks becomes a flag on its next free bit: behind the highest that
    is used, or else the lowest that is left. Bits that no flag declares and records have are passed over,
    and a set without a free bit refuses the insert. An enum of texts gets the case; what number a case of
    other enums would have, only the app can say. The input is read once to find the names, which are
    told one by one, and the model grows in the transaction that adds the records, or with `--batch`
    before the first. A file of another program keeps its model.

    A name that Swift does not allow is changed: `first name` becomes the attribute `firstName`. The
    model keeps the name of the file, as `flagdb-model`(5) tells, so that the same file can be
    imported again. `--type 'first name:String?'` gives a column its type, any that one column can
    have; with `OptionSet` its names become the flags of a new set, with `enum` its values the cases
    of a new enum. With `--dates`, columns of such numbers from 1980 to 2100 become dates.
    """,
    examples: """
      A record by names and values.
          $ flagdb insert zoo.db Sample code=S-5 taken=2026-11-21 markers=HRM,PLX
          5

      The same as JSON.
          $ flagdb insert zoo.db Sample '{"code": "S-6", "taken": "2026-11-21"}'
          6

      The records of one database, added to another.
          $ flagdb new copy.db zoo.swift && flagdb query zoo.db Sample -f csv | flagdb insert \\
          > copy.db Sample --from - 2>&1
          inserted 6

      New scores for existing samples, found by their code, and one new sample.
          $ printf 'code,score,taken\\nS-1,61,2026-11-17\\nS-7,70,2026-11-22\\n' > scores.csv; \\
          > flagdb insert zoo.db Sample --from scores.csv --upsert code 2>&1
          inserted 1, updated 1

      A flag that is new.
          $ flagdb insert zoo.db Sample code=S-8 taken=2026-11-23 markers=RAW,ECG --alter --dry-run 2>&1 |
          > head -n 1
          BIOMarker.ECG is new, on bit 3

      An entity made from a file; a dry run.
          $ printf 'name,legs,likes\\nRex,4,MILK|FISH\\nTwo,2,FISH\\n' | flagdb insert pets.db \\
          > Pet --from - --create --dry-run 2>&1 | tail -n 1
          would insert 2; nothing was changed
      """,
    exitStatuses: [
      1: "the command failed, and nothing was changed but what `--batch` had committed",
      3: "some records were refused, as `--on-error skip` or `collect` allows; the others are in",
    ],
    seeAlso: ["flagdb-update(1)", "flagdb-query(1)"])
}
