import CommandTable

/// The sections on NSPredicate and Swift: the forms that are the same, and those that are not
/// understood.
extension PredicatesPage {
  static let equivalentPhrases = Phrases(
    .equivalent,
    """
    NSPredicate  (markers & 6) == 6
    Swift        markers.isSuperset(of: [.HRM, .PLX])
    short        markers has (HRM, PLX)

    NSPredicate  (markers & 6) != 0
    Swift        !markers.isDisjoint(with: [.HRM, .PLX])
    short        markers has any (HRM, PLX)

    NSPredicate  (markers & 2) == 0
    Swift        !markers.contains(.HRM)
    short        markers lacks HRM

    NSPredicate  markers.rawValue == 6
    Swift        markers == [.HRM, .PLX]
    short        markers is exactly (HRM, PLX)

    NSPredicate  (markers & ~6) == 0
    Swift        markers.isSubset(of: [.HRM, .PLX])

    NSPredicate  score BETWEEN {40, 60}
    Swift        (40...60).contains(score)
    short        score in 40...60

    NSPredicate  status.rawValue IN {0, 2}
    Swift        [.received, .archived].contains(status)
    short        status in {received, archived}

    NSPredicate  note CONTAINS[cd] 'RUN'
    Swift        note?.localizedStandardContains("RUN") ?? false
    short        note contains[cd] 'run'

    NSPredicate  code ==[c] 's-1'
    Swift        code.caseInsensitiveCompare("s-1") == .orderedSame

    NSPredicate  code BEGINSWITH 'S-1'
    Swift        #Predicate<Sample> { $0.code.hasPrefix("S-1") }
    short        code beginswith 'S-1'

    NSPredicate  taken > CAST('2026-11-18T16:00:00Z', 'NSDate')
    Swift        taken.timeIntervalSince1970 > 1795017600
    short        taken > 2026-11-18T16:00

    NSPredicate  note != NULL
    Swift        note != nil
    short        note is not null

    NSPredicate  SUBQUERY(readings, $r, $r.value >= 90).@count > 0
    Swift        readings.filter { $0.value >= 90 }.count > 0
    short        readings[value >= 90].count > 0

    NSPredicate  ANY readings.value > 90
    Swift        readings.contains { $0.value > 90 }
    short        any readings.value > 90

    NSPredicate  readings.@max.value > 95
    Swift        readings.map { $0.value }.max() ?? 0 > 95
    short        readings.value.max > 95

    NSPredicate  readings.@sum.value > 200
    Swift        readings.map(\\.value).reduce(0, +) > 200
    short        readings.value.sum > 200

    NSPredicate  TERNARY(score > 60, status.rawValue, 0) = 1
    Swift        (score > 60 ? status : .received) == .measured
    short        score > 60 and status = measured

    NSPredicate  FUNCTION(code, 'uppercaseString') = 'S-2'
    Swift        code.uppercased() == "S-2"
    short        uppercase(code) = 'S-2'
    """)

  static let swiftPhrases = Phrases(
    .selecting,
    """
    #Predicate<Sample> { $0.score > 50 }             the whole of it
    { sample in sample.score > 50 }                  its closure
    { (s: Sample) -> Bool in s.score > 50; }         with types
    { if let n = $0.note { n > "x" } else { true } }  if, else, return
    { guard $0.id > 1 else { return false }; return $0.id < 3 }
    { let s = $0.score * 2; return s > 180 /* */ }   names, comments
    { $0[keyPath: \\.score] > 50 }                   the path itself
    { $0.persistentModelID == 2 }                    its key; objectID
    { !($0.readings ?? []).isEmpty }                 readings?.count ?? 0
    taken > Date(timeIntervalSince1970: 1795017600)  SinceNow
    taken.timeIntervalSince1970 > 1795017600         timeIntervalSinceNow
    taken.addingTimeInterval(86400) > 2026-11-20     seconds
    markers == BIOMarker([.HRM, .PLX])               these flags
    markers == BIOMarker(rawValue: 6)                by their bits
    markers.rawValue & BIOMarker.HRM.rawValue != 0
    status == Status(rawValue: 1)                    Status.measured
    status == 1                                      the stored value
    markers == 6                                     these bits
    (markers & 6) > 0                                any of these bits
    price == Decimal(string: "12.5")                 URL(string:)
    code.compare("S-2") == .orderedAscending         by code points
    note == .none                                    nil
    """)

  static let equivalents: Prose = """
    # From NSPredicate and Swift
    The predicates of a group mean the same, and flagdb accepts each of them.
    \(equivalentPhrases)
    flagdb accepts the content of `#Predicate`, with `$0` or a name for the record. It supports these types and
    functions of Swift:
    \(swiftPhrases)
    A number of seconds works only where Swift expects one. `--arg` sets the variables of the app by name.

    If a closure names a type, as `#Predicate<Sample>`, it must be the entity of the query or its alias in the model.
    Another entity is an error; an unknown type gets a note.

    Statements work as in Swift. `let` names a value for the following statements, and every path through `if` and
    `guard` returns a value. A number beside a case or flags is the stored value, also in `has 6` and in options.
    As in NSPredicate, `%d` accepts true and false, and YES equals 1.
    """

  static let refusedPhrases = Phrases(
    .refused,
    """
    readings.value > 5             'readings.value' has many values
    { $0.score == limit }          'limit' is a variable of the app
    readings[0].value > 5          an index is not supported
    readings.sorted().first > 5    'sorted' is not supported
    round(score) > 5               'round' is not supported
    score as Int > 5               'as' is not supported
    if score > 5 { true }          expected 'else'
    { (r: Reading) in r.id = 1 }   the closure is for 'Reading'
    Calendar.current = nil         'Calendar' is not supported
    now + 5 > taken                a time needs a unit
    40...60 ~= score               '~=' is not supported
    code matches '(?=S)'           look-ahead '(?=' is not supported
    code UTI-EQUALS 'x'            'UTI-EQUALS' are not supported
    note <[l] 'x'                  the option 'l' of a comparison
    score > 40 < 60                comparisons cannot follow one another
    status = 7                     expected the raw value of a case
    markers has HRM and PLX        'PLX' is a flag, not a condition
    markers > 3                    flags have no order
    markers = RAW*HRM              '*' cannot be applied to flags
    note < nil                     nil has no order
    count() > 1                    an aggregate
    """)

  static let refusals: Prose = """
    # What is not supported
    If flagdb does not support a form, the error names it, its place and, if possible, a replacement:
    \(refusedPhrases)
    Closures have one argument. `switch`, loops, sorting, positions in a collection other than `first` and `last`,
    `mode`, `random`, Objective-C functions and `FETCH` are not supported.
    """
}
