import CommandTable

/// flagdb-tutorial(7): an hour from nothing to scripts. Its examples are run in an empty folder, one
/// after the other.
enum TutorialPage {
  static let page = ProsePage(
    "flagdb-tutorial", section: 7, summary: "an hour from nothing to scripts",
    blocks: beginning + model + records + asking + changing + relationships + files + numbers
      + migrate + talking + scripts,
    seeAlso: [
      PageReference("flagdb-model", 5), PageReference("flagdb-predicates", 7),
      PageReference("flagdb-query", 1),
    ])

  private static let beginning: [ProseBlock] = [
    """
    This is an hour at the terminal, from nothing to scripts. Everything that is typed here can \
    be typed by you, in an empty folder; lines that begin with `$` are typed, those with `>` \
    continue them.
    """,
    """
    The story: a small laboratory keeps samples. Each sample carries marks, several at once or \
    none: as the instrument gave it, heart rate taken, blood oxygen taken. The app on the phone \
    keeps the marks in one integer, as a Swift `OptionSet`.
    """,
  ]

  private static let model: [ProseBlock] = [
    .heading("A database"),
    """
    The model is the Swift of the app, in a file:
    """,
    .example(
      Example(
        "",
        """
        cat >Lab.swift <<'END'
        struct Mark: OptionSet {
            let rawValue: Int64
            static let RAW = Mark(rawValue: 1 << 0)
            static let HRM = Mark(rawValue: 1 << 1)
            static let PLX = Mark(rawValue: 1 << 2)
            static let vitals: Mark = [.HRM, .PLX]
        }

        enum Status: Int32 { case received, measured, archived }

        @Model final class Sample {
            @Attribute(.unique) var code: String
            var taken: Date
            @Valid(0...100) var score: Double = 50
            var status: Status = .received
            var marks: Mark = []
            var readings: [Reading] = []
        }

        @Model final class Reading {
            var sample: Sample?
            var value: Double
        }
        END
        """,
        output: "")),
    .example(
      Example(
        "",
        """
        flagdb new lab.db Lab.swift
        """,
        output: "")),
    """
    `lab.db` is an ordinary SQLite file, and it carries its model with it: the Swift file is not \
    needed again until the model changes. Without Swift, `flagdb-define`(1) makes a model from \
    words on the line.
    """,
  ]

