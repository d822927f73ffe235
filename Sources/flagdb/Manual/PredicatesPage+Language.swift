import CommandTable

/// How parts are put together and named, groups, and what NSPredicate and Swift say instead.
extension PredicatesPage {
  static let joiningPhrases = Phrases(
    .selecting,
    [
      ("score > 50 and markers has HRM", "&&"),
      ("score > 91 or note = nil", "||"),
      ("not (score > 50)", "!"),
      ("score > 60 ? status = measured : id = 1", "one or the other"),
      ("(score > 90) = (status = archived)", "both true, or neither"),
      ("TRUEPREDICATE and code = 'S-1'", "true"),
    ])

  static let together: [ProseBlock] = [
    .heading("Putting together"),
    joiningPhrases.block,
    """
    `not` binds more tightly than `and`, and `and` more tightly than `or`. Comparisons do not \
    follow one another; within them `??`, the bit operators and the calculations have the order \
    that they have in Swift.
    """,
  ]

  static let names: [ProseBlock] = [
    .heading("Names and scopes"),
    """
    An attribute is named bare. In brackets, as in `readings[value > score].count = 1`, a name is \
    that of the record in question, and where it has none of that name, of the record around it. \
    In braces a bare name is of the record around, and `$0` is the record in question, or what a \
    name before `in` says.
    """,
    """
    A name that is also a word of the language stands in backquotes, or has a number sign before \
    it as in NSPredicate. `SELF` is the record.
    """,
    .code("`in` = 'x'\n#in = 'x'"),
  ]

  static let arguments: [ProseBlock] = [
    .heading("Arguments"),
    """
    `%@`, `%d` and `%f` stand for the values of `--arg`, in their order, and `%K` for a name. A \
    value is never read as part of the predicate, so that a script need not quote it; it is typed \
    as `flagdb-insert`(1) takes values. `%d` wants a whole number, and `%f` a number.
    """,
    .example(
      Example(
        "",
        "flagdb query zoo.db Sample -w '%K = %@ and score > %d' --arg status --arg measured --arg 92 -c code",
        output: """
          code
          S-4
          """)),
  ]

  static let expressions: [ProseBlock] = [
    .heading("Named expressions"),
    """
    What a model keeps by name is used like an attribute, in predicates, columns, groups and the \
    order; with parameters it is called. `flagdb-model`(5) shows how an app declares it, and \
    `flagdb-define`(1) adds it to a database:
    """,
    .example(
      Example(
        "",
        """
        flagdb define zoo.db expression 'Sample.high(limit)' 'readings[value >= $limit].count'
        flagdb query zoo.db Sample -w 'high(90) > 0' -c 'code, high(90), high(140)'
        """,
        output: """
          code,high(90),high(140)
          S-2,1,1
          S-4,1,0
          """)),
  ]

  static let columnPhrases = Phrases(
    .columns,
    [
      ("count()", "records"),
      ("count(note)", "those that have one"),
      ("count(distinct status)", "different values"),
      ("count(score >= 50)", "those of which it is true"),
      ("min(taken)", "max, of what has an order"),
      ("sum(price)", "avg, of numbers"),
      ("sum(score) / count() as mean", "made of them, with a heading"),
      ("sum(readings.count)", "of what each record has"),
    ])

  static let keyPhrases = Phrases(
    .keys,
    [
      ("status", "a case a group"),
      ("score >= 50", "true and false"),
      ("markers", "a combination a group"),
      ("each(markers)", "a flag a group"),
      ("month(taken)", "a month a group"),
      ("readings.count", "whatever can be calculated"),
    ])

