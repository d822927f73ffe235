import CommandTable

/// The end of the tutorial: a model that changes, sessions and scripts.
extension TutorialPage {
  static let migrate: Prose = """
    # Migrating to a new model
    In this step you change the model. A new version of the app has a mark `ECG` in the middle of the others, so
    that another mark gets a new bit. `migrate --dry-run` prints the changes:
        $ sed -e 's/PLX = Mark(rawValue: 1 << 2)/ECG = Mark(rawValue: 1 << 2)\\
        >     static let PLX = Mark(rawValue: 1 << 3)/' Lab.swift >Lab2.swift
        $ flagdb migrate lab.db Lab2.swift --dry-run
        Mark.PLX moves from bit 2 to bit 3
        Mark.ECG is new, on bit 2
        note: 3 records of Sample have PLX in marks, which moves from bit 2 to bit 3

    `migrate` moves the bits of all records in one transaction:
        $ flagdb migrate lab.db Lab2.swift
        Mark.PLX moves from bit 2 to bit 3
        Mark.ECG is new, on bit 2
        note: 3 records of Sample have PLX in marks, which moves from bit 2 to bit 3
        'lab.db' has version 3 now
        $ flagdb query lab.db Sample --has PLX --columns code,marks
        code,marks
        S-2,HRM|PLX
        S-3,HRM|PLX
        S-5,HRM|PLX
        $ flagdb migrate lab.db --history --format tsv | cut -f 1,4
        version\tchanges
        1\t\\N
        2\tthe expression Sample.passing is new
        3\tMark.PLX moves from bit 2 to bit 3; Mark.ECG is new, on bit 2
    """

  static let talking: Prose = """
    # An interactive session
    In this step you use a session. `flagdb lab.db` starts it on a terminal: each line is a predicate on the
    current entity, Tab completes names and operators, and commands start with a dot. A session also reads a
    script from a pipe:
        $ flagdb repl lab.db Sample <<'END'
        > .columns code,marks
        > marks has PLX
        > END
        code,marks
        S-2,HRM|PLX
        S-3,HRM|PLX
        S-5,HRM|PLX
    """

  static let scripts: Prose = """
    # Scripts
    In this step you use flagdb in scripts. Results go to standard output, and messages to standard error. The
    exit status is 0 for success, 1 for failure, 2 for a wrong command line, and 3 for the answer no.
        $ if flagdb query lab.db Sample --where 'score < 20' \\
        >   --exists; then echo "look at the bad ones"; fi
        look at the bad ones
        $ flagdb query lab.db Sample --has RAW --columns code --format names --nul \\
        >   | xargs -0 -n 1 echo measure
        measure S-1
        measure S-4
        $ flagdb migrate lab.db Lab2.swift --check && echo "the model is in force"
        the model is in force

    Every other program can read the SQLite file; views show the names:
        $ sqlite3 lab.db "SELECT code, status, marks FROM Sample_named WHERE score > 90"
        S-2|measured|HRM|PLX
        S-5|measured|HRM|PLX

    The man page of each command has more examples, and the folder `Examples/scripts` of the sources has
    complete scripts.
    """
}
