import CommandTable

/// The sections on combining parts, names and limits, and examples of the whole.
extension PredicatesPage {
  static let joiningPhrases = Phrases(
    .selecting,
    """
    score > 50 and markers has HRM           &&
    score > 91 or note = nil                 ||
    not (score > 50)                         !
    score > 60 ? status = measured : id = 1  one or the other
    (score > 90) = (status = archived)       both true, or neither
    TRUEPREDICATE and code = 'S-1'           true
    """)

  static let together: Prose = """
    # Putting together
    \(joiningPhrases)
    `not` binds more tightly than `and`, and `and` more tightly than `or`. Comparisons cannot be
    chained. `??`, the bit operators and calculations have the same order as in Swift.
    """

  static let names: Prose = """
    # Names and scopes
    An attribute is named without quotes. In brackets, as in `readings[value > score].count = 1`, a
    name belongs to the inner record; if that has no such name, it belongs to the record around it.
    In braces a name that stands alone belongs to the record around, and `$0`, or the name before
    `in`, is the inner record. Outside of all braces `$0` is the record that is queried.

    A name that is also a word of the language is written in backquotes, or after a number sign as
    in NSPredicate. `SELF` is the record.
        `in` = 'x'
        #in = 'x'
    """

  static let arguments: Prose = """
    # Arguments
    `%@`, `%d` and `%f` stand for the values of `--arg`, in their order, and `%K` for a name. A
    value is never read as part of the predicate, so a script need not quote it. It is written as
    `flagdb-insert`(1) takes values. `%d` takes a whole number, and `%f` a number.

    `$NAME` is a variable, to which `--arg` gives a value as `NAME=VALUE`. In `#Predicate` and its
    closure a name that stands alone is a variable of the app, as in Swift: only the parameter of
    the closure leads to attributes. So a closure runs as it was pasted, with an `--arg` for each
    variable that it captures; a variable without a value is an error. The place where a variable
    stands gives its type. Values can be written as in Swift: `status=.measured`,
    `markers=[.HRM,.PLX]`, `codes=["S-1","S-2"]`, `range=40...60`. `NAME:null` is no value, and so
    is `NAME=nil` if no text is possible there. The name of a member is its whole path:
    `viewModel.limit=60`. If no variable has the name before the `=`, the `--arg` is for the next
    `%@`.
        $ flagdb query zoo.db Sample -w '%K = %@ and score > %d' --arg status --arg measured \\
        > --arg 92 -c code
        code
        S-4
        $ flagdb query zoo.db Sample -w '{ $0.status == filter && $0.score > self.limit }' --arg \\
        > filter=.measured --arg limit=92 -c code
        code
        S-4
    """

  static let expressions: Prose = """
    # Named expressions
    A named expression of the model is used like an attribute, in predicates, columns, groups and
    orders; if it has parameters, it is called. `flagdb-model`(5) shows how an app declares it, and
    `flagdb-define`(1) adds it to a database:
        $ flagdb define zoo.db expression 'Sample.high(limit)' 'readings[value >= $limit].count'
        > flagdb query zoo.db Sample -w 'high(90) > 0' -c 'code, high(90), high(140)'
        code,high(90),high(140)
        S-2,1,1
        S-4,1,0
    """

  static let limits: Prose = """
    # Limits
    Brackets, braces and statements can be nested 100 deep, and named expressions within one another 8 deep;
    brackets directly within brackets do not count. SQLite itself accepts less in some cases: about
    35 brackets with `and` and `or` in turn, and about seven queries within queries. 950 operators
    can stand in a row, and half as many in `--exists` and in closures. A predicate can have 30,000
    comparisons; a list of whole numbers or texts after `in`, and tests of one attribute joined by
    `or`, count as one, however long they are.
    """

  static let examples: Prose = """
    # Examples
    Samples with two or more readings, of which at least one is 90 or more.
        $ flagdb query zoo.db Sample -w 'readings.count >= 2 and readings[value >= 90].count >= \\
        > 1' -c code
        code
        S-2

    An NSPredicate in its plainest spelling, and its SQL.
        $ flagdb query zoo.db Sample -w '(markers & 6) != 0' -c code --explain | head -n 3
        -- markers has any (HRM, PLX)
        SELECT code FROM Sample WHERE (markers & ?) != 0 ORDER BY id;
        -- bindings: 6

    The range of the readings of each sample, in one statement.
        $ flagdb query zoo.db Sample -w '!readings.isEmpty' -c 'code, min(readings.value), \\
        > max(readings.value)'
        code,min(readings.value),max(readings.value)
        S-2,71.0,143.5
        S-4,96.0,96.0

    The same for samples with a pulse, as groups of readings.
        $ flagdb query zoo.db Reading -w 'sample.markers has HRM' -g sample -c 'sample, count(), \\
        > max(value)' --having 'count() > 1'
        sample,count(),max(value)
        S-2,2,143.5
    """
}
