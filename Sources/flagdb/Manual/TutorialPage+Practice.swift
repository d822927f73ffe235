import CommandTable

/// The end of the tutorial: a model that changes, sessions and scripts.
extension TutorialPage {
  static let migrate: Prose = """
    # When the model changes
    The app gets a new mark, `ECG`, and somebody puts it in the middle. `migrate` first says what
    will change:
        $ sed -e 's/PLX = Mark(rawValue: 1 << 2)/ECG = Mark(rawValue: 1 << 2)\\
        >     static let PLX = Mark(rawValue: 1 << 3)/' Lab.swift >Lab2.swift
        $ flagdb migrate lab.db Lab2.swift --dry-run
        Mark.PLX moves from bit 2 to bit 3
        Mark.ECG is new, on bit 2
        note: 3 records of Sample have PLX in marks, which moves from bit 2 to bit 3

    The bits move with the names, in one pass and one transaction:
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
    # A session
    `flagdb lab.db` on a terminal opens a session: each line is a predicate on the current entity,
    Tab completes what can stand at the cursor, and commands begin with a point. A session also
    reads from a pipe:
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
    Results go to standard output and everything else to standard error. The exit status is 0 for
    done, 1 for failed, 2 for not understood, and 3 if the answer is no.
        $ if flagdb query lab.db Sample --where 'score < 20' --exists; then echo "look at the \\
        > bad ones"; fi
        look at the bad ones
        $ flagdb query lab.db Sample --has RAW --columns code --format names --nul | xargs -0 -n \\
        > 1 echo measure
        measure S-1
        measure S-4
        $ flagdb migrate lab.db Lab2.swift --check && echo "the model is in force"
        the model is in force

    The file is SQLite, so every other program can read it, with names too:
        $ sqlite3 lab.db "SELECT code, status, marks FROM Sample_named WHERE score > 90"
        S-2|measured|HRM|PLX
        S-5|measured|HRM|PLX

    The page of each command has more examples, and `Examples/scripts` in the sources has scripts
    for every day.
    """
}
