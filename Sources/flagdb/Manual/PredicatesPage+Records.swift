import CommandTable

/// Dates, cases, what is missing, and other records.
extension PredicatesPage {
  static let datePhrases = Phrases(
    .selecting,
    """
    taken >= 2026-11-20               a day is its first moment
    taken > 2026-11-18T09:00:00Z      with a time; UTC without a zone
    taken > '2026-11-18T10:00+01:00'  in quotes as well
    taken in 2026-11-18...2026-11-20  the ends included
    taken + 1d > 2026-11-19T12:00     w d h min s ms
    taken - 2026-11-17 > 2d           the time between two dates
    """)

  static let datePartPhrases = Phrases(
    .selecting,
    """
    day(taken) = 2026-11-20              all of that day
    day(taken) > '2026-11-18'            after that day
    month(taken) = '2026-11' and id > 1  all of that month
    week(taken) = '2026-W47' and id > 1  from Monday to Sunday
    hour(taken) > 12                     0 to 23
    dayOfMonth(taken) = 18               1 to 31; monthOfYear, 1 to 12
    weekday(taken) <= 3                  1 is Monday, 7 is Sunday
    """)

  static let dates: Prose = """
    # Dates and times
    \(datePhrases)
    `now` is the start time of the command, and `today` is 00:00 of its day: `taken > now - 7d`. A length of time
    needs a unit. All times are UTC. `taken = 2026-11-18` is true only at midnight; a note says so.
    \(datePartPhrases)
    `year`, `month`, `week` and `day` are calendar periods, 2026, 2026-11, 2026-W47 (ISO 8601) and 2026-11-20, in
    predicates and groups: `month(taken) = month(now)` is true in this month of this year. A comparison with a
    constant period becomes a range of dates, which can use an index. `monthOfYear`, `weekOfYear`, `dayOfMonth`,
    `weekday` and `hour` are repeating numbers.
    """

  static let casePhrases = Phrases(
    .selecting,
    """
    status = measured               without quotes
    status == .measured             as in Swift; Status.measured, too
    status in {received, archived}  one of these
    status > received               if stored values have the same order
    status.rawValue = 1             the stored value
    """)

  static let cases: Prose = """
    # Cases of enums
    \(casePhrases)
    A text in quotes can also name a case. `<` and similar comparisons are errors if the order of the stored
    values differs from the order of the cases.
    """

  static let missingPhrases = Phrases(
    .selecting,
    """
    note = nil                          no value; null is the same word
    note is not null                    a value
    note ?? 'none' = 'none'             another value in its place
    (price ?? 0) < 10
    note?.isEmpty == false              a note that is not empty
    note?.hasPrefix('x') ?? true        true without a note
    note.map { $0.count > 20 } ?? true
    """)

  static let missingRules = Phrases(
    .holding,
    """
    note != 'x'                   true without a note
    not (price > 100)             true without a price
    price = nil or price + 1 > 1  no value and 1 have no value
    """)

  static let missing: Prose = """
    # Missing values
    \(missingPhrases)
    A test is true or false, as in Swift, never unknown as in SQL. A missing value equals only a missing value, and
    is neither less nor greater than any value:
    \(missingRules)
    As in Swift, a method or property of a missing value is missing; compare it, or use `??`. A calculation with a
    missing value is missing. Missing flags lack every flag, but are not empty. The count or sum of a missing
    array is missing; `??` replaces it. An optional struct can be compared with nil.
    """

  static let otherRecordPhrases = Phrases(
    .selecting, of: "Reading",
    """
    sample.code = 'S-2'        an attribute of the other record
    sample.markers has RAW
    sample = 'S-2'             its unique attribute
    sample = 2                 its key
    sample in {'S-2', 'S-3'}   one of these
    sample.readings.count > 1  and on from there, to any depth
    """)

  static let otherRecords: Prose = """
    # To-one relationships
    These predicates are for `Reading`, which belongs to one `Sample`:
    \(otherRecordPhrases)
    `sample?.code` is the same as `sample.code`. If there is no other record, its attributes are missing and its
    collections are empty.
    """

  static let manyRecordPhrases = Phrases(
    .selecting,
    """
    readings.count > 1                 how many
    readings is empty                  none; .isEmpty, == nil
    readings[value >= 90].count = 1    how many for which it is true
    readings[value > score].count = 1  names of both records
    readings.value.max >= 95           max min sum avg of all
    readings.value.sum > 200
    max(readings.value) > 100          the same the other way round
    readings.first.value < 80          by their keys; last
    """)

  static let quantifiedPhrases = Phrases(
    .selecting,
    """
    any readings.value > 90                for at least one; some
    all readings.value > 80                for all of them
    none readings.value > 90               for none of them
    readings.contains { $0.value > 90 }    as in Swift
    readings.allSatisfy { $0.value > 80 }
    """)

  static let emptyRules = Phrases(
    .holding,
    """
    readings[value > 1000].count = 0             and the sum
    readings[value > 1000].value.max = nil       min avg first last
    readings[value > 1000].allSatisfy { false }  true for no records
    """)

  static let arrayPhrases = Phrases(
    .selecting, of: "Reading",
    """
    tags contains 'run'               an element; 'run' in tags
    any tags beginswith 'r'
    tags.count = 2
    tags is empty
    tags = {'run', 'peak'}            these, in this order, and no others
    Set(tags).isSubset(of: ['rest'])  in any order; isSuperset isDisjoint
    """)

  static let partPhrases = Phrases(
    .selecting, of: "Plant",
    """
    rules.contains { $0.days > 3 }  a struct in an array
    rules[days > 3].count = 1       how many of them
    rules.days.max > 3              the property of all of them
    care is every                   the case of an enum
    care in {never, every}          one of several cases
    care.days > 3                   an associated value
    care.every.days > 3             that of this case
    labels['light'] = 'low'         the value of a key
    labels['light', default: 'low'] = 'high'
    labels.values.contains('low')   keys count isEmpty
    """)

  static let manyRecords: Prose = """
    # To-many relationships and arrays
    A `Sample` has many readings:
    \(manyRecordPhrases)
    A database does not distinguish between a missing and an empty list. Even if the app has `[Reading]?`,
    `readings == nil` is true for a sample without readings, as in Core Data.

    Quantifiers can be written in capitals, as in NSPredicate:
    \(quantifiedPhrases)
    If there are no records:
    \(emptyRules)
    Arrays are collections of their elements. These predicates are for `Reading`:
    \(arrayPhrases)
    Two arrays are equal if all their elements are equal in order; a missing array equals no list. Write elements
    like other values of their type. Nested arrays, and arrays of `Data`, can only be counted, and compared as a
    whole.

    The parts of values stored as JSON have names in predicates, columns and groups. These predicates are for a
    `Plant` with an array of structs, `rules`, an enum with associated values, `care`, and a dictionary, `labels`:
    \(partPhrases)
    A missing associated value, or a missing key, has no value. If several cases have an associated value of the same
    name, put the case before it.
    """
}
