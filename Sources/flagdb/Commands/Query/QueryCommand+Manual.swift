import CommandTable

extension QueryCommand {
  static let manual = CommandManual(
    """
    Without a selection every record is shown. Flags are shown by the names of the model. The name
    of a combination may stand for its flags. A bit without a name is written `0x40`.

    If an entity has several attributes of flags, `--has HRM` means the one that knows HRM. If more
    than one knows it, write `--has markers:HRM` or `--has markers.HRM`.

    A to-one relationship is shown by the unique attribute of the other record. If that entity has
    no unique attribute, or several, the key is shown. A to-many relationship is shown only if
    `--columns` names it; `--columns readings.value` shows one attribute of its records, as an array.

    The bits of a number have no names; they can be asked for all the same, as in `--has flags:bit3`
    and `--any flags:0x6`. In a file that another program made (`flagdb-files`(7)) all flags are such
    numbers, and a to-one relationship is shown by the key.

    A file of csv, tsv, json or ndjson, or `-`, may stand in place of the database, and needs no ENTITY:
    `flagdb query data.csv --has HRM`. `flagdb-files`(7) tells how it is read.

    A query for flags that few records have is fast: flagdb jumps through the index on the flags,
    from one stored combination to the next that could match, and reads the records with those
    combinations. If many records match, or there are too many combinations, it reads all records
    one by one, as `--sql` shows. The answer is the same. `--explain` says which way was taken and
    why.
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

      A condition without `--where`, and an order that begins with the greatest.
          $ flagdb query zoo.db Sample 'score > 45' -s score --desc -c code,score -n 2
          code,score
          S-4,95.0
          S-2,91.0

      The statement that this becomes.
          $ flagdb query zoo.db Sample --has HRM,PLX --columns code --sql
          SELECT code FROM Sample WHERE (markers & ?) = ? ORDER BY id;
          -- bindings: 6, 6

      Records with more than one reading of at least 70.
          $ flagdb query zoo.db Sample --where 'readings[value >= 70].count > 1' -c code
          code
          S-2

      A closure as it stands in the app, with the value of its variable.
          $ flagdb query zoo.db Sample --where '{ $0.score > limit }' --arg limit=92 -c code
          code
          S-4

      A value from a variable, which needs no quotes.
          $ code=S-4; flagdb query zoo.db Sample --where 'code = %@' --arg "$code" -c code,score
          code,score
          S-4,95.0

      The codes of the best, for a shell loop.
          $ flagdb query zoo.db Sample --where 'score >= 80' --sort -score -c code -f names
          S-4
          S-2

      How many of each status, and the best of them.
          $ flagdb query zoo.db Sample --group-by status -c 'status, count(), max(score)'
          status,count(),max(score)
          received,1,50.0
          measured,2,95.0
          archived,1,47.5

      How many have each flag.
          $ flagdb query zoo.db Sample --group-by 'each(markers)'
          each(markers),count()
          "",1
          RAW,2
          HRM,2
          PLX,2

      How many have readings with each tag, the most first.
          $ flagdb query zoo.db Sample --group-by 'each(readings.tags) as tag' --sort '-count(), tag'
          tag,count()
          ,3
          peak,1
          rest,1
          run,1

      How many of each flag on each day.
          $ flagdb query zoo.db Sample --group-by 'each(markers)' --across 'day(taken)' -f table
          each(markers)  2026-11-17  2026-11-18  2026-11-19  2026-11-20
          ─────────────  ──────────  ──────────  ──────────  ──────────
          []                      0           0           1           0
          RAW                     1           0           0           1
          HRM                     0           1           0           1
          PLX                     0           1           0           1
      """,
    exitStatuses: [3: "with `--exists`, no record was found"],
    seeAlso: ["flagdb-delete(1)", "flagdb-stats(1)", "flagdb-update(1)", "flagdb-predicates(7)"])
}
