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
    # Combining conditions
    \(joiningPhrases)
    `not` has precedence over `and`, and `and` over `or`. Comparisons cannot be chained. `??`, bit operators and
    arithmetic have the precedence of Swift.
    """

  static let names: Prose = """
    # Names and scopes
    Attributes have no quotes. In brackets, as in `readings[value > score].count = 1`, a name belongs to the inner
    record, or else to the outer record. In braces, a name alone belongs to the outer record, and `$0`, or the
    name before `in`, is the inner record. Outside braces, `$0` is the queried record.

    Put a name that is also a keyword in backquotes, or after a number sign as in NSPredicate. `SELF` is the
    queried record.
        `in` = 'x'
        #in = 'x'
    """

  static let arguments: Prose = """
    # Arguments
    `%@`, `%d` and `%f` take the values of `--arg` in order, and `%K` takes a name. A value is never parsed as part of
    the predicate, so scripts need not quote it. Write it as for `flagdb-insert`(1). `%d` takes an integer, and
    `%f` a number.

    `$NAME` is a variable; `--arg NAME=VALUE` sets it. In `#Predicate` and its closure, a name alone is a variable of
    the app, as in Swift; attributes need the parameter of the closure. A pasted closure therefore needs an
    `--arg` for each captured variable; a variable without a value is an error. The context determines the type
    of a variable. Values can have the Swift form: `status=.measured`, `markers=[.HRM,.PLX]`,
    `codes=["S-1","S-2"]`, `range=40...60`. `NAME:null` is no value, and so is `NAME=nil` if the type is not text.
    The name of a member is its full path: `viewModel.limit=60`. If no variable has the name before the `=`, the
    `--arg` fills the next `%@`.
        $ flagdb query zoo.db Sample -w '%K = %@ and score > %d' --arg status \\
        >   --arg measured --arg 92 -c code
        code
        S-4
        $ flagdb query zoo.db Sample -w \\
        >   '{ $0.status == filter && $0.score > self.limit }' \\
        >   --arg filter=.measured --arg limit=92 -c code
        code
        S-4
    """

  static let expressions: Prose = """
    # Named expressions
    A named expression of the model works like an attribute in predicates, columns, groups and `--sort`; with
    parameters, it works like a function. `flagdb-model`(5) describes its declaration, and `flagdb-define`(1) adds
    one to a database:
        $ flagdb define zoo.db expression 'Sample.high(limit)' \\
        >   'readings[value >= $limit].count'
        > flagdb query zoo.db Sample -w 'high(90) > 0' \\
        >   -c 'code, high(90), high(140)'
        the expression Sample.high is new
        code,high(90),high(140)
        S-2,1,1
        S-4,1,0
    """

  static let limits: Prose = """
    # Limits
    Brackets, braces and statements can be nested 100 levels deep, and named expressions 8 levels. SQLite accepts
    less in some cases: about 35 brackets with alternating `and` and `or`, and about seven nested queries. 950
    operators can stand in a row, and half as many in `--exists` and in closures. A predicate can have 30,000
    comparisons; a list after `in`, and tests of one attribute joined by `or`, count as one.
    """

  static let examples: Prose = """
    # Examples
    Samples with two or more readings, of which at least one is 90 or more.
        $ flagdb query zoo.db Sample -w \\
        >   'readings.count >= 2 and readings[value >= 90].count >= \\
        > 1' -c code
        code
        S-2

    An NSPredicate in its shortest form, and its SQL.
        $ flagdb query zoo.db Sample -w '(markers & 6) != 0' -c code --explain \\
        >   | head -n 2
        -- markers has any (HRM, PLX)
        SELECT code FROM Sample WHERE (markers & 6) != 0 ORDER BY id;

    The range of the readings of each sample, in one statement.
        $ flagdb query zoo.db Sample -w '!readings.isEmpty' \\
        >   -c 'code, min(readings.value), \\
        > max(readings.value)'
        code,min(readings.value),max(readings.value)
        S-2,71.0,143.5
        S-4,96.0,96.0

    The same for samples with a pulse, as groups of readings.
        $ flagdb query zoo.db Reading -w 'sample.markers has HRM' -g sample \\
        >   -c 'sample, count(), \\
        > max(value)' --having 'count() > 1'
        sample,count(),max(value)
        S-2,2,143.5
    """
}
