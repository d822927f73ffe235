import CommandTable

extension QueryCommand {
  static let manual = CommandManual(
    """
    Without a selection every record is shown. Flags are shown by the names of the model. The name
    of a combination may stand for its flags. A bit without a name is written `0x40`.

    If an entity has several flag attributes, `--has HRM` selects the attribute whose flag set declares HRM. If
    several declare it, write `--has markers:HRM` or `--has markers.HRM`.

    A to-one relationship is shown by the unique attribute of the other record. If that entity has
    no unique attribute, or several, the key is shown. A to-many relationship is shown only if
    `--columns` names it; `--columns readings.value` shows one attribute of its records, as an array.

    The bits of a plain number have no names; select them by their place, as in `--has flags:bit3`, or as a
    mask, as in `--any flags:0x6`. In a foreign database that is not adopted (`flagdb-files`(7)), all flags
    are such numbers.

    With `--group-by`, `*` in `--columns` means the values by which the records are grouped: `-g status -c '*,avg(score)'`.
    `--by-flag` is short for `--group-by 'each(markers)'`, where `markers` is the only attribute of flags. `--watch 2s`
    repeats the query every two seconds and sees the changes of other programs.

    A record file (csv, tsv, json, ndjson, or `-`) can replace the database, and needs no ENTITY:
    `flagdb query data.csv --has HRM`. See `flagdb-files`(7). `query`, `update` and `delete` need no ENTITY either
    where the database has only one: `flagdb query zoo.db --count`. A first word is always the ENTITY.

    If few records match, a query for flags is a skip scan: flagdb jumps through the index from one stored
    combination to the next that matches, and reads only the records with these combinations. Otherwise, it
    is a table scan. Counts, groups and exports (csv, tsv, json and ndjson) of a large SQLite file come from its
    pages, without SQL, and several threads read them. The answer is the same. `--explain` says which way was used, and why.
    \(PredicateManual.prose.blocks)
    \(GroupManual.prose.blocks)
    \(FormatManual.prose.blocks)
    """,
    examples: """
      Records that have both flags.
          $ flagdb query zoo.db Sample --has HRM,PLX -c code,markers
          code,markers
          S-2,HRM|PLX
          S-4,RAW|HRM|PLX

      A condition without `--where`, sorted with the greatest first.
          $ flagdb query zoo.db Sample 'score > 45' -s score --desc -c code,score -n 2
          code,score
          S-4,95.0
          S-2,91.0

      Print the SQL statement, which `sqlite3 zoo.db` runs as it is.
          $ flagdb query zoo.db Sample --has HRM,PLX --columns code --sql
          SELECT code FROM Sample WHERE (markers & 6) = 6 ORDER BY id;

      Records with more than one reading of at least 70.
          $ flagdb query zoo.db Sample --where 'readings[value >= 70].count > 1' \\
          >   -c code
          code
          S-2

      A closure as it stands in the app, with the value of its variable.
          $ flagdb query zoo.db Sample --where '{ $0.score > limit }' --arg limit=92 \\
          >   -c code
          code
          S-4

      A value from a variable, which needs no quotes.
          $ code=S-4; flagdb query zoo.db Sample --where 'code = %@' --arg "$code" \\
          >   -c code,score
          code,score
          S-4,95.0

      The codes of the best samples, for a shell loop.
          $ flagdb query zoo.db Sample --where 'score >= 80' --sort -score -c code \\
          >   -f names
          S-4
          S-2

      The number of records of each status, and the highest score.
          $ flagdb query zoo.db Sample --group-by status \\
          >   -c 'status, count(), max(score)'
          status,count(),max(score)
          received,1,50.0
          measured,2,95.0
          archived,1,47.5

      The number of records with each flag.
          $ flagdb query zoo.db Sample --count --by-flag
          each(markers),count()
          "",1
          RAW,2
          HRM,2
          PLX,2

      How many have readings with each tag, the most first.
          $ flagdb query zoo.db Sample --group-by 'each(readings.tags) as tag' \\
          >   --sort '-count(), tag'
          tag,count()
          ,3
          peak,1
          rest,1
          run,1

      How many of each flag on each day.
          $ flagdb query zoo.db Sample --group-by 'each(markers)' \\
          >   --across 'day(taken)' -f table
          each(markers)  2026-11-17  2026-11-18  2026-11-19  2026-11-20
          ─────────────  ──────────  ──────────  ──────────  ──────────
          []                      0           0           1           0
          RAW                     1           0           0           1
          HRM                     0           1           0           1
          PLX                     0           1           0           1
      """,
    exitStatuses: [
      1: SelectionOptions.failure,
      3: "with `--exists`, no record was found",
    ],
    seeAlso: ["flagdb-delete(1)", "flagdb-stats(1)", "flagdb-update(1)", "flagdb-predicates(7)"])
}
