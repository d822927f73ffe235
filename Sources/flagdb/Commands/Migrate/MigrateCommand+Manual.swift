import CommandTable

extension MigrateCommand {
  static let manual = CommandManual(
    discussion: [
      """
      `migrate` compares the model in the database with the one that it is given, prints what has to \
      change, and does it as one transaction: a kill or a full disk at any moment leaves the \
      database as it was. Records keep their keys, and their flags and cases keep their names: where \
      a flag has another bit, the stored numbers change so that every record has the flags that it \
      had. Without anything to do it says so.
      """,
      """
      Nothing is lost unasked. What the new model has no place for is counted first, and each loss \
      is told with the number of records and one of them; then nothing is done, and the exit status \
      is 1. A new name given with `--rename`, a value given with `--fill`, or `--allow-loss` lets it \
      pass. Before anything is lost the database is copied beside itself, under a name with the \
      moment in it, which is printed. On a terminal there is one question more, which `--yes` answers.
      """,
      .subheading("Renaming"),
      """
      A model does not tell whether a flag got a new name, or went while another came. Where both \
      may be meant, `migrate` asks: it stops, and shows the two answers, `--rename` and `--drop`. \
      The old name is written with all that is around it, the new one alone:
      """,
      .code(
        """
        flagdb migrate zoo.db new.swift --rename BIOMarker.PLX=SpO2
        flagdb migrate zoo.db new.swift --rename Sample.note=remark
        flagdb migrate zoo.db new.swift --rename Sample=Specimen
        """),
      """
      The owner may stand before the new name as well, `Sample.note=Sample.remark`. A property that \
      is a struct gets its new name as a whole: `Sample.author=writer` renames every part of it.
      """,
      """
      In a model `@Attribute(originalName: "note") var remark: String?` says the same of an \
      attribute, or of a struct with all its parts, and stays there for the next database.
      """,
      """
      Named expressions that were defined in the database stay, though the model declares none of \
      them. One that means nothing in the new model stops the migration until `--drop` names it.
      """,
      .subheading("Moving a bit"),
      """
      A flag put in the middle of a set moves those after it. The plan shows each move, with the \
      number of records that have the flag, and one pass over the table gives every record its new \
      number, also where two flags exchange their bits. Bits that no flag declares stay where they \
      are; where a new flag takes a bit that records have already, the plan points it out. The bit \
      of a flag that goes stays with the records too, unless `--clear` names the flag. Flags that come \
      to share a bit cannot be told apart any more, which counts as a loss. Flags and cases that \
      stand in arrays move as well.
      """,
      .subheading("Splitting an entity"),
      """
      No model can say what moves from one entity to another. It takes three steps, of which the \
      first and the last are migrations: to a model that has both; the move itself, in SQL; and to \
      the model without the old attributes, which the records have elsewhere by now.
      """,
      .code(
        """
        flagdb migrate zoo.db both.swift
        flagdb sql zoo.db --write "
          INSERT INTO Bill (code, price) SELECT code, price FROM Sample;
          UPDATE Sample SET bill =
            (SELECT id FROM Bill WHERE Bill.code = Sample.code)"
        flagdb migrate zoo.db split.swift --allow-loss
        """),
      .subheading("Going back"),
      """
      The database keeps every model that it has had; `--history` lists them. `--to 1` goes to the \
      first one, by the same rules of loss, and takes back every rename since. The history only \
      grows: going back is a new version, from which `--to` can go forward again. What was lost on \
      the way stands in the copies beside the file, and comes back from there alone.
      """,
      .subheading("Scripts and other programs"),
      """
      `--check` is for a build: it prints the plan and exits 3 if the database differs from the \
      model. `--dry-run --sql` prints the plan as a script that plain `sqlite3` runs to the same \
      end. It is made for the database as it is at that moment, and stops where its tables are \
      others by then.
      """,
      """
      Views, triggers and indexes that `flagdb sql` made with `has(markers, 'HRM')` and its like keep \
      these words in a comment before the numbers. The plan names those that are written anew because \
      the numbers of their words change, or their names. It names tables with such words, which are not \
      made anew, and named expressions that compare flags with a number: `(markers & 2) != 0`. What \
      asks for a flag that goes stops the migration.
      """,
      """
      Indexes, views and triggers that others made on the tables stay as they are; no trigger of \
      theirs runs during a migration. One that would no longer work stops it, with its name. An \
      index or a view of the model that somebody dropped is made again. A table that somebody \
      changed stops a migration, which would not know what to do with it. Of two migrations at \
      once the second waits, for a minute at most, and then finds its work done or says what changed.
      """,
      """
      A new attribute, a new flag on a bit that nobody has, a new case and a rule that takes more \
      than before touch no record, however many there are. A stricter rule, or an attribute that is \
      optional no more, is asked of every record, and only those that break it are changed. A moved \
      bit changes the records that have it. Only where values are stored in another way is the table \
      copied: another type or default, another raw value of a case, a unique attribute. New columns \
      of a table with more than 100,000 records stand last in it, wherever the model declares them; a \
      smaller one is copied, so that they stand in their place. A new set of flags is indexed, which \
      reads the table, and so are the records that have the bit of a new flag, to count them.
      """,
    ],
    examples: [
      Example(
        "What a flag with a new name comes to, without doing it.",
        "sed 's/PLX/SpO2/' zoo.swift > new.swift && "
          + "flagdb migrate zoo.db new.swift --rename BIOMarker.PLX=SpO2 --dry-run",
        output: """
          BIOMarker.PLX is renamed to SpO2
          the combination BIOMarker.vitals is HRM|SpO2, no longer HRM|PLX
          """),
      Example(
        "Doing it; every record keeps its flag, under the new name.",
        "flagdb migrate zoo.db new.swift --rename BIOMarker.PLX=SpO2",
        output: """
          BIOMarker.PLX is renamed to SpO2
          the combination BIOMarker.vitals is HRM|SpO2, no longer HRM|PLX
          'zoo.db' has version 2 now
          """),
      Example(
        "Two flags exchange their bits, and records keep the names.",
        "sed 's/1 << 1/1 << 9/; s/1 << 2/1 << 1/; s/1 << 9/1 << 2/' new.swift > swapped.swift && "
          + "flagdb migrate zoo.db swapped.swift && "
          + "flagdb query zoo.db Sample --has HRM --columns code,markers",
        output: """
          BIOMarker.HRM moves from bit 1 to bit 2
          BIOMarker.SpO2 moves from bit 2 to bit 1
          note: 2 records of Sample have HRM in markers, which moves from bit 1 to bit 2
          note: 2 records of Sample have SpO2 in markers, which moves from bit 2 to bit 1
          'zoo.db' has version 3 now
          code,markers
          S-2,HRM|SpO2
          S-4,RAW|HRM|SpO2
          """),
      Example(
        "Going back to the second model.", "flagdb migrate zoo.db --to 2",
        output: """
          BIOMarker.HRM moves from bit 2 to bit 1
          BIOMarker.SpO2 moves from bit 1 to bit 2
          note: 2 records of Sample have HRM in markers, which moves from bit 2 to bit 1
          note: 2 records of Sample have SpO2 in markers, which moves from bit 1 to bit 2
          'zoo.db' has version 4 now
          """),
      Example(
        "What the versions came from.",
        "flagdb migrate zoo.db --history --format tsv | cut -f 1,3 | tail -n 3",
        output: """
          2\tnew.swift
          3\tswapped.swift
          4\tversion 2
          """),
    ],
    exitStatuses: [ExitStatus(3, "with --check, the database differs from the model")],
    seeAlso: [
      PageReference("flagdb-schema", 1), PageReference("flagdb-check", 1),
      PageReference("flagdb-backup", 1),
    ])
}
