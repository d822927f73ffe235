import CommandTable

/// flagdb-tutorial(7): from an empty folder to scripts in an hour. Its examples are run in an empty folder, one
/// after the other.
enum TutorialPage {
  static let page = ProsePage(
    "flagdb-tutorial", section: 7,
    summary: "a lesson in flagdb: from an empty folder to scripts in an hour",
    beginning, model, records, asking, changing, relationships, files, numbers, migrate, talking,
    homemade, history, archive, forensics, store, scripts,
    seeAlso: [
      "flagdb-model(5)", "flagdb-predicates(7)", "flagdb-files(7)", "flagdb-adopt(1)",
      "flagdb-query(1)",
    ])

  static let beginning: Prose = """
    This tutorial takes about an hour. Start in an empty folder, and type every line that begins with `$`, and
    the lines with `>`, which continue it.

    The example is a small laboratory. Each of its samples has marks: raw data from the instrument, heart rate
    measured, blood oxygen measured. The app of the laboratory stores the marks of a sample in one integer, as
    a Swift `OptionSet`.
    """

  static let model: Prose = """
    # A database
    In this step you create a database from the Swift types of an app. The types are in a file:
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

    `lab.db` is an ordinary SQLite file that contains its model. You need the Swift file again only to change
    the model. Without Swift, `flagdb-define`(1) defines a model on the command line.
    """

  static let records: Prose = """
    # Adding and reading records
    In this step you add records and print them in several formats. `insert` takes the names and values of
    attributes, and prints the key of the new record. You may leave out attributes with a default value:
        $ flagdb insert lab.db Sample code=S-1 taken=2026-11-17 marks=RAW
        1
        $ flagdb insert lab.db Sample code=S-2 taken=2026-11-18 score=91 \\
        >   status=measured marks=HRM,PLX
        2
        $ flagdb insert lab.db Sample code=S-3 taken=2026-11-19 score=72.5 \\
        >   marks=RAW,vitals
        3

    `vitals` means its two flags. If a value is wrong, `insert` points to it and changes nothing:
        $ flagdb insert lab.db Sample code=S-4 taken=2026-11-31 marks=HRN \\
        >   || echo "status $?"
        error: taken: expected a day from 1 to 30, found 31 in '2026-11-31'
          taken=2026-11-31
                ^~~~~~~~~~
        error: marks: 'HRN' is not a flag of 'Mark'
          marks=HRN
                ^~~
        hint: did you mean 'HRM'?
        status 2

    `query` prints records: as a table on a terminal, and as CSV in a pipe.
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
    # Selecting by flags
    In this step you select records by their flags: `--has` needs all of the given flags, `--any` one of them,
    `--none` none of them, and `--exactly` these flags and no others:
        $ flagdb query lab.db Sample --has HRM,PLX --columns code,marks
        code,marks
        S-2,HRM|PLX
        S-3,RAW|HRM|PLX
        $ flagdb query lab.db Sample --any RAW,PLX --none HRM --columns code
        code
        S-1
        $ flagdb query lab.db Sample --exactly RAW --count
        1

    `--sql` prints the SQL, which `sqlite3` runs too:
        $ flagdb query lab.db Sample --has vitals --columns code --sql
        SELECT code FROM Sample WHERE (marks & 6) = 6 ORDER BY id;

    `--where` takes a predicate: a Swift expression, an NSPredicate format, or plain words.
    `flagdb-predicates`(7) describes the whole language.
        $ flagdb query lab.db Sample --where 'score >= 70 and marks has HRM' \\
        >   --columns code,score
        code,score
        S-2,91.0
        S-3,72.5
        $ flagdb query lab.db Sample --where \\
        >   'marks.contains(.RAW) && taken < 2026-11-18' --columns code
        code
        S-1
        $ flagdb query lab.db Sample --where '(marks & 6) != 0' --count
        2
    """

  static let changing: Prose = """
    # Changing records
    In this step you change and delete records. You select them with the same options; `+=` adds flags, and
    `-=` removes flags:
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