  static let groups: [ProseBlock] = [
    .heading("Columns and groups"),
    """
    `--columns`, `--sort` and `--group-by` of `flagdb-query`(1) take the same expressions as a \
    predicate, and `--having` is a predicate on groups. Aggregates are made of all records of a \
    group:
    """,
    columnPhrases.block,
    """
    Groups may be made by
    """,
    keyPhrases.block,
    """
    What holds of them:
    """,
    .list([
      "Without `--group-by` all records are one group, which is a row even where there are none: "
        + "`count` is 0 then, and everything else missing.",
      "`max(readings.value)` and `readings.value.max` are of one record, as in a predicate.",
      "By `each(markers)` a record counts in the group of each of its flags; one without any is in "
        + "a group of its own, and a bit without a name is a group. A missing key is a group, too.",
      "What is shown, sorted by or asked in `--having` is made of keys and aggregates. Where a "
        + "group is one record, as by `id`, everything may be shown; where it belongs to one other "
        + "record, as by `sample`, all that is known of that.",
      "Sums of whole numbers and decimals are exact. One that leaves 64 bits is an error, even "
        + "where a negative number would have brought it back. Means are Doubles.",
      "The least and greatest of texts go by code points; of cases by their order, where the "
        + "stored values have the same; `false` is less than `true`. Flags and arrays have none.",
      "Groups are sorted by what `--sort` says, then by their keys.",
    ]),
  ]

  static let equivalentPhrases = Phrases(
    .equivalent,
    [
      ("NSPredicate", "(markers & 6) == 6"),
      ("Swift", "markers.isSuperset(of: [.HRM, .PLX])"),
      ("short", "markers has (HRM, PLX)"),
      ("", ""),
      ("NSPredicate", "(markers & 6) != 0"),
      ("Swift", "!markers.isDisjoint(with: [.HRM, .PLX])"),
      ("short", "markers has any (HRM, PLX)"),
      ("", ""),
      ("NSPredicate", "(markers & 2) == 0"),
      ("Swift", "!markers.contains(.HRM)"),
      ("short", "markers lacks HRM"),
      ("", ""),
      ("NSPredicate", "markers.rawValue == 6"),
      ("Swift", "markers == [.HRM, .PLX]"),
      ("short", "markers is exactly (HRM, PLX)"),
      ("", ""),
      ("NSPredicate", "(markers & ~6) == 0"),
      ("Swift", "markers.isSubset(of: [.HRM, .PLX])"),
      ("", ""),
      ("NSPredicate", "score BETWEEN {40, 60}"),
      ("Swift", "(40...60).contains(score)"),
      ("short", "score in 40...60"),
      ("", ""),
      ("NSPredicate", "status.rawValue IN {0, 2}"),
      ("Swift", "[.received, .archived].contains(status)"),
      ("short", "status in {received, archived}"),
      ("", ""),
      ("NSPredicate", "note CONTAINS[cd] 'RUN'"),
      ("Swift", "note?.localizedStandardContains(\"RUN\") ?? false"),
      ("short", "note contains[cd] 'run'"),
      ("", ""),
      ("NSPredicate", "code BEGINSWITH 'S-1'"),
      ("Swift", "code.hasPrefix(\"S-1\")"),
      ("short", "code beginswith 'S-1'"),
      ("", ""),
      ("NSPredicate", "note != NULL"),
      ("Swift", "note != nil"),
      ("short", "note is not null"),
      ("", ""),
      ("NSPredicate", "SUBQUERY(readings, $r, $r.value >= 90).@count > 0"),
      ("Swift", "readings.filter { $0.value >= 90 }.count > 0"),
      ("short", "readings[value >= 90].count > 0"),
      ("", ""),
      ("NSPredicate", "ANY readings.value > 90"),
      ("Swift", "readings.contains { $0.value > 90 }"),
      ("short", "any readings.value > 90"),
      ("", ""),
      ("NSPredicate", "readings.@max.value > 95"),
      ("Swift", "readings.map { $0.value }.max() ?? 0 > 95"),
      ("short", "readings.value.max > 95"),
      ("", ""),
      ("NSPredicate", "readings.@sum.value > 200"),
      ("Swift", "readings.map(\\.value).reduce(0, +) > 200"),
      ("short", "readings.value.sum > 200"),
      ("", ""),
      ("NSPredicate", "TERNARY(score > 60, status.rawValue, 0) = 1"),
      ("Swift", "(score > 60 ? status : .received) == .measured"),
      ("short", "score > 60 and status = measured"),
      ("", ""),
      ("NSPredicate", "FUNCTION(code, 'uppercaseString') = 'S-2'"),
      ("Swift", "code.uppercased() == \"S-2\""),
      ("short", "uppercase(code) = 'S-2'"),
    ])

