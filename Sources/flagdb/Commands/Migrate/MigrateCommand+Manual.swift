import CommandTable

extension MigrateCommand {
  static let manual = CommandManual(
    """
    `migrate` compares the model of the database with a new model, prints the changes, and applies them in one
    transaction. A kill or a full disk leaves the database unchanged. Records keep their keys, flags and cases:
    if a flag gets another bit, `migrate` changes the stored numbers. It prints a message if nothing changes.

    `migrate` never loses data without permission. It first counts the values that the new model cannot store,
    prints each loss with the number of records and one example, and exits with 1. Then run it again with
    `--rename`, with a value in `--fill`, or with `--allow-loss`. Before a loss, it copies the database to a file
    beside it, and prints its name, which contains the time; for a server, it prints the line of `pg_dump` that
    makes a copy. On a terminal, `migrate` asks for confirmation; `--yes` skips the question.

    ## Renaming
    A new model does not tell if a flag was renamed, or dropped while another was added. If both are possible,
    `migrate` stops and prints the two options, `--rename` and `--drop`. The old name has its owner before it:
        flagdb migrate zoo.db new.swift --rename BIOMarker.PLX=SpO2
        flagdb migrate zoo.db new.swift --rename Sample.note=remark
        flagdb migrate zoo.db new.swift --rename Sample=Specimen

    The new name can have its owner too: `Sample.note=Sample.remark`. `Sample.author=writer` renames a struct
    property with all its parts. `Rule.days=interval` renames a property of a struct that is stored as JSON.

    In a model, `@Attribute(originalName: "note") var remark: String?` renames an attribute, or a struct with all
    its parts, and `@Entity(originalName: "Sample")` before `@Model` renames an entity. Both can stay in the
    model. In a model of Core Data, such as `Zoo.xcdatamodeld`, the renaming identifier does the same; `migrate`
    follows it through the older versions in the same folder.

    Named expressions of the database stay even if the new model does not declare them. An expression that is
    invalid in the new model stops the migration, until you remove it with `--drop`.

    ## Attributes that become a mask
    `--into status=unread,starred` says that the Bool attributes `unread` and `starred` become flags of the mask
    `status`, or that the flags of the mask become attributes; the models tell which. `isUnread:unread` names an
    attribute and its flag, if they differ, and `Mail.status` the entity. A mask that exists keeps its other flags.
    The plan reports bits that no attribute takes, and missing values that would become false. `migrate` compares
    the number of records with each flag before and after, and rolls back if one differs.
        flagdb migrate mail.db new.swift --into status=unread,starred

    `--into status=labels` does the same for a list of names: a text, an array of texts, or a to-many relationship
    to records whose unique attribute is the name of a flag. `migrate` reports names that are no flags. `--to` with
    the same `--into` goes back.

    ## Moving a bit
    A new flag in the middle of a set moves the flags after it. The plan shows each move and the number of
    records. One pass over the table changes all records, even if two flags swap their bits. Undeclared bits do
    not move; if some records have the bit of a new flag, the plan says so. Fields of a mask move with their
    values: to other bits, to more or fewer bits, with renumbered cases, and from a flag to a field and back.
    The bit of a removed flag stays in the records, unless you clear it with `--clear`. If two flags get the same
    bit, the difference is lost, so `--allow-loss` is needed. Flags and cases in arrays move as well.

    ## Other types
    The type of an attribute can change; use this to migrate a database of `insert --create` to the model of an
    app. `migrate` converts the text of each value as `insert` does: texts become numbers, dates, flags, cases
    and arrays, and an array of texts becomes a flag set. The text of a flag or case can also be its number:
    `5`, `0x40`, `0o644`. `--dates` converts between numbers and dates. The plan counts the values that it
    cannot convert, and shows one. With `--allow-loss`, these records get the value of `--fill`, the default
    value, or no value; a list of flags keeps the known ones. An empty text is no loss for an optional
    attribute. `--dry-run --sql` cannot print such a migration.

    A text or a list of texts can become a relationship: `red,blue` becomes references to the tags with these
    names. Names without a record are a loss. A relationship can become texts again.

    ## Splitting an entity
    To move values from one entity to another, migrate to a model with both entities, move the values with SQL, and
    migrate to the model without the old attributes:
        flagdb migrate zoo.db both.swift
        flagdb sql zoo.db --write "
          INSERT INTO Bill (code, price) SELECT code, price FROM Sample;
          UPDATE Sample SET bill =
            (SELECT id FROM Bill WHERE Bill.code = Sample.code)"
        flagdb migrate zoo.db split.swift --allow-loss

    ## Going back
    The database contains all its earlier models; `--history` lists them. `--to 1` migrates to the first one, by the
    same rules, and undoes all renames since then. It adds a new version to the history, so `--to` can return
    again. Lost values are only in the backup files.

    If the newest model is damaged, `--history` says so and shows the others, and `--to` migrates to one of them.
    The plan then starts from the tables: it drops columns that no readable model declares, and cannot find a
    flag that the damaged model had moved. `flagdb-backup`(1) and `flagdb-copy`(1) work as well.

    ## Scripts and other programs
    `--check` is for builds: it prints the plan, and exits with 3 if the database differs from the model.
    `--dry-run --sql` prints a script for `sqlite3`, or `psql` for a server, with the same result. The script
    fails if the tables have changed since.

    Views, triggers and indexes of `flagdb sql` contain the original calls such as `has(markers, 'HRM')` in
    comments. `migrate` rewrites them if numbers or names change, and the plan names them. It also names what it
    does not rewrite: tables with such calls, and named expressions that compare flags with a number, as
    `(markers & 2) != 0`. An expression that uses a removed flag stops the migration.

    Indexes, views and triggers of other programs stay; their triggers do not run during a migration. `migrate`
    stops if one of them would no longer work, and names it. It recreates missing indexes and views of the model.
    It stops if another program changed a table. Of two concurrent migrations, the second waits up to one minute.

    A new attribute, a new flag on an unused bit, a new case, and a weaker rule change no record. A stricter
    rule, or an attribute that becomes required, is checked on every record, and changes only records that break
    it. A moved bit changes only records that have it. A new type, default value or raw value, and a unique
    attribute copy the table. In a table with more than 100,000 records, new columns are the last ones; a smaller
    table is copied to keep the order of the model. A new flag set gets an index, which reads the table. For a
    new flag, `migrate` counts the records that have its bit.
    """,
    examples: """
      A renamed flag; the plan alone.
          $ sed 's/PLX/SpO2/' zoo.swift > new.swift \\
          >   && flagdb migrate zoo.db new.swift --rename BIOMarker.PLX=SpO2 --dry-run
          BIOMarker.PLX is renamed to SpO2
          the combination BIOMarker.vitals is HRM|SpO2, no longer HRM|PLX

      The same, done: every record keeps its flag, under the new name.
          $ flagdb migrate zoo.db new.swift --rename BIOMarker.PLX=SpO2
          BIOMarker.PLX is renamed to SpO2
          the combination BIOMarker.vitals is HRM|SpO2, no longer HRM|PLX
          'zoo.db' has version 2 now

      Two flags exchange their bits, and records keep the names.
          $ sed 's/1 << 1/1 << 9/; s/1 << 2/1 << 1/; s/1 << 9/1 << 2/' new.swift > \\
          >   swapped.swift && flagdb migrate zoo.db swapped.swift \\
          >   && flagdb query zoo.db Sample --has HRM --columns code,markers
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
