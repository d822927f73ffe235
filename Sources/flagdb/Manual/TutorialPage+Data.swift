import CommandTable

/// The middle of the tutorial: records that belong together, files and numbers.
extension TutorialPage {
  static let relationships: Prose = """
    # Relationships
    In this step you connect records. A reading belongs to a sample; name the sample by its unique attribute:
        $ flagdb insert lab.db Reading sample=S-2 value=88 >first
        $ for value in 91 97; do flagdb insert lab.db Reading sample=S-2 \\
        >   value=$value; done
        2
        3
        $ flagdb insert lab.db Reading sample=S-3 value=60
        4
        $ cat first
        1

    Predicates follow relationships in both directions:
        $ flagdb query lab.db Reading --where 'sample.marks has PLX and value > 90'
        id,sample,value
        2,S-2,91.0
        3,S-2,97.0
        $ flagdb query lab.db Sample --where 'readings[value >= 90].count >= 2' \\
        >   --columns code
        code
        S-2
        $ flagdb query lab.db Sample --where \\
        >   'readings.map { $0.value }.max() ?? 0 < 70' --columns code
        code
        S-1
        S-3

    You can store a calculation in the model, and use it by name:
        $ flagdb define lab.db expression Sample.passing \\
        >   'readings[value >= 90].count'
        the expression Sample.passing is new
        $ flagdb query lab.db Sample --columns code,passing --sort -passing
        code,passing
        S-2,2
        S-1,0
        S-3,0
    """

  static let files: Prose = """
    # Importing and exporting files
    In this step you import and export files. `insert --from` checks each record, and imports all or none:
        $ cat >new.csv <<'END'
        > code,taken,score,status,marks
        > S-4,2026-11-20,64,received,RAW
        > S-5,2026-11-20,99.5,measured,HRM|PLX
        > S-6,2026-11-21,12,measured,
        > END
        $ flagdb insert lab.db Sample --from new.csv
        inserted 3
        $ flagdb query lab.db Sample --count
        6

    If one record is wrong, nothing is imported, and the error names its line:
        $ printf 'code,taken,score\\nS-7,2026-11-21,20\\nS-8,yesterday,30\\n' >bad.csv
        $ flagdb insert lab.db Sample --from bad.csv || flagdb query lab.db Sample \\
        >   --count
        bad.csv:3:5: error: taken: expected a date such as 2026-11-20 or 2026-11-20T10:30:00Z, found 'yesterday'
        hint: write the date, as in 2026-11-20
        nothing was changed
        6

    `query -o` writes CSV, TSV, JSON and other formats; the name of the file determines the format:
        $ flagdb query lab.db Sample --any vitals -o vital.json
        $ jq -r '.[] | "\\(.code) \\(.marks | join("+"))"' vital.json
        S-2 HRM+PLX
        S-3 HRM+PLX
        S-5 HRM+PLX
    """

  static let numbers: Prose = """
    # Statistics
    In this step you count flags. `stats` plots their combinations, and summarises other attributes:
        $ flagdb stats lab.db Sample marks
        Sample  6 records

        marks  Mark
          flags 3 in use   combinations 3
          flag        bit  count  share  alone
          HRM           1      3  50.0%      0  ████████████████████████████████████████
          PLX           2      3  50.0%      0  ████████████████████████████████████████
          RAW           0      2  33.3%      2  ██████████████████████████▋
          (no flags)           1  16.7%         █████████████▍

          combinations, exact: records with these flags and no others
          exact      count   share
          ●─● ·          3   50.0%  ██████████████████████████  HRM|PLX
          · · ●          2   33.3%  █████████████████▍          RAW
          · · ·          1   16.7%  ████████▋                   (no flags)
          │ │ └ RAW      2   33.3%  █████████████████▍
          │ └ PLX        3   50.0%  ██████████████████████████
          └ HRM          3   50.0%  ██████████████████████████

          flags that come together
                   HRM      PLX      RAW
          HRM        3  ▓▓ 2.00     0.00
          PLX  ██    3        3     0.00
          RAW        0        0        2
          below the diagonal: records with both, shaded by the share of the rarer flag
          (░░ to 25%, ▒▒ 50%, ▓▓ 75%, ██ 100%); above it: lift, 1 being chance (░░ from
          0.8, ▒▒ 1.25, ▓▓ 2, ██ 4)

          HRM and PLX always come together (3 records)

    `query --group-by` counts groups: by attributes, by parts of dates, or by single flags:
        $ flagdb query lab.db Sample --group-by status \\
        >   --columns 'status, count(), avg(score)'
        status,count(),avg(score)
        received,2,57.0
        measured,4,68.75
        $ flagdb query lab.db Sample --group-by 'each(marks)'
        each(marks),count()
        "",1
        RAW,2
        HRM,3
        PLX,3
    """
}