  static let equivalents: [ProseBlock] = [
    .heading("From NSPredicate and Swift"),
    """
    The lines of a group ask the same. Each is understood as it stands.
    """,
    equivalentPhrases.block,
    """
    Also understood are `intersection`, `union`, `subtracting` and `symmetricDifference` of flags; \
    `compactMap`, `flatMap`, `first(where:)` and `last(where:)` of many records; `@min`, `@avg` and \
    `@distinctUnionOfObjects`; `CAST`, `FUNCTION` with the selectors of NSExpression that calculate, \
    and `FALSEPREDICATE`.
    """,
  ]

  static let refusedPhrases = Phrases(
    .refused,
    [
      ("readings.value > 5", "'readings.value' has many values"),
      ("readings[0].value > 5", "an index is not supported"),
      ("readings.sorted().first > 5", "'sorted' is not supported"),
      ("round(score) > 5", "'round' is not supported"),
      ("score as Int > 5", "'as' is not supported"),
      ("40...60 ~= score", "'~=' is not supported"),
      ("code matches '(?=S)'", "look-ahead '(?=' is not supported"),
      ("code UTI-EQUALS 'x'", "'UTI-EQUALS' are not supported"),
      ("note contains[l] 'x'", "the option 'l' of a comparison"),
      ("score > 40 < 60", "comparisons cannot follow one another"),
      ("status = 1", "cannot be compared with a number"),
      ("markers > 3", "flags have no order"),
      ("note < nil", "nothing is less or greater than nil"),
      ("count() > 1", "one is asked here"),
    ])

  static let refusals: [ProseBlock] = [
    .heading("What is not supported"),
    """
    What is recognised and cannot be said is told by its name, with its place and, where there is \
    one, what says it instead:
    """,
    refusedPhrases.block,
    """
    Closures have one argument and one expression. There is no order and no position in a \
    collection but `first` and `last`, no `median`, `mode`, `stddev` and `random`, no function of \
    Objective-C, and no `FETCH`.
    """,
  ]

  static let limits: [ProseBlock] = [
    .heading("Limits"),
    """
    Brackets, negations and braces may be nested 25 deep, and named expressions within one another \
    8; queries within queries go to about seven, which is what SQLite reads. 100 operators may \
    stand in a row. A predicate may have 5,000 comparisons; a list of whole numbers or texts after \
    `in`, and tests of one attribute joined by `or`, count as one however long they are.
    """,
  ]

  static let examples: [ProseBlock] = [
    .heading("Examples"),
    .example(
      Example(
        "Samples with two or more readings, of which at least one is 90 or more.",
        "flagdb query zoo.db Sample -w 'readings.count >= 2 and readings[value >= 90].count >= 1' -c code",
        output: """
          code
          S-2
          """)),
    .example(
      Example(
        "What was understood of an NSPredicate, and what SQLite is asked.",
        "flagdb query zoo.db Sample -w '(markers & 6) != 0' -c code --explain | head -n 3",
        output: """
          -- markers has any (HRM, PLX)
          SELECT code FROM Sample WHERE (markers & ?) != 0 ORDER BY id;
          -- bindings: 6
          """)),
    .example(
      Example(
        "The range of the readings of each sample, in one statement.",
        "flagdb query zoo.db Sample -w '!readings.isEmpty' -c 'code, min(readings.value), max(readings.value)'",
        output: """
          code,min(readings.value),max(readings.value)
          S-2,71.0,143.5
          S-4,96.0,96.0
          """)),
    .example(
      Example(
        "The same of those that have a pulse, as groups of readings.",
        "flagdb query zoo.db Reading -w 'sample.markers has HRM' -g sample -c 'sample, count(), max(value)' --having 'count() > 1'",
        output: """
          sample,count(),max(value)
          S-2,2,143.5
          """)),
  ]
}
