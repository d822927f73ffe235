import CommandTable

extension InsertCommand {
  static let manual = CommandManual(
    discussion: [
      """
      Values are typed as people write them: `markers=HRM,PLX`, `status=measured`, \
      `taken=2026-11-20`, `tags=red,green`. `note=` is the empty text and `note:null` no value. \
      `photo=@FILE` reads the bytes of a file. What is not given gets its default.
      """,
      """
      A relationship is given by naming the other record: `sample=17` by its key, or \
      `sample=S-17` by its unique attribute, where it has just one. A many-to-many relationship \
      takes several, with commas between them.
      """,
      "A record may be written as one JSON object instead, in the names of its attributes.",
      .heading("Many records"),
      """
      `--from FILE` adds the records of a file, and may be repeated; `-` is standard input, and a \
      pipe will do. The format is told by the ending of the name, else by the content: \
      `csv` (RFC 4180), `tsv`, `json` (an array of objects) and `ndjson` (an object a line), as \
      `query --format` writes them. Columns and members are named as the attributes are; `--map` and \
      `--skip` are for those that are not. `NAME=VALUE` on the line is for every record.
      """,
      """
      In csv an empty field is no value where the attribute is optional, and `""` is the empty \
      text; in tsv `\\N` is no value. `--null TEXT` names one more text for it, where it is not in \
      quotes and has no backslash in it. What an input does not have gets its default.
      """,
      """
      Other records are named by key or unique attribute, as on the line, and have to be there, or to \
      come earlier in the same input; several in csv and tsv as JSON, `["a","b"]`, or with commas \
      between them. `--raw` takes numbers for flags and cases, and takes them for keys first.
      """,
      """
      Every value is checked as if it was typed. All records go in with one transaction: what fails \
      or is interrupted, by Ctrl-C, a full disk or a kill, leaves the database as it was. `--batch N` \
      commits after every N records instead; whoever is stopped is told the `--skip-records` that \
      goes on from there. On a terminal a line shows how far it has come.
      """,
      .heading("Records that are there already"),
      """
      A record whose unique attribute, or key, is that of another is wrong, unless one of these says \
      what to do:
      """,
      .definitions([
        Definition("--ignore", "It is left out, and counted."),
        Definition(
          "--replace",
          """
          The record that is there gets every value of the new one, defaults where the input has \
          none. It keeps its key and what refers to it.
          """),
        Definition(
          "--upsert ATTRIBUTE",
          """
          The record with the same value of that attribute gets the values that the input has, and \
          keeps the others; where there is none, a new one is added.
          """),
      ]),
      .heading("Records that are wrong"),
      """
      The first of them ends the import, with its file, line and column and what was expected there. \
      `--on-error skip` takes the others, tells the first twenty and counts the rest. \
      `--rejects FILE` (which is `--on-error collect`) writes them into a file instead, as they \
      stood, with one column `reason` more: mend them there, and import that file with \
      `--skip reason`. Both exit with 3 when a record was refused, so that a script notices.
      """,
      .heading("A new entity"),
      """
      `--create` makes the entity of what the input has, and the database too if there is none: whole \
      numbers, numbers, dates, true and false; texts such as `HRM|PLX` become a flag set with those \
      names, an object within an object of JSON becomes attributes of its own. The whole input is read \
      for it before anything is written, or with `--sample` as many records of it. What was made is \
      shown, with the first value that made a column a text; `--dry-run` shows it and changes nothing.
      """,
      """
      A name that is none in Swift becomes one: `first name` is the attribute `firstName`. The model \
      keeps the name of the file, as `flagdb-model`(5) tells, so that the same file can be imported \
      again. `--type 'first name:String?'` gives a column its type, any that one column can have; with \
      `OptionSet` its names become the flags of a new set, with `enum` its values the cases of a new enum. \
      With `--dates`, columns of such numbers from 1980 to 2100 become dates.
      """,
    ],
    examples: [
      Example(
        "A record by names and values.",
        "flagdb insert zoo.db Sample code=S-5 taken=2026-11-21 markers=HRM,PLX", output: "5"),
      Example(
        "The same as JSON.",
        """
        flagdb insert zoo.db Sample '{"code": "S-6", "taken": "2026-11-21", "markers": ["HRM"]}'
        """,
        output: "6"),
      Example(
        "What one database has, added to another.",
        """
        flagdb new copy.db zoo.swift && flagdb query zoo.db Sample -f csv | flagdb insert copy.db \
        Sample --from - 2>&1
        """,
        output: "inserted 6"),
      Example(
        "New scores for samples that are there, found by their code, and one sample more.",
        """
        printf 'code,score,taken\\nS-1,61,2026-11-17\\nS-7,70,2026-11-22\\n' > scores.csv; \
        flagdb insert zoo.db Sample --from scores.csv --upsert code 2>&1
        """,
        output: "inserted 1, updated 1"),
      Example(
        "An entity made of what a file has in it, first tried.",
        """
        printf 'name,legs,likes\\nRex,4,MILK|FISH\\nTwo,2,FISH\\n' | flagdb insert pets.db Pet \
        --from - --create --dry-run 2>&1 | tail -n 1
        """,
        output: "would insert 2; nothing was changed"),
    ],
    exitStatuses: [
      ExitStatus(
        1, "the command failed, and nothing was changed but what `--batch` had committed"),
      ExitStatus(
        3, "some records were refused, as `--on-error skip` or `collect` allows; the others are in"),
    ],
    seeAlso: [PageReference("flagdb-update", 1), PageReference("flagdb-query", 1)])
}