  private static let records: [ProseBlock] = [
    .heading("Adding and reading records"),
    """
    A record is added by the names of its attributes. What has a default need not be said, and \
    the key of the new record is printed:
    """,
    .example(
      Example(
        "",
        """
        flagdb insert lab.db Sample code=S-1 taken=2026-11-17 marks=RAW
        """,
        output: """
          1
          """)),
    .example(
      Example(
        "",
        """
        flagdb insert lab.db Sample code=S-2 taken=2026-11-18 score=91 status=measured marks=HRM,PLX
        """,
        output: """
          2
          """)),
    .example(
      Example(
        "",
        """
        flagdb insert lab.db Sample code=S-3 taken=2026-11-19 score=72.5 marks=RAW,vitals
        """,
        output: """
          3
          """)),
    """
    `vitals` stands for its two flags. A mistake is pointed at, and changes nothing:
    """,
    .example(
      Example(
        "",
        """
        flagdb insert lab.db Sample code=S-4 taken=2026-11-31 marks=HRN || echo "status $?"
        """,
        output: """
          error: taken: expected a day from 1 to 30, found 31 in '2026-11-31'
            taken=2026-11-31
                  ^~~~~~~~~~
          error: marks: 'HRN' is not a flag of 'Mark'
            marks=HRN
                  ^~~
          hint: did you mean HRM?
          status 2
          """)),
    """
    Records are read by `query`: as a table on a terminal, and as CSV elsewhere, so that the \
    next program gets what it can read.
    """,
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --format table
        """,
        output: """
          id  code  taken                 score  status    marks
          ──  ────  ────────────────────  ─────  ────────  ───────────
           1  S-1   2026-11-17T00:00:00Z   50.0  received  RAW
           2  S-2   2026-11-18T00:00:00Z   91.0  measured  HRM|PLX
           3  S-3   2026-11-19T00:00:00Z   72.5  received  RAW|HRM|PLX
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --columns code,marks --format json
        """,
        output: """
          [
          {"code":"S-1","marks":["RAW"]},
          {"code":"S-2","marks":["HRM","PLX"]},
          {"code":"S-3","marks":["RAW","HRM","PLX"]}
          ]
          """)),
  ]

  private static let asking: [ProseBlock] = [
    .heading("Asking by flags"),
    """
    All of some flags, one of them, none, exactly these:
    """,
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --has HRM,PLX --columns code,marks
        """,
        output: """
          code,marks
          S-2,HRM|PLX
          S-3,RAW|HRM|PLX
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --any RAW,PLX --none HRM --columns code
        """,
        output: """
          code
          S-1
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --exactly RAW --count
        """,
        output: """
          1
          """)),
    """
    Nothing happens in secret: `--sql` shows what SQLite is asked.
    """,
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --has vitals --columns code --sql
        """,
        output: """
          SELECT code FROM Sample WHERE (marks & ?) = ? ORDER BY id;
          -- bindings: 6, 6
          """)),
    """
    What options cannot say a predicate can, in the Swift or NSPredicate of the app or in plain \
    words; `flagdb-predicates`(7) is the whole of it.
    """,
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --where 'score >= 70 and marks has HRM' --columns code,score
        """,
        output: """
          code,score
          S-2,91.0
          S-3,72.5
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --where 'marks.contains(.RAW) && taken < 2026-11-18' --columns code
        """,
        output: """
          code
          S-1
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --where '(marks & 6) != 0' --count
        """,
        output: """
          2
          """)),
  ]

  private static let changing: [ProseBlock] = [
    .heading("Changing records"),
    """
    The selection is the same, and the changes are the names again. `+=` adds flags to those \
    that are there, `-=` takes some away:
    """,
    .example(
      Example(
        "",
        """
        flagdb update lab.db Sample --has vitals status=measured marks-=RAW
        """,
        output: """
          2 records changed
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --columns code,status,marks
        """,
        output: """
          code,status,marks
          S-1,received,RAW
          S-2,measured,HRM|PLX
          S-3,measured,HRM|PLX
          """)),
    .example(
      Example(
        "",
        """
        flagdb delete lab.db Sample --where 'code = "S-9"'
        """,
        output: """
          0 records deleted
          """)),
  ]

  private static let relationships: [ProseBlock] = [
    .heading("Records that belong together"),
    """
    A reading belongs to a sample, which is named by its unique attribute:
    """,
    .example(
      Example(
        "",
        """
        flagdb insert lab.db Reading sample=S-2 value=88 >first
        """,
        output: "")),
    .example(
      Example(
        "",
        """
        for value in 91 97; do flagdb insert lab.db Reading sample=S-2 value=$value; done
        """,
        output: """
          2
          3
          """)),
    .example(
      Example(
        "",
        """
        flagdb insert lab.db Reading sample=S-3 value=60
        """,
        output: """
          4
          """)),
    .example(
      Example(
        "",
        """
        cat first
        """,
        output: """
          1
          """)),
    """
    Predicates go along relationships in both directions:
    """,
    .example(
      Example(
        "",
        """
        flagdb query lab.db Reading --where 'sample.marks has PLX and value > 90'
        """,
        output: """
          id,sample,value
          2,S-2,91.0
          3,S-2,97.0
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --where 'readings[value >= 90].count >= 2' --columns code
        """,
        output: """
          code
          S-2
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --where 'readings.map { $0.value }.max() ?? 0 < 70' --columns code
        """,
        output: """
          code
          S-1
          S-3
          """)),
    """
    What is asked often gets a name, which the database keeps:
    """,
    .example(
      Example(
        "",
        """
        flagdb define lab.db expression Sample.passing 'readings[value >= 90].count'
        """,
        output: "")),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --columns code,passing --sort -passing
        """,
        output: """
          code,passing
          S-2,2
          S-1,0
          S-3,0
          """)),
  ]

  private static let files: [ProseBlock] = [
    .heading("Files"),
    """
    Many records come from a file, checked one by one, all of them or none:
    """,
    .example(
      Example(
        "",
        """
        cat >new.csv <<'END'
        code,taken,score,status,marks
        S-4,2026-11-20,64,received,RAW
        S-5,2026-11-20,99.5,measured,HRM|PLX
        S-6,2026-11-21,12,measured,
        END
        """,
        output: "")),
    .example(
      Example(
        "",
        """
        flagdb insert lab.db Sample --from new.csv
        """,
        output: """
          inserted 3
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --count
        """,
        output: """
          6
          """)),
    .example(
      Example(
        "A bad record stops everything, and is named by its line:",
        """
        printf 'code,taken,score\\nS-7,2026-11-21,20\\nS-8,yesterday,30\\n' >bad.csv
        """,
        output: "")),
    .example(
      Example(
        "",
        """
        flagdb insert lab.db Sample --from bad.csv || flagdb query lab.db Sample --count
        """,
        output: """
          bad.csv:3:5: error: taken: expected a date such as 2026-11-20 or 2026-11-20T10:30:00Z, found 'yesterday'
          nothing was changed
          6
          """)),
    """
    Out they go as CSV, TSV, JSON and more; a file's name says which:
    """,
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --any vitals -o vital.json
        """,
        output: "")),
    .example(
      Example(
        "",
        """
        jq -r '.[] | "\\(.code) \\(.marks | join("+"))"' vital.json
        """,
        output: """
          S-2 HRM+PLX
          S-3 HRM+PLX
          S-5 HRM+PLX
          """)),
  ]

  private static let numbers: [ProseBlock] = [
    .heading("Numbers"),
    """
    `stats` counts flags, draws their combinations, and sums up the other attributes:
    """,
    .example(
      Example(
        "",
        """
        flagdb stats lab.db Sample marks
        """,
        output: """
          Sample  6 records

          marks  Mark
            flags 3 in use   combinations 3
            flag        bit  count  share  alone
            RAW           0      2  33.3%      2  ██████████████████████████▋
            HRM           1      3  50.0%      0  ████████████████████████████████████████
            PLX           2      3  50.0%      0  ████████████████████████████████████████
            (no flags)           1  16.7%         █████████████▍

            combinations, exact: records with these flags and no others
            exact      count   share
            · ●─●          3   50.0%  ██████████████████████████  HRM|PLX
            ● · ·          2   33.3%  █████████████████▍          RAW
            · · ·          1   16.7%  ████████▋                   (no flags)
            │ │ └ PLX      3   50.0%  ██████████████████████████
            │ └ HRM        3   50.0%  ██████████████████████████
            └ RAW          2   33.3%  █████████████████▍

            flags that come together
                     RAW      HRM      PLX
            RAW        2     0.00     0.00
            HRM        0        3  ▓▓ 2.00
            PLX        0  ██    3        3
            below the diagonal: records with both, shaded by the share of the rarer flag
            (░░ to 25%, ▒▒ 50%, ▓▓ 75%, ██ 100%); above it: lift, 1 being chance (░░ from
            0.8, ▒▒ 1.25, ▓▓ 2, ██ 4)

            HRM and PLX always come together (3 records)
          """)),
    """
    Groups are counted by attributes, by parts of dates, or by each flag:
    """,
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --group-by status --columns 'status, count(), avg(score)'
        """,
        output: """
          status,count(),avg(score)
          received,2,57.0
          measured,4,68.75
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --group-by 'each(marks)'
        """,
        output: """
          each(marks),count()
          "",1
          RAW,2
          HRM,3
          PLX,3
          """)),
  ]

  private static let migrate: [ProseBlock] = [
    .heading("When the model changes"),
    """
    The app gets a new mark, `ECG`, and somebody puts it in the middle. `migrate` says what that \
    means before anything happens:
    """,
    .example(
      Example(
        "",
        """
        sed -e 's/PLX = Mark(rawValue: 1 << 2)/ECG = Mark(rawValue: 1 << 2)\\
            static let PLX = Mark(rawValue: 1 << 3)/' Lab.swift >Lab2.swift
        """,
        output: "")),
    .example(
      Example(
        "",
        """
        flagdb migrate lab.db Lab2.swift --dry-run
        """,
        output: """
          Mark.PLX moves from bit 2 to bit 3
          Mark.ECG is new, on bit 2
          note: 3 records of Sample have PLX in marks, which moves from bit 2 to bit 3
          """)),
    """
    The bits move with the names, in one pass and one transaction:
    """,
    .example(
      Example(
        "",
        """
        flagdb migrate lab.db Lab2.swift
        """,
        output: """
          Mark.PLX moves from bit 2 to bit 3
          Mark.ECG is new, on bit 2
          note: 3 records of Sample have PLX in marks, which moves from bit 2 to bit 3
          'lab.db' has version 3 now
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --has PLX --columns code,marks
        """,
        output: """
          code,marks
          S-2,HRM|PLX
          S-3,HRM|PLX
          S-5,HRM|PLX
          """)),
    .example(
      Example(
        "",
        """
        flagdb migrate lab.db --history --format tsv | cut -f 1,4
        """,
        output: """
          version	changes
          1	\\N
          2	the expression Sample.passing is new
          3	Mark.PLX moves from bit 2 to bit 3; Mark.ECG is new, on bit 2
          """)),
  ]

  private static let talking: [ProseBlock] = [
    .heading("Talking to it"),
    """
    `flagdb lab.db` on a terminal opens a conversation: what is typed is a predicate on the \
    current entity, Tab completes what can stand there, and commands begin with a point. It \
    reads from a pipe too:
    """,
    .example(
      Example(
        "",
        """
        flagdb repl lab.db Sample <<'END'
        .columns code,marks
        marks has PLX
        END
        """,
        output: """
          code,marks
          S-2,HRM|PLX
          S-3,HRM|PLX
          S-5,HRM|PLX
          """)),
  ]

  private static let scripts: [ProseBlock] = [
    .heading("Scripts"),
    """
    Results go to standard output, all else to standard error, and the exit status says what \
    came of it: 0 done, 1 failed, 2 not understood, 3 the answer is no.
    """,
    .example(
      Example(
        "",
        """
        if flagdb query lab.db Sample --where 'score < 20' --exists; then echo "look at the bad ones"; fi
        """,
        output: """
          look at the bad ones
          """)),
    .example(
      Example(
        "",
        """
        flagdb query lab.db Sample --has RAW --columns code --format names --nul | xargs -0 -n 1 echo measure
        """,
        output: """
          measure S-1
          measure S-4
          """)),
    .example(
      Example(
        "",
        """
        flagdb migrate lab.db Lab2.swift --check && echo "the model is in force"
        """,
        output: """
          the model is in force
          """)),
    """
    And since the file is SQLite, everybody else can read it, with names where they like:
    """,
    .example(
      Example(
        "",
        """
        sqlite3 lab.db "SELECT code, status, marks FROM Sample_named WHERE score > 90"
        """,
        output: """
          S-2|measured|HRM|PLX
          S-5|measured|HRM|PLX
          """)),
    """
    From here, the page of each command has examples, and `Examples/scripts` in the sources has \
    scripts for every day.
    """,
  ]
}
