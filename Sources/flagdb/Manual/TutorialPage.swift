import CommandTable

/// flagdb-tutorial(7): from an empty folder to scripts in an hour. Its examples are run in an empty folder, one
/// after the other.
enum TutorialPage {
  static let page = ProsePage(
    "flagdb-tutorial", section: 7, summary: "from an empty folder to scripts in an hour",
    beginning, model, records, asking, changing, relationships, files, numbers, migrate, talking,
    homemade, history, archive, forensics, store, scripts,
    seeAlso: [
      "flagdb-model(5)", "flagdb-predicates(7)", "flagdb-files(7)", "flagdb-adopt(1)",
      "flagdb-query(1)",
    ])

  static let beginning: Prose = """
    This tutorial takes about an hour at the terminal. You can type everything in it yourself, in an
    empty folder. Lines that begin with `$` are typed; lines with `>` continue them.

    The story: a small laboratory keeps samples. Each sample carries marks, several at once or none:
    raw from the instrument, heart rate taken, blood oxygen taken. The app on the phone keeps the
    marks in one integer, as a Swift `OptionSet`.
    """

  static let model: Prose = """
    # A database
    The model is the Swift of the app, in a file:
        $ cat >Lab.swift <<'END'
        > struct Mark: OptionSet {
        >     let rawValue: Int64
        >     static let RAW = Mark(rawValue: 1 << 0)
        >     static let HRM = Mark(rawValue: 1 << 1)
        >     static let PLX = Mark(rawValue: 1 << 2)
        >     static let vitals: Mark = [.HRM, .PLX]
        > }
        >
        > enum Status: Int32 { case received, measured, archived }
        >
        > @Model final class Sample {
        >     @Attribute(.unique) var code: String
        >     var taken: Date
        >     @Valid(0...100) var score: Double = 50
        >     var status: Status = .received
        >     var marks: Mark = []
        >     var readings: [Reading] = []
        > }
        >
        > @Model final class Reading {
        >     var sample: Sample?
        >     var value: Double
        > }
        > END
        $ flagdb new lab.db Lab.swift

    `lab.db` is an ordinary SQLite file that carries its model: the Swift file is not needed again
    until the model changes. Without Swift, `flagdb-define`(1) makes a model from words on the
    command line.
    """

  static let records: Prose = """
    # Adding and reading records
    `insert` adds a record by the names of its attributes. Attributes with a default can be left
    out. The key of the new record is printed:
        $ flagdb insert lab.db Sample code=S-1 taken=2026-11-17 marks=RAW
        1
        $ flagdb insert lab.db Sample code=S-2 taken=2026-11-18 score=91 status=measured \\
        > marks=HRM,PLX
        2
        $ flagdb insert lab.db Sample code=S-3 taken=2026-11-19 score=72.5 marks=RAW,vitals
        3

    `vitals` stands for its two flags. An error points at the mistake, and nothing changes:
        $ flagdb insert lab.db Sample code=S-4 taken=2026-11-31 marks=HRN || echo "status $?"
        error: taken: expected a day from 1 to 30, found 31 in '2026-11-31'
          taken=2026-11-31
                ^~~~~~~~~~
        error: marks: 'HRN' is not a flag of 'Mark'
          marks=HRN
                ^~~
        hint: did you mean 'HRM'?
        status 2

    `query` reads records: as a table on a terminal, and as CSV elsewhere, for the next program.
        $ flagdb query lab.db Sample --format table
        id  code  taken                 score  status    marks
        ──  ────  ────────────────────  ─────  ────────  ───────────
         1  S-1   2026-11-17T00:00:00Z   50.0  received  RAW
         2  S-2   2026-11-18T00:00:00Z   91.0  measured  HRM|PLX
         3  S-3   2026-11-19T00:00:00Z   72.5  received  RAW|HRM|PLX
        $ flagdb query lab.db Sample --columns code,marks --format json
        [
        {"code":"S-1","marks":["RAW"]},
        {"code":"S-2","marks":["HRM","PLX"]},
        {"code":"S-3","marks":["RAW","HRM","PLX"]}
        ]
    """

  static let asking: Prose = """
    # Asking by flags
    All of some flags, one of them, none, exactly these:
        $ flagdb query lab.db Sample --has HRM,PLX --columns code,marks
        code,marks
        S-2,HRM|PLX
        S-3,RAW|HRM|PLX
        $ flagdb query lab.db Sample --any RAW,PLX --none HRM --columns code
        code
        S-1
        $ flagdb query lab.db Sample --exactly RAW --count
        1

    `--sql` shows the SQL that runs.
        $ flagdb query lab.db Sample --has vitals --columns code --sql
        SELECT code FROM Sample WHERE (marks & ?) = ? ORDER BY id;
        -- bindings: 6, 6

    Predicates go further than options, in the Swift or NSPredicate of the app or in plain words;
    `flagdb-predicates`(7) describes them all.
        $ flagdb query lab.db Sample --where 'score >= 70 and marks has HRM' --columns code,score
        code,score
        S-2,91.0
        S-3,72.5
        $ flagdb query lab.db Sample --where 'marks.contains(.RAW) && taken < 2026-11-18' \\
        > --columns code
        code
        S-1
        $ flagdb query lab.db Sample --where '(marks & 6) != 0' --count
        2
    """

  static let changing: Prose = """
    # Changing records
    Records are selected in the same way, and changed by name. `+=` adds flags, and `-=` removes
    some:
        $ flagdb update lab.db Sample --has vitals status=measured marks-=RAW
        2 records changed
        $ flagdb query lab.db Sample --columns code,status,marks
        code,status,marks
        S-1,received,RAW
        S-2,measured,HRM|PLX
        S-3,measured,HRM|PLX
        $ flagdb delete lab.db Sample --where 'code = "S-9"'
        0 records deleted
    """
}
