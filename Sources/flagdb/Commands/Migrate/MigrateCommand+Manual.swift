import CommandTable

extension MigrateCommand {
  static let manual = CommandManual(
    """
    `migrate` compares the model in the database with a new one, prints the changes, and makes them
    in one transaction: a kill or a full disk at any moment leaves the database as it was. Records
    keep their keys, and their flags and cases keep their names: if a flag gets another bit, the
    stored numbers change so that every record has the same flags as before. If nothing has to
    change, `migrate` says so.

    Nothing is lost unasked. `migrate` first counts the values for which the new model has no place,
    and reports each loss with the number of records and one example; then it stops with exit status
    1 and changes nothing. It goes on with a new name given by `--rename`, a value given by
    `--fill`, or `--allow-loss`. Before anything is lost, the database is copied beside itself; the
    name of the copy has the date and time in it and is printed; for a server the line of `pg_dump` is
    printed that makes one. On a terminal `migrate` asks once more; `--yes` answers.

    ## Renaming
    A model alone does not tell whether a flag was renamed, or removed while another was added. If
    both are possible, `migrate` stops and shows the two answers, `--rename` and `--drop`. The old
    name is written with its owner, the new one alone:
        flagdb migrate zoo.db new.swift --rename BIOMarker.PLX=SpO2
        flagdb migrate zoo.db new.swift --rename Sample.note=remark
        flagdb migrate zoo.db new.swift --rename Sample=Specimen

    The new name may also have its owner: `Sample.note=Sample.remark`. A property that is a struct
    is renamed as a whole: `Sample.author=writer` renames every part of it.

    The properties of a struct that is kept as JSON are renamed by the name of the struct:
    `Rule.days=interval`.

    In a model, `@Attribute(originalName: "note") var remark: String?` renames an attribute, or a
    struct with all its parts, and `@Entity(originalName: "Sample")` before `@Model` renames an entity.
    Both can stay in the model for databases that are migrated later.

    Named expressions that were defined in the database stay, though the model does not declare
    them. An expression that is wrong in the new model stops the migration until `--drop` names it.

    ## Moving a bit
    A flag inserted in the middle of a set moves the flags after it. The plan shows each move, with
    the number of records that have the flag. One pass over the table gives every record its new
    number, even if two flags exchange their bits. Bits that no flag declares stay where they are;
    if a new flag takes a bit that some records have set, the plan says so. Fields of a mask move
    likewise, with their values: to other bits, to more or fewer of them, with the cases of their enum
    renumbered, and from a flag to a field and back. The bit of a removed
    flag stays in the records too, unless `--clear` names the flag. Flags that come to share a bit
    cannot be told apart any more, which counts as a loss. Flags and cases in arrays move as well.

    ## Other types
    An attribute may get another type. A database that `insert --create` made becomes one of an app in
    this way. Each value becomes what `insert` would read from the text of the old value: texts become
    numbers, dates, flags, cases and arrays; an array of texts becomes a set of flags. A text that names
    no flag or case may be its number: `5`, `0x40`, `0o644`. Numbers become dates, and dates become
    numbers, if `--dates` says what they count. The plan counts the values that cannot be read, and
    shows one of them. If their loss is allowed, the record gets the value of `--fill`, else the
    default, else no value; of a list of flags it keeps the known ones. An empty text is no loss if the
    attribute is optional. A script cannot do this: `--dry-run --sql` refuses it.

    A text or a list of texts may become a relationship to records that exist: `red,blue` to the tags
    with these names. Names that no record has are counted as a loss. A relationship may become such
    texts again.

    ## Splitting an entity
    A model cannot say which values move from one entity to another. Three steps do it: a migration
    to a model that has both entities; the move itself, in SQL; and a migration to the model without
    the old attributes, whose values are elsewhere by then.
        flagdb migrate zoo.db both.swift
        flagdb sql zoo.db --write "
          INSERT INTO Bill (code, price) SELECT code, price FROM Sample;
          UPDATE Sample SET bill =
            (SELECT id FROM Bill WHERE Bill.code = Sample.code)"
        flagdb migrate zoo.db split.swift --allow-loss

    ## Going back
    The database keeps all its earlier models; `--history` lists them. `--to 1` goes to the first
    one, by the same rules of loss, and undoes every rename since then. The history only grows:
    going back makes a new version, from which `--to` can go forward again. Values that were lost on
    the way are in the copies beside the file, and can be restored from there only.

    No model is kept that would be read as another one. Should the newest one be damaged, `--history` says so and
    shows the others, and `--to` leads to one of them. The plan begins with the tables as they are then: what no
    readable model knows goes, unless it stays by its name, and a flag that the damaged model had moved is not
    found. `flagdb-backup`(1) and `flagdb-copy`(1) work as well.

    ## Scripts and other programs
    `--check` is for builds: it prints the plan and exits with 3 if the database differs from the
    model. `--dry-run --sql` prints the plan as a script that plain `sqlite3`, or `psql` for a server,
    can run with the same result. The script is for the database as it is at that moment; it stops if the tables have
    changed since.

    Views, triggers and indexes that `flagdb sql` made with functions such as `has(markers, 'HRM')`
    keep these words in a comment before the numbers. The plan names those that are written anew
    because the numbers or the names in them change. It also names what is not rewritten: tables
    with such words, and named expressions that compare flags with a number, as in `(markers & 2) !=
    0`. An expression that needs a removed flag stops the migration.

    Indexes, views and triggers that others made on the tables stay as they are; none of their
    triggers runs during a migration. If one of them would no longer work, it stops the migration,
    with its name. A missing index or view of the model is made again. A table that somebody changed
    stops a migration. Of two migrations at the same time the second waits, for a minute at most,
    and then finds its work done or says what changed.

    Some changes do not touch any record, however many there are: a new attribute, a new flag on a
    bit that nobody has, a new case, and a rule that accepts more than before. A stricter rule, or
    an attribute that is no longer optional, is checked on every record, and only records that break
    it are changed. A moved bit changes the records that have it. The table is copied only if values
    are stored in another way: another type or default, another raw value of a case, a unique
    attribute. In a table with more than 100,000 records new columns stand last, wherever the model
    declares them; a smaller table is copied, so that they stand in their place. A new set of flags
    is indexed, which reads the table. For a new flag, the records that have its bit are counted.
    """,
    examples: """
      A renamed flag; the plan alone.
          $ sed 's/PLX/SpO2/' zoo.swift > new.swift && flagdb migrate zoo.db new.swift --rename \\
          > BIOMarker.PLX=SpO2 --dry-run
          BIOMarker.PLX is renamed to SpO2
          the combination BIOMarker.vitals is HRM|SpO2, no longer HRM|PLX

      The same, done: every record keeps its flag, under the new name.
          $ flagdb migrate zoo.db new.swift --rename BIOMarker.PLX=SpO2
          BIOMarker.PLX is renamed to SpO2
          the combination BIOMarker.vitals is HRM|SpO2, no longer HRM|PLX
          'zoo.db' has version 2 now

      Two flags exchange their bits, and records keep the names.
          $ sed 's/1 << 1/1 << 9/; s/1 << 2/1 << 1/; s/1 << 9/1 << 2/' new.swift > swapped.swift \\
          > && flagdb migrate zoo.db swapped.swift && flagdb query zoo.db Sample --has HRM \\
          > --columns code,markers
          BIOMarker.HRM moves from bit 1 to bit 2
          BIOMarker.SpO2 moves from bit 2 to bit 1
          note: 2 records of Sample have HRM in markers, which moves from bit 1 to bit 2
          note: 2 records of Sample have SpO2 in markers, which moves from bit 2 to bit 1
          'zoo.db' has version 3 now
          code,markers
          S-2,HRM|SpO2
          S-4,RAW|HRM|SpO2

      Going back to the second model.
          $ flagdb migrate zoo.db --to 2
          BIOMarker.HRM moves from bit 2 to bit 1
          BIOMarker.SpO2 moves from bit 1 to bit 2
          note: 2 records of Sample have HRM in markers, which moves from bit 2 to bit 1
          note: 2 records of Sample have SpO2 in markers, which moves from bit 1 to bit 2
          'zoo.db' has version 4 now

      The origins of the versions.
          $ flagdb migrate zoo.db --history --format tsv | cut -f 1,3 | tail -n 3
          2\tnew.swift
          3\tswapped.swift
          4\tversion 2
      """,
    exitStatuses: [3: "with --check, the database differs from the model"],
    seeAlso: ["flagdb-schema(1)", "flagdb-check(1)", "flagdb-backup(1)"])
}
